// The matrix of a step: its eigenvalues against closed forms, against the engine's largest stable step, and against what
// small motions do in the engine.
import { beforeAll, describe, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import { type Complex, eigenvalues } from '../src/panels/graphs/eigenvalues';
import { smallMotions, stepEigenvalues, type SmallMotions } from '../src/panels/graphs/step_matrix';
import type { Integrator, Operation } from '../src/protocol';
import { loadModule, Page } from './engine';

const size = ({ re, im }: Complex): number => Math.hypot(re, im);
const largest = (values: Complex[]): number => Math.max(...values.map(size));

describe('eigenvalues', () => {
  test('of a companion matrix are the roots of its polynomial', () => {
    // (x - 1) (x - 2) (x + 3) (x^2 + 4): x^5 - 3 x^3 + 6 x^2 - 28 x + 24
    const c = [0, 0, -3, 6, -28, 24].slice(1);
    const n = 5, M = new Float64Array(n * n);
    c.forEach((value, j) => { M[j] = -value; });
    for (let i = 1; i < n; i += 1) M[i * n + i - 1] = 1;
    const found = eigenvalues(M, n);
    for (const root of [{ re: 1, im: 0 }, { re: 2, im: 0 }, { re: -3, im: 0 }, { re: 0, im: 2 }, { re: 0, im: -2 }])
      expect(Math.min(...found.map(({ re, im }) => Math.hypot(re - root.re, im - root.im)))).toBeLessThan(1e-12);
  });

  test('of the matrix of a fixed chain are 2 - 2 cos(k pi / (n + 1))', () => {
    const n = 40, M = new Float64Array(n * n);
    for (let i = 0; i < n; i += 1) {
      M[i * n + i] = 2;
      if (i > 0) M[i * n + i - 1] = M[(i - 1) * n + i] = -1;
    }
    const found = eigenvalues(M, n).map(({ re }) => re).sort((a, b) => a - b);
    found.forEach((value, k) => expect(value).toBeCloseTo(2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1)), 12));
  });

  test('of any matrix have its trace and that of its square', () => {
    const n = 60, M = Float64Array.from({ length: n * n }, (_, k) => Math.sin(1.7 * k * k + k));
    const found = eigenvalues(M, n);
    let trace = 0, square = 0;
    for (let i = 0; i < n; i += 1) {
      trace += M[i * n + i]!;
      for (let j = 0; j < n; j += 1) square += M[i * n + j]! * M[j * n + i]!;
    }
    expect(found.reduce((sum, { re }) => sum + re, 0)).toBeCloseTo(trace, 9);
    expect(found.reduce((sum, { im }) => sum + im, 0)).toBeCloseTo(0, 9);
    expect(found.reduce((sum, { re, im }) => sum + re * re - im * im, 0)).toBeCloseTo(square, 8);
  });
});

test('one node on a spring: the eigenvalues of each integrator are those of the textbook', () => {
  const w = 3, h = 0.2, z = w * h;
  const one = (c = 0): SmallMotions => ({ count: 1, A: new Float64Array([w * w]), B: new Float64Array([c]), damped: c > 0 });
  const sizes = (integrator: Integrator): number[] => stepEigenvalues(one(), integrator, h)!.map(size);
  for (const value of sizes('explicit_euler')) expect(value).toBeCloseTo(Math.sqrt(1 + z * z), 12);
  for (const name of ['symplectic_euler', 'velocity_verlet', 'implicit_midpoint'] as const) for (const value of sizes(name)) expect(value).toBeCloseTo(1, 12);
  for (const name of ['implicit_euler', 'linearly_implicit_euler'] as const) for (const value of sizes(name)) expect(value).toBeCloseTo(1 / Math.sqrt(1 + z * z), 12);
  // |1 + iz - z^2/2 - i z^3/6 + z^4/24|^2 = 1 - z^6/72 + z^8/576
  for (const value of sizes('rk4')) expect(value).toBeCloseTo(Math.sqrt(1 - z ** 6 / 72 + z ** 8 / 576), 12);
  // BDF2 is of second order: the larger of its roots follows exp(i z).
  const first = stepEigenvalues(one(), 'bdf2', 0.01)![0]!;
  expect(first.re).toBeCloseTo(Math.cos(0.03), 4);
  expect(stepEigenvalues(one(), 'rk45', h)).toBeNull();
  // With damping: Verlet follows the damped motion exp(-c t / 2).
  const c = 0.8;
  expect(largest(stepEigenvalues(one(c), 'velocity_verlet', 0.001)!)).toBeCloseTo(Math.exp((-c / 2) * 0.001), 8);
  expect(largest(stepEigenvalues(one(c), 'symplectic_euler', 0.001)!)).toBeCloseTo(Math.exp((-c / 2) * 0.001), 6);
});

