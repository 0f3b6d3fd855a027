// What a first visit loads: small, without the gallery, and moving before anything else is fetched. Times are printed with
// TENSIO_MEASURE=1; no test depends on them.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { addressOfFile, dist, servedPage, singleFile, startBrowser, Watched } from './browser';
import { Net } from './net';

const served = servedPage();
/** Of all that is loaded first, each file compressed by gzip -9. */
const MOST_BYTES = 1_500_000;

test('the page and its engine are less than 1.5 MB, and the opening scene moves before the gallery is loaded', async () => {
  const watched = await Watched.open(served.browser, served.address);
  const net = new Net(watched.page);
  await net.until(() => performance.getEntriesByName('tensio-moving').length > 0, null);
  const names = new Set(watched.requests.map((address) => new URL(address))
    .filter((url) => url.protocol.startsWith('http')).map((url) => (url.pathname === '/' ? 'index.html' : url.pathname.slice(1))));
  expect([...names].filter((name) => name.endsWith('.wasm')).length).toBe(1);
  expect([...names].filter((name) => /worker/.test(basename(name))).length).toBe(1);
  expect([...names].filter((name) => /gallery|lesson|film|qr/i.test(basename(name)))).toEqual([]);
  let sum = 0;
  const sizes = [...names].map((name) => {
    const bytes = gzipSync(readFileSync(join(dist, name)), { level: 9 }).length;
    sum += bytes;
    return `${name} ${bytes}`;
  });
  expect(sum, sizes.join('\n')).toBeLessThanOrEqual(MOST_BYTES);
  if (process.env.TENSIO_MEASURE === '1') console.log(`${sizes.join('\n')}\nfirst load: ${sum} bytes`);
  // It does come when it is asked for.
  await watched.page.keyboard.press('g');
  await watched.page.getByRole('dialog').waitFor();
  expect(watched.requests.some((address) => /gallery/.test(address))).toBe(true);
  expect(watched.complaints).toEqual([]);
  await watched.close();
});

test.runIf(process.env.TENSIO_MEASURE === '1')('times from the navigation to the first moving frame', async () => {
  for (const [name, address] of [['folder', served.address], ['single file', addressOfFile(singleFile)]] as const) {
    const times: string[] = [];
    for (let i = 0; i < 5; ++i) {
      const browser = await startBrowser();
      const watched = await Watched.open(browser, address);
      await new Net(watched.page).until(() => performance.getEntriesByName('tensio-moving').length > 0, null);
      times.push(await watched.page.evaluate(() => ['tensio-engine', 'tensio-moving']
        .map((mark) => performance.getEntriesByName(mark)[0]!.startTime.toFixed(0)).join('/')));
      await browser.close();
    }
    console.log(`${name}: engine/moving [ms] ${times.join(' ')}`);
  }
});
