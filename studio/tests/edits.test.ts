// Edits of the scene, undo and redo, rest states, modes, facts.
import { beforeAll, describe, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import type { Operation, SceneInfo } from '../src/protocol';
import { EngineFailure } from '../src/worker/client';
import { examples, filesIn, loadModule, openExample, Page, root, turns, until } from './engine';
import { readFileSync, readdirSync } from 'node:fs';

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });

const opened = (name: string): Promise<Page> => openExample(module, name);

const hashes = (page: Page) => page.client.request('hash', {});

/** One of each kind of operation, for any scene. */
function operations(scene: SceneInfo): Operation[][] {
  const free = Array.from(scene.fixed).findIndex((axes) => axes === 0);
  const node = Math.max(0, free);
  const [x, y, z] = scene.positions.slice(3 * node, 3 * node + 3) as unknown as [number, number, number];
  const spring = Math.floor(scene.springCount / 2);
  const all: Operation[][] = [
    [{ op: 'fix', nodes: [node] }],
    [{ op: 'free', nodes: Array.from(scene.fixed.keys()) }],
    [{ op: 'move', nodes: [node], to: [x + 0.01, y, z] }],
    [{ op: 'addNode', at: [x, y + 0.1, z] }, { op: 'addSpring', ends: [node, -1], like: spring }],
    [{ op: 'deleteNodes', nodes: [node] }],
    [{ op: 'deleteSprings', springs: [spring] }],
    [{ op: 'splitSpring', spring }],
    [{ op: 'load', nodes: [node], force: [1, 2, 0] }],
    [{ op: 'nodeValues', nodes: [node], mass: 2 }],
    [{ op: 'gravity', value: [0, -1, 0] }],
    [{ op: 'drag', value: 0.5 }],
    [{ op: 'simulation', values: { integrator: 'implicit_euler', timeStep: 0.01 } }],
    [{ op: 'equilibrium', values: { tolerance: 1e-8 } }],
    [{ op: 'addProbe', nodes: [node], quantity: 'position.x' }],
    [{ op: 'addObstacle', obstacle: { kind: 'sphere', point: [x, y - 50, z], radius: 1 } }],
    [{ op: 'title', value: 'Another <b>title</b>' }],
    [{ op: 'keepShape' }],
  ];
  for (const parameter of scene.parameters.slice(0, 2))
    if (!parameter.formula)
      all.push([{ op: 'parameters', values: { [parameter.name]: parameter.value * 1.25 } }]);
  return all;
}

describe.each(examples)('%s', (name) => {
  test('every edit is undone and done again to the bit', async () => {
    const page = await opened(name);
    const scene = page.last('scene');
    const start = await hashes(page);
    let changes = 0;
    for (const edit of operations(scene)) {
      let reply;
      try {
        reply = await page.client.request('edit', { operations: edit });
      } catch (error) {
        // A scene may have a reason to refuse, such as a probe of a node that goes; nothing changes.
        expect(error).toBeInstanceOf(EngineFailure);
        expect((error as EngineFailure).kind).toBe('content');
        expect(await hashes(page)).toEqual(start);
        continue;
      }
      expect(reply.revision).toBe(page.last('scene').revision);
      const after = await hashes(page);
      // Some change nothing here, such as fixing a node that is fixed: they are not undo steps.
      if (after.scene === start.scene && after.state === start.state) {
        expect(page.session.state().edited).toBe(false);
        continue;
      }
      if (after.scene !== start.scene) ++changes;
      expect(page.session.state().undo!.verb).toBe(edit[0]!.op);
      await page.client.request('undo', {});
      expect(await hashes(page), JSON.stringify(edit)).toEqual(start);
      expect(page.session.state().edited).toBe(false);
      await page.client.request('redo', {});
      expect(await hashes(page), JSON.stringify(edit)).toEqual(after);
      expect(page.session.state().edited).toBe(true);
      await page.client.request('undo', {});
      expect(await hashes(page)).toEqual(start);
    }
    expect(changes).toBeGreaterThanOrEqual(9);
  });

  test('its text is read again as the same scene', async () => {
    const page = await opened(name);
    const { text } = await page.client.request('save', {});
    const again = new Page(module);
    await again.client.request('open', { name: 'scene.json', text });
    expect((await hashes(again)).scene).toBe((await hashes(page)).scene);
  });
});

