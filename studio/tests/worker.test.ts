// What the worker does by itself: time that stops for a solve, edits that change nothing, stages, the
// tape that can be had back, and numbers between frames.
import { beforeAll, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import { ENERGIES, SAMPLE_HEAD, type Operation } from '../src/protocol';
import { exampleText, loadModule, openExample, Page, quietClock, turns, until } from './engine';

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });

const opened = (name: string): Promise<Page> => openExample(module, name);
const hash = async (page: Page): Promise<string> => (await page.client.request('hash', {})).state;

test('time stops when rest is looked for during a pull', async () => {
  const page = await opened('02_hanging_chain');
  await page.client.request('pull', { node: 10, point: [0, 1, 0], stiffness: 5 });
  await until(() => page.of('frame').some((frame) => frame.source === 'moving' && frame.step > 3));
  expect(page.session.state().mode).toBe('moving');
  const rest = page.client.request('findRest', {});
  // The pointer moves meanwhile.
  page.client.send('pull', { node: 10, point: [0, 1.1, 0], stiffness: 5 });
  expect((await rest).status).toBe('converged');
  const shown = await hash(page), frames = page.of('frame').length;
  await turns(100);
  expect(page.of('frame').slice(frames).filter((frame) => frame.source === 'moving')).toEqual([]);
  expect(await hash(page)).toBe(shown);
  expect(page.session.state()).toMatchObject({ mode: 'rest', pulling: true, playing: false });
  // It moves on with the pointer, from there.
  await page.client.request('pull', { node: 10, point: [0, 1.2, 0], stiffness: 5 });
  await until(() => page.last('frame').source === 'moving' && page.last('frame').step > 3);
  await page.client.request('release', {});
  expect(page.session.state()).toMatchObject({ mode: 'paused', pulling: false });
  expect(page.of('error')).toEqual([]);
});

test('what was at rest with a pull is not at rest without it', async () => {
  const page = await opened('02_hanging_chain');
  await page.client.request('pull', { node: 10, point: [0, 1, 0], stiffness: 5 });
  await page.client.request('findRest', {});
  expect(page.session.state().mode).toBe('rest');
  await page.client.request('release', {});
  expect(page.session.state().mode).not.toBe('rest');
});

test('an edit that changes nothing is not an undo step', async () => {
  const page = await opened('02_hanging_chain');
  const scene = page.last('scene');
  const fixed = Array.from(scene.fixed).findIndex((axes) => axes !== 0);
  const spring = await page.client.request('inspectSpring', { spring: 0 });
  const [x, y, z] = scene.positions.slice(0, 3);
  const same: Operation[][] = [
    [],
    [{ op: 'fix', nodes: [fixed] }],
    [{ op: 'free', nodes: [10] }],
    [{ op: 'gravity', value: scene.gravity }],
    [{ op: 'title', value: scene.title }],
    [{ op: 'move', nodes: [0], to: [x!, y!, z!] }],
    [{ op: 'load', nodes: [10], force: [0, 0, 0] }],
    [{ op: 'springValues', springs: Array.from({ length: scene.springCount }, (_, i) => i),
      values: { law: spring.law } }],
    [{ op: 'fix', nodes: [10] }, { op: 'free', nodes: [10] }],
  ];
  const scenes = page.of('scene').length;
  for (const operations of same) {
    const reply = await page.client.request('edit', { operations });
    expect(reply, JSON.stringify(operations)).toEqual({ revision: scene.revision, addedNodes: [], addedSprings: [] });
  }
  expect(page.of('scene').length).toBe(scenes);
  expect(page.session.state()).toMatchObject({ undo: null, edited: false });
  await page.client.request('edit', { operations: [{ op: 'fix', nodes: [10] }] });
  expect(page.session.state().undo).toMatchObject({ verb: 'fix' });
});

test('rest comes after the stages of the scene, once', async () => {
  const page = await opened('08_cable_net_cases');
  const text = JSON.parse(exampleText('08_cable_net_cases')) as { stages: object[] };
  expect(page.last('scene').stages).toBe(text.stages.length);
  const { stages } = page.last('scene');
  const before = await Promise.all(Array.from({ length: page.last('scene').springCount },
    (_, spring) => page.client.request('inspectSpring', { spring })));
  const first = await page.client.request('findRest', {});
  expect(first).toMatchObject({ status: 'converged', stages });
  const shape = page.last('frame').positions.slice();
  const after = await Promise.all(before.map(({ spring }) => page.client.request('inspectSpring', { spring })));
  // Stages make some springs shorter or longer, and no others.
  const changed = after.filter((facts, i) => Math.abs(facts.restLength - before[i]!.restLength) > 1e-9);
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.length).toBeLessThan(after.length);
  // They lie behind: rest again is the same place.
  const again = await page.client.request('findRest', {});
  expect(again).toMatchObject({ status: 'converged', stages: 0 });
  const largest = Math.max(...shape.map(Math.abs));
  page.last('frame').positions.forEach((value, i) => expect(Math.abs(value - shape[i]!)).toBeLessThan(1e-5 * largest));
  // Time goes on from there with the net as built: it stays.
  await page.client.request('advance', { seconds: 0.01 });
  page.last('frame').positions.forEach((value, i) => expect(Math.abs(value - shape[i]!)).toBeLessThan(1e-4 * largest));
  // The scene itself has not changed.
  expect(page.session.state().edited).toBe(false);
  await page.client.request('rewind', {});
  expect((await page.client.request('inspectSpring', { spring: changed[0]!.spring })).restLength)
    .toBe(before[changed[0]!.spring]!.restLength);
});

