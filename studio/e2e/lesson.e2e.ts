// A lesson: its strip, its question before its answer, Compare on the way, and answers that come back as a link.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { servedPage, Watched } from './browser';
import { Net } from './net';

const served = servedPage();
let watched: Watched, net: Net;

beforeEach(async () => {
  watched = await Watched.open(served.browser, `${served.address}?lesson=stable_step`, {
    viewport: { width: 1280, height: 720 }, permissions: ['clipboard-read', 'clipboard-write'],
  });
  net = new Net(watched.page);
  await net.until((tensio) => tensio.ready && tensio.nodes === 21, null);
});
afterEach(() => watched.closeWithoutComplaints());

test('asks before it explains, opens Compare, and gives the answers as a link', async () => {
  const { page } = watched;
  const strip = page.getByRole('region', { name: 'Lesson' });
  await strip.getByText('1 of 5.').waitFor();
  // A step names the panels that it shows.
  expect(await page.locator('#app > .side').isVisible()).toBe(false);
  expect(await page.locator('#app > .deck').isVisible()).toBe(true);
  await strip.getByRole('button', { name: 'Next' }).click();
  await strip.getByText('2 of 5.').waitFor();
  // Not before an answer.
  expect(await strip.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
  expect(await strip.locator('.reveal').count()).toBe(0);
  await strip.getByRole('button', { name: 'It falls' }).click();
  await strip.getByText('Not quite.').waitFor();
  await strip.getByRole('button', { name: 'It stays' }).click();
  await strip.getByText('Yes.').waitFor();
  await strip.getByRole('button', { name: 'Next' }).click();
  await net.until((tensio) => tensio.compare !== null && tensio.compare.by === 'integrator' && tensio.compare.panes.length === 4, null);
  await strip.getByRole('button', { name: 'B, symplectic Euler' }).click();
  await strip.getByRole('button', { name: 'Next' }).click();
  await strip.getByRole('button', { name: 'Its energy' }).click();
  await strip.getByRole('button', { name: 'Next' }).click();
  await net.until((tensio) => tensio.compare !== null && tensio.compare.by === 'step', null);
  await strip.getByRole('button', { name: 'C and D' }).click();
  await strip.getByRole('button', { name: 'Copy answers as a link' }).click();
  await page.getByText('Link copied.').first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${served.address}?lesson=stable_step#a=stable_step.-0101`);
  await strip.getByRole('button', { name: 'Finish' }).click();
  await strip.waitFor({ state: 'hidden' });
  // Who opens the link sees what was answered.
  await page.goto('about:blank');
  await page.goto(link);
  await strip.getByText('1 of 5.').waitFor();
  await strip.getByRole('button', { name: 'Next' }).click();
  await strip.getByText('Yes.').waitFor();
  await strip.getByRole('button', { name: 'Next' }).click();
  await strip.getByText('Not quite.').waitFor();
});