describe('of a net in the engine', () => {
  let module: EngineModule;
  beforeAll(async () => { module = await loadModule(); });

  // A tensioned string of seven free nodes of unequal masses, at rest, in the plane.
  const string = (extra: object): string => JSON.stringify({
    tensio: 1, dimension: 2,
    nodes: { position: Array.from({ length: 9 }, (_, i) => [i, 0]), mass: Array.from({ length: 9 }, (_, i) => 1 + 0.3 * (i % 3)), fixed: [0, 8] },
    springs: [{ ends: Array.from({ length: 8 }, (_, i) => [i, i + 1]), stiffness: 400, rest_length: 0.8, ...extra }],
  });

  async function opened(text: string, operations: Operation[]): Promise<{ page: Page; motions: SmallMotions; stable: number | null; h: number }> {
    const page = new Page(module);
    await page.client.request('open', { name: 'scene.json', text });
    await page.client.request('edit', { operations });
    const motion = await page.client.request('motion', {});
    const motions = smallMotions(await page.client.request('scene', {}), await page.client.request('matrix', {}), await page.client.request('columns', {}))!;
    return { page, motions, stable: motion.stableTimeStep, h: motion.timeStep };
  }

  test('the rates are the frequencies of its modes', async () => {
    const { page, motions } = await opened(string({}), []);
    const { modes } = await page.client.request('modes', { count: 14 });
    const h = 0.01;
    const angles = stepEigenvalues(motions, 'implicit_midpoint', h)!.map(({ re, im }) => (2 * Math.tan(Math.atan2(im, re) / 2)) / h).filter((w) => w > 0).sort((a, b) => a - b);
    expect(angles.length).toBe(14);
    angles.forEach((w, i) => expect(w * w / modes[i]!.eigenvalue).toBeCloseTo(1, 9));
  });

  const cases: [Integrator, object, number][] = [
    ['symplectic_euler', {}, 0], ['velocity_verlet', {}, 0], ['rk4', {}, 0], ['velocity_verlet', { damping: 2 }, 0.5], ['symplectic_euler', { damping: 2 }, 0.5],
    ['explicit_euler', { damping_time: 0.05 }, 0.1], ['rk4', { damping: 6 }, 0],
  ];
  test.each(cases)('%s with %j and drag %d: none leaves the circle up to the stable step, and one does beyond', async (integrator, extra, drag) => {
    const { motions, stable } = await opened(string(extra), [{ op: 'drag', value: drag }, { op: 'simulation', values: { integrator, timeStep: 1e-3 } }]);
    expect(motions.damped).toBe(drag > 0 || 'damping' in extra);
    expect(stable).toBeGreaterThan(0);
    expect(largest(stepEigenvalues(motions, integrator, 0.97 * stable!)!)).toBeLessThanOrEqual(1 + 1e-9);
    expect(largest(stepEigenvalues(motions, integrator, 1.03 * stable!)!)).toBeGreaterThan(1 + 1e-7);
  });

  test.each([['velocity_verlet', {}, 0], ['symplectic_euler', {}, 0], ['velocity_verlet', { damping: 2 }, 0.5], ['explicit_euler', {}, 0.2], ['rk4', {}, 0], ['rk4', { damping: 2 }, 0.5]] as [Integrator, object, number][])(
    '%s with %j and drag %d: a small motion grows in the engine as the largest eigenvalue says', async (integrator, extra, drag) => {
      const first = await opened(string(extra), [{ op: 'drag', value: drag }, { op: 'simulation', values: { integrator, timeStep: 1e-3 } }]);
      // The step at which a motion grows by 5 % in each.
      let low = 0.5 * first.stable!, h = 100 * first.stable!;
      for (let i = 0; i < 60; i += 1) {
        const middle = (low + h) / 2;
        if (largest(stepEigenvalues(first.motions, integrator, middle)!) > 1.05) h = middle;
        else low = middle;
      }
      const expected = largest(stepEigenvalues(first.motions, integrator, h)!);
      expect(expected).toBeCloseTo(1.05, 6);
      const { page } = await opened(string(extra), [{ op: 'drag', value: drag }, { op: 'simulation', values: { integrator, timeStep: h } }]);
      const start = (await page.client.request('exact', {})).positions;
      // A push of every node, each in a direction of its own, so small that the net stays linear.
      await page.client.request('edit', { operations: [1, 2, 3, 4, 5, 6, 7].map((node) => ({ op: 'nodeValues', nodes: [node], velocity: [1e-9 * Math.cos(node * node), 1e-9 * Math.sin(3 * node), 0] })) as Operation[] });
      const moved = async (steps: number): Promise<number> => {
        await page.client.request('step', { steps });
        const { positions } = await page.client.request('exact', {});
        return Math.hypot(...positions.map((x, i) => x - start[i]!));
      };
      // The largest motion wins; the mean over an even number of steps does not see its turns.
      const grown = Math.ceil(Math.log(1e3) / Math.log(expected));
      let before = 0, after = 0;
      await moved(grown);
      for (let i = 0; i < 40; i += 1) before += Math.log(await moved(1));
      await moved(grown);
      for (let i = 0; i < 40; i += 1) after += Math.log(await moved(1));
      expect((after - before) / 40 / (grown + 40) / Math.log(expected)).toBeCloseTo(1, 1.5);
    });
});
