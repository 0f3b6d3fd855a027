// What one step of an integrator does to small motions about a shape: y'' = -A y - B y', with A = K / m and B = C / m + drag
// over the free axes. With w = h y' a step multiplies (y, w) by a matrix; an eigenvalue outside the unit circle grows with
// every step. BDF2 and velocity Verlet with damping look further back, and have more eigenvalues.
import type { Integrator, MatrixInfo, NetColumns, SceneInfo } from '../../protocol';
import { type Complex, eigenvalues } from './eigenvalues';

/** Free axes up to which eigenvalues are computed. */
export const MOST_AXES = 100;
/** What rounding makes of 1. */
export const ROUND = 1e-6;

export interface SmallMotions {
  /** Free axes. */
  count: number;
  /** By rows, over the free axes. */
  A: Float64Array;
  B: Float64Array;
  damped: boolean;
}

/** Free axes of a scene, in the order of its nodes. */
export function freeAxes(info: SceneInfo): { node: number; axis: number }[] {
  const result: { node: number; axis: number }[] = [];
  for (let node = 0; node < info.nodeCount; node += 1)
    for (let axis = 0; axis < info.dimension; axis += 1) if (!((info.fixed[node] ?? 0) & (1 << axis))) result.push({ node, axis });
  return result;
}

/** The matrices of small motions; null where the net is too large, or has a free node without mass. */
export function smallMotions(info: SceneInfo, matrix: MatrixInfo, columns: NetColumns): SmallMotions | null {
  const free = freeAxes(info);
  const n = free.length, d = info.dimension;
  if (n === 0 || n > MOST_AXES || matrix.blocks.length === 0) return null;
  const place = new Int32Array(info.nodeCount * d).fill(-1);
  free.forEach(({ node, axis }, i) => { place[node * d + axis] = i; });
  if (free.some(({ node }) => !(columns.mass[node]! > 0))) return null;
  const A = new Float64Array(n * n), B = new Float64Array(n * n);
  const put = (to: Float64Array, row: number, i: number, column: number, j: number, value: number): void => {
    const r = place[row * d + i]!, c = place[column * d + j]!;
    if (r >= 0 && c >= 0) to[r * n + c]! += value / columns.mass[row]!;
  };
  matrix.rows.forEach((row, k) => {
    const column = matrix.columns[k]!;
    for (let i = 0; i < d; i += 1)
      for (let j = 0; j < d; j += 1) {
        const value = matrix.blocks[(k * d + i) * d + j]!;
        put(A, row, i, column, j, value);
        if (row !== column) put(A, column, j, row, i, value);
      }
  });
  let damped = info.drag > 0;
  for (let i = 0; i < n; i += 1) B[i * n + i] = info.drag;
  columns.damping.forEach((c, spring) => {
    if (!(c > 0)) return;
    damped = true;
    const a = info.ends[2 * spring]!, b = info.ends[2 * spring + 1]!, l = columns.length[spring]!;
    const along = [0, 1, 2].map((axis) => (columns.positions[3 * b + axis]! - columns.positions[3 * a + axis]!) / l);
    for (let i = 0; i < d; i += 1)
      for (let j = 0; j < d; j += 1) {
        const value = c * along[i]! * along[j]!;
        put(B, a, i, a, j, value);
        put(B, b, i, b, j, value);
        put(B, a, i, b, j, -value);
        put(B, b, i, a, j, -value);
      }
  });
  return { count: n, A, B, damped };
}

const times = (a: Complex, b: Complex): Complex => ({ re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re });
const over = (a: Complex, b: Complex): Complex => {
  const size = b.re * b.re + b.im * b.im;
  return { re: (a.re * b.re + a.im * b.im) / size, im: (a.im * b.re - a.re * b.im) / size };
};
const plus = (a: Complex, b: Complex, factor = 1): Complex => ({ re: a.re + factor * b.re, im: a.im + factor * b.im });
const ONE: Complex = { re: 1, im: 0 };

function squareRoot({ re, im }: Complex): Complex {
  const size = Math.hypot(re, im), x = Math.sqrt(Math.max(0, (size + re) / 2)), y = Math.sqrt(Math.max(0, (size - re) / 2));
  return { re: x, im: im < 0 ? -y : y };
}

