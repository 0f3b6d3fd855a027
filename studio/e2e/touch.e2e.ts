// Fingers on a phone, as touch events of the browser: one pulls or turns, two move, zoom and twist, a long press opens a menu.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CDPSession } from 'playwright-core';
import { servedPage, Watched } from './browser';
import { Net } from './net';

const served = servedPage();
let watched: Watched, net: Net, session: CDPSession;

type Finger = [number, number];
const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: Finger[]): Promise<unknown> =>
  session.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map(([x, y], id) => ({ x, y, id, radiusX: 8, radiusY: 8 })) });

/** Fingers from one place to another in some steps; they stay down. */
async function slide(from: Finger[], to: Finger[], steps = 6): Promise<void> {
  // All are sent before one is waited for: a busy machine would make a long press of the first.
  const sent = [send('touchStart', from)];
  for (let i = 1; i <= steps; i += 1)
    sent.push(send('touchMove', from.map(([x, y], k) => [x + ((to[k]![0] - x) * i) / steps, y + ((to[k]![1] - y) * i) / steps])));
  await Promise.all(sent);
}

const lift = (): Promise<unknown> => send('touchEnd', []);

async function tap(at: Finger): Promise<void> {
  const begun = send('touchStart', [at]);
  await lift();
  await begun;
}

beforeEach(async () => {
  watched = await Watched.open(served.browser, served.address, {
    viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, reducedMotion: 'reduce',
  });
  net = new Net(watched.page);
  session = await watched.page.context().newCDPSession(watched.page);
  await net.until((tensio) => tensio.ready && tensio.frames > 0, null);
});
afterEach(() => watched.closeWithoutComplaints());

const chain = (): Promise<void> => net.openChain();

/** Empty stage below the sentence, away from the net. */
const EMPTY: Finger = [30, 150];

test('one finger on a node pulls it, a loupe shows what it covers, and lifting it ends the pull', async () => {
  const node = await net.freeNode();
  const [x, y] = await net.nodeAt(node);
  await slide([[x, y]], [[x + 40, y - 70]]);
  await net.until((tensio, given) => tensio.pull !== null && tensio.pull.magnitude > 0 && tensio.step > 0 && given >= 0, node);
  expect(await watched.page.locator('canvas.loupe').isVisible()).toBe(true);
  const camera = await net.get('camera');
  await lift();
  await net.until((tensio) => tensio.pull === null && !tensio.playing, null);
  expect(await watched.page.locator('canvas.loupe').isVisible()).toBe(false);
  expect(await net.get('undo')).toBe(false);
  expect((await net.get('camera')).azimuth).toBe(camera.azimuth);
});

test('a flick that is over before its node is found does what a slow finger does', async () => {
  await chain();
  await watched.page.getByRole('button', { name: 'Put' }).tap();
  const [x, y] = await net.nodeAt(10);
  await Promise.all([slide([[x, y]], [[x + 10, y - 60]]), lift()]);
  await net.until((tensio, given) => tensio.undo && tensio.nodeAt(10)[1] < given - 30, y);
  // Nothing follows a finger that is gone.
  expect(await net.get('pull')).toBeNull();
  expect(await watched.page.locator('canvas.loupe').isVisible()).toBe(false);
});

test('one finger elsewhere turns the view in space and moves it in the plane', async () => {
  const before = await net.get('camera');
  await slide([EMPTY], [[EMPTY[0] + 90, EMPTY[1] + 20]]);
  await net.until((tensio, given) => Math.abs(tensio.camera.azimuth - given.azimuth) > 0.3, before);
  await lift();
  expect((await net.get('camera')).height).toBe(before.height);
  expect(await net.get('pull')).toBeNull();
  await chain();
  const flat = await net.get('camera');
  await slide([EMPTY], [[EMPTY[0] + 90, EMPTY[1]]]);
  await net.until((tensio, given) => tensio.camera.target[0] < given.target[0], flat);
  await lift();
  expect((await net.get('camera')).azimuth).toBe(flat.azimuth);
});

test('two fingers zoom, move and twist the view, also where they begin on the net', async () => {
  const [x, y] = await net.nodeAt(await net.freeNode());
  const before = await net.get('camera');
  // Apart: nearer.
  await slide([[x - 30, y], [x + 30, y]], [[x - 90, y], [x + 90, y]]);
  await net.until((tensio, given) => tensio.camera.height < 0.5 * given.height, before);
  await lift();
  const near = await net.get('camera');
  // Side by side: moved, by the same amount as the fingers.
  await slide([[x - 40, y], [x + 40, y]], [[x - 40, y + 60], [x + 40, y + 60]]);
  await net.until((tensio, given) => Math.hypot(...tensio.camera.target.map((part, i) => part - given.target[i]!)) > 1e-6, near);
  await lift();
  const moved = await net.get('camera');
  expect(moved.height / near.height).toBeCloseTo(1, 6);
  expect(moved.azimuth).toBeCloseTo(near.azimuth, 6);
  // About each other: turned.
  await slide([[x - 60, y], [x + 60, y]], [[x, y - 60], [x, y + 60]], 12);
  await net.until((tensio, given) => Math.abs(tensio.camera.azimuth - given.azimuth) > 0.3, moved);
  await lift();
  // None of this was a pull or an edit.
  expect(await net.get('pull')).toBeNull();
  expect(await net.get('step')).toBe(0);
  expect(await net.get('undo')).toBe(false);
});

test('a long press on a node opens its menu, whose first entry fixes it', async () => {
  await chain();
  const [x, y] = await net.nodeAt(10);
  await send('touchStart', [[x, y]]);
  await watched.page.getByRole('menu').waitFor();
  await lift();
  await watched.page.getByRole('menuitem', { name: /^Fix/ }).tap();
  await net.until((tensio) => tensio.fixed.includes(10), null);
});

test('a tap chooses, and the bar that comes fixes, probes and deletes', async () => {
  await chain();
  await tap(await net.nodeAt(10));
  await net.until((tensio) => tensio.choice.nodes[0] === 10, null);
  const bar = watched.page.getByRole('toolbar', { name: 'What is chosen' });
  for (const name of ['Fix', 'Load', 'Delete', 'Probe']) expect(await bar.getByRole('button', { name }).isVisible()).toBe(true);
  await bar.getByRole('button', { name: 'Fix' }).tap();
  await net.until((tensio) => tensio.fixed.includes(10), null);
  await bar.getByRole('button', { name: 'Free' }).waitFor();
});

test('with “Put” held a finger moves the drawn node, and “Axis” adds to what is chosen', async () => {
  await chain();
  await watched.page.getByRole('button', { name: 'Put' }).tap();
  const [x, y] = await net.nodeAt(10);
  await slide([[x, y]], [[x + 10, y - 60]]);
  await net.until((tensio, given) => tensio.nodeAt(10)[1] < given - 30, y);
  await lift();
  await net.until((tensio) => tensio.undo && tensio.pull === null, null);
  expect(await net.get('step')).toBe(0);
  await watched.page.getByRole('button', { name: 'Put' }).tap();
  await watched.page.getByRole('button', { name: 'Axis' }).tap();
  await tap(await net.nodeAt(4));
  await net.until((tensio) => tensio.choice.nodes.length === 1, null);
  await tap(await net.nodeAt(15));
  await net.until((tensio) => tensio.choice.nodes.length === 2, null);
});
