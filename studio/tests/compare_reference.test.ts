// The reference of Compare: errors against a closed form, the order of each integrator, and what panes begin with.
import { beforeAll, describe, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import { Errors, largestDistance, Reference, type Tested } from '../src/panels/compare/reference';
import { choices, operationsOf, settingsOf, valuesOffered } from '../src/panels/compare/what';
import type { Integrator, Operation } from '../src/protocol';
import { loadModule, Page, until } from './engine';

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });

// A mass on a spring along x, pulled 0.1 m from its rest: x = 1 + 0.1 cos(w t), w = 4.
const oscillator = JSON.stringify({
  tensio: 1, dimension: 2, parameters: { k: { value: 32, min: 8, max: 128, label: 'Stiffness' } },
  nodes: { position: [[0, 0], [1, 0]], start: [[0, 0], [1.1, 0]], mass: [0, 2], fixed: [0, { nodes: [1], axes: 'y' }] },
  springs: [{ ends: [[0, 1]], stiffness: '=k', rest_length: 1 }],
});

class TestPane implements Tested {
  readonly errors = new Errors();
  readonly page = new Page(module);
  readonly engine = this.page.client;
  time = 0;
  blown: object | null = null;

  async open(operations: Operation[]): Promise<void> {
    await this.engine.request('open', { name: 'scene.json', text: oscillator });
    await this.engine.request('edit', { operations });
  }

  async to(time: number, h: number): Promise<void> {
    this.time = (await this.engine.request('advance', { seconds: Math.round((time - this.time) / h) * h })).time;
  }
}

const moving = (integrator: Integrator, timeStep: number): Operation[] => [{ op: 'simulation', values: { integrator, timeStep } }];

describe('errors', () => {
  test('of a pane are its distance from the closed form', async () => {
    const pane = new TestPane(), h = 0.01;
    await pane.open(moving('explicit_euler', h));
    const reference = new Reference(new Page(module).client, [pane], () => undefined);
    reference.open(oscillator, moving('explicit_euler', h));
    reference.restart(moving('explicit_euler', h));
    for (const time of [0.1, 0.2, 0.3, 0.5]) {
      await pane.to(time, h);
      await reference.sample(pane);
    }
    await until(() => pane.errors.times.length === 4);
    expect(reference.problem).toBe('');
    // Explicit Euler multiplies (x - 1) + i v / w by 1 - i w h in each step.
    const exact = (time: number): number => {
      const n = Math.round(time / h), size = Math.hypot(1, 4 * h) ** n, angle = n * Math.atan(4 * h);
      return 0.1 * Math.abs(size * Math.cos(angle) - Math.cos(4 * time));
    };
    pane.errors.times.forEach((time, i) => expect(pane.errors.values[i]! / exact(time)).toBeCloseTo(1, 6));
    expect(pane.errors.at(0.25)).toBe(pane.errors.values[1]);
  });

  test.each([['symplectic_euler', 1], ['velocity_verlet', 2], ['rk4', 4], ['implicit_midpoint', 2]] as [Integrator, number][])(
    'of %s fall with the power %d of the step', async (integrator, order) => {
      const errors = await Promise.all([0.04, 0.02].map(async (h) => {
        const pane = new TestPane();
        await pane.open(moving(integrator, h));
        const reference = new Reference(new Page(module).client, [pane], () => undefined);
        reference.open(oscillator, []);
        // rk45 chooses steps that do not divide this time.
        await pane.to(0.4, h);
        await reference.sample(pane);
        await until(() => pane.errors.times.length === 1);
        expect(pane.errors.times[0]).toBeCloseTo(0.4, 12);
        return pane.errors.values[0]!;
      }));
      expect(Math.log2(errors[0]! / errors[1]!)).toBeCloseTo(order, 0.8);
    });

  test('of panes that share a reference are each their own, and one that blew up has none after that', async () => {
    const panes = [new TestPane(), new TestPane()];
    for (const pane of panes) await pane.open(moving('velocity_verlet', 0.01));
    const reference = new Reference(new Page(module).client, panes, () => undefined);
    reference.open(oscillator, []);
    await panes[0]!.to(0.2, 0.01);
    await panes[1]!.to(0.1, 0.01);
    for (const pane of panes) await reference.sample(pane);
    // The first is ahead: its moment waits until the second has come there, or has ended.
    await until(() => panes[1]!.errors.times.length === 1);
    expect(panes[0]!.errors.times.length).toBe(0);
    panes[1]!.blown = {};
    await panes[0]!.to(0.3, 0.01);
    await reference.sample(panes[0]!);
    await until(() => panes[0]!.errors.times.length === 2);
    expect(panes[0]!.errors.values[0]!).toBeGreaterThan(0);
    expect(panes[1]!.errors.times).toEqual([0.1]);
  });
});

test('the largest distance is that of one node', () => {
  expect(largestDistance(new Float64Array([0, 0, 0, 1, 1, 1]), new Float64Array([0, 1, 0, 4, 5, 1]))).toBe(5);
});

describe('what differs', () => {
  test('is one thing in all panes, whatever it is', async () => {
    const page = new Page(module);
    await page.client.request('open', { name: 'scene.json', text: oscillator });
    const info = page.last('scene');
    const motion = await page.client.request('motion', {});
    expect(choices(info)).toEqual(['integrator', 'step', 'damping', 'drag', 'parameter k']);
    for (const by of choices(info))
      for (const n of [2, 3, 4]) {
        const settings = settingsOf(n, by, info, 'velocity_verlet', 0.01, motion);
        expect(settings.length).toBe(n);
        const different = (pick: (one: (typeof settings)[number]) => unknown): number => new Set(settings.map(pick)).size;
        const counts = [different((one) => one.integrator), different((one) => one.timeStep), different((one) => one.value)];
        expect(counts.filter((count) => count > 1)).toEqual([n]);
        if (by === 'parameter k') for (const { value } of settings) expect(value! >= 8 && value! <= 128).toBe(true);
      }
    // No pane of dampings begins beyond its stable step: 4 - 4 h B - h^2 A >= 0 with B = tau A.
    const h = motion.timeStep, w2 = 16;
    for (const { value } of settingsOf(4, 'damping', info, 'velocity_verlet', h, motion)) expect(4 - 4 * h * value! * w2 - h * h * w2).toBeGreaterThanOrEqual(0);
    expect(valuesOffered('parameter k', info, 0.01, motion)).toContain(32);
  });

  test('reaches the engine', async () => {
    const page = new Page(module);
    await page.client.request('open', { name: 'scene.json', text: oscillator });
    const info = page.last('scene');
    const apply = (by: 'damping' | 'drag' | 'parameter k', value: number): Promise<unknown> =>
      page.client.request('edit', { operations: operationsOf(by, info, { integrator: 'rk4', timeStep: 0.002, value }) });
    await apply('damping', 0.25);
    expect((await page.client.request('columns', {})).damping[0]).toBeCloseTo(0.25 * 32, 12);
    await apply('drag', 0.7);
    expect(page.last('scene').drag).toBe(0.7);
    await apply('parameter k', 50);
    expect((await page.client.request('columns', {})).stiffness[0]).toBeCloseTo(50, 12);
    expect(page.last('scene').simulation).toMatchObject({ integrator: 'rk4', timeStep: 0.002 });
  });
});
