// The opening scene: a sail between two masts. Its shape is found here by force densities, so that the first picture
// is there before the engine; the engine then gets the same net as a scene.

type Point = [number, number, number];

export interface Opening {
  text: string;
  positions: Float32Array;
  ends: Int32Array;
  /** Shares of the colour scale at the drawn shape. */
  tensions: Float32Array;
  /** The node that is pulled first, and where to. */
  pulled: number;
  pulledTo: Point;
}

const SIDE = 19;
const FORCE_DENSITY = 230, EDGE_DENSITY = 3000, GRAVITY = 9.81;
const CORNERS: Point[] = [[-6.6, 0, 0.5], [0, -4.7, 5.3], [6.6, 0, 0.5], [0, 4.7, 5.3]];

const id = (row: number, column: number): number => row * SIDE + column;
const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const size = (a: Point): number => Math.hypot(a[0], a[1], a[2]);
const determinant = (a: Point, b: Point, c: Point): number =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
const round = (value: number): number => Number(value.toPrecision(7));

export function makeOpening(): Opening {
  const last = SIDE - 1;
  const points: Point[] = [];
  const masses: number[] = [];
  for (let i = 0; i < SIDE; i += 1)
    for (let j = 0; j < SIDE; j += 1) {
      const u = i / last, v = j / last;
      const weights = [(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v];
      points.push([0, 1, 2].map((axis) => weights.reduce((sum, w, k) => sum + w * CORNERS[k]![axis]!, 0)) as Point);
      masses.push(i % last && j % last ? 0.22 : 0.9);
    }
  const low = [id(0, 0), id(last, last)], high = [id(last, 0), id(0, last)];
  for (const node of high) masses[node] = 9;

  const inner: [number, number][] = [], edge: [number, number][] = [];
  for (let i = 0; i < SIDE; i += 1)
    for (let j = 0; j < SIDE; j += 1) {
      if (i < last) (j % last === 0 ? edge : inner).push([id(i, j), id(i + 1, j)]);
      if (j < last) (i % last === 0 ? edge : inner).push([id(i, j), id(i, j + 1)]);
    }
  findShape(points, masses, inner, edge, new Set([...low, ...high]));

  // What the masts and guys must carry at each top.
  const guys: [number, number][] = [], masts: [number, number][] = [];
  const guyDensity: number[] = [], mastDensity: number[] = [];
  const fixed = [...low];
  for (const top of high) {
    const sign = Math.sign(points[top]![1]);
    const feet: Point[] = [[0, sign * 4.4, 0], [2.1, sign * 6.7, 0], [-2.1, sign * 6.7, 0]];
    const pull: Point = [0, 0, -masses[top]! * GRAVITY];
    for (const [springs, density] of [[inner, FORCE_DENSITY], [edge, EDGE_DENSITY]] as const)
      for (const [a, b] of springs) {
        if (a !== top && b !== top) continue;
        const d = subtract(points[a === top ? b : a]!, points[top]!);
        for (let axis = 0; axis < 3; axis += 1) pull[axis as 0] += density * d[axis]!;
      }
    const legs = feet.map((foot) => subtract(foot, points[top]!)) as [Point, Point, Point];
    const need: Point = [-pull[0], -pull[1], -pull[2]];
    const whole = determinant(...legs);
    const densities = [0, 1, 2].map((k) => determinant(...(legs.map((leg, i) => (i === k ? need : leg)) as [Point, Point, Point])) / whole);
    feet.forEach((foot, k) => {
      const node = points.push(foot) - 1;
      masses.push(0);
      fixed.push(node);
      (k === 0 ? masts : guys).push([top, node]);
      (k === 0 ? mastDensity : guyDensity).push(densities[k]!);
    });
  }

  const lengths = (springs: [number, number][]): number[] =>
    springs.map(([a, b]) => size(subtract(points[a]!, points[b]!)));
  const formulas = (springs: [number, number][], factor: (index: number) => number): string[] =>
    lengths(springs).map((length, i) => `=q*${round(factor(i) * length)}`);
  const share = EDGE_DENSITY / FORCE_DENSITY;
  const faces: number[][] = [];
  for (let i = 0; i < last; i += 1)
    for (let j = 0; j < last; j += 1) faces.push([id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1)]);

  const scene = {
    tensio: 1, dimension: 3, title: 'Sail between two masts',
    description: 'A net of cables, found by force densities, held by two masts and four guys. Pull it anywhere.',
    units: { length: 'm', force: 'N', time: 's' },
    parameters: { q: { value: FORCE_DENSITY, min: 60, max: 700, scale: 'log', unit: 'N/m', label: 'Force density' } },
    gravity: [0, 0, -GRAVITY], drag: 0.3,
    nodes: { position: points.map((point) => point.map(round)), mass: masses, fixed },
    springs: [
      { name: 'net', law: 'cable', ends: inner, axial_stiffness: 7800, pretension: formulas(inner, () => 1), damping_time: 0.0016 },
      { name: 'edge', law: 'cable', ends: edge, axial_stiffness: 90000, pretension: formulas(edge, () => share), damping_time: 0.0007 },
      { name: 'guys', law: 'cable', ends: guys, axial_stiffness: 260000, pretension: formulas(guys, (i) => guyDensity[i]! / FORCE_DENSITY), damping_time: 0.002 },
      { name: 'masts', law: 'strut', ends: masts, axial_stiffness: 700000, pretension: formulas(masts, (i) => mastDensity[i]! / FORCE_DENSITY), damping_time: 0.002 },
    ],
    faces: { nodes: faces },
    simulation: { integrator: 'velocity_verlet', time_step: 0.0005, duration: 10 },
  };

  const all = [...inner, ...edge, ...guys, ...masts];
  const densities = [
    ...inner.map(() => FORCE_DENSITY), ...edge.map(() => EDGE_DENSITY), ...guyDensity, ...mastDensity,
  ];
  const pulled = id(11, 7);
  const [x, y, z] = points[pulled]!;
  return {
    text: JSON.stringify(scene),
    positions: Float32Array.from(points.flat()),
    ends: Int32Array.from(all.flat()),
    tensions: Float32Array.from(lengths(all).map((length, i) => length * densities[i]!)),
    pulled, pulledTo: [x, y, z + 1.5],
  };
}

