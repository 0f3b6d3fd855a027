// Graphs under the pointer: zoom, pin, scrub; graphs to take away; scales of colour; the matrix.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Download } from 'playwright-core';
import { servedPage, Watched } from './browser';
import { Net } from './net';

const served = servedPage();
let watched: Watched, net: Net;

beforeEach(async () => {
  watched = await Watched.open(served.browser, served.address, { viewport: { width: 1280, height: 720 }, acceptDownloads: true });
  net = new Net(watched.page);
  await net.ready();
  await net.openExample('A standing wave');
  await net.until((tensio) => tensio.nodes === 41 && tensio.time === 0 && !tensio.playing, null);
});
afterEach(() => watched.closeWithoutComplaints());

/** The graph's canvas on the page. */
const graph = async (): Promise<{ x: number; y: number; width: number; height: number }> => (await watched.page.locator('#graphs canvas').boundingBox())!;

async function play(steps: number): Promise<void> {
  await net.button('Play');
  await net.until((tensio, given) => tensio.step > given, steps);
  await net.pause();
}

async function taken(entry: string): Promise<{ name: string; text: string }> {
  await net.button('Take the graph');
  const [download] = await Promise.all([watched.page.waitForEvent('download'), watched.page.getByRole('menuitem', { name: entry }).click()]) as [Download, void];
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('a drag on the curves zooms, a click pins, a double click shows all of it; the bar below scrubs', async () => {
  await play(300);
  const box = await graph();
  const { mouse } = watched.page;
  const time = await net.get('time');
  await mouse.move(box.x + 140, box.y + 50);
  await mouse.down();
  await mouse.move(box.x + 200, box.y + 60, { steps: 3 });
  await mouse.up();
  await net.until((tensio) => tensio.lens.span !== null, null);
  const { span } = await net.get('lens');
  expect(span!.from).toBeGreaterThan(0);
  expect(span!.to).toBeGreaterThan(span!.from);
  // The playhead has stayed.
  expect(await net.get('time')).toBe(time);
  await mouse.click(box.x + 180, box.y + 50);
  await net.until((tensio) => tensio.lens.pinned !== null, null);
  const { pinned } = await net.get('lens');
  expect(pinned!).toBeGreaterThan(span!.from);
  expect(pinned!).toBeLessThan(span!.to);
  await mouse.dblclick(box.x + 250, box.y + 50);
  await net.until((tensio) => tensio.lens.span === null && tensio.lens.pinned === null, null);
  await mouse.click(box.x + 58, box.y + box.height - 24);
  await net.until((tensio, given) => tensio.time < 0.2 * given, time);
});

test('the energy graph is saved as SVG and as CSV with its numbers', async () => {
  await play(300);
  const svg = await taken('Save as SVG');
  expect(svg.name).toMatch(/-energy\.svg$/);
  expect(svg.text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  for (const word of ['kinetic', 'elastic', 'total']) expect(svg.text).toContain(`>${word}</text>`);
  // Well-formed, with the curves of three energies at least.
  const paths = await watched.page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    return parsed.querySelector('parsererror') ? -1 : [...parsed.querySelectorAll('path')].filter((path) => (path.getAttribute('d') ?? '').split('L').length > 10).length;
  }, svg.text);
  expect(paths).toBeGreaterThanOrEqual(3);

  const csv = await taken('Save the numbers as CSV');
  const [head, ...rows] = csv.text.trim().split('\n').map((line) => line.split(','));
  expect(head).toEqual(['time', 'kinetic', 'elastic', 'gravity', 'load', 'contact', 'dissipated', 'work', 'total']);
  const numbers = rows.map((row) => row.map(Number));
  expect(numbers.length).toBeGreaterThan(3);
  numbers.forEach((row, i) => i > 0 && expect(row[0]!).toBeGreaterThan(numbers[i - 1]![0]!));
  // A string that swings: what is kinetic was elastic. The total stays.
  const [first, last] = [numbers[0]!, numbers[numbers.length - 1]!];
  expect(Math.abs(last[8]! - first[8]!)).toBeLessThan(1e-3 * first[2]!);
});

