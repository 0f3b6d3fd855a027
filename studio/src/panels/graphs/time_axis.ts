// The time axis of graphs: what stretch of time is shown, the bar below, the playhead, the lines under the pointer.
import type { History } from '../../app/history';
import { niceAbove, niceStep, prefixFor } from '../../app/numbers';
import type { TapeInfo, Units } from '../../protocol';
import { font, type Plot, ticks } from './axes';

/** The stretch of time that graphs show. */
export interface Span {
  from: number;
  to: number;
}

/** Whose time the graphs show: the studio's, or that of a run in a page. */
export interface Timed {
  info: { simulation: { startTime: number; duration: number }; units: Pick<Units, 'given' | 'time' | 'energy'> } | null;
  state: { mode: string; playing: boolean; tape: Pick<TapeInfo, 'start' | 'end' | 'pulls' | 'marks'> } | null;
  now: { time: number; pull: unknown };
  history: History;
}

/** What the pointer has set: a stretch that is zoomed to (of time, or of iterations), a moment that is pinned, a band that is drawn. */
export interface Lens {
  span: Span | null;
  iterations: Span | null;
  pinned: number | null;
  hover: number | null;
  /** Pixels, while a stretch is dragged. */
  band: [number, number] | null;
}

export const lens: Lens = { span: null, iterations: null, pinned: null, hover: null, band: null };

/** Everything again. */
export function resetLens(): void {
  lens.span = lens.iterations = lens.pinned = lens.hover = lens.band = null;
}

/** The moment whose values the gutter shows: the pointer's, else the pinned one, else now. */
export const readAt = (studio: Timed): number => lens.hover ?? lens.pinned ?? studio.now.time;

export function timeSpan(studio: Timed): Span {
  if (lens.span) return lens.span;
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

/** The time bar below the graph: recorded in grey, pulls in ink, events as diamonds. */
export function timeBar(plot: Plot, studio: Timed, span: Span): void {
  const { g, palette, left, right, width, height } = plot;
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
  timeTicks(plot, span, studio.info?.units.given ? studio.info.units.time : '');
}

/** Times below the bar; the unit stands at the first only. */
export function timeTicks(plot: Plot, span: Span, unit: string): void {
  const { g, palette, left, right, width, height, small } = plot;
  const step = niceStep((span.to - span.from) / Math.max(2, (width - left - right) / 90));
  const [factor, name] = span.to < 0.1 ? prefixFor(span.to, unit) : [1, unit];
  const decimals = Math.max(0, Math.min(6, -Math.floor(Math.log10(step / factor) + 1e-9)));
  g.font = font(small);
  g.fillStyle = palette.text.ink3;
  g.textAlign = 'center';
  g.textBaseline = 'alphabetic';
  ticks(span.from, span.to, step).forEach((time, i) => {
    const text = (time / factor).toFixed(decimals);
    g.fillText(i === 0 && name ? `${text} ${name}` : text, xOf(plot, span, time), height - 5);
  });
}

export function playhead(plot: Plot, studio: Timed, span: Span): void {
  drawPlayhead(plot, span, studio.now.time, studio.state?.mode === 'blown');
}

export function drawPlayhead(plot: Plot, span: Span, time: number, blown: boolean): void {
  const { g, palette, left, right, width, height, top } = plot;
  const x = xOf(plot, span, time);
  if (x < left - 1 || x > width - right + 1) return;
  const colour = blown ? palette.text.alarm : palette.text.ink;
  g.strokeStyle = colour;
  g.lineWidth = 1;
  g.beginPath();
  g.moveTo(Math.round(x) + 0.5, top - 6);
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

/** Thin lines at the pointer and at the pinned moment, and the band that is being drawn. */
export function pointerLines(plot: Plot, span: Span): void {
  const { g, palette } = plot;
  const line = (time: number, colour: string): void => {
    const x = xOf(plot, span, time);
    if (x < plot.left - 1 || x > plot.width - plot.right + 1) return;
    g.strokeStyle = colour;
    g.lineWidth = 1;
    g.beginPath();
    g.moveTo(Math.round(x) + 0.5, plot.top - 6);
    g.lineTo(Math.round(x) + 0.5, plot.bottom);
    g.stroke();
  };
  if (lens.pinned !== null) line(lens.pinned, palette.text.select);
  if (lens.hover !== null && !lens.band) line(lens.hover, palette.text.edge);
  band(plot);
}

/** The stretch that is being dragged. */
export function band(plot: Plot): void {
  if (!lens.band) return;
  const { g, palette } = plot;
  const x0 = Math.max(plot.left, Math.min(...lens.band)), x1 = Math.min(plot.width - plot.right, Math.max(...lens.band));
  g.globalAlpha = 0.14;
  g.fillStyle = palette.text.select;
  g.fillRect(x0, plot.top - 6, x1 - x0, plot.bottom - plot.top + 6);
  g.globalAlpha = 1;
}
