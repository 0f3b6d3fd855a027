// The page as `tensio studio` delivers it: the program puts a meta tag into the page, and answers these addresses (GET only):
//   ./shown          {"version": 7, "kind": "scene", "name": "nets/scene.json", "files": ["scene.json", "parts/mesh.obj"]}
//   ./shown/file/N   the bytes of files[N] of that version (?version=7); 409 where there is a newer one
// `version` counts changes of the files: the page asks for ./shown about twice a second and opens them again when it grows.
// Elsewhere (any web server, a file) there is no such tag, and nothing here asks the network for anything.

/** What the program shows. */
export type Served = {
  version: number;
  /** nothing: only the page; scene: a scene or a mesh, `files[0]`, with the files that it names;
   *  results: the folder of a run, as the request `openResult` takes it. */
  kind: 'nothing' | 'scene' | 'results';
  /** The file or folder as it was named to the program. */
  name: string;
  /** Relative to the folder of the scene, or to the folder of the run. */
  files: string[];
};

export type ServedFile = { name: string; bytes: Uint8Array };

/** A scene or a run in the page itself, as `tensio run --page --live` puts it there: the same as `./shown`, and the bytes of
 *  each file in base64. */
export type InPage = Pick<Served, 'kind' | 'name' | 'files'> & { contents: string[] };

const inPage = (): HTMLElement | null => document.getElementById('tensio-shown-data');
export const isInPage = (): boolean => inPage() !== null;

/** What the page has in it; null where there is nothing, or something else. */
export function shownInPage(): { what: Pick<Served, 'kind' | 'name'>; files: ServedFile[] } | null {
  try {
    const shown = JSON.parse(inPage()?.textContent ?? '') as InPage;
    const files = shown.files.map((name, i) => ({ name, bytes: Uint8Array.from(atob(shown.contents[i]!), (character) => character.charCodeAt(0)) }));
    return { what: { kind: shown.kind, name: String(shown.name) }, files };
  } catch {
    return null;
  }
}

/** Whether `tensio studio` delivered this page. */
export function isServed(): boolean {
  return document.querySelector('meta[name="tensio-shown"]') !== null;
}

async function served(): Promise<Served> {
  const answer = await fetch('./shown', { cache: 'no-store' });
  if (!answer.ok) throw new Error(`./shown: ${answer.status}`);
  return answer.json() as Promise<Served>;
}

/** The files of that version, in its order; null where there is a newer one, which watchServed() will report. */
export async function servedFiles(what: Served): Promise<ServedFile[] | null> {
  const files: ServedFile[] = [];
  let next = 0, stale = false;
  const load = async (): Promise<void> => {
    while (next < what.files.length && !stale) {
      const index = next++;
      const answer = await fetch(`./shown/file/${index}?version=${what.version}`, { cache: 'no-store' });
      if (answer.ok) files[index] = { name: what.files[index]!, bytes: new Uint8Array(await answer.arrayBuffer()) };
      else stale = true;
    }
  };
  // A run may have a thousand frames.
  await Promise.all([load(), load(), load(), load()]);
  return stale ? null : files;
}

/** Calls `changed` with what is there now, and again after each change. Where the program has ended it calls `ended` once
 *  and stops. Returns a function that stops it. */
export function watchServed(changed: (what: Served) => void | Promise<void>, ended: () => void): () => void {
  let last = -1;
  let stopped = false;
  let misses = 0;
  const look = async (): Promise<void> => {
    let what: Served | null = null;
    try {
      what = await served();
      misses = 0;
    } catch {
      misses += 1;
    }
    if (what !== null && what.version !== last && !stopped) {
      last = what.version;
      await changed(what);
    }
    if (stopped) return;
    if (misses >= 4) {
      ended();
      return;
    }
    setTimeout(() => void look(), 500);
  };
  void look();
  return () => {
    stopped = true;
  };
}