test('an undo names what it undoes, and a group is one step', async () => {
  const page = await opened('02_hanging_chain');
  await page.client.request('edit', { operations: [{ op: 'fix', nodes: [7] }] });
  const start = await hashes(page);
  for (let i = 1; i <= 5; ++i)
    await page.client.request('edit', { group: 'drag 1', verb: 'put',
      operations: [{ op: 'move', nodes: [9], to: [0, -i, 0] }] });
  expect(page.session.state().undo).toMatchObject({ verb: 'put', nodes: [9], nodeCount: 1 });
  expect((await page.client.request('inspectNode', { node: 9 })).position).toEqual([0, -5, 0]);
  await page.client.request('undo', {});
  expect(await hashes(page)).toEqual(start);
  expect(page.session.state().undo).toMatchObject({ verb: 'fix', nodes: [7] });
  await page.client.request('redo', {});
  expect((await page.client.request('inspectNode', { node: 9 })).position).toEqual([0, -5, 0]);
});

test('an edit that is refused changes nothing', async () => {
  const page = await opened('02_hanging_chain');
  const start = await hashes(page);
  const bad: Operation[][] = [
    [{ op: 'fix', nodes: [1] }, { op: 'fix', nodes: [99] }],
    [{ op: 'springValues', springs: [0], values: { stiffness: -1 } }],
    [{ op: 'move', nodes: [1], to: [0, NaN, 0] }],
    [{ op: 'addSpring', ends: [1, 1] }],
    [{ op: 'drag', value: -1 }],
    [{ op: 'parameters', values: { nothing: 1 } }],
    [{ op: 'nowhere' } as unknown as Operation],
    [{ op: 'text', text: '{"tensio": 1' }],
  ];
  for (const edit of bad) {
    const failure = await page.client.request('edit', { operations: edit }).then(() => null, (e) => e);
    expect(failure, JSON.stringify(edit)).toBeInstanceOf(EngineFailure);
    expect(failure.problems[0].message.length).toBeGreaterThan(10);
    expect(await hashes(page)).toEqual(start);
  }
  expect(page.session.state().undo).toBeNull();
});

test('a node and a spring of its own, cut, split and welded', async () => {
  const page = new Page(module);
  const empty = await page.client.request('create', { dimension: 2 });
  expect(empty.nodeCount).toBe(0);
  expect(page.last('frame').positions.length).toBe(0);
  const first = await page.client.request('edit', { operations: [
    { op: 'addNode', at: [0, 0, 0] }, { op: 'fix', nodes: [-1] }, { op: 'addNode', at: [1, 0, 0] },
    { op: 'addSpring', ends: [-2, -1], values: { stiffness: 50 } }] });
  expect(first.addedNodes).toEqual([0, 1]);
  expect(first.addedSprings).toEqual([0]);
  const facts = await page.client.request('inspectSpring', { spring: 0 });
  expect(facts).toMatchObject({ stiffness: 50, restLength: 1, tension: 0, law: 'linear' });
  const split = await page.client.request('edit', { operations: [{ op: 'splitSpring', spring: 0 }] });
  expect(split.addedNodes).toEqual([2]);
  // Two springs in a row of twice the stiffness are as stiff as one.
  for (const spring of [0, 1])
    expect(await page.client.request('inspectSpring', { spring }))
      .toMatchObject({ stiffness: 100, length: 0.5 });
  // It hangs: k u = m g for the sum of what is below.
  const rest = await page.client.request('findRest', {});
  expect(rest.status).toBe('converged');
  expect(rest.stable).toBe(true);
  const top = await page.client.request('inspectSpring', { spring: 0 });
  expect(top.tension).toBeCloseTo(0.2 * 9.81, 9);
  expect(rest.largestTension).toMatchObject({ spring: 0 });
  await page.client.request('edit', { operations: [{ op: 'weld', node: 2, onto: 1 }] });
  expect(page.last('scene')).toMatchObject({ nodeCount: 2, springCount: 1 });
});

