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
  if (!(facts.mass > 0)) return pieces;
  const acceleration = facts.sum.map((force) => force / facts.mass);
  pieces.push(v('a', 'n'), ' = ', v('F'), ' / ', v('m'), ` = ${list(acceleration)}`);
  // The next step where the formula needs no unknown force, along the axis of the fastest motion.
  const axis = fastest(facts.velocity, axes);
  if (facts.fixed & (1 << axis)) return pieces;
  const step = nextStep(motion.integrator, motion.timeStep, facts.position[axis]!, facts.velocity[axis]!, acceleration[axis]!);
  if (step !== null) {
    const digits = 7, h = motion.timeStep, minus = (value: number): string => (value < 0 ? `(${plain(value, 4)})` : plain(value, 4));
    const by = step.half ? ` + ½ · ${plain(h, 4, true)}² · ${minus(acceleration[axis]!)}` : '';
    pieces.push(el('br'), v('xyz'[axis]!, 'n+1'), ` = ${plain(facts.position[axis]!, digits)} + ${plain(h, 4, true)} · ${minus(step.velocity)}${by} = ${plain(step.position, digits)}`);
  }
  return pieces;
}

function fastest(velocity: readonly number[], axes: number): 0 | 1 | 2 {
  let best = axes - 1;
  for (let axis = 0; axis < axes; axis += 1) if (Math.abs(velocity[axis]!) > Math.abs(velocity[best]!)) best = axis;
  return best as 0 | 1 | 2;
}

/** The next position of integrators that compute it from the present force; `velocity` is the one that the formula multiplies by h. */
export function nextStep(integrator: Integrator, h: number, x: number, speed: number, a: number): { position: number; velocity: number; half: boolean } | null {
  switch (integrator) {
    case 'explicit_euler': return { position: x + h * speed, velocity: speed, half: false };
    case 'symplectic_euler': return { position: x + h * (speed + h * a), velocity: speed + h * a, half: false };
    case 'velocity_verlet': return { position: x + h * speed + 0.5 * h * h * a, velocity: speed, half: true };
    default: return null;
  }
}
