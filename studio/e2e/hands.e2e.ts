// What hands do: pull, put, fix, undo, draw, cut; a blow-up and its cure; sharing; reload.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { servedPage, Watched } from './browser';
import type { Hook } from '../src/app/hook';
import { Net } from './net';

const served = servedPage();
let watched: Watched, net: Net;

beforeEach(async () => {
  watched = await Watched.open(served.browser, served.address, { viewport: { width: 1280, height: 720 } });
  net = new Net(watched.page);
  await net.ready();
});
afterEach(() => watched.closeWithoutComplaints());

const chain = (): Promise<void> => net.openChain();

test('the opening scene moves by itself, and a pull is named with its force', async () => {
  await net.until((tensio) => tensio.playing && tensio.step > 5 && tensio.frames > 3, null);
  // The net moves: between looking and pressing a node may be gone, and the drag turns the view instead.
  for (let tries = 0; ; tries += 1) {
    const { azimuth } = await net.get('camera');
    await net.grab(await net.freeNode(), 60, -90);
    // Nor may anything happen: a hint may have come between.
    const happened = (tensio: Hook, given: number): boolean => (tensio.pull !== null && tensio.pull.magnitude > 0) || tensio.camera.azimuth !== given;
    if ((await net.within(10, happened, azimuth)) && (await net.get('camera')).azimuth === azimuth) break;
    await net.page.mouse.up();
    expect(tries).toBeLessThan(30);
  }
  await net.until((tensio) => /You pull node \d+ with [\d.]+/.test(tensio.verdict), null);
  await net.page.mouse.up();
  await net.until((tensio) => tensio.pull === null, null);
});

test('a pull moves a paused net while the pointer is down, and is not an edit', async () => {
  await chain();
  const step = await net.get('step');
  await net.grab(10, 40, -60);
  await net.until((tensio, given) => tensio.pull?.node === 10 && tensio.step > given, step);
  await net.page.mouse.up();
  await net.until((tensio) => !tensio.playing && tensio.pull === null, null);
  expect(await net.get('undo')).toBe(false);
});

test('a double click fixes a node, undo frees it, redo fixes it again', async () => {
  await chain();
  expect(await net.get('fixed')).toEqual([0, 20]);
  const [x, y] = await net.nodeAt(10);
  await net.doubleClick(x, y);
  await net.until((tensio) => tensio.fixed.includes(10), null);
  await net.page.getByRole('button', { name: 'Undo fix node 10' }).click();
  await net.until((tensio) => !tensio.fixed.includes(10) && tensio.redo, null);
  await net.page.keyboard.press('Control+Shift+z');
  await net.until((tensio) => tensio.fixed.includes(10), null);
});

test('putting, cutting and deleting are undone step by step to the first state', async () => {
  await chain();
  const [x, y] = await net.nodeAt(10);
  // Alt-drag puts the drawn node.
  await net.page.keyboard.down('Alt');
  await net.grab(10, 30, 70);
  await net.page.mouse.up();
  await net.page.keyboard.up('Alt');
  await net.until((tensio) => tensio.undo, null);
  await net.settled();
  const moved = await net.nodeAt(10);
  expect(Math.hypot(moved[0] - x, moved[1] - y)).toBeGreaterThan(30);
  // Delete acts on the choice.
  await net.page.mouse.click(...(await net.springAt(3)));
  await net.until((tensio) => tensio.choice.springs.length === 1, null);
  await net.page.keyboard.press('Delete');
  await net.until((tensio) => tensio.springs === 19, null);
  await net.page.keyboard.press('Control+z');
  await net.until((tensio) => tensio.springs === 20, null);
  await net.page.keyboard.press('Control+z');
  await net.until((tensio) => !tensio.undo, null);
  const back = await net.nodeAt(10);
  expect(Math.hypot(back[0] - x, back[1] - y)).toBeLessThan(2);
});

test('a net is drawn from nothing: nodes, a spring, a support', async () => {
  await net.command('Empty scene in the plane');
  await net.until((tensio) => tensio.mode === 'empty', null);
  const box = (await net.page.locator('canvas[role=application]').boundingBox())!;
  const at = (x: number, y: number): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  await net.page.keyboard.press('n');
  await net.page.mouse.click(...at(0.4, 0.4));
  await net.until((tensio) => tensio.nodes === 1, null);
  await net.page.mouse.click(...at(0.6, 0.6));
  await net.until((tensio) => tensio.nodes === 2, null);
  await net.page.keyboard.press('s');
  await net.page.mouse.move(...(await net.nodeAt(0)));
  await net.page.mouse.down();
  await net.page.mouse.move(...at(0.5, 0.5), { steps: 4 });
  await net.page.mouse.move(...(await net.nodeAt(1)), { steps: 4 });
  await net.page.mouse.up();
  await net.until((tensio) => tensio.springs === 1, null);
  await net.page.keyboard.press('Escape');
  await net.until((tensio) => tensio.tool === 'hand', null);
});

