// Who uses a keyboard or a screen reader: axe finds nothing serious, in any theme, on any surface. Markup is text.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { servedPage, Watched } from './browser';
import { Net } from './net';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const served = servedPage();

type Finding = { id: string; impact: string; help: string; nodes: { target: string[] }[] };

/** What axe calls serious or critical. */
async function serious(page: Page): Promise<string[]> {
  // By the debugger, which the page's policy does not concern.
  await page.evaluate(`${axe}; undefined`);
  const found = await page.evaluate<Finding[]>(`axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations.map(
    ({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.slice(0, 5).map(({ target }) => ({ target })) })))`);
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

for (const theme of ['light', 'dark', 'projector'] as const) {
  test(`axe finds no serious violation in ${theme}`, async () => {
    const watched = await Watched.open(served.browser, served.address, { reducedMotion: 'reduce' });
    const net = new Net(watched.page);
    await net.ready();
    if (theme !== 'light') await net.button(theme === 'dark' ? 'Dark theme' : 'Projector');
    expect(await serious(watched.page)).toEqual([]);
    await watched.page.keyboard.press('r');
    await net.until((tensio) => tensio.rest !== null, null);
    await watched.page.mouse.click(...(await net.nodeAt(await net.freeNode())));
    await net.until((tensio) => tensio.choice.nodes.length + tensio.choice.springs.length > 0, null);
    expect(await serious(watched.page)).toEqual([]);
    for (const key of ['g', '?', 'Control+k']) {
      await watched.page.keyboard.press(key);
      await watched.page.getByRole('dialog').waitFor();
      expect(await serious(watched.page), key).toEqual([]);
      await watched.page.keyboard.press('Escape');
      await watched.page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(watched.complaints).toEqual([]);
    await watched.close();
  });
}

test('axe finds no serious violation in Share, in Compare and in a lesson', async () => {
  const watched = await Watched.open(served.browser, `${served.address}?lesson=why_explicit_steps_explode`, { reducedMotion: 'reduce' });
  const net = new Net(watched.page), strip = watched.page.getByRole('region', { name: 'Lesson' });
  await net.until((tensio) => tensio.ready && tensio.nodes === 2, null);
  await strip.getByLabel('Your answer, in s').fill('1');
  await strip.getByRole('button', { name: 'Answer', exact: true }).click();
  await strip.getByRole('button', { name: 'Show the answer' }).click();
  await strip.getByText('Not quite.').waitFor();
  expect(await serious(watched.page), 'a number').toEqual([]);
  await strip.getByRole('button', { name: 'Next' }).click();
  await strip.getByRole('button', { name: 'It rises' }).click();
  expect(await serious(watched.page), 'a sketch').toEqual([]);
  await net.button(/^Share/);
  await net.button('QR code');
  expect(await serious(watched.page), 'share').toEqual([]);
  await watched.page.keyboard.press('Escape');
  await watched.page.getByRole('tab', { name: 'Matrix' }).click();
  expect(await serious(watched.page), 'matrix').toEqual([]);
  await net.button('Compare');
  await net.until((tensio) => tensio.compare !== null && tensio.compare.panes.length === 4, null);
  expect(await serious(watched.page), 'compare').toEqual([]);
  expect(watched.complaints).toEqual([]);
  await watched.close();
});

test('axe finds no serious violation on a phone', async () => {
  const watched = await Watched.open(served.browser, served.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  await new Net(watched.page).ready();
  expect(await serious(watched.page)).toEqual([]);
  expect(watched.complaints).toEqual([]);
  await watched.close();
});

test('titles, names and notes with markup are text, and no script of a scene or link runs', async () => {
  const watched = await Watched.open(served.browser, served.address);
  const { page } = watched;
  const net = new Net(page);
  await net.ready();
  const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const scene = {
    tensio: 1, dimension: 2, title: evil, description: evil, source: evil, note: evil,
    parameters: { k: { value: 10, min: 1, max: 20, label: evil } },
    nodes: { position: [[0, 0], [1, 0]], mass: 1, fixed: [0], name: ['', evil], note: evil },
    springs: [{ name: evil, ends: [[0, 1]], stiffness: '=k', note: evil }],
    groups: { [evil]: [1] },
  };
  const good = JSON.stringify(scene);
  // The first two are not scenes: the page says so and opens one's own.
  for (const text of [JSON.stringify({ ...scene, [evil]: evil }), JSON.stringify({ ...scene, dimension: evil }), good]) {
    // As a link, whose text is packed by the page's own code elsewhere; here by the browser.
    const code = await page.evaluate(async (source) => {
      const stream = new Blob([source]).stream().pipeThrough(new CompressionStream('deflate-raw'));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
    }, text);
    await page.goto('about:blank');
    await page.goto(`${served.address}#s=${code}`);
    await net.ready();
    if (text === good) await net.until((tensio) => tensio.nodes === 2, null);
    else await net.said('This link holds no scene that can be read.');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('r');
    await page.mouse.move(700, 400);
    await net.until((tensio) => tensio.rest !== null || tensio.problem !== '', null);
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  }
  expect(await net.get('title')).toBe(evil);
  for (const code of ['AAAA', '%3Cscript%3E', 'javascript:alert(1)', 'A'.repeat(200_000), '..%2f']) {
    await page.goto('about:blank');
    await page.goto(`${served.address}#s=${code}`);
    await net.ready();
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined();
  }
  expect(watched.complaints).toEqual([]);
  await watched.close();
});
