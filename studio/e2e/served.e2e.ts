// The page as `tensio studio` delivers it: the scene and its changes, a run, and the policy in force.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { program, root, startBrowser, Watched } from './browser';
import { Net } from './net';

/** The program and the address that it prints. */
function start(...words: string[]): Promise<{ process: ChildProcess; address: string }> {
  const child = spawn(program, ['studio', ...words, '--no-browser', '-q'], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString();
      if (text.includes('\n')) resolve({ process: child, address: text.trim() });
    });
    child.on('exit', (code) => reject(new Error(`tensio studio ended with ${code}`)));
  });
}

describe.skipIf(!existsSync(program))('tensio studio', () => {
  let browser: Browser, folder: string;
  beforeAll(async () => {
    browser = await startBrowser();
    folder = mkdtempSync(join(tmpdir(), 'tensio-studio-'));
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('shows a scene, and shows it again when the file is saved', async () => {
    const path = join(folder, 'chain.json');
    const text = readFileSync(join(root, 'examples/02_hanging_chain/scene.json'), 'utf8');
    writeFileSync(path, text);
    const { process: child, address } = await start(path);
    try {
      const watched = await Watched.open(browser, address);
      const net = new Net(watched.page);
      await net.until((tensio) => tensio.ready && tensio.nodes === 21, null);
      const title = await net.get('title');
      writeFileSync(path, text.replace(title, 'A chain that was saved again'));
      await net.until((tensio) => tensio.title === 'A chain that was saved again' && tensio.undo, null);
      // A mistake is shown with its line, and the net stays.
      writeFileSync(path, '{"tensio": 1, "nodes": {');
      await net.until((tensio) => tensio.problem !== '', null);
      expect(await net.get('nodes')).toBe(21);
      writeFileSync(path, text);
      await net.until((tensio, given) => tensio.title === given && tensio.problem === '', title);
      expect(watched.complaints).toEqual([]);
      expect(watched.requests.filter((request) => !/^(data|blob):/.test(request) && !request.startsWith(address))).toEqual([]);
      await watched.close();
    } finally {
      child.removeAllListeners('exit');
      child.kill('SIGINT');
    }
  });

  test('replays the folder of a run', async () => {
    const run = join(folder, 'run');
    const made = spawnSync(program, ['run', join(root, 'examples/11_wave_on_a_string/scene.json'), '--out', run, '--quiet']);
    expect(made.status).toBe(0);
    const { process: child, address } = await start(run);
    try {
      const watched = await Watched.open(browser, address);
      const net = new Net(watched.page);
      await net.until((tensio) => tensio.ready && tensio.mode === 'recording' && tensio.nodes === 41, null);
      await net.button('Play');
      await net.until((tensio) => tensio.time > 0, null);
      expect(watched.complaints).toEqual([]);
      await watched.close();
    } finally {
      child.removeAllListeners('exit');
      child.kill('SIGINT');
    }
  });
});
