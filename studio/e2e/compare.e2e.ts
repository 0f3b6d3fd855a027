// Compare: panes with one clock and one camera; one blows up alone; leaving takes over what was clicked.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { servedPage, Watched } from './browser';
import { Net } from './net';

const served = servedPage();
let watched: Watched, net: Net;

beforeEach(async () => {
  watched = await Watched.open(served.browser, served.address, { viewport: { width: 1280, height: 720 } });
  net = new Net(watched.page);
  await net.ready();
});
afterEach(() => watched.closeWithoutComplaints());

async function compareChain(): Promise<void> {
  await net.openChain();
  await watched.page.keyboard.press('c');
  // Ready once the cost of a step has been measured in the last pane.
  await watched.page.locator('.differs tbody tr').last().locator('td').last().filter({ hasText: /\d/ }).waitFor();
  await net.until((tensio) => tensio.compare !== null && tensio.compare.panes.length === 4 && !tensio.compare.busy && tensio.compare.time === 0, null);
}

test('four integrators run by one clock; explicit Euler stops alone, implicit Euler loses energy', async () => {
  await compareChain();
  const start = (await net.get('compare'))!;
  expect(start.panes.map((pane) => pane.integrator)).toEqual(['explicit_euler', 'symplectic_euler', 'velocity_verlet', 'implicit_euler']);
  // One thing differs.
  expect(new Set(start.panes.map((pane) => pane.timeStep)).size).toBe(1);
  await net.button('Play');
  // Errors against the reference come behind the panes, one for each frame: a slow machine takes many steps in a frame.
  await net.until(({ compare }) => compare!.panes[0]!.blown && compare!.panes[3]!.step > 60 && compare!.panes.slice(1).every(({ errors }) => errors.length > 5), null);
  await net.button('Pause');
  await net.until((tensio) => !tensio.compare!.busy, null);
  const { panes, time } = (await net.get('compare'))!;
  expect(panes.map((pane) => pane.blown)).toEqual([true, false, false, false]);
  for (const pane of panes.slice(1)) expect(Math.abs(pane.time - time)).toBeLessThanOrEqual(1.001 * pane.timeStep);
  expect(panes[3]!.drift).toBeLessThan(0);
  expect(Math.abs(panes[2]!.drift)).toBeLessThan(Math.abs(panes[3]!.drift));
  const last = (await net.get('compare'))!.panes.slice(1).map(({ errors }) => errors[5]!);
  expect(last[1]).toBeLessThan(last[2]!);
  await watched.page.getByRole('tab', { name: 'Error' }).click();
  await watched.page.getByRole('img', { name: /^Largest distance of a node/ }).waitFor();
  const card = watched.page.locator('.pane-box').first().locator('.pane-card');
  expect(await card.textContent()).toMatch(/^Blown up at .*Spring \d+ reached a strain of/);
  // The cure stands in the pane.
  expect(await card.getByRole('button').first().textContent()).toMatch(/^Use velocity Verlet, .*\sms$/);
  // With equations on, every pane has its own formula.
  await watched.page.keyboard.press('e');
  await watched.page.locator('.pane-eq').nth(3).filter({ hasText: 'implicit Euler' }).waitFor();
  expect(await watched.page.locator('.pane-eq').nth(2).textContent()).toContain('½');
});

test('one camera, panes that differ in their step, and Esc leaves with the pane clicked last', async () => {
  await compareChain();
  await net.button('Step');
  await net.until((tensio) => !tensio.compare!.busy && tensio.compare!.by === 'step' && new Set(tensio.compare!.panes.map((pane) => pane.integrator)).size === 1, null);
  const steps = (await net.get('compare'))!.panes.map((pane) => pane.timeStep);
  expect(steps[1]! / steps[0]!).toBeCloseTo(2, 9);
  expect(steps[3]! / steps[0]!).toBeCloseTo(8, 9);
  await watched.page.locator('.pane-box canvas').nth(2).click({ position: { x: 30, y: 120 } });
  await watched.page.locator('.pane-box').nth(2).and(watched.page.locator('.last')).waitFor();
  await watched.page.keyboard.press('Escape');
  await net.until((tensio) => tensio.compare === null && tensio.undo, null);
  const step = await watched.page.evaluate(() => (document.querySelector('.scene input[aria-label="Time step"]') as HTMLInputElement).getAttribute('aria-valuetext'));
  expect(step).toMatch(/ms$/);
  await watched.page.getByRole('button', { name: /^Undo change the simulation/ }).waitFor();
});

test('panes that differ in the drag: their headers name it, each has a reference of its own, and a value is chosen in the header', async () => {
  await compareChain();
  await watched.page.getByRole('button', { name: '2 panes' }).click();
  await net.until((tensio) => tensio.compare!.panes.length === 2, null);
  await net.button('Drag');
  await net.until((tensio) => !tensio.compare!.busy && tensio.compare!.by === 'drag' && tensio.compare!.panes.every(({ value }) => value !== null), null);
  const panes = (await net.get('compare'))!.panes;
  expect(new Set(panes.map(({ integrator, timeStep }) => `${integrator} ${timeStep}`)).size).toBe(1);
  expect(panes[0]!.value).toBe(0);
  expect(panes[1]!.value).toBeGreaterThan(0);
  const box = watched.page.locator('.pane-box').nth(1);
  await box.getByRole('button', { name: /^Drag .* in pane B$/ }).click();
  await watched.page.getByRole('menuitemradio').last().click();
  await net.until((tensio, before) => (tensio.compare!.panes[1]!.value ?? 0) > before, panes[1]!.value!);
  await watched.page.locator('.differs tbody tr').first().filter({ hasText: /^Drag/ }).waitFor();
  await net.button('Play');
  await net.until((tensio) => tensio.compare!.panes.every(({ errors }) => errors.length > 5), null);
  await watched.page.keyboard.press('Escape');
  await net.until((tensio) => tensio.compare === null, null);
});

test('in space all panes turn together', async () => {
  await net.until((tensio) => tensio.step > 3, null);
  await watched.page.keyboard.press('c');
  await net.until((tensio) => tensio.compare !== null && tensio.compare.panes.length === 4, null);
  await net.until((tensio) => !tensio.compare!.busy, null);
  const before = (await net.get('compare'))!.panes.map((pane) => pane.azimuth);
  const box = (await watched.page.locator('.pane-box canvas').nth(1).boundingBox())!;
  await watched.page.mouse.move(box.x + 40, box.y + box.height - 40);
  await watched.page.mouse.down();
  await watched.page.mouse.move(box.x + 140, box.y + box.height - 30, { steps: 4 });
  await watched.page.mouse.up();
  await net.until((tensio, given) => tensio.compare!.panes.every((pane, i) => Math.abs(pane.azimuth - given[i]!) > 0.3), before);
  expect(new Set((await net.get('compare'))!.panes.map((pane) => pane.azimuth.toFixed(9))).size).toBe(1);
});

test('leaving while panes are still made ends in the scene as it was', async () => {
  await net.openChain();
  await watched.page.keyboard.press('c');
  await net.until((tensio) => tensio.compare !== null, null);
  await watched.page.keyboard.press('Escape');
  await net.until((tensio) => tensio.compare === null, null);
  expect(await net.get('problem')).toBe('');
  expect(await net.get('undo')).toBe(false);
  // And again, to the end.
  await watched.page.keyboard.press('c');
  await watched.page.locator('.differs tbody tr').last().locator('td').last().filter({ hasText: /\d/ }).waitFor();
  expect((await net.get('compare'))!.panes.length).toBe(4);
});
