// What the tab of eigenvalues says about a step, against closed forms.
import { beforeAll, describe, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import type { Studio } from '../src/app/studio';
import type { Plot } from '../src/panels/graphs/axes';
import { SvgPen } from '../src/panels/graphs/pen';
import { complexText, StepPlane } from '../src/panels/graphs/step_plane';
import { growth, leavingStep, type SmallMotions } from '../src/panels/graphs/step_matrix';
import type { Integrator } from '../src/protocol';
import { loadModule, Page } from './engine';

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });

// One mass on a spring along x: w = sqrt(k / m) = 10 / s.
const oscillator = JSON.stringify({
  tensio: 1, dimension: 2, units: { length: 'm', force: 'N', time: 's' },
  nodes: { position: [[0, 0], [1, 0]], mass: [0, 2], fixed: [0, { nodes: [1], axes: 'y' }] }, springs: [{ ends: [[0, 1]], stiffness: 200 }],
});

const plot = (): Plot & { g: SvgPen } => ({
  g: new SvgPen((text) => ({ width: 6 * text.length }) as TextMetrics), width: 1100, height: 188, left: 56, right: 158, top: 14, bottom: 156, small: 11, body: 12,
  palette: { text: new Proxy({}, { get: (_, name) => `#${String(name)}` }) } as Plot['palette'],
});

/** What the tab shows of a scene with this integrator and step. */
async function shown(text: string, integrator: Integrator, timeStep: number): Promise<{ words: string; svg: string }> {
  const page = new Page(module);
  await page.client.request('open', { name: 'scene.json', text });
  await page.client.request('edit', { operations: [{ op: 'simulation', values: { integrator, timeStep } }] });
  const motion = await page.client.request('motion', {}).catch(() => null);
  const studio = { info: page.last('scene'), motion, state: null, rest: null, now: { time: 0, source: 'still' }, engine: page.client } as unknown as Studio;
  const plane = new StepPlane();
  const words = await new Promise<string>((resolve) => {
    const first = plane.draw(plot(), studio, () => resolve(plane.draw(plot(), studio, () => undefined)));
    if (first !== 'The matrix is being read.') resolve(first);
  });
  const paper = plot();
  plane.draw(paper, studio, () => undefined);
  return { words, svg: paper.g.picture(1100, 188, '#fff', 'x') };
}

const one = (w2: number, drag = 0): SmallMotions => ({ count: 1, A: new Float64Array([w2]), B: new Float64Array([drag]), damped: drag > 0 });

describe('the step at which an eigenvalue leaves the circle', () => {
  test.each([['symplectic_euler', 2], ['velocity_verlet', 2], ['rk4', 2 * Math.SQRT2]] as [Integrator, number][])('is %s of w h = %d', (integrator, wh) => {
    expect(leavingStep(one(100), integrator, 1e-4, 10)! * 10).toBeCloseTo(wh, 3);
  });
  test('is that of the circle about -1 for explicit Euler with drag', () => {
    // 1 + h mu with mu^2 + c mu + w^2 = 0 lies inside up to h = c / w^2.
    expect(leavingStep(one(100, 4), 'explicit_euler', 1e-4, 10)!).toBeCloseTo(0.04, 6);
  });
  test('is the shortest for explicit Euler without, and none for implicit steps', () => {
    expect(leavingStep(one(100), 'explicit_euler', 1e-2, 10)).toBe(1e-2);
    for (const integrator of ['implicit_euler', 'implicit_midpoint', 'bdf2'] as const) expect(leavingStep(one(100), integrator, 1e-4, 10)).toBeNull();
    expect(growth(one(100), 'explicit_euler', 0.05)).toBeCloseTo(Math.sqrt(1.25), 12);
  });
});

describe('the tab says', () => {
  test('that nothing grows below the stable step', async () => {
    const { words } = await shown(oscillator, 'velocity_verlet', 0.1);
    expect(words).toBe('velocity Verlet, step 0.1\u00a0s None lies outside the unit circle: no small motion grows by the step. '
      + 'The first one leaves the circle at a step of 0.2\u00a0s, at \u22121.003. About the shape shown; small motions.'.replace('\u22121.003', words.match(/at (\u22121(\.\d+)?)\. About/)![1]!));
    expect(Number(words.match(/at \u2212(1(?:\.\d+)?)\. About/)![1])).toBeCloseTo(1, 2);
  });
  test('which one grows beyond it, how fast, and of what motion', async () => {
    // h w = 2.5: lambda + 1/lambda = 2 - 6.25, so -4 and -1/4.
    const { words, svg } = await shown(oscillator, 'velocity_verlet', 0.25);
    expect(words).toContain('1 eigenvalue lies outside. The largest, \u22124, multiplies its motion of 1.59\u00a0Hz by 4 in each step: ten times in 2 steps.');
    expect(svg).toContain('fill="#alarm"');
  });
  test('that some are outside at any step of explicit Euler', async () => {
    const { words } = await shown(oscillator, 'explicit_euler', 0.05);
    expect(words).toContain('2 eigenvalues lie outside. The largest, 1 ');
    expect(words).toContain('by 1.118 in each step');
    expect(words).toContain('Some are outside at any step.');
  });
  test('which ones grow in the net itself, where the shape is not stable', async () => {
    // A rod of two springs in compression buckles at its joint: k_t = 2 T / l < 0 across.
    const { words, svg } = await shown(JSON.stringify({
      tensio: 1, dimension: 2, nodes: { position: [[0, 0], [1, 0], [2, 0]], mass: [0, 1, 0], fixed: [0, 2] },
      springs: [{ ends: [[0, 1], [1, 2]], stiffness: 100, rest_length: 1.2 }],
    }), 'velocity_verlet', 0.05);
    expect(words).toContain('None lies outside the unit circle: no small motion grows by the step. 1 other outside belongs to motions that grow in the net itself: this shape is not stable.');
    // Along the rod: w^2 = 200, and 2 / w = 0.1414.
    expect(words).toContain('leaves the circle at a step of 0.141');
    expect(svg).not.toContain('fill="#alarm"');
    expect(svg).toContain('fill="#warn"');
  });
  test('why there are none', async () => {
    expect((await shown(oscillator, 'rk45', 0.05)).words).toMatch(/^Runge–Kutta 4\(5\) chooses its own steps/);
    const n = 60;
    const chain = JSON.stringify({
      tensio: 1, dimension: 2, nodes: { position: Array.from({ length: n }, (_, i) => [i, 0]), mass: 1, fixed: [0] },
      springs: [{ ends: Array.from({ length: n - 1 }, (_, i) => [i, i + 1]), stiffness: 1 }],
    });
    expect((await shown(chain, 'rk4', 0.05)).words).toBe('This net has 118 free axes. The eigenvalues of a step are computed up to 100.');
  });
});

test('complex numbers are written as such', () => {
  expect(complexText({ re: 0.5, im: -0.25 })).toBe('0.5 \u2212 0.25i');
  expect(complexText({ re: -1, im: 1e-14 })).toBe('\u22121');
});