test('values of one spring become its own', async () => {
  const page = await opened('03_cable_net');
  const before = await page.client.request('inspectSpring', { spring: 1 });
  await page.client.request('edit', { operations: [
    { op: 'springValues', springs: [0], values: { stiffness: 30, restLength: 90, damping: 2 } }] });
  expect(await page.client.request('inspectSpring', { spring: 0 }))
    .toMatchObject({ stiffness: 30, restLength: 90, damping: 2, tension: 300 });
  const other = await page.client.request('inspectSpring', { spring: 1 });
  expect(other.tension).toBeCloseTo(before.tension, 9);
  expect(other.stiffness).toBeCloseTo(before.stiffness, 9);
  // A law of its own makes a set of its own.
  const sets = page.last('scene').sets.length;
  await page.client.request('edit', { operations: [
    { op: 'springValues', springs: [1], values: { law: 'linear' } }] });
  expect(page.last('scene').sets.length).toBe(sets + 1);
  await page.client.request('edit', { operations: [
    { op: 'springValues', springs: [0], values: { axialStiffness: 1000 }, scope: 'sets' }] });
  expect(await page.client.request('inspectSpring', { spring: 0 })).toMatchObject({ axialStiffness: 1000 });
});

test('a parameter changes what the scene generates, until it is edited otherwise', async () => {
  const page = await opened('15_flag_in_wind');
  const before = page.last('scene');
  await page.client.request('edit', { operations: [{ op: 'parameters', values: { columns: 9 } }] });
  const coarse = page.last('scene');
  expect(coarse.nodeCount).toBeLessThan(before.nodeCount);
  expect(coarse.parameters.find((p) => p.name === 'columns')!.value).toBe(9);
  // The one that was set first stays.
  await page.client.request('edit', { operations: [{ op: 'parameters', values: { wind: 3 } }] });
  expect(page.last('scene').nodeCount).toBe(coarse.nodeCount);
  expect(page.last('scene').wind!.velocity[0]).toBe(3);
});

test('rest: iterations are streamed, and methods differ', async () => {
  const page = await opened('03_cable_net');
  const newton = await page.client.request('findRest', { method: 'newton' });
  expect(newton).toMatchObject({ status: 'converged', method: 'newton', stable: true });
  const seen = page.of('iteration').filter((iteration) => iteration.solve === newton.solve);
  expect(seen.map((iteration) => iteration.index))
    .toEqual(Array.from({ length: newton.iterations + 1 }, (_, i) => i));
  expect(seen[seen.length - 1]!.residual).toBeLessThan(newton.tolerance);
  expect(page.of('frame').filter((frame) => frame.source === 'solving').length).toBe(seen.length);
  await page.client.request('rewind', {});
  const slow = await page.client.request('findRest', { method: 'per_node_newton', maxIterations: 8 });
  expect(slow.status).toBe('iteration_limit');
  expect(slow.iterations).toBe(8);
  expect(slow.residual).toBeGreaterThan(1e-6);
  // Reactions of the supports bear the loads: 4 nodes with 8 kip each.
  await page.client.request('findRest', {});
  await page.client.request('show', { arrow: 'reaction' });
  const arrows = page.last('frame').arrows;
  let sum = 0;
  for (let i = 2; i < arrows.length; i += 3) sum += arrows[i]!;
  expect(sum).toBeCloseTo(32, 4);
});

