// Time: the tape, scrubbing, pulls, blow-ups; frames and their arrays.
import { beforeAll, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import { makeOpening } from '../src/app/opening';
import { ENERGIES } from '../src/protocol';
import { loadModule, openExample, Page, turns, until } from './engine';

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });

const opened = (name: string): Promise<Page> => openExample(module, name);

const hash = async (page: Page): Promise<string> => (await page.client.request('hash', {})).state;

/** So many steps, some at a time, with a state on the tape after each part. */
async function steps(page: Page, count: number, part: number): Promise<void> {
  for (let done = 0; done < count; done += part)
    await page.client.request('step', { steps: Math.min(part, count - done) });
}

const scenes = ['02_hanging_chain', '13_cloth_on_a_ball', '12_wire_that_yields', '16_tearing_cloth',
  '17_hair', '20_walker'];
test.each(scenes)('%s goes on from a scrubbed moment with the same bits', async (name) => {
  const straight = await opened(name);
  await steps(straight, 60, 60);
  const expected = await hash(straight);

  const page = await opened(name);
  await steps(page, 45, 5);
  const there = await hash(page);
  await page.client.request('seek', { step: 17 });
  expect(page.last('frame').step).toBe(17);
  expect(await hash(page)).not.toBe(there);
  await page.client.request('seek', { step: 45 });
  expect(await hash(page)).toBe(there);
  await page.client.request('seek', { step: 30 });
  await steps(page, 30, 4);
  expect(await hash(page)).toBe(expected);
  // What lay behind the moment was cut off.
  expect(page.session.state().tape.endStep).toBe(60);
});

test('a step back and a step on give the same bits', async () => {
  const page = await opened('13_cloth_on_a_ball');
  await steps(page, 10, 1);
  const there = await hash(page);
  await page.client.request('step', { steps: -1 });
  expect(page.session.state().step).toBe(9);
  await page.client.request('step', { steps: 1 });
  expect(await hash(page)).toBe(there);
});

test('a pull is on the tape: the past shows it again to the bit', async () => {
  const page = await opened('03_cable_net');
  await page.client.request('pull', { node: 0, point: [100, 100, 20], view: 300 });
  await until(() => page.session.state().step >= 12);
  await page.client.request('pull', { node: 0, point: [120, 90, 30], view: 300 });
  const before = page.session.state().step;
  await until(() => page.session.state().step >= before + 8);
  const pulled = page.of('frame').filter((frame) => frame.pull);
  expect(pulled.length).toBeGreaterThan(0);
  expect(pulled[0]!.pull!.node).toBe(0);
  expect(pulled[0]!.pull!.magnitude).toBeGreaterThan(0);
  await page.client.request('release', {});
  const end = page.session.state();
  const there = await hash(page);
  await page.client.request('seek', { step: 0 });
  expect(await hash(page)).not.toBe(there);
  await page.client.request('seek', { step: end.step });
  expect(await hash(page)).toBe(there);
  expect(end.tape.pulls.length).toBe(1);
});

test('frames carry energies whose total stays, and their arrays come back', async () => {
  const page = await opened('11_wave_on_a_string');
  page.client.send('play', { speed: 0.5 });
  await until(() => page.of('frame').filter((f) => f.source === 'moving').length >= 30);
  page.client.send('pause', {});
  const frames = page.of('frame').filter((frame) => frame.source === 'moving');
  expect(frames.length).toBeGreaterThanOrEqual(30);
  for (let i = 1; i < frames.length; ++i)
    expect(frames[i]!.time).toBeGreaterThan(frames[i - 1]!.time);
  const total = ENERGIES.indexOf('total'), kinetic = ENERGIES.indexOf('kinetic');
  const largest = Math.max(...frames.map((frame) => frame.energies[kinetic]!));
  for (const frame of frames)
    expect(Math.abs(frame.energies[total]! - frames[0]!.energies[total]!)).toBeLessThan(0.01 * largest);
  // After the first frames no array is made.
  const pool = page.session.core.parts.frames.pool;
  const made = pool.made;
  page.client.send('play', {});
  const count = page.of('frame').length;
  await until(() => page.of('frame').length >= count + 20);
  page.client.send('pause', {});
  await turns(20);
  expect(pool.made).toBe(made);
  const history = await page.client.request('history', {});
  expect(history.times.length).toBeGreaterThanOrEqual(50);
  expect(history.energies.length).toBe(history.times.length * ENERGIES.length);
});

test('the opening scene has a stable step: after a pull no energy comes from the integrator', async () => {
  const page = new Page(module);
  const { text, pulled, pulledTo } = makeOpening();
  await page.client.request('open', { name: 'scene.json', text });
  const motion = await page.client.request('motion', {});
  expect(motion.timeStep).toBeLessThan(0.75 * motion.stableTimeStep!);
  await page.client.request('pull', { node: pulled, point: pulledTo, view: 10 });
  await until(() => page.session.state().time >= 0.2);
  await page.client.request('release', {});
  await page.client.request('advance', { seconds: 0.5 });
  const { energies } = await page.client.request('history', {});
  const row = (moment: number): number[] => [...energies.slice(moment * ENERGIES.length, (moment + 1) * ENERGIES.length)];
  const made = (moment: number): number => {
    const [kinetic, elastic, gravity, load, contact, dissipated, work] = row(moment) as [number, number, number, number, number, number, number];
    return kinetic + elastic + gravity + load + contact + dissipated - work;
  };
  const moments = energies.length / ENERGIES.length;
  const work = row(moments - 1)[ENERGIES.indexOf('work')]!;
  expect(work).toBeGreaterThan(0);
  // As large as what the pull has done, within a tenth.
  expect(Math.abs(made(moments - 1) - made(0))).toBeLessThan(0.1 * work);
});

