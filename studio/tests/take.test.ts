// What is taken along: GIFs that another reader reads back, meshes with their motion, the library's picture; and results that
// a scene has recorded, with the words of `tensio verify`.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EngineModule } from '@engine';
import type { VerifyReport } from '../src/protocol';
import { EngineFailure } from '../src/worker/client';
import { Gif, packed, Palette } from '../src/take/gif';
import { verify } from '../src/text/en_verify';
import { exampleText, loadModule, openExample, Page, root } from './engine';

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });

// ---- a reader of GIF, after the specification ----

function unpacked(bytes: Uint8Array, at: number): { places: number[]; end: number } {
  const least = bytes[at]!, clear = 1 << least;
  const data: number[] = [];
  for (at += 1; bytes[at] !== 0; at += 1 + bytes[at]!) data.push(...bytes.subarray(at + 1, at + 1 + bytes[at]!));
  let size = least + 1, bit = 0, table: number[][] = [], last: number[] | null = null;
  const reset = (): void => {
    table = Array.from({ length: clear + 2 }, (_, i) => [i]);
    size = least + 1;
    last = null;
  };
  const places: number[] = [];
  reset();
  for (;;) {
    let code = 0;
    for (let i = 0; i < size; i += 1, bit += 1) code |= ((data[bit >> 3]! >> (bit & 7)) & 1) << i;
    if (code === clear) {
      reset();
      continue;
    }
    if (code === clear + 1) return { places, end: at + 1 };
    const entry: number[] | undefined = code < table.length ? table[code] : last ? [...last, last[0]!] : undefined;
    if (!entry) throw new Error(`code ${code} of ${table.length}`);
    for (const place of entry) places.push(place);
    if (last && table.length < 4096) table.push([...last, entry[0]!]);
    if (table.length === 1 << size && size < 12) size += 1;
    last = entry;
  }
}

/** Pictures of a GIF as places in its table, and how long each is shown. */
function readGif(bytes: Uint8Array): { width: number; height: number; colours: number[][]; pictures: number[][]; delays: number[] } {
  const word = (i: number): number => bytes[i]! | (bytes[i + 1]! << 8);
  expect(new TextDecoder().decode(bytes.subarray(0, 6))).toBe('GIF89a');
  const width = word(6), height = word(8);
  const colours = Array.from({ length: 256 }, (_, i) => [...bytes.subarray(13 + 3 * i, 16 + 3 * i)]);
  const pictures: number[][] = [], delays: number[] = [];
  let at = 13 + 768, same = -1, canvas: number[] = Array.from({ length: width * height }, () => -1);
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) {
        delays.push(word(at + 4));
        same = bytes[at + 3]! & 1 ? bytes[at + 6]! : -1;
      }
      for (at += 2; bytes[at] !== 0; at += 1 + bytes[at]!);
      at += 1;
      continue;
    }
    expect(bytes[at]).toBe(0x2c);
    const [x0, y0, wide, tall] = [word(at + 1), word(at + 3), word(at + 5), word(at + 7)];
    expect(x0 + wide).toBeLessThanOrEqual(width);
    expect(y0 + tall).toBeLessThanOrEqual(height);
    const { places, end } = unpacked(bytes, at + 10);
    expect(places.length).toBe(wide * tall);
    canvas = [...canvas];
    places.forEach((place, i) => {
      if (place !== same || pictures.length === 0) canvas[(y0 + Math.floor(i / wide)) * width + x0 + (i % wide)] = place;
    });
    pictures.push(canvas);
    at = end;
  }
  expect(at).toBe(bytes.length - 1);
  return { width, height, colours, pictures, delays };
}

let seed = 7;
const random = (n: number): number => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return (seed >> 8) % n;
};
const picture = (width: number, height: number, colour: (x: number, y: number) => number[]): Uint8ClampedArray =>
  Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => (i % 4 === 3 ? 255 : colour((i >> 2) % width, Math.floor((i >> 2) / width))[i % 4]!));

describe('a GIF', () => {
  it('is read back as it was, also where its codes begin again, and where nothing changes', async () => {
    const wide = 150, tall = 90;
    const noise = picture(wide, tall, () => [random(4) * 64, random(4) * 64, random(4) * 64]);
    const moved = noise.slice();
    for (let y = 20; y < 30; y += 1) for (let x = 40; x < 70; x += 1) moved.set([255, 0, 0, 255], 4 * (y * wide + x));
    const all = [noise, moved, moved, picture(wide, tall, (x, y) => [x, y, 128])];
    const palette = new Palette();
    for (const one of all) palette.add(one);
    palette.make();
    const gif = new Gif(wide, tall, palette);
    all.forEach((one, i) => gif.add(one, 5 + i));
    const read = readGif(new Uint8Array(await gif.finish().arrayBuffer()));
    expect([read.width, read.height, read.delays]).toEqual([wide, tall, [5, 6, 7, 8]]);
    all.forEach((one, i) => {
      let worst = 0;
      read.pictures[i]!.forEach((place, at) => {
        for (let k = 0; k < 3; k += 1) worst = Math.max(worst, Math.abs(read.colours[place]![k]! - one[4 * at + k]!));
      });
      // 64 + 1 colours are all in the table, but for their cells of 8; a field of 150 by 90 shades is not.
      expect(worst).toBeLessThanOrEqual(i < 3 ? 7 : 40);
    });
  });

  it('keeps every colour where there are no more than its table has', () => {
    const colours = Array.from({ length: 200 }, (_, i) => [8 * (i % 32), 8 * Math.floor(i / 32), 40]);
    const one = picture(200, 3, (x) => colours[x]!);
    const palette = new Palette();
    palette.add(one);
    palette.make();
    for (const [r, g, b] of colours) expect(palette.colours[palette.nearest(r!, g!, b!)]).toEqual([r, g, b]);
    expect(palette.colours.length).toBe(200);
  });

  it('packs runs and noise of any length to codes that give them again', () => {
    for (const length of [1, 2, 255, 256, 257, 5000, 100_000])
      for (const kinds of [1, 2, 255]) {
        const places = Uint8Array.from({ length }, () => random(kinds));
        expect(unpacked(Uint8Array.from([...packed(places), 0x3b]), 0).places, `${length} ${kinds}`).toEqual([...places]);
      }
  });
});

