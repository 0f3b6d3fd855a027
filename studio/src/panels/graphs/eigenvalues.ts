// Eigenvalues of a small real matrix: reduced to Hessenberg form by reflections, then QR steps with complex shifts, each a
// chain of plane rotations. For matrices of a few hundred rows.

export interface Complex {
  re: number;
  im: number;
}

/** The values of x^2 - s x + p = 0, the one nearer to `near` first. */
function roots(s: Complex, p: Complex, near: Complex): Complex {
  const d = { re: (s.re * s.re - s.im * s.im) / 4 - p.re, im: (s.re * s.im) / 2 - p.im };
  const size = Math.hypot(d.re, d.im);
  const re = Math.sqrt((size + Math.abs(d.re)) / 2), im = re === 0 ? 0 : Math.abs(d.im) / (2 * re);
  const root = d.re >= 0 ? { re, im: d.im < 0 ? -im : im } : { re: im, im: d.im < 0 ? -re : re };
  const a = { re: s.re / 2 + root.re, im: s.im / 2 + root.im }, b = { re: s.re / 2 - root.re, im: s.im / 2 - root.im };
  return Math.hypot(a.re - near.re, a.im - near.im) <= Math.hypot(b.re - near.re, b.im - near.im) ? a : b;
}

/** Zeros below the first subdiagonal, by reflections from both sides. */
function toHessenberg(h: Float64Array, n: number): void {
  const v = new Float64Array(n);
  for (let k = 0; k < n - 2; k += 1) {
    let norm = 0;
    for (let i = k + 1; i < n; i += 1) norm = Math.hypot(norm, h[i * n + k]!);
    if (norm === 0) continue;
    const first = h[(k + 1) * n + k]!;
    const alpha = first > 0 ? -norm : norm;
    let square = 0;
    for (let i = k + 1; i < n; i += 1) {
      v[i] = h[i * n + k]! - (i === k + 1 ? alpha : 0);
      square += v[i]! * v[i]!;
    }
    if (square === 0) continue;
    for (let j = 0; j < n; j += 1) {
      let sum = 0;
      for (let i = k + 1; i < n; i += 1) sum += v[i]! * h[i * n + j]!;
      sum *= 2 / square;
      for (let i = k + 1; i < n; i += 1) h[i * n + j]! -= sum * v[i]!;
    }
    for (let i = 0; i < n; i += 1) {
      let sum = 0;
      for (let j = k + 1; j < n; j += 1) sum += h[i * n + j]! * v[j]!;
      sum *= 2 / square;
      for (let j = k + 1; j < n; j += 1) h[i * n + j]! -= sum * v[j]!;
    }
    for (let i = k + 2; i < n; i += 1) h[i * n + k] = 0;
  }
}

/** One QR step of rows `low` to `high`, whose diagonal has been shifted: H = Q R becomes R Q. */
function sweep(re: Float64Array, im: Float64Array, n: number, low: number, high: number): void {
  const cosines: number[] = [], sinesRe: number[] = [], sinesIm: number[] = [];
  for (let k = low; k < high; k += 1) {
    const a = k * n + k, b = a + n;
    const size = Math.hypot(re[a]!, im[a]!, re[b]!, im[b]!);
    const big = Math.hypot(re[a]!, im[a]!);
    // The rotation [c, s; -conj s, c] with c real takes the lower entry to zero.
    const c = size === 0 ? 1 : big / size;
    const pr = big === 0 ? 1 : re[a]! / big, pi = big === 0 ? 0 : im[a]! / big;
    const sr = size === 0 ? 0 : (pr * re[b]! + pi * im[b]!) / size, si = size === 0 ? 0 : (pi * re[b]! - pr * im[b]!) / size;
    cosines.push(c);
    sinesRe.push(sr);
    sinesIm.push(si);
    for (let j = k; j <= high; j += 1) {
      const p = k * n + j, q = p + n;
      const xr = re[p]!, xi = im[p]!, yr = re[q]!, yi = im[q]!;
      re[p] = c * xr + sr * yr - si * yi;
      im[p] = c * xi + sr * yi + si * yr;
      re[q] = c * yr - sr * xr - si * xi;
      im[q] = c * yi - sr * xi + si * xr;
    }
  }
  for (let k = low; k < high; k += 1) {
    const c = cosines[k - low]!, sr = sinesRe[k - low]!, si = sinesIm[k - low]!;
    for (let i = low; i <= Math.min(k + 1, high); i += 1) {
      const p = i * n + k, q = p + 1;
      const xr = re[p]!, xi = im[p]!, yr = re[q]!, yi = im[q]!;
      re[p] = c * xr + sr * yr + si * yi;
      im[p] = c * xi + sr * yi - si * yr;
      re[q] = c * yr - sr * xr + si * xi;
      im[q] = c * yi - sr * xi - si * xr;
    }
  }
}

/** All eigenvalues of an n x n matrix given by rows. */
export function eigenvalues(matrix: Float64Array, n: number): Complex[] {
  const re = Float64Array.from(matrix), im = new Float64Array(n * n);
  toHessenberg(re, n);
  const found: Complex[] = [];
  const at = (i: number, j: number): Complex => ({ re: re[i * n + j]!, im: im[i * n + j]! });
  const size = (i: number, j: number): number => Math.hypot(re[i * n + j]!, im[i * n + j]!);
  let high = n - 1, tries = 0;
  while (high >= 0) {
    let low = high;
    while (low > 0 && size(low, low - 1) > 2.3e-16 * (size(low, low) + size(low - 1, low - 1) || 1)) low -= 1;
    if (low > 0) re[low * n + low - 1] = im[low * n + low - 1] = 0;
    if (low === high || tries > 300) {
      found.push(at(high, high));
      high -= 1;
      tries = 0;
      continue;
    }
    const a = at(high - 1, high - 1), b = at(high - 1, high), c = at(high, high - 1), d = at(high, high);
    const shift = roots({ re: a.re + d.re, im: a.im + d.im }, {
      re: a.re * d.re - a.im * d.im - (b.re * c.re - b.im * c.im), im: a.re * d.im + a.im * d.re - (b.re * c.im + b.im * c.re),
    }, d);
    // Where the usual shift goes round in circles, another one.
    if (tries % 11 === 10) shift.re += size(high, high - 1);
    tries += 1;
    for (let i = low; i <= high; i += 1) re[i * n + i]! -= shift.re, im[i * n + i]! -= shift.im;
    sweep(re, im, n, low, high);
    for (let i = low; i <= high; i += 1) re[i * n + i]! += shift.re, im[i * n + i]! += shift.im;
  }
  return found;
}
