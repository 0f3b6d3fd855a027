// Code as students write it: right solutions in different styles, and the same with one mistake each. `named`: slips of which
// one must be named.
import type { Kind } from '../../src/write/student';

export interface Right {
  kind: Kind;
  style: string;
  code: string;
}
export interface Mistake {
  kind: Kind;
  about: string;
  code: string;
  named: string[];
}

// ---- right solutions ----

const FORCE = {
  loop: `function force(xa, xb, k, l0) {
  let l = 0;
  const d = [];
  for (let i = 0; i < xa.length; i++) {
    d.push(xb[i] - xa[i]);
    l += d[i] * d[i];
  }
  l = Math.sqrt(l);
  const f = [];
  for (let i = 0; i < xa.length; i++) f.push(k * (l - l0) * d[i] / l);
  return f;
}`,
  map: `function force(xa, xb, k, l0) {
  const d = xb.map((x, i) => x - xa[i]);
  const l = Math.hypot(...d);
  const n = d.map((x) => x / l);
  const tension = k * (l - l0);
  return n.map((x) => tension * x);
}`,
  ratio: `const length = (d) => Math.sqrt(d.reduce((sum, x) => sum + x * x, 0));
function force(xa, xb, k, l0) {
  const d = xa.map((x, i) => xb[i] - x);
  return d.map((x) => k * x * (1 - l0 / length(d)));
}`,
  minus: `// The gradient first, its negative after.
function force(a, b, k, l0) {
  const n = a.length;
  const g = new Array(n).fill(0);
  let l2 = 0;
  for (let i = 0; i < n; i++) l2 += (a[i] - b[i]) ** 2;
  const l = Math.sqrt(l2);
  for (let i = 0; i < n; i++) g[i] = k * (l - l0) * (a[i] - b[i]) / l;
  for (let i = 0; i < n; i++) g[i] = -g[i];
  return g;
}`,
  arrow: `const force = (xa, xb, k, l0) => {
  const d = xb.map((x, i) => x - xa[i]), l = Math.hypot(...d);
  return l > 0 ? d.map((x) => (k * (l - l0) * x) / l) : d.map(() => 0);
};`,
  typed: `function force(xa, xb, k, l0) {
  const f = new Float64Array(xa.length);
  let l = 0;
  for (let i = 0; i < xa.length; ++i) l += Math.pow(xb[i] - xa[i], 2);
  l = Math.pow(l, 0.5);
  for (let i = 0; i < xa.length; ++i) f[i] = k * (xb[i] - xa[i]) - k * l0 * (xb[i] - xa[i]) / l;
  return f;
}`,
};

const BLOCK = {
  rows: `function block(xa, xb, k, l0) {
  const d = xb.map((x, i) => x - xa[i]), l = Math.hypot(...d), n = d.map((x) => x / l), r = l0 / l;
  return n.map((ni, i) => n.map((nj, j) => k * ((i === j ? 1 - r : 0) + r * ni * nj)));
}`,
  loop: `function block(xa, xb, k, l0) {
  const dim = xa.length;
  let l = 0;
  for (let i = 0; i < dim; i++) l += (xb[i] - xa[i]) ** 2;
  l = Math.sqrt(l);
  const B = [];
  for (let i = 0; i < dim; i++) {
    B[i] = [];
    for (let j = 0; j < dim; j++) {
      B[i][j] = k * l0 / l * (xb[i] - xa[i]) * (xb[j] - xa[j]) / (l * l);
      if (i === j) B[i][j] += k * (1 - l0 / l);
    }
  }
  return B;
}`,
  along: `// Along the spring k, across it T / l.
function block(xa, xb, k, l0) {
  const d = xb.map((x, i) => x - xa[i]), l = Math.sqrt(d.reduce((s, x) => s + x * x, 0));
  const across = k * (l - l0) / l;
  const out = [];
  for (let i = 0; i < d.length; i++)
    for (let j = 0; j < d.length; j++) {
      const nn = d[i] * d[j] / l / l;
      out.push(k * nn + across * ((i === j) - nn));
    }
  return out;
}`,
  cube: `function block(xa, xb, k, l0) {
  const d = [];
  for (const i in xa) d[i] = xa[i] - xb[i];
  const l = Math.hypot(...d);
  return d.map((a, i) => d.map((b, j) => {
    let entry = k * l0 * a * b / l ** 3;
    if (i == j) entry += k - k * l0 / l;
    return entry;
  }));
}`,
};

