// Probes over a parameter: with Live on, each rest state that a slider leads to leaves a dot. And one probe over another.
import { niceStep, plain, prefixFor } from '../../app/numbers';
import type { Studio } from '../../app/studio';
import { t } from '../../text';
import { inside } from '../../text/en_inside';
import type { ColourName } from '../../view/palette';
import { emptyGraph, font, type Plot, ticks, valueTicks, widened } from './axes';
import { probeUnit } from './probes';
import type { Dot, Sweep } from './sweep';

const COLOURS: ColourName[] = ['ink', 'tension5', 'compression5', 'gravity'];

interface Axes {
  x: (value: number) => number;
  y: (value: number) => number;
  factor: number;
  unit: string;
}

/** Hairlines and numbers for both axes; their names at the ends. */
function axes(plot: Plot, xs: [number, number], ys: [number, number], xName: string, xUnit: string, yUnit: string, lane: { top: number; bottom: number } | null = null): Axes {
  const { g, palette, left, right, width, height, small } = plot;
  const { top, bottom } = lane ?? { top: plot.top, bottom: height - 34 };
  const padded = ([low, high]: [number, number]): [number, number] => {
    const [a, b] = low === 0 && high === 0 ? [-0.5, 0.5] : widened(low, high);
    return [a - 0.06 * (b - a), b + 0.06 * (b - a)];
  };
  const [x0, x1] = padded(xs), [y0, y1] = padded(ys);
  const x = (value: number): number => left + ((width - left - right) * (value - x0)) / (x1 - x0);
  const y = (value: number): number => bottom - ((bottom - top) * (value - y0)) / (y1 - y0);
  const { factor, unit } = valueTicks(plot, y0, y1, yUnit, y);
  // Of lanes one above the other only the lowest has numbers below.
  if (bottom < height - 34) return { x, y, factor, unit };
  const [xFactor, xPrefixed] = prefixFor(Math.max(Math.abs(x0), Math.abs(x1)), xUnit);
  g.font = font(small);
  g.fillStyle = palette.text.ink3;
  g.textAlign = 'center';
  g.textBaseline = 'alphabetic';
  const name = xPrefixed ? `${xName}, ${xPrefixed}` : xName;
  const end = width - right - g.measureText(name).width - 20;
  for (const value of ticks(x0, x1, niceStep((x1 - x0) / 5))) if (x(value) < end) g.fillText(plain(value / xFactor, 3, true), x(value), height - 14);
  g.textAlign = 'right';
  g.fillText(name, width - right, height - 14);
  return { x, y, factor, unit };
}

const extent = (values: Iterable<number>): [number, number] => {
  let low = Infinity, high = -Infinity;
  for (const value of values) if (Number.isFinite(value)) low = Math.min(low, value), high = Math.max(high, value);
  return high >= low ? [low, high] : [0, 1];
};

function names(plot: Plot, rows: { name: string; value: string; colour: string; range?: string }[]): void {
  const { g, palette, width, right, top, body } = plot;
  g.textBaseline = 'middle';
  rows.forEach(({ name, value, colour, range }, i) => {
    const x = width - right + 16, y = top + 4 + i * body * (range ? 2.9 : 1.7);
    g.fillStyle = colour;
    g.beginPath();
    g.arc(x + 5, y, 3.5, 0, 7);
    g.fill();
    g.font = font(body);
    g.textAlign = 'left';
    g.fillStyle = palette.text.ink2;
    g.fillText(name, x + 17, y, right - 110);
    g.textAlign = 'right';
    g.fillStyle = palette.text.ink;
    g.fillText(value, width - 12, y);
    if (!range) return;
    g.font = font(plot.small);
    g.fillStyle = palette.text.ink3;
    g.fillText(range, width - 12, y + body * 1.25);
  });
}

