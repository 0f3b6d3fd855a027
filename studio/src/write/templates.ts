// What the editor begins with: the frame of each function, and a right one to start from.
import type { Kind } from './student';

const STEP = `// x, v: numbers, one for each coordinate that can move; mass: one for each too.
// forces(x, v): the forces there, gravity and loads included. h: the time step.
// After h come stiffness(x), and axis: 0, 1 or 2 for each coordinate.
`;

export const EMPTY: Record<Kind, string> = {
  force: `// The force of a spring on its end a: xa, xb are lists of 2 or 3 numbers.
function force(xa, xb, k, l0) {
  const f = xa.map(() => 0);

  return f;
}
`,
  block: `// The stiffness block d²E/da² of a spring, E = k (l - l0)²/2: a list of rows.
function block(xa, xb, k, l0) {
  const n = xa.length;
  const B = Array.from({ length: n }, () => new Array(n).fill(0));

  return B;
}
`,
  explicit_euler: `${STEP}function step(x, v, forces, mass, h) {
  const f = forces(x, v);

  return [x, v];
}
`,
  symplectic_euler: `${STEP}function step(x, v, forces, mass, h) {
  const f = forces(x, v);

  return [x, v];
}
`,
  velocity_verlet: `${STEP}function step(x, v, forces, mass, h) {
  const f = forces(x, v);

  return [x, v];
}
`,
  rk4: `${STEP}function step(x, v, forces, mass, h) {
  const k1 = forces(x, v).map((f, i) => f / mass[i]);

  return [x, v];
}
`,
  linearly_implicit_euler: `${STEP}// stiffness(x): K = df/dx, a list of rows. solve(A, b): the x with A x = b.
function step(x, v, forces, mass, h, stiffness) {
  const f = forces(x, v), K = stiffness(x);

  return [x, v];
}
`,
};

export const SOLUTION: Record<Kind, string> = {
  force: `function force(xa, xb, k, l0) {
  const d = xb.map((b, i) => b - xa[i]);
  const l = Math.hypot(...d);
  if (l === 0) return d;
  return d.map((di) => k * (l - l0) * di / l);
}
`,
  block: `function block(xa, xb, k, l0) {
  const d = xb.map((b, i) => b - xa[i]);
  const l = Math.hypot(...d);
  if (l === 0) return d.map((_, i) => d.map((_, j) => (i === j ? k : 0)));
  const n = d.map((di) => di / l), r = l0 / l;
  return n.map((ni, i) => n.map((nj, j) => k * ((i === j ? 1 - r : 0) + r * ni * nj)));
}
`,
  explicit_euler: `function step(x, v, forces, mass, h) {
  const f = forces(x, v);
  return [
    x.map((xi, i) => xi + h * v[i]),
    v.map((vi, i) => vi + h * f[i] / mass[i]),
  ];
}
`,
  symplectic_euler: `function step(x, v, forces, mass, h) {
  const f = forces(x, v);
  for (let i = 0; i < x.length; i++) {
    v[i] += h * f[i] / mass[i];
    x[i] += h * v[i];
  }
  return [x, v];
}
`,
  velocity_verlet: `function step(x, v, forces, mass, h) {
  const f = forces(x, v);
  for (let i = 0; i < x.length; i++) {
    v[i] += h / 2 * f[i] / mass[i];
    x[i] += h * v[i];
  }
  const late = forces(x, v);
  for (let i = 0; i < x.length; i++) v[i] += h / 2 * late[i] / mass[i];
  return [x, v];
}
`,
  rk4: `function step(x, v, forces, mass, h) {
  const plus = (a, s, b) => a.map((ai, i) => ai + s * b[i]);
  const a = (x, v) => forces(x, v).map((f, i) => f / mass[i]);
  const v1 = v, a1 = a(x, v1);
  const v2 = plus(v, h / 2, a1), a2 = a(plus(x, h / 2, v1), v2);
  const v3 = plus(v, h / 2, a2), a3 = a(plus(x, h / 2, v2), v3);
  const v4 = plus(v, h, a3), a4 = a(plus(x, h, v3), v4);
  return [
    x.map((xi, i) => xi + h / 6 * (v1[i] + 2 * v2[i] + 2 * v3[i] + v4[i])),
    v.map((vi, i) => vi + h / 6 * (a1[i] + 2 * a2[i] + 2 * a3[i] + a4[i])),
  ];
}
`,
  linearly_implicit_euler: `function step(x, v, forces, mass, h, stiffness) {
  const f = forces(x, v), K = stiffness(x);
  // (M - h² K) v' = M v + h f,  x' = x + h v'
  const A = K.map((row, i) => row.map((k, j) => (i === j ? mass[i] : 0) - h * h * k));
  const late = solve(A, v.map((vi, i) => mass[i] * vi + h * f[i]));
  return [x.map((xi, i) => xi + h * late[i]), late];
}
`,
};
