// The update formula of the integrator in use, with the numbers of the chosen node.
import { el } from '../../app/dom';
import { plain, shown } from '../../app/numbers';
import type { Integrator, MotionInfo, NodeFacts, Units } from '../../protocol';
import { t } from '../../text';

type Piece = Node | string;
const v = (name: string, sub?: string): HTMLElement => el('var', {}, name, sub ? el('sub', { text: sub }) : null);

/** Formulas of one step of length h, with x, v and a = F / m. */
const FORMULAS: Record<Integrator, () => Piece[][]> = {
  auto: () => [],
  explicit_euler: () => [[v('x', 'n+1'), ' = ', v('x', 'n'), ' + ', v('h'), ' ', v('v', 'n')], [v('v', 'n+1'), ' = ', v('v', 'n'), ' + ', v('h'), ' ', v('a', 'n')]],
  symplectic_euler: () => [[v('v', 'n+1'), ' = ', v('v', 'n'), ' + ', v('h'), ' ', v('a', 'n')], [v('x', 'n+1'), ' = ', v('x', 'n'), ' + ', v('h'), ' ', v('v', 'n+1')]],
  velocity_verlet: () => [
    [v('x', 'n+1'), ' = ', v('x', 'n'), ' + ', v('h'), ' ', v('v', 'n'), ' + ½ ', v('h'), '² ', v('a', 'n')],
    [v('v', 'n+1'), ' = ', v('v', 'n'), ' + ½ ', v('h'), ' (', v('a', 'n'), ' + ', v('a', 'n+1'), ')'],
  ],
  rk4: () => [[v('y', 'n+1'), ' = ', v('y', 'n'), ' + ', v('h'), ' (', v('k', '1'), ' + 2 ', v('k', '2'), ' + 2 ', v('k', '3'), ' + ', v('k', '4'), ') / 6']],
  rk45: () => [[v('y', 'n+1'), ' = ', v('y', 'n'), ' + ', v('h'), ' Σ ', v('b', 'i'), ' ', v('k', 'i'), ', |', v('y', 'n+1'), ' − ', v('ŷ', 'n+1'), '| ≤ tolerance']],
  linearly_implicit_euler: () => [
    [v('v', 'n+1'), ' = ', v('v', 'n'), ' + ', v('h'), ' (', v('M'), ' + ', v('h'), ' ', v('C'), ' + ', v('h'), '² ', v('K'), ')⁻¹ (', v('F', 'n'), ' − ', v('h'), ' ', v('K'), ' ', v('v', 'n'), ')'],
    [v('x', 'n+1'), ' = ', v('x', 'n'), ' + ', v('h'), ' ', v('v', 'n+1')],
  ],
  implicit_euler: () => [[v('v', 'n+1'), ' = ', v('v', 'n'), ' + ', v('h'), ' ', v('a', 'n+1')], [v('x', 'n+1'), ' = ', v('x', 'n'), ' + ', v('h'), ' ', v('v', 'n+1')]],
  implicit_midpoint: () => [[v('v', 'n+1'), ' = ', v('v', 'n'), ' + ', v('h'), ' ', v('a', 'n+½')], [v('x', 'n+1'), ' = ', v('x', 'n'), ' + ½ ', v('h'), ' (', v('v', 'n'), ' + ', v('v', 'n+1'), ')']],
  bdf2: () => [[v('x', 'n+1'), ' = ', '(4 ', v('x', 'n'), ' − ', v('x', 'n−1'), ' + 2 ', v('h'), ' ', v('v', 'n+1'), ') / 3'], [v('v', 'n+1'), ' = ', '(4 ', v('v', 'n'), ' − ', v('v', 'n−1'), ' + 2 ', v('h'), ' ', v('a', 'n+1'), ') / 3']],
};

export function updateFormula(motion: MotionInfo | null, units: Units, facts: NodeFacts | null, axes: number): Piece[] {
  if (!motion) return [t.inspector.stepUnknown];
  const q = (value: number, unit: string): string => {
    const s = shown(value, units.given ? unit : '', 4);
    return s.unit ? `${s.text}\u00a0${s.unit}` : s.text;
  };
  const list = (values: readonly number[]): string => `(${values.slice(0, axes).map((value) => plain(value, 3)).join(', ')})`;
  const pieces: Piece[] = [`${t.integrators[motion.integrator]}, `, v('h'), ` = ${q(motion.timeStep, units.time)}`, el('br')];
  for (const line of FORMULAS[motion.integrator]()) pieces.push(...line, el('br'));
  if (!facts) return pieces;
  pieces.push(v('x', 'n'), ` = ${list(facts.position)}`, el('br'), v('v', 'n'), ` = ${list(facts.velocity)}`, el('br'));
  if (facts.mass > 0) pieces.push(v('a', 'n'), ' = ', v('F'), ' / ', v('m'), ` = ${list(facts.sum.map((force) => force / facts.mass))}`);
  return pieces;
}