export function drawSweep(whole: Plot, studio: Studio, sweep: Sweep): void {
  // The boxes of the range stand above it.
  const plot = { ...whole, top: 38 };
  const { g, palette } = plot;
  const { info } = studio;
  const parameter = info?.parameters.find(({ name }) => name === sweep.parameter);
  if (sweep.dots.length === 0 || !parameter) {
    emptyGraph(plot, (info?.parameters.length ?? 0) === 0 ? t.graphs.noParameters : t.graphs.noSweep);
    return;
  }
  const probes = info!.probeColumns.slice(0, COLOURS.length);
  const lines = probes.length > 0 ? probes : [t.graphs.largestTension];
  const unitOf = (k: number): string => (probes.length > 0 ? probeUnit(studio, info!.probeQuantities[k] ?? '') : info!.units.given ? info!.units.force : '');
  const own = studio.ranges.get(sweep.parameter);
  const xs = own ? [own.min, own.max] as [number, number] : extent(sweep.dots.map((dot) => dot.x));
  // A lane for each unit.
  const units = [...new Set(lines.map((_, k) => unitOf(k)))];
  const high = (plot.height - 34 - plot.top) / units.length;
  const laneOf = new Map(units.map((unit, i) => {
    const top = plot.top + i * high, bottom = i === units.length - 1 ? plot.height - 34 : top + high - 12;
    const values = sweep.dots.flatMap((dot) => lines.flatMap((_, k) => (unitOf(k) === unit ? [dot.values[k]!] : [])));
    return [unit, axes(plot, xs, extent(values), parameter.label || parameter.name, parameter.unit, unit, { top, bottom })] as const;
  }));
  const last = sweep.dots[sweep.dots.length - 1]!;
  const dot = (k: number, { x, values }: Dot, size: number): void => {
    const lane = laneOf.get(unitOf(k))!;
    if (!Number.isFinite(values[k])) return;
    g.beginPath();
    g.arc(lane.x(x), lane.y(values[k]!), size, 0, 7);
    g.fill();
  };
  lines.forEach((_, k) => {
    g.fillStyle = palette.text[COLOURS[k]!];
    for (const one of sweep.dots) dot(k, one, 2.4);
  });
  lines.forEach((_, k) => {
    g.fillStyle = palette.text[COLOURS[k]!];
    dot(k, last, 5);
  });
  names(plot, lines.map((name, k) => {
    const { factor, unit } = laneOf.get(unitOf(k))!;
    const value = (one: number): string => `${plain(Math.abs(one) < 1e-9 * factor ? 0 : one / factor, 3)} ${unit}`.trim();
    // The smallest and the largest value that the sweep has found.
    const [low, most] = extent(sweep.dots.map(({ values }) => values[k]!));
    return { name, value: value(last.values[k]!), colour: palette.text[COLOURS[k]!], range: inside.sweep.between(value(low), value(most)) };
  }));
}

/** One probe over another; the trail fades over 1.5 s, the dot is now. */
export function drawPair(plot: Plot, studio: Studio, xColumn: number, yColumn: number): void {
  const { g, palette } = plot;
  const { history, info } = studio;
  const { rows, probeCount } = history;
  const at = (row: number, column: number): number => history.probes[row * probeCount + column] ?? NaN;
  const name = (column: number): string => info?.probeColumns[column] ?? '';
  const unit = (column: number): string => probeUnit(studio, info?.probeQuantities[column] ?? '');
  if (rows < 2 || xColumn >= probeCount || yColumn >= probeCount) {
    emptyGraph(plot, t.graphs.noPair);
    return;
  }
  const column = (which: number): number[] => Array.from({ length: rows }, (_, row) => at(row, which));
  const { x, y, factor, unit: shown } = axes(plot, extent(column(xColumn)), extent(column(yColumn)), name(xColumn), unit(xColumn), unit(yColumn));
  const now = Math.max(0, history.rowAt(studio.now.time));
  g.lineCap = 'round';
  g.lineWidth = 1.5;
  g.strokeStyle = palette.text.ink;
  const stride = Math.max(1, Math.floor(rows / 3000));
  for (let row = stride; row <= now; row += stride) {
    g.globalAlpha = Math.max(0.12, Math.min(1, 1 - (studio.now.time - history.times[row]!) / 1.5));
    g.beginPath();
    g.moveTo(x(at(row - stride, xColumn)), y(at(row - stride, yColumn)));
    g.lineTo(x(at(row, xColumn)), y(at(row, yColumn)));
    g.stroke();
  }
  g.globalAlpha = 1;
  g.fillStyle = palette.text.ink;
  g.beginPath();
  g.arc(x(at(now, xColumn)), y(at(now, yColumn)), 5, 0, 7);
  g.fill();
  names(plot, [{ name: name(yColumn), value: `${plain(at(now, yColumn) / factor, 3)} ${shown}`.trim(), colour: palette.text.ink }]);
}