const EXPLICIT = {
  map: `function step(x, v, forces, mass, h, stiffness, axis) {
  const f = forces(x, v);
  const x1 = x.map((xi, i) => xi + h * v[i]);
  const v1 = v.map((vi, i) => vi + h * f[i] / mass[i]);
  return [x1, v1];
}`,
  place: `function step(x, v, forces, mass, h) {
  const f = forces();
  for (let i = 0; i < x.length; i++) {
    x[i] += h * v[i];
    v[i] += h * f[i] / mass[i];
  }
}`,
  object: `function step(x, v, forces, mass, h) {
  const a = forces(x, v).map((f, i) => f / mass[i]);
  const next = { x: [], v: [] };
  for (let i = 0; i < x.length; i++) {
    next.x.push(x[i] + v[i] * h);
    next.v.push(v[i] + a[i] * h);
  }
  return next;
}`,
  typed: `function step(x, v, forces, mass, h) {
  const n = x.length, X = new Float64Array(n), V = new Float64Array(n), f = forces(x);
  for (let i = 0; i < n; i += 1) X[i] = x[i] + v[i] * h, V[i] = v[i] + f[i] * h / mass[i];
  return [X, V];
}`,
};

const SYMPLECTIC = {
  place: `function step(x, v, forces, mass, h) {
  const f = forces(x, v);
  for (let i = 0; i < x.length; i++) {
    v[i] += h * f[i] / mass[i];
    x[i] += h * v[i];
  }
  return [x, v];
}`,
  map: `function step(x, v, forces, mass, h) {
  const f = forces(x, v);
  const v1 = v.map((vi, i) => vi + (h / mass[i]) * f[i]);
  return [x.map((xi, i) => xi + h * v1[i]), v1];
}`,
  first: `// Positions first: the other order.
function step(x, v, forces, mass, h) {
  for (let i = 0; i < x.length; i++) x[i] += h * v[i];
  const f = forces(x, v);
  for (let i = 0; i < x.length; i++) v[i] += h * f[i] / mass[i];
}`,
  helper: `function add(a, s, b) { return a.map((ai, i) => ai + s * b[i]); }
function step(x, v, forces, mass, h) {
  const a = forces(x, v);
  for (let i in a) a[i] /= mass[i];
  v = add(v, h, a);
  x = add(x, h, v);
  return { x: x, v: v };
}`,
};

const VERLET = {
  kicks: `function step(x, v, forces, mass, h) {
  let f = forces(x, v);
  for (let i = 0; i < x.length; i++) {
    v[i] += 0.5 * h * f[i] / mass[i];
    x[i] += h * v[i];
  }
  f = forces(x, v);
  for (let i = 0; i < x.length; i++) v[i] += 0.5 * h * f[i] / mass[i];
  return [x, v];
}`,
  mean: `function step(x, v, forces, mass, h) {
  const a0 = forces(x, v).map((f, i) => f / mass[i]);
  const x1 = x.map((xi, i) => xi + h * v[i] + h * h / 2 * a0[i]);
  const a1 = forces(x1, v).map((f, i) => f / mass[i]);
  const v1 = v.map((vi, i) => vi + h / 2 * (a0[i] + a1[i]));
  return [x1, v1];
}`,
  place: `function step(x, v, forces, mass, h) {
  const old = forces();
  for (let i = 0; i < x.length; i++) x[i] = x[i] + v[i] * h + old[i] / mass[i] * h ** 2 / 2;
  const now = forces();
  for (let i = 0; i < x.length; i++) v[i] = v[i] + (old[i] + now[i]) / (2 * mass[i]) * h;
}`,
  half: `function step(x, v, forces, mass, dt) {
  const vHalf = [], xNew = [], vNew = [];
  const f = forces(x, v);
  for (let i = 0; i < x.length; i++) vHalf[i] = v[i] + dt * f[i] / mass[i] / 2;
  for (let i = 0; i < x.length; i++) xNew[i] = x[i] + dt * vHalf[i];
  const g = forces(xNew, vHalf);
  for (let i = 0; i < x.length; i++) vNew[i] = vHalf[i] + dt * g[i] / mass[i] / 2;
  return { v: vNew, x: xNew };
}`,
};

