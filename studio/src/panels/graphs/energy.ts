// The energy graph: a stack of dissipated, elastic, gravity and kinetic energy, each above its lowest; the total in
// ink; the work done by the pull as a band of its own.
import { ENERGY_COUNT } from '../../app/history';
import { prefixFor } from '../../app/numbers';
import { ENERGIES, type EnergyName } from '../../protocol';
import { t } from '../../text';
import type { ColourName } from '../../view/palette';
import { emptyGraph, gutterRow, hatch, type Plot, valueTicks } from './axes';
import { playhead, pointerLines, readAt, timeBar, type Timed, timeSpan, xOf } from './time_axis';

export type EnergyForm = 'stack' | 'lines' | 'drift';

const PLACE = Object.fromEntries(ENERGIES.map((name, i) => [name, i])) as Record<EnergyName, number>;
const LAYERS: { name: EnergyName; colour: ColourName }[] = [
  { name: 'dissipated', colour: 'lost' }, { name: 'elastic', colour: 'elastic' }, { name: 'gravity', colour: 'gravity' },
  { name: 'load', colour: 'load' }, { name: 'contact', colour: 'compression5' }, { name: 'kinetic', colour: 'kinetic' },
];

// Kept between draws, so that drawing allocates little.
const lowest = new Float64Array(ENERGY_COUNT);
let base = new Float64Array(0);

