// The folder of a run, as the program writes it: scene.json and its frames as NumPy arrays.
import { beforeAll, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import { EngineFailure } from '../src/worker/client';
import { exampleText, loadModule, Page } from './engine';

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });

function npy(shape: number[], values: number[]): Uint8Array {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  let header = `{'descr': '<f8', 'fortran_order': False, 'shape': ${tuple}, }`;
  header = header.padEnd(64 * Math.ceil((header.length + 11) / 64) - 11, ' ') + '\n';
  const bytes = new Uint8Array(10 + header.length + 8 * values.length);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  bytes.set(new TextEncoder().encode(header), 10);
  bytes.set(new Uint8Array(new Float64Array(values).buffer), 10 + header.length);
  return bytes;
}

test('a recorded run shows its frames', async () => {
  const page = new Page(module);
  const scene = await page.client.request('open', { name: 'a.json', text: exampleText('02_hanging_chain') });
  const times = [0, 0.5, 1], nodes = scene.nodeCount;
  const position = times.flatMap((time) => Array.from({ length: nodes }, (_, i) =>
    [scene.drawn[3 * i]!, scene.drawn[3 * i + 1]! - time]).flat());
  const files = [
    { name: 'scene.json', bytes: new TextEncoder().encode(exampleText('02_hanging_chain')) },
    { name: 'position.npy', bytes: npy([3, nodes, 2], position) },
    { name: 'velocity.npy', bytes: npy([3, nodes, 2], position.map(() => 0)) },
    { name: 'time.npy', bytes: npy([3], times) },
  ];
  const recorded = await page.client.request('openResult', { name: 'run', files });
  expect(Array.from(recorded.recording)).toEqual(times);
  expect(page.session.state().mode).toBe('recording');
  await page.client.request('seek', { time: 0.9 });
  const frame = page.last('frame');
  expect(frame.time).toBe(1);
  expect(frame.positions[31]!).toBeCloseTo(scene.drawn[31]! - 1, 5);
  await expect(page.client.request('openResult', { name: 'run', files: files.slice(1) }))
    .rejects.toBeInstanceOf(EngineFailure);
});