const RK4 = {
  functions: `function step(x, v, forces, mass, h) {
  const acc = (x, v) => forces(x, v).map((f, i) => f / mass[i]);
  const add = (a, s, b) => a.map((ai, i) => ai + s * b[i]);
  const k1x = v, k1v = acc(x, v);
  const k2x = add(v, h / 2, k1v), k2v = acc(add(x, h / 2, k1x), k2x);
  const k3x = add(v, h / 2, k2v), k3v = acc(add(x, h / 2, k2x), k3x);
  const k4x = add(v, h, k3v), k4v = acc(add(x, h, k3x), k4x);
  const sum = (y, a, b, c, d) => y.map((yi, i) => yi + h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]));
  return [sum(x, k1x, k2x, k3x, k4x), sum(v, k1v, k2v, k3v, k4v)];
}`,
  vector: `// y = (x, v) in one list.
function step(x, v, forces, mass, h) {
  const n = x.length;
  const slope = (y) => {
    const f = forces(y.slice(0, n), y.slice(n));
    return [...y.slice(n), ...f.map((fi, i) => fi / mass[i])];
  };
  const go = (y, s, k) => y.map((yi, i) => yi + s * k[i]);
  const y = [...x, ...v];
  const k1 = slope(y), k2 = slope(go(y, h / 2, k1)), k3 = slope(go(y, h / 2, k2)), k4 = slope(go(y, h, k3));
  const z = y.map((yi, i) => yi + h * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]) / 6);
  return [z.slice(0, n), z.slice(n)];
}`,
  weights: `function step(x, v, forces, mass, h) {
  const c = [0, 0.5, 0.5, 1], w = [1 / 6, 1 / 3, 1 / 3, 1 / 6];
  let kx = x.map(() => 0), kv = kx;
  const X = [...x], V = [...v];
  for (let s = 0; s < 4; s++) {
    const xs = x.map((xi, i) => xi + c[s] * h * kx[i]), vs = v.map((vi, i) => vi + c[s] * h * kv[i]);
    kx = vs;
    kv = forces(xs, vs).map((f, i) => f / mass[i]);
    for (let i = 0; i < x.length; i++) X[i] += w[s] * h * kx[i], V[i] += w[s] * h * kv[i];
  }
  return [X, V];
}`,
};

const IMPLICIT = {
  velocity: `function step(x, v, forces, mass, h, stiffness) {
  const f = forces(x, v), K = stiffness(x);
  const A = K.map((row, i) => row.map((k, j) => (i === j ? mass[i] : 0) - h * h * k));
  const b = v.map((vi, i) => mass[i] * vi + h * f[i]);
  const v1 = solve(A, b);
  return [x.map((xi, i) => xi + h * v1[i]), v1];
}`,
  change: `// Solves for the change of velocity.
function step(x, v, forces, mass, h, stiffness) {
  const n = x.length, f = forces(x, v), K = stiffness(x), A = [], b = [];
  for (let i = 0; i < n; i++) {
    A.push([]);
    let Kv = 0;
    for (let j = 0; j < n; j++) {
      A[i].push(-h * h * K[i][j]);
      Kv += K[i][j] * v[j];
    }
    A[i][i] += mass[i];
    b.push(h * (f[i] + h * Kv));
  }
  const dv = solve(A, b);
  for (let i = 0; i < n; i++) {
    v[i] += dv[i];
    x[i] += h * v[i];
  }
}`,
  move: `// Solves for the displacement: (M/h² - K) u = M v / h + f.
function step(x, v, forces, mass, h, stiffness) {
  const K = stiffness(), f = forces();
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < x.length; j++) K[i][j] = -K[i][j];
    K[i][i] += mass[i] / h / h;
    f[i] += mass[i] * v[i] / h;
  }
  const u = solve(K, f);
  return [x.map((xi, i) => xi + u[i]), u.map((ui) => ui / h)];
}`,
  own: `// With an elimination of one's own.
function gauss(A, b) {
  const n = b.length;
  for (let c = 0; c < n; c++)
    for (let r = c + 1; r < n; r++) {
      const q = A[r][c] / A[c][c];
      for (let k = c; k < n; k++) A[r][k] -= q * A[c][k];
      b[r] -= q * b[c];
    }
  for (let r = n - 1; r >= 0; r--) {
    for (let k = r + 1; k < n; k++) b[r] -= A[r][k] * b[k];
    b[r] /= A[r][r];
  }
  return b;
}
function step(x, v, forces, mass, h, stiffness) {
  const K = stiffness(x), f = forces(x, v);
  const w = gauss(K.map((row, i) => row.map((k, j) => (i == j) * mass[i] - h ** 2 * k)), f.map((fi, i) => h * fi + mass[i] * v[i]));
  return { x: x.map((xi, i) => xi + h * w[i]), v: w };
}`,
};

