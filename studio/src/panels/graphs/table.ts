// Nodes and springs as a table: the same net for those who read rather than look.
import { el, fill } from '../../app/dom';
import { plain } from '../../app/numbers';
import type { Studio } from '../../app/studio';
import { t } from '../../text';
import { quantityText } from '../legend';
import { link } from '../sentence';

const MOST = 200;

export function fillTable(studio: Studio, pane: HTMLElement): void {
  const { info, stage } = studio;
  if (!info) return;
  const axes = info.dimension === 2 ? ['x', 'y'] : ['x', 'y', 'z'];
  const p = stage.net.positions;
  const nodes: HTMLElement[] = [];
  for (let i = 0; i < Math.min(MOST, info.nodeCount); i += 1) {
    const bits = info.fixed[i] ?? 0;
    const fixed = axes.filter((_, axis) => bits & (1 << axis)).join(' ');
    nodes.push(el('tr', { 'aria-selected': String(studio.choice.nodes.includes(i)) },
      el('td', {}, link(studio, 'node', i, String(i)), info.nodeNames[i] ? ` ${info.nodeNames[i]}` : null),
      ...axes.map((_, axis) => el('td', { class: 'r', text: plain(p[3 * i + axis]!) })),
      el('td', { text: fixed })));
  }
  const springs: HTMLElement[] = [];
  for (let i = 0; i < Math.min(MOST, info.springCount); i += 1)
    springs.push(el('tr', { 'aria-selected': String(studio.choice.springs.includes(i)) },
      el('td', {}, link(studio, 'spring', i, String(i))),
      el('td', { text: `${info.ends[2 * i]}–${info.ends[2 * i + 1]}` }),
      el('td', { class: 'r', text: quantityText(studio, studio.quantity, stage.net.values[i] ?? NaN, 4) })));
  const head = (texts: string[]): HTMLElement => el('thead', {}, el('tr', {}, ...texts.map((text) => el('th', { scope: 'col', text }))));
  const grid = el('div', { class: 'two' },
    el('div', {}, el('table', { class: 'list' }, head([t.graphs.node, ...axes, t.graphs.support]), el('tbody', {}, ...nodes)),
      info.nodeCount > MOST ? el('p', { class: 'note', text: t.graphs.more(info.nodeCount - MOST) }) : null),
    el('div', {}, el('table', { class: 'list' }, head([t.graphs.spring, t.graphs.ends, t.quantity[studio.quantity]]), el('tbody', {}, ...springs)),
      info.springCount > MOST ? el('p', { class: 'note', text: t.graphs.more(info.springCount - MOST) }) : null));
  const scroll = pane.scrollTop;
  fill(pane, grid);
  pane.scrollTop = scroll;
}