test('a blow-up is reported in fields, can be replayed, and its cure works', async () => {
  const page = await opened('13_cloth_on_a_ball');
  const motion = await page.client.request('motion', {});
  await page.client.request('edit', { operations: [
    { op: 'simulation', values: { integrator: 'symplectic_euler', timeStep: 0.02 } }] });
  const unstable = await page.client.request('motion', {});
  expect(motion.timeStep).toBeLessThan(unstable.timeStep);
  expect(unstable.stableTimeStep).toBeLessThan(0.02);
  await page.client.request('advance', { seconds: 20 });
  const blown = page.last('blowUp');
  expect(blown.status).toBe('blew_up');
  expect(blown.cause).toBe('strain');
  const scene = await page.client.request('scene', {});
  expect(blown.nodes).toEqual([scene.ends[2 * blown.spring], scene.ends[2 * blown.spring + 1]]);
  expect(blown.strain).toBeGreaterThan(blown.allowedStrain);
  expect(blown.lastGoodStrain).toBeLessThan(blown.allowedStrain);
  expect(blown.step).toBe(blown.lastGoodStep + 1);
  expect(blown.timeStep).toBe(0.02);
  expect(blown.safeStep).not.toBeNull();
  expect(blown.safeStep!).toBeLessThan(unstable.stableTimeStep! * 1.0001);
  expect(page.session.state().mode).toBe('blown');
  // The state shown is the last good one.
  expect(page.last('frame').step).toBe(blown.lastGoodStep);
  expect(page.last('frame').positions.every(Number.isFinite)).toBe(true);

  const before = page.of('frame').length;
  await page.client.request('replay', { steps: 30, perSecond: 1000 });
  await until(() => page.of('frame').length > before && page.last('frame').step >= blown.lastGoodStep);
  const replayed = page.of('frame').slice(before).filter((frame) => frame.source === 'replay');
  const from = Math.max(0, blown.lastGoodStep - 30);
  expect(replayed.map((frame) => frame.step))
    .toEqual(Array.from({ length: blown.lastGoodStep - from + 1 }, (_, i) => from + i));

  // The cure, from the start.
  await page.client.request('edit', { operations: [
    { op: 'simulation', values: { timeStep: blown.safeStep! } }] });
  await page.client.request('rewind', {});
  const cured = page.of('blowUp').length;
  const reached = await page.client.request('advance', { seconds: 2 });
  expect(page.of('blowUp').length).toBe(cured);
  expect(reached.time).toBeGreaterThan(2 - 1e-9);
});

test('explicit Euler that is stable at no step names an integrator that is', async () => {
  const page = await opened('01_springsys');
  await page.client.request('edit', { operations: [
    { op: 'simulation', values: { integrator: 'explicit_euler', timeStep: 0.01 } }] });
  await page.client.request('advance', { seconds: 100 });
  const blown = page.last('blowUp');
  expect(blown.betterIntegrator).toBe('velocity_verlet');
  expect(blown.safeStep).toBeGreaterThan(0);
});

test('an edit during play keeps the motion, and marks the tape', async () => {
  const page = await opened('02_hanging_chain');
  await steps(page, 20, 5);
  const before = await page.client.request('inspectNode', { node: 10 });
  const reply = await page.client.request('edit', { operations: [{ op: 'fix', nodes: [10] }] });
  const fixed = await page.client.request('inspectNode', { node: 10 });
  expect(fixed.fixed).toBe(3);
  expect(fixed.position).toEqual(before.position);
  expect(reply.revision).toBe(page.last('scene').revision);
  await steps(page, 20, 5);
  const later = await page.client.request('inspectNode', { node: 10 });
  expect(later.position).toEqual(before.position);
  expect(page.session.state().tape.marks.some((mark) => mark.kind === 'edit' && mark.node === 10)).toBe(true);
  expect(page.session.state().step).toBe(40);
  // Before the edit the node was free.
  await page.client.request('seek', { step: 5 });
  const early = await page.client.request('inspectNode', { node: 10 });
  expect(early.fixed).toBe(0);
  // Time that runs from there on has the scene of now.
  await steps(page, 10, 10);
  expect((await page.client.request('inspectNode', { node: 10 })).fixed).toBe(3);
});

test('the tape stays within its bytes', async () => {
  const page = await opened('17_hair');
  const tape = page.session.core.tape as unknown as { most: number };
  tape.most = 3_000_000;
  await steps(page, 120, 1);
  const info = page.session.state().tape;
  expect(info.bytes).toBeLessThanOrEqual(3_000_000);
  const there = await hash(page);
  await page.client.request('seek', { step: 3 });
  expect(page.last('frame').step).toBe(3);
  await page.client.request('seek', { step: 120 });
  expect(await hash(page)).toBe(there);
});