describe('an export', () => {
  it('of glTF has the moments that were kept, and the next one has not', async () => {
    const page = await openExample(module, '11_wave_on_a_string');
    const times = [0, 0.001, 0.002, 0.003];
    await page.client.request('advance', { seconds: 0.003 });
    for (const time of times) {
      await page.client.request('seek', { time });
      await page.client.request('keepFrame', {});
    }
    const json = (bytes: Uint8Array): { animations?: { channels: unknown[]; samplers: { input: number }[] }[]; accessors: { count: number; max?: number[] }[] } =>
      JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true))));
    const moving = json((await page.client.request('export', { ending: '.glb' })).bytes);
    expect(moving.animations!.length).toBe(1);
    const input = moving.accessors[moving.animations![0]!.samplers[0]!.input]!;
    expect([input.count, input.max![0]]).toEqual([times.length, 0.003]);
    expect(json((await page.client.request('export', { ending: '.glb' })).bytes).animations).toBeUndefined();
  });

  it('of SVG is the library\'s picture, from the side that is asked for, with titles as text', async () => {
    const page = new Page(module);
    const scene = JSON.parse(exampleText('06_tensegrity_prism')) as { title: string };
    await page.client.request('open', { name: 'a.json', text: JSON.stringify({ ...scene, title: '<script>alert(1)</script>' }) });
    const svg = async (options: object): Promise<string> => new TextDecoder().decode((await page.client.request('export', { ending: '.svg', ...options })).bytes);
    const [front, side] = [await svg({ azimuth: 0, elevation: 10 }), await svg({ azimuth: 90, elevation: 10 })];
    expect(front).toMatch(/^(<\?xml[^>]*>\s*)?<svg /);
    expect(front).not.toBe(side);
    expect(front).not.toContain('<script');
    await expect(page.client.request('export', { ending: '.svg', azimuth: NaN, elevation: 0 })).rejects.toBeInstanceOf(EngineFailure);
  });
});

describe('recorded results', () => {
  const recorded = async (name: string): Promise<string> => {
    const page = await openExample(module, name);
    return (await page.client.request('record', { seconds: 0 })).text;
  };
  const verified = async (text: string): Promise<VerifyReport> => {
    const page = new Page(module);
    expect((await page.client.request('open', { name: 'scene.json', text })).recorded).toBe(true);
    return page.client.request('verify', {});
  };

  it('have the hashes that the program prints', async () => {
    const text = await recorded('11_wave_on_a_string');
    const lines = verify.lines(await verified(text));
    const manual = readFileSync(`${root}docs/cli.md`, 'utf8');
    expect(lines.length).toBe(2);
    for (const line of lines) expect(manual).toContain(line);
  });

  it('are the same here, others where a hash or the scene was changed, and are said so in the program\'s words', async () => {
    const text = await recorded('11_wave_on_a_string');
    const good = await verified(text);
    expect(good.results.map(({ name, same }) => [name, same])).toEqual([['rest', true], ['motion', true]]);
    const changed = await verified(text.replace(/"title":\s*"/, '$&Another '));
    expect([changed.sceneChanged, changed.results.every(({ same }) => same)]).toEqual([true, true]);
    const hash = JSON.parse(text) as { recorded: { rest: string } };
    hash.recorded.rest = '0123456789abcdef';
    const other = await verified(JSON.stringify(hash));
    expect([other.sceneChanged, other.results[0]!.same, other.results[1]!.same]).toEqual([false, false, true]);
    expect(verify.lines(other)[0]).toBe(`different: rest: positions, tensions and reactions at rest; recorded 0123456789abcdef, here ${good.results[0]!.recorded}`);
    // The program says the same of its machine.
    const program = readFileSync(`${root}cli/commands/verify_command.cpp`, 'utf8');
    for (const report of [good, changed, other, { ...other, sceneChanged: true }])
      for (const sentence of verify.verdict(report)) expect(program).toContain(sentence.replace('This browser', 'This machine').replace(/( that Tensio .*)?\.$/, ''));
    expect(verify.verdict(other)).toEqual([`This browser does not give the bits that Tensio ${other.recordedBy} recorded.`]);
  });

  it('are refused where there are none, and a scene that gives none says why', async () => {
    const page = new Page(module);
    expect((await page.client.request('open', { name: 'a.json', text: exampleText('02_hanging_chain') })).recorded).toBe(false);
    await expect(page.client.request('verify', {})).rejects.toThrow('The scene has no recorded results to verify.');
    await page.client.request('open', { name: 'a.json', text: JSON.stringify({ tensio: 1, dimension: 2, gravity: [0, -1], nodes: { position: [[0, 0], [1, 0]], mass: 1 }, springs: [{ ends: [[0, 1]], stiffness: 1 }] }) });
    await expect(page.client.request('record', { seconds: 0 })).rejects.toThrow(/the rest state was not recorded: /);
  });
});
