// Input that means harm, or is broken: an error object, and the scene that was there stays.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import type { RequestName } from '../src/protocol';
import { EngineFailure } from '../src/worker/client';
import { exampleText, loadModule, Page, root } from './engine';

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });

async function refused(page: Page, request: RequestName, args: unknown): Promise<EngineFailure> {
  const failure = await page.client.request(request, args as never).then(() => null, (e: unknown) => e);
  expect(failure, `${request} ${JSON.stringify(args)?.slice(0, 200)}`).toBeInstanceOf(EngineFailure);
  return failure as EngineFailure;
}

test('every bad scene of the tests gives its problems as objects', async () => {
  const page = new Page(module);
  await page.client.request('open', { name: 'good.json', text: exampleText('02_hanging_chain') });
  const start = await page.client.request('hash', {});
  let scenes = 0, placed = 0;
  const folder = `${root}tests/bad_scenes`;
  for (const section of readdirSync(folder)) {
    if (!statSync(`${folder}/${section}`).isDirectory()) continue;
    for (const name of readdirSync(`${folder}/${section}`)) {
      if (!name.endsWith('.json')) continue;
      const bytes = new Uint8Array(readFileSync(`${folder}/${section}/${name}`));
      // Some are bad only for a file beside them, which is not there.
      const failure = await refused(page, 'open', { name, bytes });
      ++scenes;
      expect(['content', 'io', 'limit']).toContain(failure.kind);
      for (const problem of failure.problems) expect(problem.message.length).toBeGreaterThan(5);
      if (failure.problems[0]!.line > 0) {
        ++placed;
        expect(failure.problems[0]!.file).toBe(name);
        expect(failure.problems[0]!.column).toBeGreaterThan(0);
      }
      expect((await page.client.request('hash', {})).scene).toBe(start.scene);
    }
  }
  expect(scenes).toBeGreaterThan(200);
  expect(placed).toBeGreaterThan(scenes * 0.8);
});

test('bytes of any kind give an error object', async () => {
  const page = new Page(module);
  let seed = 12345;
  const random = (n: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed % n;
  };
  const good = exampleText('07_mixed');
  for (const ending of ['.json', '.obj', '.ply', '.stl', '.off', '.vtu', '.msh', '.dxf', '.csv', '.npy']) {
    const bytes = Uint8Array.from({ length: 500 }, () => random(256));
    await page.client.request('open', { name: `noise${ending}`, bytes }).catch((error: unknown) => {
      expect(error).toBeInstanceOf(EngineFailure);
      expect((error as EngineFailure).kind).not.toBe('internal');
    });
  }
  for (let i = 0; i < 150; ++i) {
    const at = random(good.length);
    const text = good.slice(0, at) + String.fromCharCode(32 + random(90)) + good.slice(at + random(4));
    await page.client.request('open', { name: 'a.json', text }).catch((error: unknown) => {
      expect(error).toBeInstanceOf(EngineFailure);
      expect((error as EngineFailure).kind).not.toBe('internal');
    });
  }
});

test('scenes that want too much are refused', async () => {
  const page = new Page(module);
  const cloth = (columns: number): string => JSON.stringify({ tensio: 1, dimension: 3,
    generate: [{ kind: 'cloth', name: 'c', columns, rows: columns, stiffness: 1, mass_per_area: 1 }] });
  expect((await refused(page, 'open', { name: 'a.json', text: cloth(1e9) })).problems.length).toBe(1);
  await refused(page, 'open', { name: 'a.json', text: cloth(20000) });
  await refused(page, 'open', { name: 'a.json', text: '['.repeat(200000) });
  await refused(page, 'open', { name: 'a.json', text: '{"tensio": 1, "nodes": '.repeat(50000) });
  // Another one still opens.
  await page.client.request('open', { name: 'b.json', text: exampleText('01_springsys') });
});

test('names do not lead out of their folder', async () => {
  const page = new Page(module);
  await page.client.request('open', { name: '../../etc/a.json', text: exampleText('01_springsys'),
    files: [{ name: '../../../open/x.npy', bytes: new Uint8Array(3) }] });
  const listed = module.FS.readdir('/');
  expect(listed).not.toContain('etc');
  expect(listed).not.toContain('x.npy');
});

test('markup in titles and names is text', async () => {
  const page = new Page(module);
  const title = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  const scene = await page.client.request('open', { name: 'a.json', text: JSON.stringify({ tensio: 1,
    dimension: 2, title, description: title, nodes: { position: [[0, 0], [1, 0]], name: [title, 'b'], mass: 1 },
    springs: [{ name: title, ends: [[0, 1]], stiffness: 1 }] }) });
  expect(scene.title).toBe(title);
  expect(scene.nodeNames[0]).toBe(title);
});

test('requests that make no sense get an answer', async () => {
  const page = new Page(module);
  await refused(page, 'play', {});
  await refused(page, 'findRest', {});
  await refused(page, 'modes', { count: 3 });
  await refused(page, 'undo', {});
  await refused(page, 'redo', {});
  await refused(page, 'seek', { step: 3 });
  await refused(page, 'replay', {});
  await refused(page, 'matrix', {});
  await refused(page, 'nothing' as RequestName, {});
  await page.client.request('open', { name: 'a.json', text: exampleText('01_springsys') });
  await refused(page, 'pull', { node: 77, point: [0, 0, 0] });
  await refused(page, 'pull', { node: 1, point: [NaN, 0, 0] });
  await refused(page, 'speed', { speed: -1 });
  await refused(page, 'step', { steps: 0.5 });
  await refused(page, 'advance', { seconds: -1 });
  await refused(page, 'inspectNode', { node: -1 });
  await refused(page, 'inspectSpring', { spring: 1e9 });
  await refused(page, 'export', { ending: '.exe' });
  await refused(page, 'show', { quantity: 'taste' });
  await refused(page, 'edit', { operations: [{ op: 'fix' }] });
  await refused(page, 'edit', { operations: [{ op: 'parameters', values: { a: {} } }] });
  for (const operation of [{ op: 'springValues', springs: [0] }, { op: 'simulation' }, { op: 'wind', value: 3 },
    { op: 'addObstacle' }, { op: 'text', text: 5 }, { op: 'addNode', at: [0] }, {}, { op: 5 }, { op: 'parameters' }])
    expect((await refused(page, 'edit', { operations: [operation] })).kind).toBe('content');
  await refused(page, 'findRest', { method: 'magic' });
});
