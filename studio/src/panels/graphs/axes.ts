// What graphs share: gutters, headings, ticks, rows of names and values.
import { niceStep, plain, prefixFor } from '../../app/numbers';
import type { Palette } from '../../view/palette';
import type { Pen, SvgPen } from './pen';

export interface Plot {
  g: Pen;
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  palette: Palette;
  /** Type size of ticks and of names. */
  small: number;
  body: number;
}

export const font = (size: number, weight = 400): string => `${weight} ${size}px "Inter Variable", Inter, system-ui, sans-serif`;

const cssNumber = (name: string, other: number): number => {
  const value = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
  return Number.isFinite(value) ? value : other;
};

export function makePlot(g: Pen, width: number, height: number, palette: Palette, gutter = true): Plot {
  const left = cssNumber('--gutter-left', 56);
  return {
    g, width, height, left, right: gutter ? cssNumber('--gutter-right', 158) : 24, top: 14, bottom: height - 32, palette,
    small: cssNumber('--s11', 11), body: cssNumber('--s12', 12),
  };
}

/** The ticks from low to high as whole multiples of a step; few, whatever the numbers are. */
export function ticks(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  if (!Number.isFinite(first) || !(count > 0)) return [];
  return Array.from({ length: Math.min(count, 60) }, (_, k) => (first + k) * step);
}

/** A range wide enough to be divided: at least a billionth of its numbers. */
export function widened(low: number, high: number): [number, number] {
  const least = Math.max(1e-9 * Math.max(Math.abs(low), Math.abs(high)), 1e-290);
  if (high - low >= least) return [low, high];
  const middle = (low + high) / 2, half = Math.max(0.1 * Math.abs(middle), least) / 2;
  return [middle - half, middle + half];
}

/** A thin line across, on whole pixels; gives its height. */
export function hairline(plot: Plot, y: number, from: number, to: number): number {
  const { g, palette } = plot;
  const at = Math.round(y) + 0.5;
  g.strokeStyle = palette.text.line;
  g.lineWidth = 1;
  g.beginPath();
  g.moveTo(from, at);
  g.lineTo(to, at);
  g.stroke();
  return at;
}

/** The name of a graph and, quieter, what of; at the top left. */
export function heading(plot: Plot, name: string, detail: string, x = 14, y = 19): void {
  const { g, palette, body } = plot;
  g.textBaseline = 'alphabetic';
  g.textAlign = 'left';
  g.font = font(body, 500);
  g.fillStyle = palette.text.ink;
  g.fillText(name, x, y);
  const after = x + g.measureText(name).width + 7;
  g.font = font(body);
  g.fillStyle = palette.text.ink3;
  if (detail) g.fillText(detail, after, y);
}

/** Hairlines with their values at the left; the unit stands on the top one only. */
export function valueTicks(plot: Plot, low: number, high: number, unit: string, y: (value: number) => number, most = 4): { factor: number; unit: string } {
  const { g, palette, left, width, right, small } = plot;
  const room = Math.abs(y(high) - y(low));
  const step = niceStep((high - low) / Math.max(1.5, Math.min(most, room / 30)));
  const [factor, name] = prefixFor(Math.max(Math.abs(low), Math.abs(high)), unit);
  g.font = font(small);
  g.textAlign = 'right';
  g.textBaseline = 'middle';
  const list = ticks(low, high, step);
  list.forEach((value, i) => {
    const at = hairline(plot, y(value), left, width - right);
    g.fillStyle = palette.text.ink3;
    const text = value === 0 ? '0' : plain(value / factor, 3, true);
    g.fillText(i === list.length - 1 && name ? `${text} ${name}` : text, left - 8, at);
  });
  return { factor, unit: name };
}

const hatches = new Map<string, CanvasPattern>();

/** A pattern of diagonal lines. */
export function hatch(g: Pen, colour: string): CanvasPattern | string {
  // Only a pen of SVG has hatches of its own.
  if ('hatch' in g) return (g as SvgPen).hatch(colour);
  const known = hatches.get(colour);
  if (known) return known;
  const tile = document.createElement('canvas');
  tile.width = tile.height = 12;
  const k = tile.getContext('2d');
  if (!k) return colour;
  k.strokeStyle = colour;
  k.lineWidth = 2;
  k.beginPath();
  for (const d of [-12, 0, 12]) {
    k.moveTo(d, 12);
    k.lineTo(d + 12, 0);
  }
  k.stroke();
  const pattern = k.createPattern(tile, 'repeat');
  if (!pattern) return colour;
  pattern.setTransform(new DOMMatrix().scale(0.5));
  hatches.set(colour, pattern);
  return pattern;
}

/** Words in the middle of an empty graph. */
export function emptyGraph(plot: Plot, text: string): void {
  const { g, palette, left } = plot;
  g.font = font(plot.body + 1);
  g.fillStyle = palette.text.ink3;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  g.fillText(text, left + 14, (plot.top + plot.bottom) / 2);
}

/** A row of the right gutter: a sign, a name, a value with its unit. */
export function gutterRow(
  plot: Plot, index: number, rows: number, name: string, value: string, unit: string, sign: (x: number, y: number) => void, strong = false,
): void {
  const { g, palette, width, right, top, bottom, body } = plot;
  const pitch = Math.min(body * 2, (bottom - top + 6) / Math.max(rows, 5));
  const x = width - right + 16, y = top + 4 + index * pitch;
  sign(x, y);
  g.textBaseline = 'middle';
  g.font = font(body, strong ? 500 : 400);
  g.textAlign = 'left';
  // The name has what the value leaves.
  const unitWide = Math.max(22, g.measureText(unit).width), valueWide = g.measureText(value).width;
  g.fillStyle = strong ? palette.text.ink : palette.text.ink2;
  g.fillText(name, x + 17, y, right - 16 - 17 - valueWide - unitWide - 8 - 12);
  g.textAlign = 'right';
  g.fillStyle = palette.text.ink;
  g.fillText(value, width - 12 - unitWide, y);
  g.textAlign = 'left';
  g.fillStyle = palette.text.ink3;
  g.font = font(body);
  g.fillText(unit, width - 8 - unitWide, y);
}
