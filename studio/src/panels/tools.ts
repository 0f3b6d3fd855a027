// The tools at the left, the views at the right, and the axes.
import { el, fill, isPhone, setAttribute, svg } from '../app/dom';
import type { Commands } from '../app/commands';
import { icon } from '../app/icons';
import type { Studio, Tool } from '../app/studio';
import type { ViewName } from '../view/camera';
import { t } from '../text';

export const TOOLS: Tool[] = ['hand', 'node', 'spring', 'fix', 'load', 'cut', 'measure', 'probe'];

export function makeTools(studio: Studio, commands: Commands, stage: HTMLElement): void {
  const box = el('div', { class: 'tools card', role: 'toolbar', 'aria-label': t.tools.label, 'aria-orientation': 'vertical' });
  const buttons = new Map<Tool, HTMLButtonElement>();
  for (const tool of TOOLS) {
    const key = commands.key(`tool.${tool}`);
    const button = el('button', {
      type: 'button', 'aria-label': t.tools[tool], title: `${t.tools[tool]}${key ? ` (${key})` : ''}: ${t.tools.about[tool]}`,
      onclick: () => {
        // On a phone the tools open from the one in use.
        if (isPhone() && !box.classList.contains('open')) {
          box.classList.add('open');
          return;
        }
        box.classList.remove('open');
        commands.run(`tool.${tool}`);
      },
    }, icon(tool));
    buttons.set(tool, button);
    if (tool === 'measure') box.append(el('hr'));
    box.append(button);
  }
  rove(box, 'ArrowDown', 'ArrowUp');
  // Before the stage in the order of Tab.
  stage.prepend(box);
  studio.signals.on('tool', () => {
    for (const [tool, button] of buttons) {
      setAttribute(button, 'aria-pressed', String(tool === studio.tool));
      button.tabIndex = tool === studio.tool ? 0 : -1;
    }
  }, true);
}

/** By touch, buttons beside the tool stand for Alt (put) and Shift (one axis; add to what is chosen). */
export function makeHeld(studio: Studio, stage: HTMLElement): void {
  const box = el('div', { class: 'held card', role: 'group', 'aria-label': t.held.label });
  for (const key of ['alt', 'shift'] as const) {
    const button = el('button', {
      class: 'ib', type: 'button', text: t.held[key], 'aria-pressed': 'false', title: t.held.about[key], onclick: () => {
        studio.held[key] = !studio.held[key];
        setAttribute(button, 'aria-pressed', String(studio.held[key]));
      },
    });
    box.append(button);
  }
  stage.append(box);
}

/** One stop for Tab, arrow keys inside. */
export function rove(box: HTMLElement, next: string, previous: string): void {
  box.addEventListener('keydown', (event) => {
    if (event.key !== next && event.key !== previous) return;
    const items = [...box.querySelectorAll('button')].filter((item) => item.offsetParent !== null);
    const index = items.indexOf(document.activeElement as HTMLButtonElement);
    if (index < 0) return;
    items[(index + (event.key === next ? 1 : items.length - 1)) % items.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  });
}

const VIEWS: ViewName[] = ['top', 'front', 'side', 'free'];

export function makeViews(studio: Studio, commands: Commands, stage: HTMLElement): void {
  const box = el('div', { class: 'views card', role: 'toolbar', 'aria-label': t.views.label });
  const buttons = VIEWS.map((view) => el('button', { class: 'ib', type: 'button', text: t.views[view], onclick: () => commands.run(view) }));
  const fit = el('button', { class: 'ib', type: 'button', 'aria-label': t.views.fit, title: `${t.views.fit} (${commands.key('fit')})`, onclick: () => commands.run('fit') }, icon('fit'));
  fill(box, ...buttons, fit);
  rove(box, 'ArrowRight', 'ArrowLeft');
  const lines = [0, 1, 2].map(() => svg('line'));
  const letters = ['x', 'y', 'z'].map((letter) => svg('text', { text: letter }));
  const axes = svg('svg', { class: 'axes', viewBox: '0 0 64 64', 'aria-hidden': 'true' }, ...lines, ...letters);
  stage.append(box, axes);

  let shown = '';
  const update = (): void => {
    const { camera } = studio.stage;
    const plane = studio.info?.dimension === 2;
    const key = `${camera.azimuth.toFixed(3)} ${camera.elevation.toFixed(3)} ${camera.view} ${plane}`;
    if (key === shown) return;
    shown = key;
    VIEWS.forEach((view, i) => {
      setAttribute(buttons[i]!, 'aria-pressed', String(view === camera.view));
      buttons[i]!.hidden = plane;
    });
    // Each axis as the camera sees it, from a corner that leaves room for all three.
    const directions = [0, 1, 2].map((axis) => [camera.right.getComponent(axis), -camera.up.getComponent(axis)] as const);
    const sum = directions.reduce<[number, number]>((total, d) => [total[0] + d[0], total[1] + d[1]], [0, 0]);
    const x0 = 32 - sum[0] * 9, y0 = 32 - sum[1] * 9;
    directions.forEach(([x, y], axis) => {
      const seen = Math.hypot(x, y) > 0.12 && !(plane && axis === 2);
      const line = lines[axis]!, letter = letters[axis]!;
      line.style.display = letter.style.display = seen ? '' : 'none';
      setAttribute(line, 'x1', x0.toFixed(1));
      setAttribute(line, 'y1', y0.toFixed(1));
      setAttribute(line, 'x2', (x0 + 20 * x).toFixed(1));
      setAttribute(line, 'y2', (y0 + 20 * y).toFixed(1));
      const length = Math.hypot(x, y) || 1;
      setAttribute(letter, 'x', (x0 + 20 * x + (9 * x) / length).toFixed(1));
      setAttribute(letter, 'y', (y0 + 20 * y + (9 * y) / length).toFixed(1));
    });
  };
  studio.signals.on(['camera', 'scene'], update, true);
}