// Each node goes to the weighted mean of its neighbours, less its weight, until nothing moves.
function findShape(
  points: Point[], masses: number[], inner: [number, number][], edge: [number, number][], held: Set<number>,
): void {
  const neighbours: [number, number][][] = points.map(() => []);
  for (const [springs, density] of [[inner, FORCE_DENSITY], [edge, EDGE_DENSITY]] as const)
    for (const [a, b] of springs) {
      neighbours[a]!.push([b, density]);
      neighbours[b]!.push([a, density]);
    }
  for (let round_ = 0; round_ < 700; round_ += 1) {
    let largest = 0;
    for (let i = 0; i < points.length; i += 1) {
      if (held.has(i)) continue;
      let x = 0, y = 0, z = -masses[i]! * GRAVITY, sum = 0;
      for (const [other, density] of neighbours[i]!) {
        const point = points[other]!;
        x += density * point[0];
        y += density * point[1];
        z += density * point[2];
        sum += density;
      }
      const point = points[i]!;
      // A little more than the mean: it converges several times faster.
      const dx = 1.85 * (x / sum - point[0]), dy = 1.85 * (y / sum - point[1]), dz = 1.85 * (z / sum - point[2]);
      point[0] += dx;
      point[1] += dy;
      point[2] += dz;
      largest = Math.max(largest, Math.abs(dx), Math.abs(dy), Math.abs(dz));
    }
    if (largest < 1e-9) return;
  }
}
