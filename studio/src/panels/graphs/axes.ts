// What graphs share: gutters, ticks, the time axis with its bar, the playhead.
import type { Studio } from '../../app/studio';
import { niceAbove, niceStep, plain, prefixFor } from '../../app/numbers';
import type { Palette } from '../../view/palette';

export interface Plot {
  g: CanvasRenderingContext2D;
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

export function makePlot(g: CanvasRenderingContext2D, width: number, height: number, palette: Palette, gutter = true): Plot {
  const left = cssNumber('--gutter-left', 56);
  return {
    g, width, height, left, right: gutter ? cssNumber('--gutter-right', 158) : 24, top: 14, bottom: height - 32, palette,
    small: cssNumber('--s11', 11), body: cssNumber('--s12', 12),
  };
}

/** The stretch of time that graphs show. */
export interface Span {
  from: number;
  to: number;
}

/** Zoomed by the wheel; null: everything. */
export const zoomed: { span: Span | null } = { span: null };

export function timeSpan(studio: Studio): Span {
  if (zoomed.span) return zoomed.span;
  const tape = studio.state?.tape;
  const from = tape ? Math.min(tape.start, studio.info?.simulation.startTime ?? 0) : 0;
  const end = Math.max(tape?.end ?? 0, studio.history.last, studio.now.time);
  const given = studio.info?.simulation.duration ?? 0;
  const base = given > 0 && given <= 20 ? Math.min(given, Math.max(3, given / 4)) : 3;
  const least = from + (given > 0 && given < 3 ? given : base);
  // A run that blew up early is shown as long as it was.
  if (studio.state?.mode === 'blown' && end - from < 0.4 * (least - from) && end > from) return { from, to: from + niceAbove(1.3 * (end - from)) };
  return { from, to: end <= least ? least : from + niceAbove((end - from) * 1.04) };
}

export const xOf = (plot: Plot, span: Span, time: number): number =>
  plot.left + ((plot.width - plot.left - plot.right) * (time - span.from)) / (span.to - span.from);

export const timeAt = (plot: Plot, span: Span, x: number): number =>
  span.from + ((span.to - span.from) * (x - plot.left)) / (plot.width - plot.left - plot.right);

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

/** Hairlines with their values at the left; the unit stands on the top one only. */
export function valueTicks(plot: Plot, low: number, high: number, unit: string, y: (value: number) => number): { factor: number; unit: string } {
  const { g, palette, left, width, right, small } = plot;
  const room = Math.abs(y(high) - y(low));
  const step = niceStep((high - low) / Math.max(2, Math.min(4, room / 30)));
  const [factor, name] = prefixFor(Math.max(Math.abs(low), Math.abs(high)), unit);
  g.font = font(small);
  g.textAlign = 'right';
  g.textBaseline = 'middle';
  g.lineWidth = 1;
  const list = ticks(low, high, step);
  list.forEach((value, i) => {
    const at = Math.round(y(value)) + 0.5;
    g.strokeStyle = palette.text.line;
    g.beginPath();
    g.moveTo(left, at);
    g.lineTo(width - right, at);
    g.stroke();
    g.fillStyle = palette.text.ink3;
    const text = value === 0 ? '0' : plain(value / factor, 3, true);
    g.fillText(i === list.length - 1 && name ? `${text} ${name}` : text, left - 8, at);
  });
  return { factor, unit: name };
}

/** The time bar below the graph: recorded in grey, pulls in ink, events as diamonds. */
export function timeBar(plot: Plot, studio: Studio, span: Span): void {
  const { g, palette, left, right, width, height, small } = plot;
  const y = height - 27, w = width - left - right;
  const clamp = (x: number): number => Math.max(left, Math.min(width - right, x));
  const bar = (from: number, to: number, colour: string, least = 0): void => {
    const x0 = clamp(from), x1 = clamp(to);
    if (x1 - x0 <= 0 && least === 0) return;
    g.fillStyle = colour;
    g.fillRect(x0, y, Math.max(least, x1 - x0), 6);
  };
  g.save();
  g.beginPath();
  g.roundRect(left, y, w, 6, 3);
  g.clip();
  g.fillStyle = palette.text.sunk;
  g.fillRect(left, y, w, 6);
  const tape = studio.state?.tape;
  const x = (time: number): number => xOf(plot, span, time);
  if (tape) {
    bar(x(tape.start), x(tape.end), palette.text.edge);
    for (const [from, to] of tape.pulls) bar(x(from), x(to), palette.text.ink, 2);
    if (studio.now.pull && studio.state?.playing) {
      const last = tape.pulls[tape.pulls.length - 1];
      if (last && last[1] < studio.now.time) bar(x(last[1]), x(studio.now.time), palette.text.ink);
    }
  }
  g.restore();
  for (const mark of tape?.marks ?? []) {
    const at = x(mark.time);
    if (at < left || at > width - right) continue;
    g.fillStyle = palette.text.ink2;
    g.beginPath();
    g.moveTo(at, y - 3);
    g.lineTo(at + 3.5, y + 0.5);
    g.lineTo(at, y + 4);
    g.lineTo(at - 3.5, y + 0.5);
    g.fill();
  }
  // Ticks of time.
  const step = niceStep((span.to - span.from) / Math.max(2, w / 90));
  const unit = studio.info?.units.given ? studio.info.units.time : '';
  const [factor, name] = span.to < 0.1 ? prefixFor(span.to, unit) : [1, unit];
  const decimals = Math.max(0, Math.min(6, -Math.floor(Math.log10(step / factor) + 1e-9)));
  g.font = font(small);
  g.fillStyle = palette.text.ink3;
  g.textAlign = 'center';
  g.textBaseline = 'alphabetic';
  ticks(span.from, span.to, step).forEach((time, i) => {
    const text = (time / factor).toFixed(decimals);
    g.fillText(i === 0 && name ? `${text} ${name}` : text, x(time), height - 5);
  });
}

export function playhead(plot: Plot, studio: Studio, span: Span, top = plot.top - 6): void {
  const { g, palette, left, right, width, height } = plot;
  const x = xOf(plot, span, studio.now.time);
  if (x < left - 1 || x > width - right + 1) return;
  const blown = studio.state?.mode === 'blown';
  const colour = blown ? palette.text.alarm : palette.text.ink;
  g.strokeStyle = colour;
  g.lineWidth = 1;
  g.beginPath();
  g.moveTo(Math.round(x) + 0.5, top);
  g.lineTo(Math.round(x) + 0.5, height - 30);
  g.stroke();
  g.fillStyle = colour;
  g.strokeStyle = palette.text.panel;
  g.lineWidth = 2;
  g.beginPath();
  g.arc(x + 0.5, height - 24, 6.5, 0, 7);
  g.fill();
  g.stroke();
}

/** A thin line where the pointer is. */
export function hoverLine(plot: Plot, x: number): void {
  const { g, palette } = plot;
  g.strokeStyle = palette.text.edge;
  g.lineWidth = 1;
  g.beginPath();
  g.moveTo(Math.round(x) + 0.5, plot.top - 6);
  g.lineTo(Math.round(x) + 0.5, plot.bottom);
  g.stroke();
}

const hatches = new Map<string, CanvasPattern>();

/** A pattern of diagonal lines. */
export function hatch(g: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
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
  const pattern = g.createPattern(tile, 'repeat');
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
  g.fillStyle = strong ? palette.text.ink : palette.text.ink2;
  g.fillText(name, x + 17, y, right - 92);
  g.textAlign = 'right';
  g.fillStyle = palette.text.ink;
  g.fillText(value, width - 34, y);
  g.textAlign = 'left';
  g.fillStyle = palette.text.ink3;
  g.font = font(body);
  g.fillText(unit, width - 30, y);
}