const styles = (kind: Kind, all: Record<string, string>): Right[] => Object.entries(all).map(([style, code]) => ({ kind, style, code }));
export const RIGHT: Right[] = [
  ...styles('force', FORCE), ...styles('block', BLOCK), ...styles('explicit_euler', EXPLICIT), ...styles('symplectic_euler', SYMPLECTIC),
  ...styles('velocity_verlet', VERLET), ...styles('rk4', RK4), ...styles('linearly_implicit_euler', IMPLICIT),
  { kind: 'symplectic_euler', style: 'with a class', code: `class Net { constructor(x, v) { this.x = x; this.v = v; } move(h, a) { this.v = this.v.map((vi, i) => vi + h * a[i]); this.x = this.x.map((xi, i) => xi + h * this.v[i]); } }
function step(x, v, forces, mass, h) {
  const net = new Net(x, v);
  net.move(h, forces(x, v).map((f, i) => f / mass[i]));
  return [net.x, net.v];
}` },
];

// ---- mistakes: a right solution with one change ----

/** The code with the first text replaced by the second, which must be there. */
function changed(code: string, from: string, to: string): string {
  if (!code.includes(from)) throw new Error(`there is no ${from} in ${code}`);
  return code.replace(from, to);
}
const wrong = (kind: Kind, base: string) => (about: string, from: string, to: string, ...named: string[]): Mistake => ({ kind, about, code: changed(base, from, to), named });

const forceLoop = wrong('force', FORCE.loop), forceMap = wrong('force', FORCE.map), forceMinus = wrong('force', FORCE.minus), forceRatio = wrong('force', FORCE.ratio);
const rows = wrong('block', BLOCK.rows), blockLoop = wrong('block', BLOCK.loop), along = wrong('block', BLOCK.along), cube = wrong('block', BLOCK.cube);
const exMap = wrong('explicit_euler', EXPLICIT.map), exPlace = wrong('explicit_euler', EXPLICIT.place), exObject = wrong('explicit_euler', EXPLICIT.object);
const syPlace = wrong('symplectic_euler', SYMPLECTIC.place), syMap = wrong('symplectic_euler', SYMPLECTIC.map), syHelper = wrong('symplectic_euler', SYMPLECTIC.helper);
const veKicks = wrong('velocity_verlet', VERLET.kicks), veMean = wrong('velocity_verlet', VERLET.mean), vePlace = wrong('velocity_verlet', VERLET.place);
const rkFunctions = wrong('rk4', RK4.functions), rkVector = wrong('rk4', RK4.vector), rkWeights = wrong('rk4', RK4.weights);
const imVelocity = wrong('linearly_implicit_euler', IMPLICIT.velocity), imChange = wrong('linearly_implicit_euler', IMPLICIT.change), imMove = wrong('linearly_implicit_euler', IMPLICIT.move);

