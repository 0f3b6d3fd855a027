// The page that `tensio solve --page` writes for printing, on a small screen.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { addressOfFile, program, root, startBrowser } from './browser';

describe.skipIf(!existsSync(program))('tensio solve --page', () => {
  let browser: Browser, folder: string;
  beforeAll(async () => {
    browser = await startBrowser();
    folder = mkdtempSync(join(tmpdir(), 'tensio-page-'));
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // Materials, combinations, stages and all columns of the springs.
  test.each(['08_cable_net_cases', '28_cable_dome'])('has no table that is cut at 1000 pixels: %s', async (name) => {
    const path = join(folder, `${name}.html`);
    const scene = join(root, 'examples', name, 'scene.json');
    const made = spawnSync(program, ['solve', scene, '--page', path, '--no-viewer', '--quiet']);
    expect(made.status).toBe(0);
    const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
    await page.goto(addressOfFile(path));
    const tables = await page.$$eval('.scroll', (boxes) =>
      boxes.map((box) => ({ words: box.textContent?.slice(0, 60), cut: box.scrollWidth > box.clientWidth })));
    expect(tables.length).toBeGreaterThan(30);
    expect(tables.filter((table) => table.cut)).toEqual([]);
    await page.close();
  });
});