test('Find rest gives a verdict, Live follows a change', async () => {
  await chain();
  await net.button(/^Find rest/);
  await net.until((tensio) => tensio.rest?.status === 'converged' && /^At rest, and stable/.test(tensio.verdict), null);
  await net.page.getByRole('switch', { name: 'Live' }).click();
  await net.until((tensio) => tensio.live, null);
  const [x, y] = await net.nodeAt(10);
  await net.doubleClick(...(await net.nodeAt(15)));
  await net.until((tensio) => tensio.fixed.includes(15) && tensio.rest?.status === 'converged', null);
  expect([x, y].every(Number.isFinite)).toBe(true);
});

test('a blow-up names its spring, and the offered cure runs on', async () => {
  await chain();
  // A step far above the stable one, by the scene's text as a person would write it.
  await net.command('Text of the scene');
  const area = net.page.getByRole('textbox', { name: 'Scene as JSON' });
  const scene = JSON.parse(await area.inputValue()) as { simulation?: object };
  scene.simulation = { integrator: 'velocity_verlet', time_step: 0.1, duration: 100 };
  await area.fill(JSON.stringify(scene));
  await net.button('Apply');
  await net.until((tensio) => tensio.undo, null);
  await net.button('Play');
  await net.until((tensio) => tensio.mode === 'blown' && tensio.blowUp !== null, null);
  const blowUp = (await net.get('blowUp'))!;
  expect(blowUp.spring).toBeGreaterThanOrEqual(0);
  await net.until((tensio) => /^Blown up at [\d.]+\s?s\. Spring \d+ reached a strain of/i.test(tensio.verdict), null);
  expect(blowUp.safeStep).toBeGreaterThan(0);
  await net.button(/^Use /);
  await net.until((tensio) => tensio.mode === 'moving' || tensio.mode === 'paused' || tensio.mode === 'editing', null);
  // The cure plays by itself.
  await net.until((tensio, given) => tensio.mode === 'moving' && tensio.time > given, 2 * blowUp.time);
  await net.pause();
});

test('a shared link opens the same scene and leaves one’s own alone', async () => {
  await chain();
  await net.doubleClick(...(await net.nodeAt(10)));
  await net.until((tensio) => tensio.fixed.includes(10), null);
  await net.button(/^Share/);
  const link = await net.page.getByRole('textbox', { name: 'Link with the scene in it' }).inputValue();
  expect(link).toContain(`${served.address}#s=`);
  const other = await Watched.open(served.browser, link);
  const there = new Net(other.page);
  await there.until((tensio) => tensio.ready && tensio.nodes === 21 && tensio.fixed.includes(10), null);
  expect(other.complaints).toEqual([]);
  await other.close();
  await net.page.keyboard.press('Escape');
});

test('work is kept over a reload, and Reset returns to the file', async () => {
  await chain();
  await net.doubleClick(...(await net.nodeAt(10)));
  await net.until((tensio) => tensio.fixed.includes(10), null);
  await net.page.getByText('Saved in this browser').first().waitFor();
  await net.page.reload();
  await net.until((tensio) => tensio.ready && tensio.nodes === 21 && tensio.fixed.includes(10), null);
  await net.command('Reset to the file');
  await net.until((tensio) => !tensio.fixed.includes(10), null);
});

test('drawing allocates nothing while the net moves, and springs are one draw call', async () => {
  await net.openExample('A flag in gusty wind');
  await net.until((tensio) => tensio.nodes === 247, null);
  await net.button('Play');
  await net.until((tensio) => tensio.playing && tensio.step > 0, null);
  // The first pictures make what they need.
  const counts = (): Promise<{ frames: number; draws: number }> => net.page.evaluate(() => ({ frames: window.__tensio!.frames, draws: window.__tensio!.draws }));
  await net.until((tensio, { frames, draws }) => tensio.frames > frames + 20 && tensio.draws > draws + 3, await counts());
  const before = await net.get('allocations');
  await net.until((tensio, { frames, draws }) => tensio.frames > frames + 30 && tensio.draws > draws + 3, await counts());
  expect(await net.get('allocations')).toBe(before);
  expect(await net.get('drawCalls')).toBeLessThan(12);
  await net.pause();
});
