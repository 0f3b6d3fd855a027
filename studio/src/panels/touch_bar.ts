// By touch a choice brings a small bar: Fix, Load, Cut, Probe. A double tap is never needed.
import { removeChosen } from '../app/actions';
import { el, fill, isPhone } from '../app/dom';
import { addProbe } from '../app/tool_drags';
import { toggleFixed } from '../app/supports';
import type { Studio } from '../app/studio';
import { t } from '../text';

export function makeTouchBar(studio: Studio, stage: HTMLElement): void {
  const bar = el('div', { class: 'touch-bar card', role: 'toolbar', 'aria-label': t.menu.chosen, hidden: true });
  stage.append(bar);
  const button = (text: string, run: () => void): HTMLElement => el('button', { class: 'ib', type: 'button', text, onclick: run });
  const show = (): void => {
    const { nodes, springs } = studio.choice;
    const touch = isPhone() || window.matchMedia('(pointer: coarse)').matches;
    bar.hidden = !touch || nodes.length + springs.length === 0;
    if (bar.hidden) return;
    const node = nodes[0], spring = springs[0];
    const fixed = nodes.length > 0 && nodes.every((id) => (studio.info?.fixed[id] ?? 0) !== 0);
    fill(bar,
      nodes.length > 0 ? button(fixed ? t.menu.free : t.menu.fix, () => toggleFixed(studio, nodes)) : null,
      nodes.length > 0 ? button(t.menu.load, () => studio.setTool('load')) : null,
      springs.length > 0 ? button(t.menu.cut, () => removeChosen(studio)) : button(t.menu.delete, () => removeChosen(studio)),
      button(t.menu.probe, () => (spring !== undefined ? addProbe(studio, 'spring', spring) : node !== undefined && addProbe(studio, 'node', node))));
    place();
  };
  const place = (): void => {
    if (bar.hidden || !studio.info) return;
    const node = studio.choice.nodes[0] ?? studio.info.ends[2 * (studio.choice.springs[0] ?? 0)] ?? 0;
    const [x, y] = studio.stage.nodePixels(node);
    const width = bar.offsetWidth;
    bar.style.left = `${Math.max(8, Math.min(stage.clientWidth - width - 8, x - width / 2))}px`;
    bar.style.top = `${Math.max(120, Math.min(stage.clientHeight - 60, y - 68))}px`;
  };
  studio.signals.on(['choice', 'scene'], show);
  studio.signals.on('camera', place);
}
