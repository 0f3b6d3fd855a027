// The colour scale: its end is the 95th percentile of the magnitudes, but at most 2.2 times their median, rounded up. A
// few strong edges and masts would else leave a whole net grey. It stays while the net moves.
import type { Quantity } from '../protocol';
import { niceAbove } from './numbers';

export const BARS = 40;
/** Powers of ten that a logarithmic scale shows; what is smaller is drawn as 0. */
export const DECADES = 3;

/** linear; log: by powers of ten; set: each spring set has an end of its own. */
export const SCALE_KINDS = ['linear', 'log', 'set'] as const;
export type ScaleKind = (typeof SCALE_KINDS)[number];

export interface Scale {
  /** Where the scale ends, in the unit of the quantity. */
  end: number;
  kind: ScaleKind;
  /** The end for each spring where each set has its own; else null. */
  divisors: Float32Array | null;
  /** The user has set it. */
  manual: boolean;
  signed: boolean;
  /** Springs in each bar; the first and the last also have those beyond the end. */
  bars: Float32Array;
  /** Springs beyond the end on either side. */
  beyond: number;
}

export const newScale = (): Scale => ({ end: 1, kind: 'linear', divisors: null, manual: false, signed: true, bars: new Float32Array(BARS), beyond: 0 });

export const isSigned = (quantity: Quantity): boolean =>
  quantity === 'tension' || quantity === 'force_density' || quantity === 'strain';

/** Where the scale of these values should end; 0 where all are 0. */
export function scaleEnd(values: Float32Array, quantity: Quantity): number {
  if (quantity === 'utilisation') return 1;
  // At most 20000 of them: a percentile needs no more.
  const stride = Math.max(1, Math.floor(values.length / 20000));
  const sizes: number[] = [];
  for (let i = 0; i < values.length; i += stride) {
    const size = Math.abs(values[i]!);
    if (Number.isFinite(size)) sizes.push(size);
  }
  sizes.sort((a, b) => a - b);
  const part = (share: number): number => sizes[Math.min(sizes.length - 1, Math.floor(share * sizes.length))] ?? 0;
  const median = part(0.5);
  const at = median > 0.02 * part(0.95) ? Math.min(part(0.95), 2.2 * median) : part(0.95);
  const largest = sizes[sizes.length - 1] ?? 0;
  // Where nearly nothing is stressed the largest decides, and where nothing is at all, 1.
  const end = at > 1e-9 * largest && at > 0 ? at : largest;
  return end > 0 ? niceAbove(end) : 0;
}

/** Where a value lies between 0 and the end, with its sign; beyond 1 it is clipped. The shader of springs does the same. */
export function shareOf(scale: Pick<Scale, 'end' | 'kind' | 'divisors'>, value: number, spring: number): number {
  const share = value / (scale.divisors?.[spring] ?? scale.end);
  if (scale.kind !== 'log' || Math.abs(share) > 1 || share === 0) return share;
  return Math.sign(share) * Math.max(0, 1 + Math.log10(Math.abs(share)) / DECADES);
}

/** An end for each spring from the values of its set. */
export function setDivisors(sets: readonly { first: number; count: number }[], values: Float32Array, quantity: Quantity, other: number): Float32Array {
  const result = new Float32Array(values.length).fill(other || 1);
  for (const { first, count } of sets) result.fill(scaleEnd(values.subarray(first, first + count), quantity) || other || 1, first, first + count);
  return result;
}

/** Counts the springs in each bar. */
export function countBars(scale: Scale, values: Float32Array): void {
  scale.bars.fill(0);
  scale.beyond = 0;
  const { signed, bars } = scale;
  for (let i = 0; i < values.length; i += 1) {
    const share = shareOf(scale, values[i]!, i);
    if (!(share === share)) continue;
    if (Math.abs(share) > 1.001) scale.beyond += 1;
    bars[barOf(share, signed)]! += 1;
  }
}

export function barOf(share: number, signed: boolean): number {
  const at = signed ? (share + 1) / 2 : share;
  return Math.max(0, Math.min(BARS - 1, Math.floor(at * BARS)));
}
