// Every example in the studio's own WebAssembly: it opens, moves, and looks for rest.
import { beforeAll, describe, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import { exampleFiles, exampleText, examples, loadModule, Page } from './engine';

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });

describe.each(examples)('%s', (name) => {
  test('opens, moves for 0.1 s and looks for rest', async () => {
    const page = new Page(module);
    const scene = await page.client.request('open', { name: 'scene.json', text: exampleText(name), files: exampleFiles(name) });
    expect(scene.nodeCount).toBeGreaterThan(0);
    expect(scene.positions.length).toBe(3 * scene.nodeCount);
    expect(scene.ends.length).toBe(2 * scene.springCount);
    expect(Math.max(...scene.ends)).toBeLessThan(scene.nodeCount);
    const reached = await page.client.request('advance', { seconds: 0.1 });
    const begin = scene.simulation.startTime;
    if (page.of('blowUp').length === 0) expect(reached.time - begin).toBeGreaterThan(0.1 - 1e-9);
    const frame = page.last('frame');
    expect(frame.positions.every(Number.isFinite)).toBe(true);
    expect(frame.values.length).toBe(scene.springCount);
    const rest = await page.client.request('findRest', {});
    expect(['converged', 'no_equilibrium', 'stalled', 'iteration_limit']).toContain(rest.status);
  });
});
