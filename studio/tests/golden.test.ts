// The golden hashes in the studio's own WebAssembly: the same bits as every other build of Tensio.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import { checked } from '../src/worker/engine';
import { exampleText, loadModule, root } from './engine';

let module: EngineModule;
beforeAll(async () => {
  module = await loadModule();
  // The cases read these scenes.
  for (const name of ['01_springsys', '02_hanging_chain', '03_cable_net']) {
    module.FS.mkdirTree(`/examples/${name}`);
    module.FS.writeFile(`/examples/${name}/scene.json`, exampleText(name));
  }
});

test('every golden hash is that of the other builds', () => {
  const expected = Object.fromEntries(
    readFileSync(`${root}tests/golden/hashes.txt`, 'utf8').trim().split('\n')
      .map((line) => line.split(' ') as [string, string]));
  expect(Object.keys(expected).length).toBeGreaterThan(90);
  expect(checked(module.golden(''))).toEqual(expected);
});
