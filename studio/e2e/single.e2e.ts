// The page in one file, opened from a file: as just built, and as it stands in docs. Its engine computes the golden hashes.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { addressOfFile, docsFile, root, singleFile, startBrowser, Watched } from './browser';
import { Net } from './net';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
});

for (const [name, file] of [['as just built', singleFile], ['in docs', docsFile]] as const) {
  describe(`the single file ${name}`, () => {
    test('is one file: it asks for nothing else, moves, opens the gallery and solves', async () => {
      expect(existsSync(file)).toBe(true);
      const watched = await Watched.open(browser, addressOfFile(file));
      const net = new Net(watched.page);
      await net.until((tensio) => tensio.ready && tensio.step > 3, null);
      await net.openExample('A hanging chain');
      await net.until((tensio) => tensio.nodes === 21 && tensio.time === 0, null);
      await watched.page.keyboard.press('r');
      await net.until((tensio) => tensio.rest?.status === 'converged' && /^At rest, and stable/.test(tensio.verdict), null);
      // A link in a file's address is opened by the same file. A changed scene is in the link itself.
      await watched.page.mouse.dblclick(...(await net.nodeAt(10)));
      await net.until((tensio) => tensio.fixed.includes(10), null);
      await net.button(/^Share/);
      const link = await watched.page.getByRole('textbox', { name: 'Link with the scene in it' }).inputValue();
      expect(link.startsWith(`${addressOfFile(file)}#s=`)).toBe(true);
      const outside = watched.requests.filter((address) => !/^(data|blob):/.test(address) && address !== addressOfFile(file));
      expect(outside).toEqual([]);
      expect(watched.complaints).toEqual([]);
      await watched.close();
    });

    test('has an engine that gives the golden hashes', async () => {
      const html = readFileSync(file, 'utf8');
      expect(html.length).toBeLessThanOrEqual(6_000_000);
      const watched = await Watched.open(browser, addressOfFile(file));
      const net = new Net(watched.page);
      await net.ready();
      const expected = Object.fromEntries(readFileSync(join(root, 'tests/golden/hashes.txt'), 'utf8').trim().split('\n')
        .map((line) => line.split(' ') as [string, string]));
      expect(Object.keys(expected).length).toBeGreaterThan(90);
      // The scenes that the cases read.
      const files = ['01_springsys', '02_hanging_chain', '03_cable_net'].map((id) => {
        const path = `examples/${id}/scene.json`;
        return { name: path, text: readFileSync(join(root, path), 'utf8') };
      });
      expect(await watched.page.evaluate((list) => window.__tensio!.golden(list), files)).toEqual(expected);
      expect(watched.complaints).toEqual([]);
      await watched.close();
    });
  });
}
