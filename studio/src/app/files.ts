// Files in and out: open, drop, save.
import { t } from '../text';
import { el } from './dom';
import { isLesson } from '../lesson/is_lesson';
import type { SceneFileSet, Studio } from './studio';

/** Offers bytes as a download. */
export function download(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = el('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name for files made from the scene's title. */
export function stem(studio: Studio): string {
  const title = studio.info?.title || studio.source?.name.replace(/\.[^.]*$/, '') || 'scene';
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60) || 'scene';
}

export async function saveScene(studio: Studio, shape = false): Promise<void> {
  const saved = await studio.attempt(() => studio.engine.request('save', { shape }));
  if (!saved) return;
  download(`${stem(studio)}.json`, saved.text, 'application/json');
  studio.say(t.said.saved);
}

export async function savePicture(studio: Studio): Promise<void> {
  const picture = await studio.stage.picture();
  if (picture) download(`${stem(studio)}.png`, picture, 'image/png');
}

export async function saveMesh(studio: Studio, ending: string): Promise<void> {
  const made = await studio.attempt(() => studio.engine.request('export', { ending }));
  if (made) download(stem(studio) + ending, made.bytes as Uint8Array<ArrayBuffer>, 'application/octet-stream');
}

export function saveTable(studio: Studio): void {
  const { history, info } = studio;
  const names = ['time', 'kinetic', 'elastic', 'gravity', 'load', 'contact', 'dissipated', 'work', 'total', ...(info?.probeColumns ?? [])];
  const lines = [names.join(',')];
  const energies = 8;
  for (let row = 0; row < history.rows; row += 1) {
    const cells = [history.times[row]!];
    for (let k = 0; k < energies; k += 1) cells.push(history.energies[row * energies + k]!);
    for (let k = 0; k < history.probeCount; k += 1) cells.push(history.probes[row * history.probeCount + k]!);
    lines.push(cells.join(','));
  }
  download(`${stem(studio)}.csv`, `${lines.join('\n')}\n`, 'text/csv');
}

export function openFiles(studio: Studio): void {
  const field = el('input', { type: 'file', multiple: true });
  field.addEventListener('change', () => void openList(studio, [...(field.files ?? [])]));
  field.click();
}

/** Who opens a file that is a lesson; main.ts says. */
export const lessonOpener: { open: (text: string, name: string) => void } = { open: () => undefined };

/** Opens the scene or mesh among these files; the others are what it refers to. */
export async function openList(studio: Studio, files: File[]): Promise<void> {
  if (files.length === 0) return;
  const sorted = [...files].sort((a, b) => rank(a.name) - rank(b.name));
  const main = sorted[0]!;
  const others = await Promise.all(sorted.slice(1).map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
  const set: SceneFileSet = { name: main.name, ...(others.length > 0 ? { files: others } : {}) };
  if (/\.json$/i.test(main.name)) {
    set.text = await main.text();
    if (isLesson(set.text)) {
      lessonOpener.open(set.text, main.name);
      return;
    }
  }
  else set.bytes = new Uint8Array(await main.arrayBuffer());
  await studio.open(set);
}

// The scene comes first, then meshes, then tables that they refer to.
const rank = (name: string): number => (/\.json$/i.test(name) ? 0 : /\.(csv|npy|mtl)$/i.test(name) ? 2 : 1);

/** Files dropped anywhere on the page. */
export function acceptDrops(studio: Studio, stage: HTMLElement): void {
  const sign = el('div', { class: 'drop', text: t.stage.drop, hidden: true });
  stage.append(sign);
  let depth = 0;
  const show = (on: boolean): void => {
    sign.hidden = !on;
  };
  window.addEventListener('dragenter', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    depth += 1;
    show(true);
  });
  window.addEventListener('dragleave', () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) show(false);
  });
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    show(false);
    void openList(studio, [...(event.dataTransfer?.files ?? [])]);
  });
}