/** What a step makes of a motion exp(z t / h): of these integrators it depends on z alone. */
const FACTORS: Partial<Record<Integrator, (z: Complex) => Complex[]>> = {
  explicit_euler: (z) => [plus(ONE, z)],
  // 1 + z + z^2/2 + z^3/6 + z^4/24, from the inside out.
  rk4: (z) => [[4, 3, 2, 1].reduce((sum, k) => plus(ONE, times(z, sum), 1 / k), ONE)],
  implicit_euler: (z) => [over(ONE, plus(ONE, z, -1))],
  linearly_implicit_euler: (z) => [over(ONE, plus(ONE, z, -1))],
  implicit_midpoint: (z) => [over(plus(ONE, z, 0.5), plus(ONE, z, -0.5))],
  // (3/2 - z) s^2 - 2 s + 1/2 = 0
  bdf2: (z) => {
    const a = plus({ re: 1.5, im: 0 }, z, -1), root = squareRoot(plus(ONE, a, -0.5));
    return [over(plus(ONE, root), a), over(plus(ONE, root, -1), a)];
  },
};

/** [y; w] -> [w; -h^2 A y - h B w]: its eigenvalues are h times the rates of the net itself. */
function ratesMatrix({ count: n, A, B }: SmallMotions, h: number): Float64Array {
  const m = 2 * n, J = new Float64Array(m * m);
  for (let i = 0; i < n; i += 1) {
    J[i * m + n + i] = 1;
    for (let j = 0; j < n; j += 1) {
      J[(n + i) * m + j] = -h * h * A[i * n + j]!;
      J[(n + i) * m + n + j] = -h * B[i * n + j]!;
    }
  }
  return J;
}

/** v += h a(x, v), then x += h v. */
function symplecticMatrix({ count: n, A, B }: SmallMotions, h: number): Float64Array {
  const m = 2 * n, S = new Float64Array(m * m);
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j < n; j += 1) {
      const one = i === j ? 1 : 0, a = h * h * A[i * n + j]!, b = h * B[i * n + j]!;
      S[(n + i) * m + j] = -a;
      S[(n + i) * m + n + j] = one - b;
      S[i * m + j] = one - a;
      S[i * m + n + j] = one - b;
    }
  }
  return S;
}

/** x += h v + h^2/2 a, v += h/2 (a + a'). With damping a' is taken at the guess v + h a, which the next step begins with:
 *  the state is (y, w, g), with g the guess times h. */
function verletMatrix({ count: n, A, B, damped }: SmallMotions, h: number): { S: Float64Array; m: number } {
  const m = (damped ? 3 : 2) * n, S = new Float64Array(m * m);
  // Row i of h^2 a: minus h^2 A of y, minus h B of g.
  const push = new Float64Array(n * m), moved = new Float64Array(n * m);
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j < n; j += 1) {
      push[i * m + j] = -h * h * A[i * n + j]!;
      if (damped) push[i * m + 2 * n + j] = -h * B[i * n + j]!;
    }
    for (let k = 0; k < m; k += 1) moved[i * m + k] = (k === i || k === n + i ? 1 : 0) + 0.5 * push[i * m + k]!;
  }
  for (let i = 0; i < n; i += 1)
    for (let k = 0; k < m; k += 1) {
      const guess = (k === n + i ? 1 : 0) + push[i * m + k]!;
      let next = 0;
      for (let j = 0; j < n; j += 1) {
        next -= h * h * A[i * n + j]! * moved[j * m + k]!;
        if (damped) next -= h * B[i * n + j]! * ((k === n + j ? 1 : 0) + push[j * m + k]!);
      }
      S[i * m + k] = moved[i * m + k]!;
      S[(n + i) * m + k] = (k === n + i ? 1 : 0) + 0.5 * (push[i * m + k]! + next);
      if (damped) S[(2 * n + i) * m + k] = guess;
    }
  return { S, m };
}

/** An eigenvalue of the step. */
export interface StepValue extends Complex {
  /** The square of the angular frequency of its motion, where the net swings in its modes. */
  w2?: number;
  /** Its motion grows in the net itself, about a shape that is not stable. */
  grows?: boolean;
}

/** Where the damping is the same drag everywhere, or none, each mode of the net has a step of its own. */
interface Modes {
  w2: number[];
  drag: number;
}

const modesOf = new WeakMap<SmallMotions, Modes | null>();
const ratesOf = new WeakMap<SmallMotions, Complex[]>();