export function drawEnergy(plot: Plot, studio: Timed, form: EnergyForm): void {
  const { history } = studio;
  const span = timeSpan(studio);
  timeBar(plot, studio, span);
  const unit = studio.info?.units.given ? studio.info.units.energy : '';
  const rows = history.rows;
  if (rows < 2 || !Number.isFinite(history.energies[PLACE.kinetic]!)) {
    emptyGraph(plot, t.graphs.noMotion);
    playhead(plot, studio, span);
    return;
  }
  const energy = (row: number, name: EnergyName): number => history.energies[row * ENERGY_COUNT + PLACE[name]]!;
  lowest.fill(Infinity);
  const largest = new Float64Array(ENERGY_COUNT).fill(-Infinity);
  for (let row = 0; row < rows; row += 1)
    for (let k = 0; k < ENERGY_COUNT; k += 1) {
      const value = history.energies[row * ENERGY_COUNT + k]!;
      if (value < lowest[k]!) lowest[k] = value;
      if (value > largest[k]!) largest[k] = value;
    }
  // Kinds that never change are left out.
  const scale = Math.max(...LAYERS.map(({ name }) => largest[PLACE[name]]! - lowest[PLACE[name]]!), 1e-300);
  const layers = LAYERS.filter(({ name }) => name === 'kinetic' || name === 'elastic' || name === 'gravity' || name === 'dissipated'
    ? name !== 'gravity' || largest[PLACE.gravity]! - lowest[PLACE.gravity]! > 1e-9 * scale
    : largest[PLACE[name]]! - lowest[PLACE[name]]! > 1e-6 * scale);
  // Elastic energy and losses have a true zero; the others only differences.
  for (const { name } of LAYERS) if (name === 'elastic' || name === 'kinetic' || name === 'dissipated') lowest[PLACE[name]] = Math.min(0, lowest[PLACE[name]]!);
  const above = (row: number, name: EnergyName): number => energy(row, name) - lowest[PLACE[name]]!;
  const sum = (row: number): number => layers.reduce((total, { name }) => total + above(row, name), 0);
  const work = (row: number): number => energy(row, 'work') - energy(0, 'work');
  const first = sum(0);

  // Of what is zoomed to, the range is that of the part seen.
  const from = Math.max(0, history.rowAt(span.from)), until = Math.min(rows, history.rowAt(span.to) + 2);
  let low = 0, high = 0;
  if (form === 'drift') {
    for (let row = from; row < until; row += 1) {
      const drift = energy(row, 'total') - energy(0, 'total');
      low = Math.min(low, drift);
      high = Math.max(high, drift);
    }
  } else
    for (let row = from; row < until; row += 1) high = Math.max(high, form === 'stack' ? Math.max(sum(row), first + work(row)) : Math.max(...layers.map(({ name }) => above(row, name))));
  if (form === 'lines') for (let row = from; row < until; row += 1) high = Math.max(high, sum(row));
  // A run that blew up ends in numbers beside which all others would be flat: they leave the picture.
  if (form !== 'drift' && studio.state?.mode === 'blown') {
    let before = 0;
    for (let row = from; row < from + 0.9 * (until - from); row += 1) before = Math.max(before, sum(row));
    if (before > 0) high = Math.min(high, 3 * before);
  }
  const range = high - low || 1;
  high += 0.06 * range;
  if (form === 'drift') low -= 0.06 * range;
  const y = (value: number): number => plot.bottom - ((plot.bottom - plot.top) * (value - low)) / (high - low);
  const shownUnit = valueTicks(plot, low, high, unit, y);

  const { g, palette } = plot;
  const x = (row: number): number => xOf(plot, span, history.times[row]!);
  g.save();
  g.beginPath();
  g.rect(plot.left, plot.top - 8, plot.width - plot.left - plot.right, plot.bottom - plot.top + 10);
  g.clip();
  // At most two points for each pixel.
  const stride = Math.max(1, Math.floor(rows / Math.max(1, 2 * (plot.width - plot.left - plot.right))));
  const line = (value: (row: number) => number, move = true): void => {
    for (let row = 0; row < rows; row += stride) {
      if (row === 0 && move) g.moveTo(x(row), y(value(row)));
      else g.lineTo(x(row), y(value(row)));
    }
    g.lineTo(x(rows - 1), y(value(rows - 1)));
  };
  const stroke = (value: (row: number) => number, colour: string, width: number, dash: number[] = []): void => {
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.setLineDash(dash);
    g.lineJoin = 'round';
    g.beginPath();
    line(value);
    g.stroke();
    g.setLineDash([]);
  };
  const worked = largest[PLACE.work]! - Math.min(0, lowest[PLACE.work]!) > 1e-9 * scale;
  if (form === 'stack') {
    if (base.length < rows) base = new Float64Array(history.times.length);
    base.fill(0);
    for (const { name, colour } of layers) {
      g.beginPath();
      line((row) => base[row]! + above(row, name));
      for (let row = rows - 1; row >= 0; row -= stride) g.lineTo(x(row), y(base[row]!));
      g.lineTo(x(0), y(base[0]!));
      g.closePath();
      g.globalAlpha = name === 'dissipated' ? 0.9 : palette.dark ? 0.34 : 0.26;
      g.fillStyle = name === 'dissipated' ? hatch(g, palette.text.lost) : palette.text[colour];
      g.fill();
      g.globalAlpha = 1;
      stroke((row) => base[row]! + above(row, name), palette.text[colour], 1.5);
      for (let row = 0; row < rows; row += 1) base[row] = base[row]! + above(row, name);
    }
    stroke(sum, palette.text.ink, 1.75);
    if (worked) {
      g.globalAlpha = 0.1;
      g.fillStyle = palette.text.work;
      g.beginPath();
      line((row) => first + work(row));
      g.lineTo(x(rows - 1), y(first));
      g.lineTo(x(0), y(first));
      g.fill();
      g.globalAlpha = 1;
      stroke((row) => first + work(row), palette.text.work, 1.25, [3, 3]);
    }
  } else if (form === 'lines') {
    for (const { name, colour } of layers) stroke((row) => above(row, name), palette.text[colour], 1.5);
    stroke(sum, palette.text.ink, 1.75);
    if (worked) stroke((row) => first + work(row), palette.text.work, 1.25, [3, 3]);
  } else stroke((row) => energy(row, 'total') - energy(0, 'total'), palette.text.ink, 1.5);
  g.restore();
  pointerLines(plot, span);
  playhead(plot, studio, span);

  // Names and values at the playhead, or at the pointer.
  const row = Math.max(0, history.rowAt(readAt(studio)));
  const list: { name: string; value: number; colour: string; kind: 'line' | 'square' | 'hatch' | 'dash' }[] = [];
  if (form === 'drift') list.push({ name: t.graphs.drift, value: energy(row, 'total') - energy(0, 'total'), colour: palette.text.ink, kind: 'line' });
  else {
    list.push({ name: t.graphs.total, value: sum(row), colour: palette.text.ink, kind: 'line' });
    for (const { name, colour } of [...layers].reverse())
      list.push({ name: t.graphs[name as keyof typeof t.graphs] as string, value: above(row, name), colour: palette.text[colour], kind: name === 'dissipated' ? 'hatch' : 'square' });
    if (worked) list.push({ name: t.graphs.work, value: work(row), colour: palette.text.work, kind: 'dash' });
  }
  const largestShown = Math.max(...list.map((entry) => Math.abs(entry.value)));
  // In the unit of the axis, unless they are far beyond it.
  const [factor, name] = largestShown > 1e4 * shownUnit.factor ? prefixFor(largestShown, unit) : [shownUnit.factor, shownUnit.unit];
  const top = largestShown / factor;
  const decimals = top > 0 ? Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(top)))) : 2;
  list.forEach((entry, i) => gutterRow(plot, i, list.length, entry.name, (entry.value / factor).toFixed(decimals).replace('-', '\u2212'), name, (sx, sy) => {
    g.fillStyle = entry.colour;
    if (entry.kind === 'line') g.fillRect(sx, sy - 1, 10, 2);
    else if (entry.kind === 'dash') {
      g.fillRect(sx, sy - 1, 4, 2);
      g.fillRect(sx + 6, sy - 1, 4, 2);
    } else if (entry.kind === 'hatch') {
      g.fillStyle = hatch(g, entry.colour);
      g.fillRect(sx, sy - 5, 10, 10);
      g.strokeStyle = entry.colour;
      g.lineWidth = 1;
      g.strokeRect(sx + 0.5, sy - 4.5, 9, 9);
    } else {
      g.beginPath();
      g.roundRect(sx, sy - 5, 10, 10, 2);
      g.fill();
    }
  }, i === 0));
}
