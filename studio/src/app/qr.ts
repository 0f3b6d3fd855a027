// QR codes (ISO/IEC 18004) of a text in bytes, error correction level L, versions 1 to 40: up to 2,953 bytes.

/** Most bytes that fit. */
export const LARGEST_QR = 2953;

/** Check bytes for each block, and blocks, by version. */
const CHECKS = [0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30];
const BLOCKS = [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25];

// ---- the field of 256 elements, with x^8 + x^4 + x^3 + x^2 + 1 ----

const POWER = new Uint8Array(512), LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i += 1) {
  POWER[i] = POWER[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const times = (a: number, b: number): number => (a && b ? POWER[LOG[a]! + LOG[b]!]! : 0);

/** The generator with roots 2^0 to 2^(n-1), highest power first, without its leading 1. */
function generator(n: number): Uint8Array {
  let g = Uint8Array.of(1);
  for (let i = 0; i < n; i += 1) {
    const next = new Uint8Array(g.length + 1);
    g.forEach((c, k) => {
      next[k]! ^= c;
      next[k + 1]! ^= times(c, POWER[i]!);
    });
    g = next;
  }
  return g.subarray(1);
}

/** The remainder of a block: its check bytes. */
function checkBytes(block: Uint8Array, g: Uint8Array): Uint8Array {
  const rest = new Uint8Array(g.length);
  for (const byte of block) {
    const factor = byte ^ rest[0]!;
    rest.copyWithin(0, 1);
    rest[g.length - 1] = 0;
    g.forEach((c, k) => (rest[k]! ^= times(c, factor)));
  }
  return rest;
}

// ---- sizes ----

/** Bits that are left for data and checks once finders, timing, alignment and formats have theirs. */
function rawBits(version: number): number {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const n = Math.floor(version / 7) + 2;
    bits -= (25 * n - 10) * n - 55;
    if (version >= 7) bits -= 36;
  }
  return bits;
}
const dataBytes = (version: number): number => (rawBits(version) >> 3) - CHECKS[version]! * BLOCKS[version]!;

/** Centres of the alignment marks along one side. */
function alignments(version: number): number[] {
  if (version === 1) return [];
  const n = Math.floor(version / 7) + 2, size = 17 + 4 * version;
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * n - 2)) * 2;
  return [6, ...Array.from({ length: n - 1 }, (_, i) => size - 7 - i * step).reverse()];
}

// ---- data ----

function codewords(bytes: Uint8Array, version: number): Uint8Array {
  const capacity = dataBytes(version), bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, 8 * capacity - bits.length));
  put(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < 8 * capacity; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data = new Uint8Array(capacity);
  bits.forEach((bit, i) => (data[i >> 3]! |= bit << (7 - (i & 7))));

  // Blocks of nearly equal length, each with its checks, taken in turns.
  const blocks = BLOCKS[version]!, checks = CHECKS[version]!, short = Math.floor(capacity / blocks), longer = capacity % blocks;
  const g = generator(checks);
  const parts = Array.from({ length: blocks }, (_, i) => {
    const from = i * short + Math.max(0, i - (blocks - longer));
    return data.subarray(from, from + short + (i >= blocks - longer ? 1 : 0));
  });
  const sums = parts.map((part) => checkBytes(part, g));
  const result: number[] = [];
  for (let i = 0; i <= short; i += 1) for (const part of parts) if (i < part.length) result.push(part[i]!);
  for (let i = 0; i < checks; i += 1) for (const sum of sums) result.push(sum[i]!);
  return Uint8Array.from(result);
}

// ---- the picture ----

