// The page as `tensio studio` delivers it: the program puts a meta tag into the page, and answers these addresses (GET only):
//   ./shown          {"version": 7, "kind": "scene", "name": "scene.json", "files": ["scene.json", "parts/mesh.obj"], ...}
//   ./shown/file/N   the bytes of files[N] of that version; 409 where the version asked for (?version=7) is gone
//   ./shown/frame/N  a frame of a result folder as float32 numbers, see `Frame`
// `version` counts changes of the files: the page asks for ./shown about twice a second and reloads when it grows.
// Elsewhere (any web server, a file) there is no such tag, and nothing here asks the network for anything.

export type ServedFile = { name: string; bytes: Uint8Array };

/// A scene with the files it includes, the scene first; names are relative to its folder.
export type ServedScene = { version: number; name: string; files: ServedFile[] };

/// What the program says of what it shows.
export type Served = {
  version: number;
  /// nothing: only the page; scene: a scene file; results: the folder of a run.
  kind: 'nothing' | 'scene' | 'results';
  /// For people: the file or folder as it was named to the program.
  name: string;
  files: string[];
  /// Of results: the time of each frame.
  times: number[];
  dimension: number;
  nodes: number;
  springs: number;
};

/// A frame of a result folder: positions node after node, `dimension` numbers each; the tension of each spring, NaN
/// where it is broken or its tension is not known.
export type Frame = { time: number; position: Float32Array; tension: Float32Array };

const tag = (): HTMLMetaElement | null => document.querySelector('meta[name="tensio-shown"]');

/// Whether `tensio studio` delivered this page.
export function isServed(): boolean {
  return tag() !== null;
}

async function get(path: string): Promise<Response> {
  const answer = await fetch(path, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

export async function served(): Promise<Served> {
  return (await get('./shown')).json() as Promise<Served>;
}

/// The files of one version; null where they changed while being read: ask again.
export async function servedScene(what: Served): Promise<ServedScene | null> {
  const files: ServedFile[] = [];
  for (const [index, name] of what.files.entries()) {
    const answer = await fetch(`./shown/file/${index}?version=${what.version}`, { cache: 'no-store' });
    if (answer.status === 409) return null;
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    files.push({ name, bytes: new Uint8Array(await answer.arrayBuffer()) });
  }
  return { version: what.version, name: what.name, files };
}

export async function servedFrame(what: Served, index: number): Promise<Frame> {
  const numbers = new Float32Array(await (await get(`./shown/frame/${index}`)).arrayBuffer());
  const split = what.dimension * what.nodes;
  return { time: what.times[index] ?? 0, position: numbers.subarray(0, split), tension: numbers.subarray(split) };
}

/// Calls `changed` with what is there now, and again after each change. Where the program has ended it calls `ended` once
/// and stops. Returns a function that stops it.
export function watchServed(changed: (what: Served) => void | Promise<void>, ended: () => void): () => void {
  let last = -1;
  let stopped = false;
  let misses = 0;
  const look = async (): Promise<void> => {
    try {
      const what = await served();
      misses = 0;
      if (what.version !== last && !stopped) {
        last = what.version;
        await changed(what);
      }
    } catch {
      misses += 1;
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