test('the legend’s menu changes the scale: by powers of ten, and back', async () => {
  const legend = watched.page.getByRole('group', { name: 'Colours' });
  const choose = async (name: string): Promise<void> => {
    await legend.getByRole('button', { name: 'Tension' }).click();
    await watched.page.getByRole('menuitemradio', { name }).or(watched.page.getByRole('menuitem', { name })).first().click();
  };
  await choose('Logarithmic scale');
  await legend.getByText('40 springs, log scale').waitFor();
  await choose('Linear scale');
  await legend.getByText('40 springs', { exact: true }).waitFor();
});

test('the matrix shows a block’s spring under the pointer', async () => {
  await watched.page.getByRole('tab', { name: 'Matrix' }).click();
  const box = await graph();
  // A string: the blocks of spring i are beside the diagonal. Somewhere on it the pointer finds one.
  const size = box.height - 30 - 12;
  const lit = (): Promise<boolean> => watched.page.evaluate(() => new Promise<boolean>((resolve) => { requestAnimationFrame(() => resolve(window.__tensio!.hover?.kind === 'spring')); }));
  // Again where the matrix was not there yet.
  for (let tries = 0; tries < 1000 && !(await lit()); tries += 1) {
    const part = 0.2 + 0.05 * (tries % 12);
    await watched.page.mouse.move(box.x + 16 + part * size + 2, box.y + 30 + part * size);
  }
  await net.until((tensio) => tensio.hover?.kind === 'spring', null);
  const { id } = (await net.get('hover'))!;
  await watched.page.mouse.down();
  await watched.page.mouse.up();
  await net.until((tensio, given) => tensio.choice.springs[0] === given, id);
});

test('the iterations of a solve are gone through one by one, and the eigenvalues of a step follow its slider', async () => {
  const { page } = watched;
  // Iterations do not play by themselves.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await net.openChain();
  await page.getByRole('tab', { name: 'Residual' }).click();
  await net.button(/^Find rest/);
  await net.until((tensio) => tensio.mode === 'rest', null);
  const steps = page.getByRole('group', { name: 'Iterations of the solve' });
  const low = async (): Promise<number> => (await net.nodeAt(10))[1];
  const rest = await low();
  await steps.getByRole('button', { name: 'One iteration on' }).click();
  await steps.getByText(/^1 of \d+: largest step .*\sm, node \d+/).waitFor();
  await net.until((tensio, given) => Math.abs(tensio.nodeAt(10)[1] - given) > 5, rest);
  await steps.getByRole('button', { name: 'One iteration on' }).click();
  await steps.getByText(/^2 of/).waitFor();
  // Another tab shows the net as it is.
  await page.getByRole('tab', { name: 'Eigenvalues' }).click();
  await net.until((tensio, given) => Math.abs(tensio.nodeAt(10)[1] - given) < 1, rest);
  const plane = page.getByRole('tabpanel').getByRole('img', { name: /None lies outside the unit circle/ });
  await plane.waitFor();
  // With the integrator left open a long step would be an implicit one.
  await net.command('Integrate with velocity Verlet');
  await page.getByRole('tabpanel').getByRole('img', { name: /velocity Verlet/ }).waitFor();
  await page.getByRole('slider', { name: 'Time step' }).focus();
  await page.keyboard.press('End');
  await page.getByRole('tabpanel').getByRole('img', { name: /eigenvalues lie outside\. The largest, \u2212\d/ }).waitFor();
});

test('the table is sorted by a column, chooses what a row names, and keeps the focus while numbers change', async () => {
  const { page } = watched;
  await net.openChain();
  await page.getByRole('tab', { name: 'Table' }).click();
  const springs = page.getByRole('table', { name: 'Springs' });
  await springs.getByRole('button', { name: /^Tension/ }).click();
  await springs.getByRole('columnheader', { name: /^Tension/, exact: false }).and(page.locator('[aria-sort=descending]')).waitFor();
  const first = springs.getByRole('rowheader').first().getByRole('button');
  await first.click();
  const { springs: chosen } = await net.get('choice');
  expect(chosen).toEqual([Number(await first.textContent())]);
  await page.getByRole('table', { name: 'Nodes' }).getByRole('rowheader').nth(10).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await net.until((tensio) => tensio.choice.nodes[0] === 10, null);
  await net.command('One step');
  await net.until((tensio) => tensio.step === 1, null);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Springs as CSV' }).click()]);
  expect(readFileSync(await file.path(), 'utf8').trim().split('\n').length).toBe(21);
});