const MASKS: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2, (_, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3), (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

class Squares {
  readonly size: number;
  readonly dark: Uint8Array;
  readonly fixed: Uint8Array;

  constructor(private readonly version: number) {
    this.size = 17 + 4 * version;
    this.dark = new Uint8Array(this.size ** 2);
    this.fixed = new Uint8Array(this.size ** 2);
    const { size } = this;
    for (let i = 0; i < size; i += 1) this.set(6, i, i % 2 === 0), this.set(i, 6, i % 2 === 0);
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) this.rings(x, y, 4, [0, 1, 3]);
    const centres = alignments(version), last = centres.length - 1;
    centres.forEach((x, i) => centres.forEach((y, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      this.rings(x, y, 2, [0, 2]);
    }));
    this.format(0);
    if (version >= 7) this.versionBits();
  }

  private set(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y * this.size + x] = Number(dark);
    this.fixed[y * this.size + x] = 1;
  }

  /** A square mark of rings; those at these distances are dark. */
  private rings(cx: number, cy: number, reach: number, dark: readonly number[]): void {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) this.set(cx + dx, cy + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }

  /** Level L and the mask, with ten check bits, twice. */
  format(mask: number): void {
    const data = (1 << 3) | mask;
    let rest = data;
    for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412, { size } = this;
    const bit = (i: number): boolean => ((bits >> i) & 1) === 1;
    for (let i = 0; i < 6; i += 1) this.set(8, i, bit(i));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let i = 9; i < 15; i += 1) this.set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i += 1) this.set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i += 1) this.set(8, size - 15 + i, bit(i));
    this.set(8, size - 8, true);
  }

  private versionBits(): void {
    let rest = this.version;
    for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let i = 0; i < 18; i += 1) {
      const dark = ((bits >> i) & 1) === 1, a = this.size - 11 + (i % 3), b = Math.floor(i / 3);
      this.set(a, b, dark);
      this.set(b, a, dark);
    }
  }

  /** Bits in pairs of columns from the right, up and down in turns; column 6 is the timing's. */
  fill(words: Uint8Array): void {
    const { size } = this;
    let at = 0, upwards = true;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step += 1) {
        const y = upwards ? size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y * size + x]) continue;
          if (at < 8 * words.length) this.dark[y * size + x] = (words[at >> 3]! >> (7 - (at & 7))) & 1;
          at += 1;
        }
      }
      upwards = !upwards;
    }
  }

  mask(index: number): void {
    const { size } = this;
    for (let y = 0; y < size; y += 1)
      for (let x = 0; x < size; x += 1) if (!this.fixed[y * size + x] && MASKS[index]!(x, y) === 0) this.dark[y * size + x]! ^= 1;
  }

  /** What disturbs a reader: long runs, blocks, shapes like a finder's, too much of one colour. */
  penalty(): number {
    const { size, dark } = this;
    let result = 0, count = 0;
    for (const turned of [false, true])
      for (let i = 0; i < size; i += 1) {
        let run = 0, last = -1, seen = 0;
        for (let j = 0; j < size; j += 1) {
          const value = turned ? dark[j * size + i]! : dark[i * size + j]!;
          run = value === last ? run + 1 : 1;
          last = value;
          if (run === 5) result += 3;
          else if (run > 5) result += 1;
          seen = ((seen << 1) | value) & 0x7ff;
          if (j >= 10 && (seen === 0b00001011101 || seen === 0b10111010000)) result += 40;
        }
      }
    for (let y = 0; y < size; y += 1)
      for (let x = 0; x < size; x += 1) {
        const value = dark[y * size + x]!;
        count += value;
        if (x + 1 < size && y + 1 < size && value === dark[y * size + x + 1] && value === dark[(y + 1) * size + x] && value === dark[(y + 1) * size + x + 1]) result += 3;
      }
    return result + 10 * Math.floor(Math.abs((20 * count) / (size * size) - 10));
  }
}

export interface QrCode {
  size: number;
  /** 1 for dark, by rows. */
  dark: Uint8Array;
}

/** The smallest code that holds the text; null where none does. */
export function qrCode(text: string): QrCode | null {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  const needed = (): number => Math.ceil((4 + (version < 10 ? 8 : 16)) / 8 + bytes.length);
  while (version <= 40 && dataBytes(version) < needed()) version += 1;
  if (version > 40) return null;
  const words = codewords(bytes, version);
  let best: Squares | null = null, least = Infinity;
  for (let mask = 0; mask < 8; mask += 1) {
    const squares = new Squares(version);
    squares.fill(words);
    squares.mask(mask);
    squares.format(mask);
    const penalty = squares.penalty();
    if (penalty < least) least = penalty, best = squares;
  }
  return { size: best!.size, dark: best!.dark };
}

/** The dark squares as the path of an SVG picture, with a margin of 4 around them. */
export function qrPath(code: QrCode): string {
  let path = '';
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) {
      if (!code.dark[y * code.size + x]) continue;
      let wide = 1;
      while (x + wide < code.size && code.dark[y * code.size + x + wide]) wide += 1;
      path += `M${x + 4} ${y + 4}h${wide}v1h-${wide}z`;
      x += wide;
    }
  return path;
}