function modes(motions: SmallMotions): Modes | null {
  const known = modesOf.get(motions);
  if (known !== undefined) return known;
  const { count: n, A, B } = motions;
  const drag = B[0]!;
  const uniform = B.every((value, k) => value === (k % (n + 1) === 0 ? drag : 0));
  const found = uniform ? { w2: eigenvalues(A, n).map(({ re }) => re), drag } : null;
  modesOf.set(motions, found);
  return found;
}

/** h times the rates of the net, which do not depend on h. */
function rates(motions: SmallMotions, h: number): Complex[] {
  const unit = 1 / Math.sqrt(Math.max(...motions.A.map(Math.abs), 1e-300));
  let known = ratesOf.get(motions);
  if (!known) ratesOf.set(motions, (known = eigenvalues(ratesMatrix(motions, unit), 2 * motions.count)));
  return known.map(({ re, im }) => ({ re: (re * h) / unit, im: (im * h) / unit }));
}

/** Rounding makes tiny positive rates. */
const isGrowth = (rate: number, largest: number): boolean => rate > 1e-7 * largest;

function wholeStep(motions: SmallMotions, integrator: Integrator, h: number): StepValue[] | null {
  if (integrator === 'symplectic_euler') return eigenvalues(symplecticMatrix(motions, h), 2 * motions.count);
  if (integrator === 'velocity_verlet') {
    const { S, m } = verletMatrix(motions, h);
    return eigenvalues(S, m);
  }
  const factor = FACTORS[integrator];
  if (!factor) return null;
  const all = rates(motions, h), largest = Math.max(...all.map(({ re, im }) => Math.hypot(re, im)));
  return all.flatMap((z) => factor(z).map((value) => ({ ...value, ...(isGrowth(z.re, largest) ? { grows: true } : {}) })));
}

const largestOf = (values: readonly number[]): number => Math.max(...values.map(Math.abs));

/** Whether eigenvalues for another step cost little. */
export const isQuick = (motions: SmallMotions, integrator: Integrator): boolean => integrator in FACTORS || modes(motions) !== null;

/** Eigenvalues of the step's matrix, the largest first; null for integrators that choose their own steps. */
export function stepEigenvalues(motions: SmallMotions, integrator: Integrator, h: number): StepValue[] | null {
  const own = modes(motions);
  let found: StepValue[] | null;
  if (own && (integrator in FACTORS || integrator === 'symplectic_euler' || integrator === 'velocity_verlet'))
    found = own.w2.flatMap((w2) => wholeStep({ count: 1, A: new Float64Array([w2]), B: new Float64Array([own.drag]), damped: own.drag > 0 }, integrator, h)!
      .map(({ re, im }): StepValue => ({ re, im, w2, ...(isGrowth(-w2, largestOf(own.w2)) ? { grows: true } : {}) })));
  else found = wholeStep(motions, integrator, h);
  return found && found.sort((a, b) => Math.hypot(b.re, b.im) - Math.hypot(a.re, a.im));
}

/** The largest eigenvalue for a step, of motions that do not grow in the net itself. */
export const largestValue = (motions: SmallMotions, integrator: Integrator, h: number): StepValue | null =>
  stepEigenvalues(motions, integrator, h)?.find(({ grows }) => !grows) ?? null;

/** Its magnitude. */
export function growth(motions: SmallMotions, integrator: Integrator, h: number): number {
  const value = largestValue(motions, integrator, h);
  return value ? Math.hypot(value.re, value.im) : NaN;
}

/** The shortest step, between `low` and `high`, at which an eigenvalue leaves the unit circle; `low` where one is outside there
 *  already, null where none leaves it. */
export function leavingStep(motions: SmallMotions, integrator: Integrator, low: number, high: number): number | null {
  const outside = (h: number): boolean => growth(motions, integrator, h) > 1 + ROUND;
  // Without damping every step of explicit Euler makes a motion larger, by 1 + (w h)^2 / 2.
  if (outside(low) || (integrator === 'explicit_euler' && !motions.damped)) return low;
  const count = 48;
  let inside = low;
  for (let i = 1; i <= count; i += 1) {
    let h = low * (high / low) ** (i / count);
    if (!outside(h)) {
      inside = h;
      continue;
    }
    for (let k = 0; k < 30; k += 1) {
      const middle = Math.sqrt(inside * h);
      if (outside(middle)) h = middle;
      else inside = middle;
    }
    return h;
  }
  return null;
}
