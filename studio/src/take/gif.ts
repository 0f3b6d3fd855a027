// GIF animations (GIF89a): one table of 255 colours for all pictures, in each only what has changed, packed by LZW.

/** Colours in a cube of 32 x 32 x 32. */
const SHADES = 32 ** 3;
const cell = (r: number, g: number, b: number): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

interface Box {
  cells: number[];
  pixels: number;
}

/** The table by median cut: boxes of colours are halved, always the one with most pixels times its longest side. */
export class Palette {
  private readonly counts = new Uint32Array(SHADES);
  private readonly sums = new Float64Array(3 * SHADES);
  /** Place in the table for each cell of the cube, made when it is asked for. */
  private readonly place = new Int16Array(SHADES).fill(-1);
  readonly colours: [number, number, number][] = [];

  /** Counts the colours of a picture: RGBA, opaque. */
  add(pixels: Uint8ClampedArray): void {
    for (let i = 0; i < pixels.length; i += 4) {
      const at = cell(pixels[i]!, pixels[i + 1]!, pixels[i + 2]!);
      this.counts[at]! += 1;
      for (let k = 0; k < 3; k += 1) this.sums[3 * at + k]! += pixels[i + k]!;
    }
  }

  make(most = 255): void {
    const used: number[] = [];
    for (let at = 0; at < SHADES; at += 1) if (this.counts[at]! > 0) used.push(at);
    const boxes: Box[] = [this.box(used)];
    while (boxes.length < most) {
      let best = -1, largest = 0;
      boxes.forEach((box, i) => {
        // Few pixels of a colour of their own, such as thin lines, still count.
        const weight = Math.sqrt(box.pixels) * this.longest(box)[1];
        if (box.cells.length > 1 && weight > largest) largest = weight, best = i;
      });
      if (best < 0) break;
      const { cells } = boxes[best]!, [axis] = this.longest(boxes[best]!);
      cells.sort((a, b) => this.shade(a, axis) - this.shade(b, axis));
      const middle = (this.shade(cells[0]!, axis) + this.shade(cells[cells.length - 1]!, axis)) / 2;
      let half = cells.findIndex((at) => this.shade(at, axis) > middle);
      if (half < 1) half = cells.length >> 1;
      boxes.splice(best, 1, this.box(cells.slice(0, half)), this.box(cells.slice(half)));
    }
    for (const { cells, pixels } of boxes) {
      const sum = [0, 0, 0];
      for (const at of cells) for (let k = 0; k < 3; k += 1) sum[k]! += this.sums[3 * at + k]!;
      this.colours.push(sum.map((value) => Math.round(value / Math.max(1, pixels))) as [number, number, number]);
    }
  }

  private box(cells: number[]): Box {
    return { cells, pixels: cells.reduce((sum, at) => sum + this.counts[at]!, 0) };
  }

  private shade(at: number, axis: number): number {
    return (at >> (10 - 5 * axis)) & 31;
  }

  /** The longest side of a box, and its length. */
  private longest({ cells }: Box): [number, number] {
    let axis = 0, length = -1;
    for (let k = 0; k < 3; k += 1) {
      let low = 31, high = 0;
      for (const at of cells) low = Math.min(low, this.shade(at, k)), high = Math.max(high, this.shade(at, k));
      if (high - low > length) length = high - low, axis = k;
    }
    return [axis, length];
  }

  /** The nearest colour of the table. */
  nearest(r: number, g: number, b: number): number {
    const at = cell(r, g, b);
    if (this.place[at]! >= 0) return this.place[at]!;
    let best = 0, least = Infinity;
    this.colours.forEach(([cr, cg, cb], i) => {
      const distance = 2 * (r - cr) ** 2 + 4 * (g - cg) ** 2 + 3 * (b - cb) ** 2;
      if (distance < least) least = distance, best = i;
    });
    this.place[at] = best;
    return best;
  }
}