test('a long solve is stopped', async () => {
  const page = await opened('17_hair');
  const solve = page.client.request('findRest', { method: 'per_node_newton' });
  await turns(10);
  await page.client.request('stop', {});
  const report = await solve;
  expect(report.status).toBe('interrupted');
  expect(page.last('frame').positions.every(Number.isFinite)).toBe(true);
});

test('Live follows edits and pulls', async () => {
  const page = await opened('02_hanging_chain');
  let rests = 0;
  /** The rest state that follows an action. */
  const followed = async (): Promise<void> => {
    await until(() => page.of('rest').length > rests);
    await turns(1);
    rests = page.of('rest').length;
  };
  await page.client.request('live', { on: true });
  await followed();
  expect(page.last('rest')).toMatchObject({ status: 'converged', live: true, stable: true });
  const hanging = page.last('frame').positions.slice();
  await page.client.request('edit', { operations: [{ op: 'fix', nodes: [10] }] });
  await followed();
  await page.client.request('edit', { operations: [{ op: 'gravity', value: [0, -20, 0] }] });
  await followed();
  await page.client.request('undo', {});
  await followed();
  await page.client.request('undo', {});
  await followed();
  await page.client.request('pull', { node: 10, point: [0, 1, 0], stiffness: 5 });
  await followed();
  const pulled = page.last('frame');
  expect(pulled.source).toBe('live');
  expect(pulled.positions[31]!).toBeGreaterThan(hanging[31]! + 0.1);
  expect(pulled.pull!.magnitude).toBeCloseTo(5 * Math.hypot(pulled.positions[30]!, 1 - pulled.positions[31]!), 4);
  await page.client.request('release', {});
  await followed();
  const back = page.last('frame').positions;
  for (let i = 0; i < back.length; ++i) expect(Math.abs(back[i]! - hanging[i]!)).toBeLessThan(1e-5);
});

test('a mechanism is named, and shows how it moves', async () => {
  // Three springs in a row between two supports, in line and without prestress: the inner nodes can
  // leave the line.
  const page = new Page(module);
  await page.client.request('open', { name: 'line.json', text: JSON.stringify({ tensio: 1, dimension: 2,
    nodes: { position: [[0, 0], [1, 0], [1, 1], [0, 1]], fixed: [0, 1] },
    springs: [{ ends: [[0, 3], [1, 2], [2, 3]], stiffness: 10 }] }) });
  const rest = await page.client.request('findRest', {});
  expect(rest.neutral).toBe(true);
  expect(rest.freeMotions!.mechanism).toBe(1);
  expect([...rest.mechanismNodes].sort()).toEqual([2, 3]);
  // The four-bar linkage sways: both upper nodes go sideways together.
  expect(Math.abs(rest.mechanismShape[6]!)).toBeCloseTo(1, 6);
  expect(rest.mechanismShape[6]!).toBeCloseTo(rest.mechanismShape[9]!, 6);
});

test('modes of a string are those of the closed form', async () => {
  const page = await opened('11_wave_on_a_string');
  const report = await page.client.request('modes', { count: 8 });
  expect(report.modes.length).toBe(8);
  expect(report.assumedMasses).toBeNull();
  // Those across it, not along it.
  const across = report.modes.filter((mode) => mode.shape.every((x, i) => i % 3 !== 0 || Math.abs(x) < 1e-6))
    .map((mode) => mode.frequency);
  // Frequencies of a string of n equal masses: f_j = f_1 sin(j pi / 2n) / sin(pi / 2n).
  const n = 40;
  for (let j = 2; j <= 4; ++j)
    expect(across[j - 1]! / across[0]!)
      .toBeCloseTo(Math.sin((j * Math.PI) / (2 * n)) / Math.sin(Math.PI / (2 * n)), 4);
});

