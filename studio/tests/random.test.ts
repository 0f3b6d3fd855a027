// Random actions of a user: no exception, and undo restores the same bits. TENSIO_LONG=1 takes 10,000.
import { beforeAll, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import { INTEGRATORS, METHODS, QUANTITIES, ARROWS, type Operation } from '../src/protocol';
import { EngineFailure } from '../src/worker/client';
import { exampleText, loadModule, Page, turns } from './engine';

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });

const ACTIONS = process.env['TENSIO_LONG'] === '1' ? 10_000 : 400;
const SCENES = ['02_hanging_chain', '03_cable_net', '07_mixed', '12_wire_that_yields', '13_cloth_on_a_ball',
  '14_parameters', '20_walker', '08_cable_net_cases'];

test(`${ACTIONS} random actions`, async () => {
  let seed = 7;
  const uniform = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
  };
  const index = (n: number): number => Math.floor(uniform() * n);
  const pick = <T>(items: readonly T[]): T => items[index(items.length)]!;
  let page = new Page(module);
  let text = exampleText(SCENES[0]!);
  await page.client.request('open', { name: 'a.json', text });
  const counts = { done: 0, refused: 0, undone: 0 };

  const operation = (): Operation => {
    const scene = page.last('scene');
    const node = index(scene.nodeCount), spring = index(Math.max(1, scene.springCount));
    const at = (i: number): number => scene.positions[3 * node + i]! + uniform() - 0.5;
    switch (index(16)) {
      case 0: return { op: 'fix', nodes: [node], axes: 1 + index(7) };
      case 1: return { op: 'free', nodes: [node], axes: 1 + index(7) };
      case 2: return { op: 'move', nodes: [node], to: [at(0), at(1), at(2)] };
      case 3: return { op: 'addNode', at: [at(0), at(1), at(2)] };
      case 4: return { op: 'addSpring', ends: [node, index(scene.nodeCount)], like: spring };
      case 5: return { op: 'deleteNodes', nodes: [node] };
      case 6: return { op: 'deleteSprings', springs: [spring] };
      case 7: return { op: 'splitSpring', spring, at: 0.1 + 0.8 * uniform() };
      case 8: return { op: 'load', nodes: [node], force: [uniform(), -uniform(), uniform()] };
      case 9: return { op: 'springValues', springs: [spring],
        values: pick([{ stiffness: 10 * uniform() }, { axialStiffness: 100 }, { restLength: uniform() },
          { restLength: null }, { pretension: uniform() }, { damping: uniform() }, { law: 'cable' as const },
          { law: 'linear' as const }, { strength: 5 }, { break: { strain: 0.5 } }]),
        scope: pick(['springs', 'sets'] as const) };
      case 10: return { op: 'nodeValues', nodes: [node], mass: uniform() };
      case 11: return { op: 'gravity', value: [0, -10 * uniform(), -uniform()] };
      case 12: return { op: 'simulation', values: { integrator: pick(INTEGRATORS), timeStep: pick([0, 0.01, 0.001]) } };
      case 13: return { op: 'addProbe', nodes: [node], quantity: pick(['position.x', 'velocity', 'reaction.y']) };
      case 14: return { op: 'weld', node, onto: index(scene.nodeCount) };
      default: return pick<Operation>([{ op: 'keepShape' }, { op: 'drag', value: uniform() }, { op: 'title', value: 't' }]);
    }
  };

  for (let i = 0; i < ACTIONS; ++i) {
    try {
      const { client } = page;
      const scene = page.last('scene');
      if (scene.nodeCount < 3 || scene.nodeCount > 400 || i % 100 === 99) {
        text = exampleText(pick(SCENES));
        page = new Page(module);
        await page.client.request('open', { name: 'a.json', text });
        continue;
      }
      switch (index(12)) {
        case 0: await client.request('step', { steps: 1 + index(8) }); break;
        case 1: await client.request('advance', { seconds: 0.03 * uniform() }); break;
        case 2: await client.request('findRest', { method: pick(METHODS), maxIterations: 30 }); break;
        case 3: await client.request('seek', { step: index(40) }); break;
        case 4:
          await client.request('pull', { node: index(scene.nodeCount), point: [uniform(), uniform(), 0], view: 3 });
          await turns(5);
          await client.request('release', {});
          break;
        case 5: await client.request('show', { quantity: pick(QUANTITIES), arrow: pick([null, ...ARROWS]) }); break;
        case 6: await client.request('live', { on: uniform() < 0.3 }); break;
        case 7: await client.request('rewind', {}); break;
        case 8: await client.request(pick(['undo', 'redo'] as const), {}); break;
        default: {
          await client.request('live', { on: false });
          await turns(0);
          // A moment of the past becomes the present, with the scene of now, when it is edited.
          const past = page.session.core.viewing !== 0;
          const before = await client.request('hash', {});
          const revision = page.last('scene').revision;
          const reply = await client.request('edit', { operations: [operation()] });
          // What changes nothing is not an undo step.
          if (reply.revision === revision) {
            expect(await client.request('hash', {})).toEqual(before);
            break;
          }
          const after = await client.request('hash', {});
          await client.request('undo', {});
          const undone = await client.request('hash', {});
          if (past) expect(undone.scene).toBe(before.scene);
          else expect(undone).toEqual(before);
          await client.request('redo', {});
          expect(await client.request('hash', {})).toEqual(after);
          ++counts.undone;
        }
      }
      ++counts.done;
      const frame = page.last('frame');
      expect(frame.positions.length).toBe(3 * page.last('scene').nodeCount);
    } catch (error) {
      // The engine may say no; it may not fail.
      if (!(error instanceof EngineFailure)) throw error;
      if (error.kind === 'internal') throw new Error(`action ${i}: ${error.message}`);
      ++counts.refused;
    }
    for (const error of page.of('error'))
      if (error.kind === 'internal') throw new Error(`action ${i}: ${error.problems[0]!.message}`);
  }
  expect(counts.done).toBeGreaterThan(ACTIONS / 2);
  expect(counts.undone).toBeGreaterThan(ACTIONS / 10);
}, 3_000_000);
