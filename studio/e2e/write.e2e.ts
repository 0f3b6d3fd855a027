// Write it yourself in the real page: code is judged and moves, what does not end is ended, what came with a link waits for a
// click, and nothing gets out of the frame.
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { addressOfFile, dist, FolderServer, pictureFolder, singleFile, startBrowser, Watched } from './browser';
import { Net } from './net';

let browser: Browser, server: FolderServer;
beforeAll(async () => {
  browser = await startBrowser();
  server = await FolderServer.start(dist);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

for (const [name, address] of [['from a web server', () => server.address], ['in one file', () => addressOfFile(singleFile)]] as const) {
  describe(`the editor ${name}`, () => {
    let watched: Watched, net: Net, page: Page;
    beforeEach(async () => {
      watched = await Watched.open(browser, address(), { permissions: ['clipboard-read', 'clipboard-write'] });
      net = new Net(watched.page);
      page = watched.page;
      await net.ready();
      await net.openChain();
    });
    afterEach(() => watched.close());

    const open = async (kind: string): Promise<void> => {
      await net.button('Write it yourself');
      await page.getByLabel('What you write').selectOption(kind);
    };
    const run = async (code: string): Promise<void> => {
      await page.getByLabel('Code, in JavaScript').fill(code);
      await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    };
    const verdict = () => page.locator('.write-verdict');
    const state = (wanted: string) => page.locator(`.write[data-state="${wanted}"]`).waitFor();

    test('judges a step in words and moves it beside the engine', async () => {
      await open('symplectic_euler');
      await run('function step(x, v, forces, mass, h) {\n  const f = forces(x, v);\n  for (let i = 0; i < x.length; i++) {\n    v[i] += h * f[i];\n    x[i] += h * v[i];\n  }\n}');
      await verdict().getByText('You forgot the mass: the acceleration is a = f / m, not f.').waitFor();
      await page.getByLabel('Begin with').selectOption('solution');
      await page.keyboard.press('Escape');
      await open('symplectic_euler');
      await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
      await verdict().getByText(/^Right, in all \d+ cases\.$/).waitFor();
      await state('running');
      // The chain of the page itself.
      expect(await page.locator('.write .note').first().textContent()).toBe('');
      await page.waitForFunction(() => Number(document.querySelector<HTMLElement>('.write')?.dataset['steps'] ?? 0) > 20);
      mkdirSync(pictureFolder(), { recursive: true });
      await page.screenshot({ path: join(pictureFolder(), `write-${name.replaceAll(' ', '-')}.png`) });
      expect(watched.complaints).toEqual([]);
    });

    test('shows the line of an error', async () => {
      await open('force');
      await run('function force(xa, xb, k, l0) {\n  const d = xb - xa;\n  return missing;\n}');
      await verdict().getByText('Line 3: missing is not defined').waitFor();
      expect(await page.locator('.line-numbers .wrong').textContent()).toBe('3');
      await run('function force(xa, xb, k, l0) {\n  return [;\n}');
      await verdict().getByText(/^Line 2: SyntaxError/).waitFor();
      expect(watched.complaints).toEqual([]);
    });

    test('ends a loop that never ends, and runs the next code', async () => {
      await open('force');
      await run('function force() { for (;;) {} }');
      await verdict().getByText('It gave no answer within one second, and was ended.').waitFor();
      expect(await page.locator('iframe[title="student code"]').count()).toBe(0);
      await run('while (true) {}');
      await verdict().getByText('It gave no answer within one second, and was ended.').waitFor();
      await page.getByLabel('Begin with').selectOption('solution');
      await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
      await verdict().getByText(/^Right, in all \d+ cases\.$/).waitFor();
      expect(watched.complaints).toEqual([]);
    });

    test('reaches neither a network, nor the page, nor what it has stored', async () => {
      const asked: string[] = [];
      const other = createServer((request, response) => {
        asked.push(request.url ?? '');
        response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end();
      });
      await new Promise<void>((resolve) => { other.listen(0, '127.0.0.1', resolve); });
      const there = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
      await page.evaluate(() => localStorage.setItem('secret', '1'));
      await open('force');
      // Each attempt becomes a number: 1 where it was refused.
      const refused = (attempt: string): string => `try { ${attempt}; results.push(0); } catch { results.push(1); }`;
      await run(`const results = [];
${refused('document.title')}
${refused('window.parent')}
${refused("localStorage.getItem('secret')")}
${refused(`importScripts('${there}script.js')`)}
${refused(`const r = new XMLHttpRequest(); r.open('GET', '${there}', false); r.send()`)}
${refused("new Function('return 1')()")}
try { fetch('${there}fetched').catch(() => {}); } catch {}
try { new WebSocket('${there.replace('http', 'ws')}'); } catch {}
function force() { throw new Error('refused ' + results.join('')); }`);
      await verdict().getByText('refused 111111').waitFor();
      expect(asked).toEqual([]);
      await new Promise((resolve) => { other.close(resolve); });
    });

    test('shows code from a link, and runs it only after a click', async () => {
      await open('explicit_euler');
      await page.getByLabel('Code, in JavaScript').fill('function step(x, v, forces, mass, h) {\n  return [x, v]; // from a link\n}');
      await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
      const link = (await page.locator('[data-link]').getAttribute('data-link'))!;
      await net.said('Link copied');
      expect(link).toMatch(/#s=[\w-]+&w=[\w-]+$/);
      const opened = await Watched.open(browser, link);
      await opened.page.getByText('This code came with a link. It has not been run').waitFor();
      expect(await opened.page.getByLabel('Code, in JavaScript').inputValue()).toContain('// from a link');
      expect(await opened.page.locator('iframe').count()).toBe(0);
      await opened.page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
      await opened.page.locator('.write-verdict').getByText(/^Not right yet/).waitFor();
      expect(opened.complaints).toEqual([]);
      await opened.close();
    });
  });
}
