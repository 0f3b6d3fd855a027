// A parameter's slider with Live on leaves dots; the first click in an empty scene makes a node.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { servedPage, Watched } from './browser';
import { Net } from './net';

const served = servedPage();
let watched: Watched, net: Net;

beforeEach(async () => {
  watched = await Watched.open(served.browser, served.address, { viewport: { width: 1280, height: 720 }, acceptDownloads: true, reducedMotion: 'reduce' });
  net = new Net(watched.page);
  await net.ready();
});
afterEach(() => watched.closeWithoutComplaints());

test('with Live on, a slider leaves a dot for each rest state', async () => {
  const { page } = watched;
  await page.getByRole('switch', { name: 'Live' }).click();
  await net.until((tensio) => tensio.live && tensio.mode === 'rest', null);
  await page.getByRole('tab', { name: 'Probes' }).click();
  await net.button('Probes');
  await page.getByRole('menuitem', { name: 'Over a parameter (sweep)' }).or(page.getByRole('menuitemradio', { name: 'Over a parameter (sweep)' })).first().click();
  // The box sets where the slider ends.
  const most = page.getByRole('group', { name: 'Range of the slider' }).getByRole('textbox', { name: 'to' });
  await most.fill('300');
  await most.press('Enter');
  const slider = page.getByRole('slider', { name: 'Force density' });
  await slider.focus();
  for (let i = 0; i < 6; i += 1) {
    const { revision } = await page.evaluate(() => ({ revision: window.__tensio!.revision }));
    await page.keyboard.press('ArrowRight');
    // A new scene has no rest state before its own.
    await net.until((tensio, given) => tensio.revision > given && tensio.rest !== null, revision);
  }
  await net.button('Take the graph');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Save as SVG' }).click()]);
  const svg = readFileSync(await download.path(), 'utf8');
  expect(svg).toContain('>Force density, N/m</text>');
  expect(svg).toContain('>largest tension</text>');
  await net.button('Take the graph');
  const [table] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Save the numbers as CSV' }).click()]);
  const rows = readFileSync(await table.path(), 'utf8').trim().split('\n').map((line) => line.split(','));
  expect(rows.length).toBeGreaterThanOrEqual(7);
  for (const [value, tension] of rows.slice(1).map((row) => row.map(Number))) expect(value! <= 300 && tension! > 0).toBe(true);
  // Dots are circles of 2.4 pixels; the last has one of 5 over it.
  expect(svg.match(/a2\.4 2\.4 /g)!.length / 2).toBeGreaterThanOrEqual(2);
});

test('the first click in an empty scene makes a node, and the sentence offers the gallery', async () => {
  const { page } = watched;
  await net.command('Empty scene in the plane');
  await net.until((tensio) => tensio.mode === 'empty' && tensio.verdict === 'Nothing here yet. Click to place a node, or open the gallery.', null);
  await page.mouse.click(500, 300);
  await net.until((tensio) => tensio.nodes === 1 && tensio.choice.nodes[0] === 0, null);
  await page.keyboard.press('Control+z');
  await net.until((tensio) => tensio.nodes === 0, null);
  await net.button('Open the gallery');
  await page.getByRole('dialog', { name: 'Gallery' }).waitFor();
});
