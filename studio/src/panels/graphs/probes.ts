// Probes: one lane for each quantity, at most four lines in each, named at the right.
import { plain } from '../../app/numbers';
import type { Studio } from '../../app/studio';
import { t } from '../../text';
import type { ColourName } from '../../view/palette';
import { emptyGraph, font, type Plot, valueTicks, widened } from './axes';
import { playhead, pointerLines, readAt, timeBar, timeSpan, xOf } from './time_axis';

const LINES: ColourName[] = ['ink', 'tension5', 'compression5', 'gravity'];
const DASHES: number[][] = [[], [], [], [6, 3]];
const PER_LANE = 4;

/** The unit of a probe's quantity, such as "velocity.x". */
export function probeUnit(studio: Studio, name: string): string {
  const units = studio.info?.units;
  if (!units?.given) return '';
  const kind = name.split('.')[0];
  switch (kind) {
    case 'position': case 'displacement': case 'length': return units.length;
    case 'velocity': return units.velocity;
    case 'force': case 'reaction': case 'tension': return units.force;
    case 'energy': return units.energy;
    case 'stress': return units.stress;
    default: return '';
  }
}

export function drawProbes(plot: Plot, studio: Studio): void {
  const { info } = studio;
  const span = timeSpan(studio);
  timeBar(plot, studio, span);
  const columns = info?.probeColumns ?? [];
  if (columns.length === 0) {
    emptyGraph(plot, t.graphs.noProbes);
    playhead(plot, studio, span);
    return;
  }
  // Lanes by quantity, without the axis: position.x and position.y share one.
  const lanes = new Map<string, number[]>();
  columns.forEach((_, column) => {
    const kind = (info?.probeQuantities[column] ?? '').split('.')[0] ?? '';
    const lane = lanes.get(kind) ?? [];
    if (lane.length < PER_LANE) lane.push(column);
    lanes.set(kind, lane);
  });
  const shown = [...lanes.values()].slice(0, 3);
  const room = (plot.bottom - plot.top + 6) / shown.length;
  shown.forEach((lane, i) => drawLane(plot, studio, lane, plot.top - 4 + i * room, room - 8));
  pointerLines(plot, span);
  playhead(plot, studio, span);
}

function drawLane(plot: Plot, studio: Studio, lane: number[], top: number, height: number): void {
  const { g, palette, body } = plot;
  const { history, info } = studio;
  const span = timeSpan(studio);
  const { rows, probeCount } = history;
  const value = (row: number, column: number): number => history.probes[row * probeCount + column] ?? NaN;
  let low = Infinity, high = -Infinity;
  const from = Math.max(0, history.rowAt(span.from)), until = Math.min(rows, history.rowAt(span.to) + 2);
  for (let row = from; row < until; row += 1)
    for (const column of lane) {
      const v = value(row, column);
      if (v < low) low = v;
      if (v > high) high = v;
    }
  if (!(high >= low)) low = 0, high = 1;
  [low, high] = high === 0 && low === 0 ? [-0.5, 0.5] : widened(low, high);
  const pad = 0.08 * (high - low);
  low -= pad;
  high += pad;
  const y = (v: number): number => top + height - (height * (v - low)) / (high - low);
  const unit = probeUnit(studio, info?.probeQuantities[lane[0]!] ?? '');
  const { factor, unit: name } = valueTicks(plot, low, high, unit, y, 3.5);
  g.save();
  g.beginPath();
  g.rect(plot.left, top - 4, plot.width - plot.left - plot.right, height + 8);
  g.clip();
  const stride = Math.max(1, Math.floor(rows / Math.max(1, 2 * (plot.width - plot.left - plot.right))));
  lane.forEach((column, k) => {
    g.strokeStyle = palette.text[LINES[k]!];
    g.lineWidth = 1.5;
    g.lineJoin = 'round';
    g.setLineDash(DASHES[k]!);
    g.beginPath();
    let begun = false;
    for (let row = 0; row < rows; row += stride) {
      const v = value(row, column);
      if (!Number.isFinite(v)) continue;
      const x = xOf(plot, span, history.times[row]!);
      if (begun) g.lineTo(x, y(v));
      else g.moveTo(x, y(v));
      begun = true;
    }
    g.stroke();
  });
  g.setLineDash([]);
  g.restore();
  // Names and values at the playhead.
  const row = history.rowAt(readAt(studio));
  lane.forEach((column, k) => {
    const pitch = Math.min(body * 1.7, (height + 8) / lane.length);
    const x = plot.width - plot.right + 16, at = top + 8 + k * pitch;
    g.strokeStyle = palette.text[LINES[k]!];
    g.lineWidth = 2;
    g.setLineDash(DASHES[k]!.length > 0 ? [4, 2] : []);
    g.beginPath();
    g.moveTo(x, at);
    g.lineTo(x + 10, at);
    g.stroke();
    g.setLineDash([]);
    g.font = font(body);
    g.textAlign = 'left';
    g.fillStyle = palette.text.ink2;
    g.fillText(info?.probeColumns[column] ?? '', x + 17, at, plot.right - 96);
    g.textAlign = 'right';
    g.fillStyle = palette.text.ink;
    g.fillText(row >= 0 ? plain(value(row, column) / factor, 3) : '–', plot.width - 34, at);
    g.textAlign = 'left';
    g.fillStyle = palette.text.ink3;
    g.fillText(name, plot.width - 30, at, 30);
  });
}
