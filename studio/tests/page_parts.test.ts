// Parts of the page that need no browser: the opening scene, links, the colour scale, the record for graphs.
import { describe, expect, it } from 'vitest';
import { ENERGY_COUNT, History } from '../src/app/history';
import { makeOpening } from '../src/app/opening';
import { barOf, BARS, countBars, newScale, scaleEnd, setDivisors, shareOf } from '../src/app/scale';
import { decodeScene, encodeScene } from '../src/app/share_link';
import { ticks, widened } from '../src/panels/graphs/axes';
import { crosses } from '../src/app/segments';
import type { Frame } from '../src/protocol';

describe('the opening scene', () => {
  it('is in balance: at each free node tensions, weight and supports add up to nothing', () => {
    const { positions, ends, tensions, text } = makeOpening();
    const scene = JSON.parse(text) as { nodes: { mass: number[]; fixed: number[] }; gravity: number[] };
    const force = new Float64Array(positions.length);
    for (let i = 0; i < ends.length / 2; i += 1) {
      const a = 3 * ends[2 * i]!, b = 3 * ends[2 * i + 1]!;
      const d = [0, 1, 2].map((axis) => positions[b + axis]! - positions[a + axis]!);
      const length = Math.hypot(...d);
      d.forEach((part, axis) => {
        force[a + axis]! += (tensions[i]! * part) / length;
        force[b + axis]! -= (tensions[i]! * part) / length;
      });
    }
    const fixed = new Set(scene.nodes.fixed);
    scene.nodes.mass.forEach((mass, node) => {
      if (fixed.has(node)) return;
      const net = Math.hypot(force[3 * node]!, force[3 * node + 1]!, force[3 * node + 2]! + mass * scene.gravity[2]!);
      // Against tensions of some hundred newtons, in single precision.
      expect(net, `node ${node}`).toBeLessThan(0.05);
    });
  });
});

describe('a scene in a link', () => {
  it('comes back as it was', async () => {
    const text = JSON.stringify({ title: 'ß 漢字 <script>', numbers: Array.from({ length: 500 }, (_, i) => i / 7) });
    const code = await encodeScene(text);
    expect(code).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(await decodeScene(code)).toBe(text);
  });

  it('is refused where it is not one', async () => {
    expect(await decodeScene('')).toBeNull();
    expect(await decodeScene('<script>')).toBeNull();
    expect(await decodeScene('AAAA____')).toBeNull();
    expect(await decodeScene('A'.repeat(1_000_000))).toBeNull();
  });

  it('does not inflate without bound', async () => {
    const bomb = await encodeScene('0'.repeat(40_000_000));
    expect(bomb.length).toBeLessThan(120_000);
    expect(await decodeScene(bomb)).toBeNull();
  });
});

describe('the colour scale', () => {
  it('ends at the 95th percentile, rounded up', () => {
    const values = Float32Array.from({ length: 1000 }, (_, i) => 100 + i / 10);
    expect(scaleEnd(values, 'tension')).toBe(200);
  });

  it('is not decided by a tenth of springs that carry far more', () => {
    const values = Float32Array.from({ length: 100 }, (_, i) => (i < 88 ? 100 : 2000));
    expect(scaleEnd(values, 'tension')).toBe(250);
  });

  it('counts every spring once, and those beyond it', () => {
    const scale = newScale();
    scale.end = 10;
    const values = Float32Array.from([-20, -10, 0, 5, 10, 11, NaN]);
    countBars(scale, values);
    expect(scale.bars.reduce((a, b) => a + b, 0)).toBe(6);
    expect(scale.beyond).toBe(2);
    expect(barOf(-2, true)).toBe(0);
    expect(barOf(2, true)).toBe(BARS - 1);
    expect(scaleEnd(new Float32Array(5), 'tension')).toBe(0);
  });
});

describe('the record for graphs', () => {
  const frame = (time: number): Frame => ({ time, energies: new Float64Array(ENERGY_COUNT).fill(time), probes: Float64Array.of(time), pull: null, samples: new Float64Array(0) }) as unknown as Frame;

  it('grows, finds moments, and forgets what a new run replaces', () => {
    const history = new History();
    history.clear(1);
    for (let i = 0; i < 1500; i += 1) history.add(frame(i / 10));
    expect(history.rows).toBe(1500);
    expect(history.rowAt(12.34)).toBe(123);
    expect(history.rowAt(-1)).toBe(-1);
    history.add(frame(50));
    expect(history.rows).toBe(501);
    expect(history.probes[500]).toBe(50);
    expect(history.energies[500 * ENERGY_COUNT]).toBe(50);
  });

  it('takes the moments between two frames from the samples of the second', () => {
    const history = new History();
    history.clear(1);
    const row = (time: number): number[] => [time, 10 * time, NaN, ...new Array<number>(ENERGY_COUNT).fill(2 * time), 3 * time];
    history.add({ ...frame(3), samples: Float64Array.from([...row(1), ...row(2), ...row(3)]) });
    expect([...history.times.subarray(0, history.rows)]).toEqual([1, 2, 3]);
    expect(history.energies[ENERGY_COUNT]).toBe(4);
    expect(history.probes[2]).toBe(9);
    expect(history.pulls[1]).toBe(0);
  });
});

describe('a sweep of the cut', () => {
  it('meets a segment that it crosses, and no other', () => {
    expect(crosses(0, 0, 10, 10, 0, 10, 10, 0)).toBe(true);
    expect(crosses(0, 0, 4, 4, 0, 10, 10, 0)).toBe(false);
    expect(crosses(0, 0, 10, 0, 0, 1, 10, 1)).toBe(false);
  });
});

describe('ticks of a graph', () => {
  it('are few and end, whatever the numbers are', () => {
    expect(ticks(0, 1, 0.25)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(ticks(-1.2, -1.2 + 1e-17, 1e-18).length).toBeLessThanOrEqual(60);
    expect(ticks(0, 1e300, 1e-300).length).toBeLessThanOrEqual(60);
    expect(ticks(NaN, 1, 1)).toEqual([]);
    expect(ticks(0, Infinity, 1).length).toBeLessThanOrEqual(60);
  });

  it('divide a range of a body that rests', () => {
    const [low, high] = widened(-1.2, -1.2 + 1e-16);
    expect(high - low).toBeGreaterThan(0.1);
    expect(widened(0, 3)).toEqual([0, 3]);
  });
});

describe('other scales of colour', () => {
  it('by powers of ten: a hundredth of the end is a third of the way, and what is smaller than the decades is 0', () => {
    const scale = { end: 200, kind: 'log' as const, divisors: null };
    expect(shareOf(scale, 200, 0)).toBe(1);
    expect(shareOf(scale, -2, 0)).toBeCloseTo(-1 / 3, 12);
    expect(shareOf(scale, 0.1, 0)).toBe(0);
    expect(shareOf(scale, 0, 0)).toBe(0);
    // What is beyond the end stays beyond it.
    expect(shareOf(scale, -500, 0)).toBe(-2.5);
  });

  it('by set: each set ends at its own values, and one without any has the end of all', () => {
    const values = Float32Array.from([1, 1, 1, 400, -400, 0, 0]);
    const divisors = setDivisors([{ first: 0, count: 3 }, { first: 3, count: 2 }, { first: 5, count: 2 }], values, 'tension', 50);
    expect([...divisors]).toEqual([1, 1, 1, 400, 400, 50, 50]);
    expect(shareOf({ end: 50, kind: 'set', divisors }, values[4]!, 4)).toBe(-1);
  });
});
