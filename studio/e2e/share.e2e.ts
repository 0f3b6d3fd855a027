// What is taken away: a film, code, a QR code; and the page inside another one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jsQR from 'jsqr';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { FolderServer, servedPage, Watched } from './browser';
import { Net } from './net';

const served = servedPage();
let watched: Watched, net: Net;

beforeEach(async () => {
  watched = await Watched.open(served.browser, served.address, { viewport: { width: 1280, height: 720 }, acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] });
  net = new Net(watched.page);
  await net.ready();
  await net.openChain();
});
afterEach(() => watched.closeWithoutComplaints());

const share = async (): Promise<void> => {
  await net.button(/^Share/);
  await watched.page.getByRole('dialog').waitFor();
};
const link = (): Promise<string> => watched.page.getByRole('textbox', { name: 'Link with the scene in it' }).inputValue();
const copied = async (name: string): Promise<string> => {
  const text = await net.copiedBy(() => watched.page.getByRole('dialog').getByRole('button', { name, exact: true }).click());
  await net.said('Copied');
  return text;
};

test('a film of the motion is recorded until it is stopped', async () => {
  await share();
  await watched.page.getByRole('button', { name: /^Film/ }).click();
  await net.until((tensio) => tensio.playing, null);
  const draws = await net.get('draws');
  await net.until((tensio, given) => tensio.step > 30 && tensio.draws > given + 10, draws);
  const [download] = await Promise.all([watched.page.waitForEvent('download'), net.button('Stop and save')]);
  const bytes = readFileSync(await download.path());
  expect(download.suggestedFilename()).toMatch(/\.(mp4|webm)$/);
  // The begin of a WebM or an MP4 file, and more than a head.
  expect(bytes.readUInt32BE(0) === 0x1a45dfa3 || bytes.toString('latin1', 4, 8) === 'ftyp').toBe(true);
  expect(bytes.length).toBeGreaterThan(2000);
});

test('an unchanged example has a short link, a changed one has the scene in it', async () => {
  await share();
  expect(await link()).toBe(`${served.address}?example=02_hanging_chain`);
  const code = await copied('As C++');
  expect(code).toContain('#include "tensio/tensio.hpp"');
  expect(code).toContain('solve_equilibrium(net)');
  expect(await copied('As Python')).toMatch(/^# .*: rest.*\nimport tensio\n/);
  await watched.page.keyboard.press('Escape');
  await watched.page.mouse.dblclick(...(await net.nodeAt(10)));
  await net.until((tensio) => tensio.fixed.includes(10), null);
  await share();
  expect(await link()).toMatch(/#s=[\w-]{100,}$/);
});

test('the QR code of the link is read by a decoder; the projector shows it by itself', async () => {
  await net.button('Projector');
  await share();
  const path = (await watched.page.locator('.qr path').getAttribute('d'))!;
  const side = Number((await watched.page.locator('.qr svg').getAttribute('viewBox'))!.split(' ')[2]);
  const scale = 4, size = side * scale, pixels = new Uint8ClampedArray(4 * size * size).fill(255);
  for (const [, x, y, wide] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1)
      for (let column = Number(x) * scale; column < (Number(x) + Number(wide)) * scale; column += 1) pixels.fill(0, 4 * (row * size + column), 4 * (row * size + column) + 3);
  expect(jsQR(pixels, size, size)?.data).toBe(await link());
});

test('the embed code shows the scene in another page, wakes on a click, and leaves the wheel to that page', async () => {
  await share();
  const code = await copied('Embed code');
  expect(code).toMatch(/^<iframe src="[^"]+\?example=02_hanging_chain&amp;embed" /);
  const { page } = watched;
  // A page of someone else, at another origin, longer than the window.
  const folder = mkdtempSync(join(tmpdir(), 'tensio-embed-'));
  writeFileSync(join(folder, 'index.html'), `<!doctype html><link rel="icon" href="data:,"><body style="height:3000px">${code}</body>`);
  const other = await FolderServer.start(folder);
  onTestFinished(async () => {
    await other.stop();
    rmSync(folder, { recursive: true });
  });
  await page.goto(other.address);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await frame!.waitForFunction(() => window.__tensio?.ready && window.__tensio.nodes === 21);
  // Nothing but the stage.
  for (const hidden of ['.bar', '.side', '.deck', '.tools']) expect(await frame!.locator(hidden).first().isVisible()).toBe(false);
  const height = await frame!.evaluate(() => window.__tensio!.camera.height);
  const box = (await page.locator('iframe').boundingBox())!;
  await page.mouse.move(box.x + 300, box.y + 200);
  await frame!.getByRole('button', { name: 'Click to wake the net' }).click();
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => document.scrollingElement!.scrollTop > 0);
  expect(await frame!.evaluate(() => window.__tensio!.camera.height)).toBe(height);
  await frame!.getByRole('button', { name: 'Play' }).click();
  await frame!.waitForFunction(() => window.__tensio!.step > 3);
  const back = await frame!.getByRole('link', { name: 'Open in Tensio' }).getAttribute('href');
  expect(back).toBe(`${served.address}?example=02_hanging_chain`);
});
