// Edits that change nothing are known before they are sent; those that change something are never held back.
import { describe, expect, it } from 'vitest';
import { changesNothing } from '../src/app/no_change';
import type { Operation, SceneInfo } from '../src/protocol';

const info = {
  dimension: 3, title: 'A net', fixed: Uint8Array.of(7, 1, 0), drawn: Float32Array.of(0, 0, 0, 0.1, 0, 0, 1, 1, 1), positions: Float32Array.of(0, 0, 0, 0.1, 0, 0, 1, 1, 2),
  loads: Float32Array.of(0, 0, 0, 0, 0, 0, 0, 0, -5), gravity: [0, 0, -9.81], drag: 0.3, wind: null, laws: Uint8Array.of(0, 1), nodeNames: ['', 'tip', ''],
  parameters: [{ name: 'k', value: 2, formula: '' }, { name: 'c', value: 4, formula: '=2*k' }],
  simulation: { integrator: 'rk4', timeStep: 0.001 }, equilibrium: { method: 'newton' }, obstacles: [{ point: [0, 0, 1], radius: 2 }],
} as unknown as SceneInfo;

describe('an edit', () => {
  const none: Operation[] = [
    { op: 'fix', nodes: [0] }, { op: 'fix', nodes: [1], axes: 1 }, { op: 'free', nodes: [2] }, { op: 'free', nodes: [1], axes: 6 },
    { op: 'move', nodes: [1], to: [0.1, 0, 0] }, { op: 'load', nodes: [0, 1], force: [0, 0, 0] }, { op: 'parameters', values: { k: 2 } },
    { op: 'gravity', value: [0, 0, -9.81] }, { op: 'drag', value: 0.3 }, { op: 'wind', value: null }, { op: 'title', value: 'A net' },
    { op: 'simulation', values: { integrator: 'rk4' } }, { op: 'equilibrium', values: { method: 'newton' } }, { op: 'obstacle', index: 0, values: { radius: 2, point: [0, 0, 1] } },
    { op: 'nodeValues', nodes: [1], name: 'tip' }, { op: 'springValues', springs: [1], values: { law: 'cable' } }, { op: 'deleteSprings', springs: [] },
  ];
  for (const operation of none) it(`that changes nothing is known: ${JSON.stringify(operation)}`, () => expect(changesNothing(operation, info)).toBe(true));

  const some: Operation[] = [
    { op: 'fix', nodes: [0, 1] }, { op: 'fix', nodes: [1] }, { op: 'free', nodes: [0] }, { op: 'move', nodes: [1], to: [0.1, 0, 1e-9] },
    // Drawn there, but it is elsewhere now.
    { op: 'move', nodes: [2], to: [1, 1, 1] },
    { op: 'load', nodes: [2], force: [0, 0, 0] }, { op: 'load', nodes: [0], force: [0, 0, 1] }, { op: 'parameters', values: { k: 2.5 } },
    // A formula becomes a number.
    { op: 'parameters', values: { c: 4 } },
    { op: 'gravity', value: [0, 0, -9.8] }, { op: 'drag', value: 0 }, { op: 'simulation', values: { integrator: 'rk4', timeStep: 0.002 } },
    { op: 'obstacle', index: 0, values: { radius: 3 } }, { op: 'nodeValues', nodes: [1], mass: 1 }, { op: 'springValues', springs: [0, 1], values: { law: 'cable' } },
    { op: 'springValues', springs: [1], values: { law: 'cable', stiffness: 3 } }, { op: 'keepShape' }, { op: 'deleteNodes', nodes: [1] },
  ];
  for (const operation of some) it(`that changes something is sent: ${JSON.stringify(operation)}`, () => expect(changesNothing(operation, info)).toBe(false));
});
