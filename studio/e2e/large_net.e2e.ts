// A net of 100,000 springs: drawn by one call of WebGL for all springs, and by nothing that is made anew for each frame.
import { expect, test } from 'vitest';
import { servedPage, Watched } from './browser';
import { Net } from './net';

const served = servedPage();

/** What the page asked of WebGL, and the large arrays that its scripts made. */
interface Counts {
  /** Instances of each draw call since the counts were reset. */
  drawn: number[];
  /** Buffers and textures that were made or got new memory. */
  made: string[];
  /** Typed arrays of more than 40,000 numbers: as large as those of positions and springs. */
  arrays: string[];
}

// Runs in the page before its scripts.
function count(): void {
  const counts: Counts = { drawn: [], made: [], arrays: [] };
  Object.defineProperty(window, '__counts', { value: counts });
  const gl = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const around = (name: string, seen: (args: unknown[]) => void): void => {
    const own = gl[name]!;
    gl[name] = function (this: unknown, ...args: unknown[]) {
      seen(args);
      return own.apply(this, args);
    };
  };
  around('drawArrays', () => counts.drawn.push(1));
  around('drawElements', () => counts.drawn.push(1));
  around('drawArraysInstanced', (args) => counts.drawn.push(args[3] as number));
  around('drawElementsInstanced', (args) => counts.drawn.push(args[4] as number));
  for (const name of ['createBuffer', 'createTexture', 'bufferData', 'texImage2D', 'texStorage2D', 'createProgram'])
    around(name, () => counts.made.push(name));
  for (const name of ['Float32Array', 'Float64Array', 'Uint8Array', 'Int32Array', 'Uint32Array'] as const) {
    const own = window[name] as unknown as new (...args: unknown[]) => { length: number };
    (window as unknown as Record<string, unknown>)[name] = new Proxy(own, {
      construct(target, args, self) {
        const made = Reflect.construct(target, args, self) as { length: number };
        // A view of a buffer that is there takes no memory.
        if (made.length > 40_000 && !(args[0] instanceof ArrayBuffer)) counts.arrays.push(`${name}(${made.length})`);
        return made;
      },
    });
  }
}

test('100,000 springs are one draw call, and frames make nothing', async () => {
  const watched = await Watched.open(served.browser, 'about:blank', { viewport: { width: 640, height: 420 } });
  const { page } = watched;
  await page.addInitScript(count);
  const scene = { tensio: 1, dimension: 3, title: 'Large', gravity: [0, 0, -9.81],
    generate: [{ kind: 'cloth', name: 'cloth', columns: 130, rows: 130, width: 10, height: 10, stiffness: 1000,
      shear_stiffness: 100, bending_stiffness: 0.01, mass_per_area: 0.2 }],
    nodes: { fixed: ['cloth.corners'] }, simulation: { integrator: 'velocity_verlet', duration: 1 } };
  await page.route('**/large.json', (route) => route.fulfill({ contentType: 'application/json', body: JSON.stringify(scene) }));
  await page.goto(`${served.address}?scene=large.json`);
  const net = new Net(page);
  await net.until((tensio) => tensio.ready && tensio.title === 'Large', null);
  const springs = await net.get('springs');
  expect(springs).toBeGreaterThan(100_000);
  // Time runs, and the first frames have made what they need.
  const still = await net.get('draws');
  await page.keyboard.press('Space');
  await net.until((tensio, given) => tensio.playing && tensio.step > 0 && tensio.frames > 8 && tensio.draws > given + 3, still);
  const counts = (): Promise<Counts & { draws: number; frames: number; drawCalls: number; allocations: number }> =>
    page.evaluate(() => {
      const { drawn, made, arrays } = (window as unknown as { __counts: Counts }).__counts;
      const { draws, frames, drawCalls, allocations } = window.__tensio!;
      return { drawn: [...drawn], made: [...made], arrays: [...arrays], draws, frames, drawCalls, allocations };
    });
  const before = await counts();
  // A busy machine draws only some of the frames.
  await net.until((tensio, { frames, draws }) => tensio.frames > frames + 12 && tensio.draws > draws + 3, before);
  const after = await counts();
  const draws = after.draws - before.draws;
  expect(draws).toBeGreaterThan(3);
  const drawn = after.drawn.slice(before.drawn.length);
  // All springs in one call of each picture, and few calls for all the rest.
  const ofSprings = drawn.filter((instances) => instances >= springs);
  expect(ofSprings).toEqual(Array.from({ length: draws }, () => springs));
  expect(drawn.length).toBeLessThanOrEqual(10 * draws);
  expect(after.drawCalls).toBeLessThanOrEqual(10);
  expect(after.made.slice(before.made.length)).toEqual([]);
  // What is drawn is in single precision. Histories of graphs are in double and grow by doubling: on a slow machine one of
  // them may become as large.
  const arrays = after.arrays.slice(before.arrays.length), histories = arrays.filter((array) => array.startsWith('Float64'));
  expect(arrays.filter((array) => !histories.includes(array))).toEqual([]);
  expect(histories.length).toBeLessThanOrEqual(1);
  expect(after.allocations).toBe(before.allocations);
  expect(watched.complaints).toEqual([]);
  await watched.close();
});
