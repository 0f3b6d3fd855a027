// The inspector of one node: where it is, how fast, what fixes and loads it; its forces and their sum.
import { el, fill, setText } from '../../app/dom';
import { plain, prefixFor } from '../../app/numbers';
import type { Studio } from '../../app/studio';
import type { NodeFacts, Vector } from '../../protocol';
import { t } from '../../text';
import { link } from '../sentence';
import { axisToggles, numberField, section, textField } from './fields';
import { updateFormula } from './equations';
import type { View } from './spring';

const MOST = 12;

export function nodeView(studio: Studio, node: number, head: HTMLElement): View<NodeFacts> {
  const words = t.inspector;
  const info = studio.info!;
  const units = info.units;
  const unit = (name: 'force' | 'length' | 'mass' | 'velocity'): string => (units.given ? units[name] : '');
  const axes = info.dimension === 2 ? 2 : 3;
  let facts: NodeFacts | null = null;

  const name = textField(words.name, (value) => void studio.edit([{ op: 'nodeValues', nodes: [node], name: value }], 'nodeValues'));
  const along = (vector: (f: NodeFacts) => Vector, label: string, commit: (value: Vector, group?: string) => void): ReturnType<typeof numberField>[] =>
    Array.from({ length: axes }, (_, axis) => numberField(studio, {
      label: [`${label} `, el('i', { class: 'm', text: 'xyz'[axis] })], name: `${label} ${'xyz'[axis]}`, commit: (value, group) => {
        if (!facts) return;
        const next: Vector = [...vector(facts)];
        next[axis as 0] = value;
        commit(next, group);
      },
    }));
  const position = along((f) => f.position, words.position, (to, group) => void studio.edit([{ op: 'move', nodes: [node], to }], 'move', group));
  const load = along((f) => f.load, words.load, (force, group) => void studio.edit([{ op: 'load', nodes: [node], force }], 'load', group));
  const mass = numberField(studio, { label: [words.mass, el('i', { class: 'm', text: 'm' })], name: words.mass, commit: (value, group) => void studio.edit([{ op: 'nodeValues', nodes: [node], mass: value }], 'nodeValues', group) });
  const fixed = axisToggles(words.fixed, axes, (axis, on) => void studio.edit([{ op: on ? 'fix' : 'free', nodes: [node], axes: 1 << axis }], on ? 'fix' : 'free'));
  const assumed = el('p', { class: 'note', hidden: true });
  const velocity = el('div', { class: 'rows vector' });
  const speed = el('span', { class: 'v' });
  velocity.append(el('span', {}, words.velocity, el('i', { class: 'm', text: 'v' })), speed);

  const formula = el('p', { class: 'eq' });
  const equation = section(words.update, null, formula);
  equation.hidden = true;

  const table = el('table', { class: 'forces' });
  const forceUnit = el('span');
  return {
    elements: [
      section(null, null, name.element, fixed.element, mass.element, assumed, ...position.map((field) => field.element), velocity),
      equation, section(words.forces, forceUnit, table),
      section(words.load, null, ...load.map((field) => field.element)),
    ],
    update: (next) => {
      facts = next;
      const bits = next.fixed;
      setText(head, bits === 0 ? t.stage.free : bits === (axes === 2 ? 3 : 7) ? t.stage.fixed : t.stage.partly);
      equation.hidden = !studio.equations;
      if (studio.equations) fill(formula, ...updateFormula(studio.motion, units, next, axes));
      name.set(next.name);
      fixed.set(bits);
      mass.set(next.mass, unit('mass'));
      assumed.hidden = !next.massAssumed;
      setText(assumed, words.assumed);
      position.forEach((field, axis) => field.set(next.position[axis]!, unit('length')));
      load.forEach((field, axis) => field.set(next.load[axis]!, unit('force')));
      setText(speed, next.velocity.slice(0, axes).map((v) => plain(v, 3)).join(', ') + (unit('velocity') ? ` ${unit('velocity')}` : ''));
      // Forces in one unit, largest first.
      const size = (v: Vector): number => Math.hypot(...v);
      const sorted = [...next.springs].sort((a, b) => size(b.force) - size(a.force));
      const largest = Math.max(size(next.sum), size(next.reaction), ...sorted.map((s) => size(s.force)), 1e-300);
      const [factor, prefixed] = prefixFor(largest, unit('force'));
      setText(forceUnit, prefixed);
      // Rounding beside the largest force is shown as 0.
      const cells = (v: Vector): HTMLElement[] => v.slice(0, axes).map((value) => el('td', { text: Math.abs(value) < 1e-9 * largest ? '0' : plain(value / factor, 3) }));
      const row = (label: Node | string, v: Vector, sum = false): HTMLElement => el('tr', { class: sum ? 'sum' : '' }, el('td', {}, label), ...cells(v));
      const rows = sorted.slice(0, MOST).map((s) => row(link(studio, 'spring', s.spring), s.force));
      if (size(next.weight) > 0) rows.push(row(words.weight, next.weight));
      if (size(next.load) > 0) rows.push(row(words.loadRow, next.load));
      rows.push(row(words.sum, next.sum, true));
      if (bits !== 0) rows.push(row(words.reaction, next.reaction));
      fill(table, el('thead', {}, el('tr', {}, el('th'), ...Array.from({ length: axes }, (_, axis) => el('th', {}, el('i', { class: 'm', text: 'xyz'[axis] }))))), el('tbody', {}, ...rows));
      if (sorted.length > MOST) table.append(el('tfoot', {}, el('tr', {}, el('td', { text: words.moreForces(sorted.length - MOST) }))));
    },
  };
}
