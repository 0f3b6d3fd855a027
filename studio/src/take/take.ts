// What is taken along of a motion: a GIF of the stage, a mesh with its motion; and the picture that the library draws.
import { download, stem } from '../app/files';
import type { Studio } from '../app/studio';
import { t } from '../text';
import { Gif, Palette } from './gif';
import { recordedTimes, visitMoments } from './moments';

/** Pictures of an animation at most, its width at most, and its length in seconds as it is shown. */
const MOST_PICTURES = 80, WIDEST = 640, SHORTEST = 1, LONGEST = 12;
/** Frames that the library puts into a glTF file at most. */
const MOST_FRAMES = 100;

const DEGREES = 180 / Math.PI;

export async function saveVector(studio: Studio): Promise<void> {
  const { azimuth, elevation } = studio.stage.camera;
  const made = await studio.attempt(() => studio.engine.request('export', { ending: '.svg', azimuth: azimuth * DEGREES, elevation: elevation * DEGREES }));
  if (made) download(`${stem(studio)}.svg`, made.bytes as Uint8Array<ArrayBuffer>, 'image/svg+xml');
}

/** The motion that was recorded, as a mesh with keyframes; without one the state shown. */
export async function saveGltf(studio: Studio, stage: HTMLElement): Promise<void> {
  const times = recordedTimes(studio, MOST_FRAMES);
  if (times.length > 0 && !(await visitMoments(studio, stage, times, async () => { await studio.engine.request('keepFrame', {}); }))) return;
  const made = await studio.attempt(() => studio.engine.request('export', { ending: '.glb' }));
  if (made) download(`${stem(studio)}.glb`, made.bytes as Uint8Array<ArrayBuffer>, 'model/gltf-binary');
}

/** What was recorded, as the stage shows it now. Its pictures are drawn twice: for their colours, and to be packed. */
export async function saveGif(studio: Studio, stage: HTMLElement): Promise<void> {
  const times = recordedTimes(studio, MOST_PICTURES);
  if (times.length === 0) {
    studio.say(t.take.nothing);
    return;
  }
  const { canvas } = studio.stage;
  const scale = Math.min(1, WIDEST / canvas.width);
  const width = Math.max(1, Math.round(canvas.width * scale)), height = Math.max(1, Math.round(canvas.height * scale));
  const small = document.createElement('canvas');
  small.width = width;
  small.height = height;
  const g = small.getContext('2d', { willReadFrequently: true })!;
  g.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--stage').trim() || '#ffffff';
  const pictures: Uint8ClampedArray[] = [];
  const palette = new Palette();
  const whole = await visitMoments(studio, stage, times, () => {
    g.fillRect(0, 0, width, height);
    studio.stage.drawInto(g, width, height);
    const { data } = g.getImageData(0, 0, width, height);
    palette.add(data);
    pictures.push(data);
  });
  if (!whole) return;
  palette.make();
  const gif = new Gif(width, height, palette);
  // As long as the motion took, within bounds.
  const seconds = Math.max(SHORTEST, Math.min(LONGEST, times[times.length - 1]! - times[0]!));
  for (const picture of pictures) gif.add(picture, (100 * seconds) / pictures.length);
  download(`${stem(studio)}.gif`, gif.finish(), 'image/gif');
  studio.say(t.said.saved);
}
