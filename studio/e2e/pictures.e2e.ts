// Pictures of the page in its sizes and themes, for people to look at: build/studio/pictures. A few of them are the
// pictures of docs/studio.md, put there by TENSIO_PICTURES=docs.
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pictureFolder, root, servedPage, Watched } from './browser';
import { Net } from './net';

const served = servedPage();

const folder = process.env.TENSIO_PICTURES === 'docs' ? join(root, 'docs/images') : pictureFolder();
const inDocs = new Set(['studio-light-1440', 'studio-dark-1280', 'studio-projector-1280', 'studio-phone-light', 'studio-rest', 'studio-blown', 'studio-gallery', 'studio-compare']);
const wanted = (name: string): boolean => process.env.TENSIO_PICTURES !== 'docs' || inDocs.has(name);

/** The colour of one pixel, as three numbers. */
async function colourAt(net: Net, x: number, y: number): Promise<number[]> {
  const png = await net.page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  // A filter, then the first pixel, whose neighbours count as zero.
  return [...inflateSync(Buffer.concat(data)).subarray(1, 4)];
}

async function picture(net: Net, name: string): Promise<void> {
  if (!wanted(name)) return;
  // Transitions end, and two frames later nothing of the last change is missing.
  await net.page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
  await net.page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
  const shot = await net.page.screenshot({ path: join(folder, `${name}.png`) });
  // A blank page would be a few kilobytes.
  expect(shot.length).toBeGreaterThan(20_000);
}

const sizes = [[1440, 900, '1440'], [1280, 720, '1280'], [390, 844, 'phone']] as const;

for (const [width, height, name] of sizes)
  test(`the opening scene in three themes, ${width} x ${height}`, async () => {
    const phone = name === 'phone';
    const watched = await Watched.open(served.browser, served.address, { viewport: { width, height }, ...(phone ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}) });
    const net = new Net(watched.page);
    await net.until((tensio) => tensio.ready && tensio.step > 200 && tensio.frames > 20, null);
    await net.pause();
    if (!phone) {
      await net.page.mouse.click(...(await net.springAt(300)));
      await net.until((tensio) => tensio.choice.springs.length + tensio.choice.nodes.length > 0, null);
    }
    for (const theme of ['light', 'dark', 'projector'] as const) {
      if (theme !== 'light' && phone) await net.command(theme === 'dark' ? 'Light or dark' : 'Projector');
      else if (theme !== 'light') await net.button(theme === 'dark' ? 'Dark theme' : 'Projector');
      await net.page.locator(`html[data-theme="${theme}"]`).waitFor();
      // The stage has the theme's own colour, also where the style sheet was shortened.
      const box = (await net.page.locator('canvas[role=application]').boundingBox())!;
      const stage = { light: [251, 252, 253], dark: [15, 18, 22], projector: [255, 255, 255] }[theme];
      await net.page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
      const found = await colourAt(net, Math.round(box.x + 0.5 * box.width), Math.round(box.y + (phone ? 200 : 40)));
      found.forEach((part, i) => expect(Math.abs(part - stage[i]!), `${theme}: ${found.join(' ')}`).toBeLessThan(12));
      await picture(net, phone ? `studio-phone-${theme}` : `studio-${theme}-${name}`);
    }
    expect(watched.complaints).toEqual([]);
    await watched.close();
  });

test('at rest, with the residual, and the gallery', async () => {
  const watched = await Watched.open(served.browser, served.address);
  const net = new Net(watched.page);
  await net.ready();
  await net.button(/^Find rest/);
  await net.until((tensio) => tensio.rest?.status === 'converged', null);
  await net.page.getByRole('tab', { name: 'Residual' }).click();
  await picture(net, 'studio-rest');
  await net.page.locator('header .title').click();
  await net.page.getByRole('dialog').waitFor();
  await picture(net, 'studio-gallery');
  expect(watched.complaints).toEqual([]);
  await watched.close();
});

test('blown up', async () => {
  const watched = await Watched.open(served.browser, served.address);
  const net = new Net(watched.page);
  await net.ready();
  await net.command('Text of the scene');
  const area = net.page.getByRole('textbox', { name: 'Scene as JSON' });
  const scene = JSON.parse(await area.inputValue()) as { simulation: { time_step: number } };
  scene.simulation = { ...scene.simulation, time_step: 0.006 };
  await area.fill(JSON.stringify(scene));
  await net.button('Apply');
  await net.page.getByRole('dialog').waitFor({ state: 'detached' });
  const node = await net.freeNode();
  await net.button('Play');
  await net.until((tensio) => tensio.mode === 'moving' || tensio.mode === 'blown', null);
  if ((await net.get('mode')) === 'moving') {
    await net.grab(node, 60, -120);
    await net.page.mouse.up();
  }
  await net.until((tensio) => tensio.mode === 'blown', null);
  await picture(net, 'studio-blown');
  expect(watched.complaints).toEqual([]);
  await watched.close();
});

test('four integrators side by side', async () => {
  const watched = await Watched.open(served.browser, served.address, { reducedMotion: 'reduce' });
  const net = new Net(watched.page);
  await net.ready();
  await net.openChain();
  await net.button('Compare');
  await watched.page.locator('.differs tbody tr').last().locator('td').last().filter({ hasText: /\d/ }).waitFor();
  await net.button('Play');
  await net.until((tensio) => tensio.compare!.panes[0]!.blown && tensio.compare!.time > 1.2, null);
  await net.button('Pause');
  await net.until((tensio) => !tensio.compare!.busy, null);
  await picture(net, 'studio-compare');
  expect(watched.complaints).toEqual([]);
  await watched.close();
});
