// The gallery: the examples in groups, and ways to begin with nothing.
import type { GalleryScene } from '../gallery/gallery';
import { drawThumbnail } from '../gallery/thumbnail';
import { el, reducedMotion } from '../app/dom';
import { openFiles } from '../app/files';
import { icon, type IconName } from '../app/icons';
import type { Studio } from '../app/studio';
import { t } from '../text';
import { openOverlay } from './overlay';

export async function openExample(studio: Studio, scene: GalleryScene): Promise<void> {
  const [main, ...others] = scene.files;
  if (!main) return;
  const encoder = new TextEncoder();
  await studio.open({
    name: main.name, text: main.text, example: scene.id,
    ...(others.length > 0 ? { files: others.map((file) => ({ name: file.name, bytes: encoder.encode(file.text) })) } : {}),
  });
}

/** The same by the name of its folder. */
export async function openExampleById(studio: Studio, id: string): Promise<boolean> {
  const { scenes } = await import('../gallery/gallery');
  const scene = scenes.find((other) => other.id === id);
  if (scene) await openExample(studio, scene);
  return scene !== undefined;
}

export interface Beginnings {
  opening: () => void;
  /** One's own scene as saved; null where there is none or it is open. */
  continue: (() => void) | null;
  /** A lesson by its name. */
  lesson: (name: string) => void;
}

export async function openGallery(studio: Studio, begin: Beginnings): Promise<void> {
  const [{ groups, lessons, scenes }, { readLesson }] = await Promise.all([import('../gallery/gallery'), import('../lesson/format')]);
  const card = (title: string, line: string, small: string, thumb: Node, run: () => void): HTMLElement => el('button', {
    type: 'button', onclick: () => {
      close();
      run();
    },
  }, el('span', { class: 'thumb' }, thumb), el('b', { text: title }), el('small', { text: line }), small ? el('small', { text: small }) : null);
  const plainCard = (title: string, line: string, name: IconName, run: () => void): HTMLElement => card(title, line, '', icon(name), run);
  const picture = (scene: GalleryScene): HTMLElement => {
    const canvas = el('canvas', { width: '480', height: '360', 'aria-hidden': 'true' });
    const thumbnail = scene.thumbnail();
    const draw = (at: number): void => drawThumbnail(canvas, thumbnail, at, (share) => studio.stage.palette.tone(share));
    draw(scene.cover);
    // Under the pointer its frames play to and fro.
    let start = 0, running = 0;
    const last = thumbnail.frames.length - 1;
    const play = (now: number): void => {
      if (start === 0) start = now;
      const way = ((now - start) / 130) % (2 * last);
      draw(way <= last ? way : 2 * last - way);
      running = requestAnimationFrame(play);
    };
    if (last > 0 && !reducedMotion()) {
      canvas.addEventListener('pointerenter', () => {
        start = 0;
        running = requestAnimationFrame(play);
      });
      canvas.addEventListener('pointerleave', () => {
        cancelAnimationFrame(running);
        draw(scene.cover);
      });
    }
    return canvas;
  };
  const body = el('div', { class: 'body' },
    el('div', { class: 'cards begin' },
      plainCard(t.gallery.empty2, t.gallery.emptyLine, 'empty', () => void studio.create(2)),
      plainCard(t.gallery.empty3, t.gallery.emptyLine, 'empty', () => void studio.create(3)),
      plainCard(t.gallery.open, t.gallery.openLine, 'open', () => openFiles(studio)),
      plainCard(t.gallery.opening, t.gallery.openingLine, 'play', begin.opening),
      begin.continue ? plainCard(t.gallery.continue, t.gallery.continueLine, 'clock', begin.continue) : null,
      ...lessons.map(({ name, text }) => {
        const lesson = readLesson(text, name);
        return Array.isArray(lesson) ? null : plainCard(lesson.title, `${t.gallery.lesson}: ${lesson.line}`, 'lesson', () => begin.lesson(name));
      })),
    ...groups.flatMap((group) => {
      const list = scenes.filter((scene) => scene.group === group);
      if (list.length === 0) return [];
      return [
        el('h3', { text: t.gallery.groups[group] ?? group }),
        el('div', { class: 'cards' }, ...list.map((scene) =>
          card(scene.title, scene.line, t.gallery.size(scene.nodes, scene.springs, scene.dimension), picture(scene), () => void openExample(studio, scene)))),
      ];
    }));
  const { close } = openOverlay(t.gallery.title, true, true, body);
}
