// The numbers filled into an integrator's formula are those of the engine's next step.
import { describe, expect, it } from 'vitest';
import { nextStep } from '../src/panels/inspector/equations';
import { loadModule, Page } from './engine';

describe('the next position in the formula', () => {
  for (const integrator of ['explicit_euler', 'symplectic_euler', 'velocity_verlet'] as const)
    it(`of ${integrator} is where the engine goes`, async () => {
      const h = 0.01;
      const { client } = new Page(await loadModule());
      await client.request('open', { name: 'scene.json', text: JSON.stringify({
        tensio: 1, dimension: 2, gravity: [0, -9.81], nodes: { position: [[0, 0], [1.3, 0]], mass: 2, fixed: [0] },
        springs: [{ ends: [[0, 1]], stiffness: 40, rest_length: 1 }], simulation: { integrator, time_step: h, duration: 1 },
      }) });
      await client.request('step', { steps: 7 });
      const before = await client.request('inspectNode', { node: 1 });
      await client.request('step', { steps: 1 });
      const after = await client.request('inspectNode', { node: 1 });
      for (const axis of [0, 1] as const) {
        const step = nextStep(integrator, h, before.position[axis], before.velocity[axis], before.sum[axis] / before.mass)!;
        expect(after.position[axis]).toBeCloseTo(step.position, 12);
      }
    });
});