export const MISTAKES: Mistake[] = [
  // force
  forceMap('the rest length is forgotten', 'k * (l - l0)', 'k * l', 'rest_length_forgotten'),
  forceLoop('k per strain', 'k * (l - l0) * d[i]', 'k / l0 * (l - l0) * d[i]', 'stiffness_per_strain'),
  forceMap('elongation the wrong way round', 'k * (l - l0)', 'k * (l0 - l)', 'sign'),
  forceMinus('the sign is not changed', 'g[i] = -g[i]', 'g[i] = g[i]', 'sign'),
  forceMap('from b to a', 'x - xa[i]', 'xa[i] - x', 'sign'),
  forceLoop('not divided by the length', '* d[i] / l)', '* d[i])', 'unit_vector_forgotten'),
  forceLoop('divided by the length twice', '* d[i] / l)', '* d[i] / l / l)', 'divided_twice'),
  forceLoop('the root is forgotten', 'l = Math.sqrt(l);', '', 'root_forgotten'),
  forceMap('a factor 2', 'k * (l - l0)', '2 * k * (l - l0)', 'factor_2'),
  forceMap('a factor 1/2', 'k * (l - l0)', '0.5 * k * (l - l0)', 'factor_half'),
  forceMap('the stiffness is forgotten', 'k * (l - l0)', '(l - l0)', 'stiffness_forgotten'),
  forceMap('the magnitude of the elongation', 'k * (l - l0)', 'k * Math.abs(l - l0)', 'absolute_value'),
  forceMap('a cable', 'k * (l - l0)', 'k * Math.max(l - l0, 0)', 'compression_forgotten'),
  forceMap('squares of lengths', 'k * (l - l0)', 'k * (l * l - l0 * l0)', 'squared_lengths'),
  forceMap('the elongation squared', 'k * (l - l0)', 'k * (l - l0) ** 2', 'elongation_squared'),
  { kind: 'force', about: 'each axis for itself', code: 'function force(xa, xb, k, l0) {\n  return xa.map((a, i) => k * ((xb[i] - a) - l0));\n}', named: ['rest_length_by_axis'] },
  { kind: 'force', about: 'each axis for itself, with its sign', code: 'function force(xa, xb, k, l0) {\n  return xa.map((a, i) => k * (Math.abs(xb[i] - a) - l0) * Math.sign(xb[i] - a));\n}', named: ['rest_length_by_axis'] },
  forceMap('divided by the rest length', 'x / l)', 'x / l0)', 'divided_by_rest_length'),
  forceMap('the length is a sum', 'Math.hypot(...d)', 'd.reduce((s, x) => s + Math.abs(x), 0)', 'length_as_sum'),
  forceLoop('positions are added', 'xb[i] - xa[i]', 'xb[i] + xa[i]', 'positions_added'),
  forceLoop('the last coordinate is left out', 'for (let i = 0; i < xa.length; i++) f.push', 'f.push(0); for (let i = xa.length - 2; i >= 0; i--) f.unshift', 'last_coordinate_missing'),
  forceRatio('rest length over squared length', 'Math.sqrt(d.reduce((sum, x) => sum + x * x, 0))', 'd.reduce((sum, x) => sum + x * x, 0)', 'root_forgotten'),
  forceMap('the stiffness twice', 'tension * x', 'k * tension * x', 'stiffness_twice'),
  forceRatio('1 - l/l0', '1 - l0 / length(d)', '1 - length(d) / l0', 'ratio_upside_down'),
  // block
  rows('the part across the spring is forgotten in the identity', '(i === j ? 1 - r : 0) + ', '', 'identity_forgotten'),
  along('the part across the spring is forgotten', ' + across * ((i === j) - nn)', '', 'transverse_forgotten'),
  rows('the part along the spring is forgotten', ' + r * ni * nj', '', 'along_forgotten'),
  rows('the rest length is forgotten', 'r = l0 / l', 'r = 0', 'rest_length_forgotten'),
  rows('the ratio upside down', 'r = l0 / l', 'r = l / l0', 'ratio_upside_down'),
  rows('minus along the spring', '+ r * ni * nj', '- r * ni * nj', 'along_sign'),
  rows('plus in the identity', '1 - r', '1 + r', 'identity_sign'),
  rows('the factors exchanged', '(i === j ? 1 - r : 0) + r * ni * nj', '(i === j ? r : 0) + (1 - r) * ni * nj', 'terms_swapped'),
  rows('the whole identity', '1 - r', '1', 'identity_factor'),
  rows('n nT without its factor', '+ r * ni * nj', '+ ni * nj', 'along_factor'),
  rows('d dT for n nT', 'd.map((x) => x / l)', 'd', 'unit_vector_forgotten'),
  blockLoop('d dT divided by l once', '/ (l * l)', '/ l', 'wrong_power'),
  cube('the third power is a second', 'l ** 3', 'l ** 2', 'wrong_power'),
  rows('k per strain', '=> k * (', '=> k / l0 * (', 'stiffness_per_strain'),
  rows('the stiffness is forgotten', '=> k * (', '=> (', 'stiffness_forgotten'),
  rows('the sign', '=> k * (', '=> -k * (', 'sign'),
  rows('a factor 2', '=> k * (', '=> 2 * k * (', 'factor_2'),
  rows('a factor 1/2', '=> k * (', '=> k / 2 * (', 'factor_half'),
  rows('nothing across in compression', '1 - r', 'Math.max(1 - r, 0)', 'compression_forgotten'),
  rows('n_i n_i on the diagonal only', '+ r * ni * nj', '+ (i === j ? r * ni * nj : 0)', 'diagonal_only'),
  rows('the identity everywhere', '(i === j ? 1 - r : 0)', '(1 - r)', 'identity_everywhere'),
  blockLoop('one triangle', 'for (let j = 0; j < dim; j++)', 'for (let j = 0; j < dim; j++) B[i][j] = 0;\n    for (let j = i; j < dim; j++)', 'one_triangle'),
  rows('l - l0 for 1 - l0/l', '1 - r', 'l - l0', 'length_not_divided'),
  blockLoop('the root is forgotten', 'l = Math.sqrt(l);', '', 'root_forgotten', 'wrong_power'),
  rows('the identity with the other sign', '1 - r', 'r - 1', 'identity_sign'),
  // explicit Euler
  exMap('the mass is forgotten', ' / mass[i]', '', 'mass_forgotten'),
  exMap('times the mass', '/ mass[i]', '* mass[i]', 'mass_multiplied'),
  exMap('the sign of the force', 'vi + h * f[i]', 'vi - h * f[i]', 'force_sign'),
  exMap('gravity once more', 'h * f[i] / mass[i]', 'h * (axis[i] === 1 ? -9.81 : 0) + h * f[i] / mass[i]', 'gravity_twice'),
  exMap('h is missing in the velocity', 'vi + h * f[i]', 'vi + f[i]', 'dt_forgotten'),
  exMap('h squared in the velocity', 'vi + h * f[i]', 'vi + h * h * f[i]', 'dt_squared'),
  exMap('h is missing in the position', 'xi + h * v[i]', 'xi + v[i]', 'dt_forgotten'),
  exMap('h squared in the position', 'xi + h * v[i]', 'xi + h * h * v[i]', 'dt_squared'),
  exMap('the old velocity is lost', 'vi + h * f[i]', 'h * f[i]', 'velocity_forgotten'),
  exMap('the old position is lost', 'xi + h * v[i]', 'h * v[i]', 'old_position_forgotten'),
  exMap('positions are not returned', '[x1, v1]', '[x, v1]', 'position_forgotten'),
  exMap('velocities are not returned', '[x1, v1]', '[x1, v]', 'velocity_stays'),
  exPlace('the velocity is updated first', 'x[i] += h * v[i];\n    v[i] += h * f[i] / mass[i];', 'v[i] += h * f[i] / mass[i];\n    x[i] += h * v[i];', 'symplectic_euler'),
  { kind: 'explicit_euler', about: 'the force after the move', code: 'function step(x, v, forces, mass, h) {\n  for (let i = 0; i < x.length; i++) x[i] += h * v[i];\n  const f = forces(x, v);\n  for (let i = 0; i < x.length; i++) v[i] += h * f[i] / mass[i];\n}', named: ['force_at_wrong_time'] },
  exPlace('the last one is left out', 'i < x.length', 'i < x.length - 1', 'last_missing'),
  exObject('the mass of the first', 'mass[i]', 'mass[0]', 'mass_of_first'),
  exMap('half a step of the force', 'h * f[i]', 'h / 2 * f[i]', 'factor_half'),
  exMap('a term of second order', 'xi + h * v[i]', 'xi + h * v[i] + h * h / 2 * f[i] / mass[i]', 'acceleration_in_position'),
  exMap('backwards', 'xi + h * v[i]', 'xi - h * v[i]', 'velocity_sign'),
  // symplectic Euler
  syPlace('the position is updated first', 'v[i] += h * f[i] / mass[i];\n    x[i] += h * v[i];', 'x[i] += h * v[i];\n    v[i] += h * f[i] / mass[i];', 'explicit_euler'),
  syMap('the old velocity moves', 'h * v1[i]', 'h * v[i]', 'explicit_euler'),
  syPlace('the mass is forgotten', ' / mass[i]', '', 'mass_forgotten'),
  syPlace('the sign of the force', 'v[i] += h * f', 'v[i] -= h * f', 'force_sign'),
  syMap('h is missing in the position', 'xi + h * v1[i]', 'xi + v1[i]', 'dt_forgotten'),
  syPlace('h squared', 'v[i] += h * f', 'v[i] += h * h * f', 'dt_squared'),
  syPlace('the velocity is set, not added to', 'v[i] += h * f', 'v[i] = h * f', 'velocity_forgotten'),
  syHelper('divided by no mass', 'a[i] /= mass[i]', 'a[i] *= mass[i]', 'mass_multiplied'),
  // velocity Verlet
  veMean('the half is missing in the position', 'h * h / 2', 'h * h', 'half_forgotten_position'),
  veMean('h is not squared in the position', 'h * h / 2', 'h / 2', 'dt_not_squared'),
  veMean('no acceleration in the position', ' + h * h / 2 * a0[i]', '', 'acceleration_missing_position'),
  veMean('the old force twice', 'forces(x1, v)', 'forces(x, v)', 'old_force_only'),
  veMean('the new force only', 'h / 2 * (a0[i] + a1[i])', 'h * a1[i]', 'new_force_only'),
  veMean('the half is missing in the velocity', 'h / 2 * (a0[i]', 'h * (a0[i]', 'half_forgotten_velocity'),
  veKicks('the second kick is missing', '  for (let i = 0; i < x.length; i++) v[i] += 0.5 * h * f[i] / mass[i];\n', '', 'second_kick_missing'),
  veKicks('a force that is not evaluated again', '  f = forces(x, v);\n', '', 'old_force_only'),
  vePlace('the mass is forgotten in the velocity', '(2 * mass[i])', '2', 'mass_forgotten'),
  veMean('the mass is forgotten', 'forces(x, v).map((f, i) => f / mass[i])', 'forces(x, v)'),
  veMean('minus in the position', '+ h * h / 2', '- h * h / 2', 'acceleration_sign_position'),
  // rk4
  rkVector('k2 after a whole step', 'slope(go(y, h / 2, k1))', 'slope(go(y, h, k1))', 'full_step_k2'),
  rkVector('k4 after half a step', 'slope(go(y, h, k3))', 'slope(go(y, h / 2, k3))', 'half_step_k4'),
  rkVector('k3 from k1', 'slope(go(y, h / 2, k2))', 'slope(go(y, h / 2, k1))', 'k3_from_k1'),
  rkVector('the sixth is missing', ') / 6', ')', 'sixth_forgotten'),
  rkVector('the twos are missing', '2 * (k2[i] + k3[i])', '(k2[i] + k3[i])', 'twos_forgotten'),
  rkWeights('equal weights', '[1 / 6, 1 / 3, 1 / 3, 1 / 6]', '[0.25, 0.25, 0.25, 0.25]', 'equal_weights'),
  rkFunctions('stages keep the old velocity', 'k2x = add(v, h / 2, k1v)', 'k2x = v'),
  // linearly implicit Euler
  imVelocity('h is not squared', 'h * h * k', 'h * k', 'dt_not_squared'),
  imVelocity('the sign of the stiffness', '- h * h * k', '+ h * h * k', 'stiffness_sign'),
  imVelocity('the old velocity moves', 'h * v1[i]', 'h * v[i]', 'old_velocity'),
  imVelocity('the mass is forgotten on the right', 'mass[i] * vi', 'vi', 'mass_forgotten'),
  imChange('the stiffness is missing on the right', 'h * (f[i] + h * Kv)', 'h * f[i]', 'increment_without_stiffness'),
  imMove('the force has the wrong sign', 'f[i] += mass[i] * v[i] / h', 'f[i] = mass[i] * v[i] / h - f[i]', 'force_sign'),
];