test('facts of a spring and a node agree with each other', async () => {
  const page = await opened('08_cable_net_cases');
  await page.client.request('findRest', {});
  const scene = page.last('scene');
  const node = Array.from(scene.fixed).findIndex((axes) => axes === 0);
  const facts = await page.client.request('inspectNode', { node });
  const sum = [0, 1, 2].map((axis) => facts.springs.reduce((all, s) => all + s.force[axis]!, 0)
    + facts.load[axis]! + facts.weight[axis]!);
  for (let axis = 0; axis < 3; ++axis) {
    expect(Math.abs(sum[axis]! - facts.sum[axis]!)).toBeLessThan(1e-6 * facts.springs[0]!.tension);
    expect(Math.abs(facts.sum[axis]!)).toBeLessThan(1e-6 * facts.springs[0]!.tension);
  }
  const spring = await page.client.request('inspectSpring', { spring: facts.springs[0]!.spring });
  expect(spring.tension).toBe(facts.springs[0]!.tension);
  expect(spring.forceDensity).toBeCloseTo(spring.tension / spring.length, 9);
  // The block: k along, q across.
  const along = [0, 1, 2].map((i) => [0, 1, 2].reduce((all, j) => all + spring.block[3 * i + j]! * spring.direction[j]!, 0));
  for (let i = 0; i < 3; ++i)
    expect(along[i]!).toBeCloseTo(spring.along * spring.direction[i]!, 3);
});

test('every mesh and format that is read opens, and moves', async () => {
  const folder = `${root}tests/data/meshes`;
  const page = new Page(module);
  const endings = new Set((await page.client.request('formats', {})).filter((f) => f.reads)
    .flatMap((f) => f.endings));
  // A .json file is a scene.
  const names = readdirSync(folder).filter((name) => !name.endsWith('.json')
    && endings.has(name.slice(name.lastIndexOf('.'))));
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    const bytes = new Uint8Array(readFileSync(`${folder}/${name}`));
    // Elements of TetGen's files refer to points in a file of the same name.
    const files = name.endsWith('.node') ? [] : filesIn(folder, (other) => other === name.replace(/\.[a-z]+$/, '.node'));
    const scene = await page.client.request('open', { name, bytes, files });
    expect(scene.nodeCount, name).toBeGreaterThan(0);
    if (scene.springCount === 0) continue;
    await page.client.request('advance', { seconds: 0.02 });
    expect(page.last('frame').positions.every(Number.isFinite), name).toBe(true);
  }
});

test('the state goes out in every format that is written', async () => {
  const page = await opened('13_cloth_on_a_ball');
  await page.client.request('advance', { seconds: 0.1 });
  for (const format of await page.client.request('formats', {})) {
    if (!format.writes) continue;
    for (const ending of format.endings) {
      if (ending === '.pvd') continue;
      const made = await page.client.request('export', { ending }).catch((error: EngineFailure) => error);
      if (made instanceof EngineFailure) expect(made.kind, ending).toBe('content');
      else expect(made.bytes.length, ending).toBeGreaterThan(50);
    }
  }
});

test('Reset returns to the file, and is undone', async () => {
  const page = await opened('02_hanging_chain');
  const start = await hashes(page);
  await page.client.request('edit', { operations: [{ op: 'deleteNodes', nodes: [3] }] });
  const edited = await hashes(page);
  await page.client.request('reset', {});
  expect(await hashes(page)).toEqual(start);
  await page.client.request('undo', {});
  expect((await hashes(page)).scene).toBe(edited.scene);
});

test('copy and paste', async () => {
  const page = await opened('03_cable_net');
  const { text } = await page.client.request('copy', { nodes: [0, 1, 2, 3] });
  await page.client.request('edit', { verb: 'paste', operations: [{ op: 'paste', text, by: [0, 0, 50] }] });
  expect(page.last('scene')).toMatchObject({ nodeCount: 16, springCount: 16 });
});
