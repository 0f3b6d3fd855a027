// QR codes of links, read back by a decoder of another project.
import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { LARGEST_QR, type QrCode, qrCode, qrPath } from '../src/app/qr';

/** The code as pixels, 4 for each square, with its margin. */
function read(code: QrCode): string | undefined {
  const size = 4 * (code.size + 8), pixels = new Uint8ClampedArray(4 * size * size).fill(255);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const row = (y >> 2) - 4, column = (x >> 2) - 4;
      if (row < 0 || column < 0 || row >= code.size || column >= code.size || !code.dark[row * code.size + column]) continue;
      pixels.fill(0, 4 * (y * size + x), 4 * (y * size + x) + 3);
    }
  return jsQR(pixels, size, size)?.data;
}

test('a decoder reads back links of every length up to the largest', () => {
  // Lengths around each version's limits, so that every version and both counts of length are used.
  const lengths = [1, 14, 17, 18, 32, 53, 78, 106, 134, 154, 192, 230, 231, 271, 321, 367, 458, 586, 718, 858, 1003, 1171, 1465, 1732, 2068, 2431, 2809, LARGEST_QR];
  for (const length of lengths) {
    const text = 'https://example.org/?x#s='.padEnd(length, 'aZ9_-q7').slice(0, length);
    const code = qrCode(text);
    expect(code, String(length)).not.toBeNull();
    expect(read(code!), String(length)).toBe(text);
  }
});

test('sizes are those of the standard, and what is too long has none', () => {
  expect(qrCode('x'.repeat(17))!.size).toBe(21);
  expect(qrCode('x'.repeat(18))!.size).toBe(25);
  expect(qrCode('x'.repeat(LARGEST_QR))!.size).toBe(177);
  expect(qrCode('x'.repeat(LARGEST_QR + 1))).toBeNull();
});

test('the path of a picture has every dark square once', () => {
  const code = qrCode('https://example.org')!;
  const drawn = [...qrPath(code).matchAll(/h(\d+)v1/g)].reduce((sum, [, wide]) => sum + Number(wide), 0);
  expect(drawn).toBe(code.dark.reduce((sum, dark) => sum + dark, 0));
});
