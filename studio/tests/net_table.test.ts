// The table of nodes and springs, and the table of a sweep.
import { beforeAll, describe, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import type { Studio } from '../src/app/studio';
import { Sweep } from '../src/panels/graphs/sweep';
import { sweepRows } from '../src/panels/graphs/sweep_box';
import { rangeOf } from '../src/panels/inspector/scene';
import { columnsOf, headOf, sorted, tableText } from '../src/panels/graphs/table';
import { exampleText, loadModule, Page } from './engine';

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });

describe('the table', () => {
  test('has the numbers of the engine, a row for each node and spring', async () => {
    const page = new Page(module);
    await page.client.request('open', { name: 'scene.json', text: exampleText('02_hanging_chain') });
    await page.client.request('findRest', {});
    const info = page.last('scene'), data = await page.client.request('columns', {});
    const springs = tableText('spring', info, data).trim().split('\n').map((line) => line.split(','));
    expect(springs.length).toBe(21);
    expect(springs[0]!.slice(0, 3)).toEqual(['spring', 'first', 'second']);
    // At rest the horizontal force is the same in all springs.
    const across = springs.slice(1).map((row) => {
      const a = Number(row[1]), b = Number(row[2]);
      return (Number(row[3]) * Math.abs(data.positions[3 * b]! - data.positions[3 * a]!)) / Number(row[4]);
    });
    for (const force of across) expect(force / across[0]!).toBeCloseTo(1, 9);
    const nodes = tableText('node', info, data).trim().split('\n').map((line) => line.split(','));
    expect(nodes.length).toBe(22);
    expect(nodes[1]).toEqual(['0', '', 'xy', '-2', '0', '0.1']);
    expect(nodes[11]![2]).toBe('');
  });

  test('names units where the scene has some', () => {
    const units = { given: true, length: 'mm', force: 'N', mass: 't', stiffness: 'N/mm', energy: 'mJ' } as never;
    expect(columnsOf('spring', { dimension: 2 }).map((column) => headOf(column, units))).toEqual(['Tension, N', 'Length, mm', 'Rest length, mm', 'Strain', 'Stiffness, N/mm', 'Energy, mJ']);
    expect(columnsOf('node', { dimension: 3 }).map((column) => headOf(column, { given: false } as never))).toEqual(['x', 'y', 'z', 'Mass']);
  });

  test('is sorted down and up, with what has no value last, and equal ones as numbered', () => {
    expect([...sorted([2, NaN, 5, 2, -1], true)]).toEqual([2, 0, 3, 4, 1]);
    expect([...sorted([2, NaN, 5, 2, -1], false)]).toEqual([4, 0, 3, 2, 1]);
  });
});

describe('a sweep', () => {
  // A weight on a spring: it rests at -1 - m g / k.
  const hanging = (k: number): string => JSON.stringify({
    tensio: 1, dimension: 2, gravity: [0, -10], parameters: { k: { value: k, min: 50, max: 200 } }, nodes: { position: [[0, 0], [0, -1]], mass: [0, 2], fixed: [0] },
    springs: [{ ends: [[0, 1]], stiffness: '=k', rest_length: 1 }], probes: [{ name: 'seat', nodes: [1], quantity: 'position.y' }],
  });

  test('has the probe at each rest state, by the closed form', async () => {
    const page = new Page(module);
    await page.client.request('open', { name: 'scene.json', text: hanging(100) });
    await page.client.request('live', { on: true });
    const sweep = new Sweep();
    for (const k of [80, 160, 50]) {
      await page.client.request('edit', { operations: [{ op: 'parameters', values: { k } }] });
      await page.client.request('findRest', {});
      const { probes } = page.last('frame');
      expect(probes[0]).toBeCloseTo(-1 - 20 / k, 9);
      sweep.add('k', k, [...probes]);
    }
    const rows = sweepRows({ info: page.last('scene') } as unknown as Studio, sweep);
    expect(rows.map((row) => row[0])).toEqual(['k', 50, 80, 160]);
    expect(rows[0]).toEqual(['k', 'seat']);
    expect(rows[1]![1]).toBeCloseTo(-1.4, 9);
  });

  test('has the range that was set, else the scene’s, else one about the value', () => {
    const ranges = new Map<string, { min: number; max: number }>();
    const parameter = { name: 'k', label: '', value: 100, min: 50, max: 200, log: true, unit: '', note: '', formula: '' };
    expect(rangeOf({ ranges }, parameter)).toEqual({ min: 50, max: 200, log: true });
    expect(rangeOf({ ranges }, { ...parameter, min: null, max: null })).toEqual({ min: 0, max: 400, log: false });
    ranges.set('k', { min: 60, max: 90 });
    expect(rangeOf({ ranges }, parameter)).toEqual({ min: 60, max: 90, log: true });
  });
});