/** Codes of variable length (LZW), from 9 bits on, in blocks of up to 255 bytes. */
export function packed(places: Uint8Array): number[] {
  const CLEAR = 256, END = 257;
  const bytes: number[] = [8];
  let block: number[] = [], bits = 0, count = 0, size = 9;
  const put = (code: number): void => {
    bits |= code << count;
    count += size;
    while (count >= 8) {
      block.push(bits & 255);
      bits >>>= 8;
      count -= 8;
      if (block.length === 255) bytes.push(255, ...block), block = [];
    }
  };
  let table = new Map<number, number>(), next = END + 1;
  put(CLEAR);
  let prefix = places[0]!;
  for (let i = 1; i < places.length; i += 1) {
    const key = (prefix << 8) | places[i]!;
    const known = table.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    put(prefix);
    prefix = places[i]!;
    if (next === 4096) {
      put(CLEAR);
      table = new Map();
      next = END + 1;
      size = 9;
    } else {
      // The reader makes this entry one code later: so does the size grow.
      if (next === 1 << size) size += 1;
      table.set(key, next);
      next += 1;
    }
  }
  put(prefix);
  put(END);
  if (count > 0) block.push(bits & 255);
  if (block.length > 0) bytes.push(block.length, ...block);
  bytes.push(0);
  return bytes;
}

const word = (value: number): [number, number] => [value & 255, value >> 8];
/** Not a colour of the table: a pixel that stays as it was. */
const SAME = 255;

/** Writes a GIF picture by picture; all have the same size. */
export class Gif {
  private readonly pieces: Uint8Array<ArrayBuffer>[] = [];
  private last: Uint8Array | null = null;

  constructor(private readonly width: number, private readonly height: number, private readonly palette: Palette) {
    const head = [...new TextEncoder().encode('GIF89a'), ...word(width), ...word(height), 0xf7, 0, 0];
    for (let i = 0; i < 256; i += 1) head.push(...(palette.colours[i] ?? [0, 0, 0]));
    // It is shown again and again.
    head.push(0x21, 0xff, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0);
    this.pieces.push(Uint8Array.from(head));
  }

  /** A picture as RGBA, shown for this many hundredths of a second. */
  add(pixels: Uint8ClampedArray, hundredths: number): void {
    const { width, height, palette } = this;
    const places = new Uint8Array(width * height);
    for (let i = 0; i < places.length; i += 1) places[i] = palette.nearest(pixels[4 * i]!, pixels[4 * i + 1]!, pixels[4 * i + 2]!);
    const { last } = this;
    this.last = places;
    // The rectangle around what has changed; of an unchanged picture one pixel.
    let x0 = 0, y0 = 0, x1 = width - 1, y1 = height - 1;
    if (last) {
      x0 = width, y0 = height, x1 = -1, y1 = -1;
      for (let i = 0; i < places.length; i += 1) {
        if (places[i] === last[i]) continue;
        const x = i % width, y = Math.floor(i / width);
        x0 = Math.min(x0, x), x1 = Math.max(x1, x), y0 = Math.min(y0, y), y1 = Math.max(y1, y);
      }
      if (x1 < 0) x0 = y0 = x1 = y1 = 0;
    }
    const wide = x1 - x0 + 1, tall = y1 - y0 + 1;
    const part = new Uint8Array(wide * tall);
    for (let y = 0; y < tall; y += 1)
      for (let x = 0; x < wide; x += 1) {
        const at = (y0 + y) * width + x0 + x;
        part[y * wide + x] = last && last[at] === places[at] ? SAME : places[at]!;
      }
    const delay = Math.max(2, Math.min(65_535, Math.round(hundredths)));
    this.pieces.push(Uint8Array.from([0x21, 0xf9, 4, 0x05, ...word(delay), SAME, 0, 0x2c, ...word(x0), ...word(y0), ...word(wide), ...word(tall), 0]), Uint8Array.from(packed(part)));
  }

  finish(): Blob {
    return new Blob([...this.pieces, Uint8Array.of(0x3b)], { type: 'image/gif' });
  }
}