test('a damping that was given as a time stays one', async () => {
  const page = new Page(module);
  await page.client.request('open', { name: 'a.json', text: JSON.stringify({ tensio: 1, dimension: 2,
    nodes: { position: [[0, 0], [1, 0], [2, 0]], fixed: [0], mass: 1 },
    springs: [{ ends: [[0, 1], [1, 2]], stiffness: [10, 20], damping_time: 0.1 }] }) });
  const facts = (spring: number) => page.client.request('inspectSpring', { spring });
  expect(await facts(1)).toMatchObject({ dampingTime: 0.1, damping: 2, given: { dampingAs: 'damping_time' } });
  await page.client.request('edit', { operations: [
    { op: 'springValues', springs: [1], values: { dampingTime: 0.3 } }] });
  expect(await facts(0)).toMatchObject({ dampingTime: 0.1, given: { dampingAs: 'damping_time' } });
  expect(await facts(1)).toMatchObject({ dampingTime: 0.3, given: { dampingAs: 'damping_time' } });
  // So it follows the stiffness.
  await page.client.request('edit', { operations: [{ op: 'springValues', springs: [1], values: { stiffness: 100 } }] });
  expect((await facts(1)).damping).toBeCloseTo(30, 9);
  // As a dashpot it is one of its own, and the other keeps what it had.
  await page.client.request('edit', { operations: [{ op: 'springValues', springs: [1], values: { damping: 7 } }] });
  expect(await facts(1)).toMatchObject({ damping: 7, dampingTime: null, given: { dampingAs: 'damping' } });
  expect(await facts(0)).toMatchObject({ damping: 1 });
});

test('a tape that was cut comes back by undo, to the bit', async () => {
  const page = await opened('02_hanging_chain');
  await page.client.request('step', { steps: 40 });
  await page.client.request('step', { steps: 20 });
  const end = await hash(page);
  await page.client.request('seek', { step: 25 });
  const middle = await hash(page);
  expect(page.session.state().undo).toBeNull();
  await page.client.request('pull', { node: 10, point: [0, 1, 0], stiffness: 5 });
  await until(() => page.last('frame').source === 'moving' && page.last('frame').step > 27);
  await page.client.request('release', {});
  expect(page.session.state().undo).toMatchObject({ verb: 'cutTape' });
  const other = page.session.state().tape.endStep;
  await page.client.request('undo', {});
  expect(page.session.state()).toMatchObject({ undo: null, redo: { verb: 'cutTape' }, edited: false });
  expect(page.session.state().tape).toMatchObject({ startStep: 0, endStep: 60, pulls: [] });
  expect(await hash(page)).toBe(middle);
  await page.client.request('seek', { step: 60 });
  expect(await hash(page)).toBe(end);
  // And the other one by redo, with its pull.
  await page.client.request('redo', {});
  expect(page.session.state().tape.endStep).toBe(other);
  expect(page.session.state().tape.pulls.length).toBe(1);
  await page.client.request('seek', { step: other });
  expect(page.last('frame').step).toBe(other);
  // Nothing is cut where nothing lies behind: no step.
  await page.client.request('undo', {});
  await page.client.request('seek', { step: 60 });
  await page.client.request('step', { steps: 5 });
  expect(page.session.state().undo).toBeNull();
});

test('between two frames there are numbers of whole steps', async () => {
  // How many depends on what they cost.
  const page = new Page(module, quietClock());
  // A mass on a spring: 0.2 s per swing, 0.5 ms per step.
  await page.client.request('open', { name: 'a.json', text: JSON.stringify({ tensio: 1, dimension: 2,
    nodes: { position: [[0, 0], [1, 0]], fixed: [0, { nodes: [1], axes: 'y' }], mass: 1, start: [[0, 0], [1.1, 0]] },
    springs: [{ ends: [[0, 1]], stiffness: 986.96 }],
    probes: [{ name: 'x', nodes: [1], quantity: 'position.x' }],
    simulation: { integrator: 'velocity_verlet', time_step: 0.0005, duration: 10 } }) });
  await page.client.request('play', {});
  await until(() => page.of('frame').filter((frame) => frame.source === 'moving').length > 20);
  await page.client.request('pause', {});
  const width = SAMPLE_HEAD + ENERGIES.length + 1;
  const moving = page.of('frame').filter((frame) => frame.source === 'moving');
  const rows = moving.flatMap((frame) => {
    expect(frame.samples.length % width).toBe(0);
    expect(frame.samples.length).toBeGreaterThan(0);
    expect(frame.samples[frame.samples.length - width]).toBe(frame.time);
    expect(frame.samples[frame.samples.length - width + 1]).toBe(frame.step);
    return Array.from({ length: frame.samples.length / width }, (_, i) => frame.samples.subarray(i * width, (i + 1) * width));
  });
  expect(rows.length).toBeGreaterThan(3 * moving.length);
  rows.forEach((row, i) => { if (i > 0) expect(row[1]).toBeGreaterThan(rows[i - 1]![1]!); });
  // They are those of the steps themselves, as the tape gives them.
  const history = await page.client.request('history', {});
  for (const row of [rows[1]!, rows[rows.length >> 1]!]) {
    expect(Array.from(history.steps)).toContain(row[1]);
    await page.client.request('seek', { step: row[1]! });
    const frame = page.last('frame');
    expect(frame.time).toBe(row[0]);
    expect(Array.from(frame.energies)).toEqual(Array.from(row.subarray(SAMPLE_HEAD, SAMPLE_HEAD + ENERGIES.length)));
    expect(frame.probes[0]).toBe(row[width - 1]);
  }
});
