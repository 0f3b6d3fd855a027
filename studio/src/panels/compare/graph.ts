// The graph of Compare: energy that each integrator has made or lost, in percent of the largest kinetic energy.
import { plain } from '../../app/numbers';
import { t } from '../../text';
import type { ColourName } from '../../view/palette';
import { font, gutterRow, type Plot, valueTicks } from '../graphs/axes';
import { drawPlayhead, type Span, timeTicks, xOf } from '../graphs/time_axis';
import type { Pane } from './pane';

/** What the graph shows of a pane. */
export type ComparedRun = Pick<Pane, 'letter' | 'history' | 'drift' | 'largestKinetic'> & {
  settings: Pick<Pane['settings'], 'integrator'>;
  blown: Pick<NonNullable<Pane['blown']>, 'time' | 'lastGoodTime'> | null;
  /** What it is named by, where not by its integrator. */
  named?: string;
};

/** Lines differ by dash and letter, not by hue alone. */
const LOOKS: { colour: ColourName; dash: number[] }[] = [
  { colour: 'ink', dash: [] }, { colour: 'kinetic', dash: [6, 3] }, { colour: 'gravity', dash: [2, 2.5] }, { colour: 'elastic', dash: [9, 3, 2, 3] },
];

/** The largest kinetic energy of panes that did not blow up; of all where every one did. */
export function energyBase(panes: readonly ComparedRun[]): number {
  const good = panes.filter((pane) => !pane.blown);
  return Math.max(...(good.length > 0 ? good : panes).map((pane) => pane.largestKinetic), 1e-300);
}

/** A line for each pane, over the bar and the marks of blow-ups. */
export interface Lines {
  /** Of a pane: its times, and a value for each. */
  times: (index: number) => ArrayLike<number>;
  rows: (index: number) => number;
  value: (index: number, row: number) => number;
  /** At a moment, with its unit. */
  shown: (index: number, time: number) => [string, string];
  y: (value: number) => number;
}

export function drawLines(plot: Plot, panes: readonly ComparedRun[], span: Span, time: number, unit: string, lines: Lines): void {
  const { g, palette, left, right, width, height, top, bottom } = plot;
  timeTicks(plot, span, unit);
  // The recorded part of the bar.
  g.fillStyle = palette.text.sunk;
  g.fillRect(left, height - 27, width - left - right, 6);
  g.fillStyle = palette.text.edge;
  const end = Math.max(...panes.map((pane) => pane.history.last), span.from);
  g.fillRect(left, height - 27, Math.max(0, Math.min(width - right, xOf(plot, span, end)) - left), 6);
  markBlowUps(plot, panes, span);
  g.save();
  g.beginPath();
  g.rect(left, top - 8, width - left - right, bottom - top + 12);
  g.clip();
  panes.forEach((pane, index) => {
    const times = lines.times(index), rows = lines.rows(index);
    g.strokeStyle = pane.blown ? palette.text.alarm : palette.text[LOOKS[index]!.colour];
    g.setLineDash(LOOKS[index]!.dash);
    g.lineWidth = 1.6;
    g.lineJoin = 'round';
    g.beginPath();
    let begun = false;
    for (let row = 0; row < rows; row += 1) {
      const value = lines.value(index, row);
      if (!Number.isFinite(value)) continue;
      const x = xOf(plot, span, times[row]!), at = lines.y(value);
      if (begun) g.lineTo(x, at);
      else g.moveTo(x, at);
      begun = true;
    }
    g.stroke();
    g.setLineDash([]);
  });
  g.restore();
  drawPlayhead(plot, span, time, false);
  panes.forEach((pane, index) => {
    const colour = pane.blown ? palette.text.alarm : palette.text[LOOKS[index]!.colour];
    const over = pane.blown && time >= pane.blown.lastGoodTime;
    const [value, of] = over ? [t.compare.stopped, ''] : lines.shown(index, time);
    const name = pane.named ?? t.integrators[pane.settings.integrator];
    gutterRow(plot, index, panes.length, right < 190 ? pane.letter : `${pane.letter}  ${name}`, value, of, (x, at) => {
      g.strokeStyle = colour;
      g.lineWidth = 2;
      g.setLineDash(LOOKS[index]!.dash.map((part) => part * 0.7));
      g.beginPath();
      g.moveTo(x - 4, at);
      g.lineTo(x + 12, at);
      g.stroke();
      g.setLineDash([]);
    });
  });
}

function markBlowUps({ g, palette, top, height, small, ...plot }: Plot, panes: readonly ComparedRun[], span: Span): void {
  panes.forEach((pane, index) => {
    if (!pane.blown) return;
    const x = xOf({ g, palette, top, height, small, ...plot }, span, pane.blown.time);
    g.strokeStyle = palette.text.alarm;
    g.lineWidth = 1;
    g.setLineDash([3, 3]);
    g.beginPath();
    g.moveTo(x, top - 6);
    g.lineTo(x, height - 30);
    g.stroke();
    g.setLineDash([]);
    g.fillStyle = palette.text.alarm;
    g.beginPath();
    g.arc(x, height - 24, 5, 0, 7);
    g.fill();
    g.font = font(small);
    g.textAlign = 'left';
    g.textBaseline = 'middle';
    g.fillText(t.compare.blows(pane.letter), x + 6, top + 2 + 13 * panes.slice(0, index).filter((other) => other.blown).length);
  });
}

/** Energy that each integrator has made or lost. */
export function drawCompare(plot: Plot, panes: readonly ComparedRun[], span: Span, time: number, unit: string): void {
  const { top, bottom } = plot;
  const base = energyBase(panes);
  const percent = (pane: ComparedRun, row: number): number => (100 * pane.drift(row)) / base;
  let low = -1, high = 1;
  for (const pane of panes)
    for (let row = 0; row < pane.history.rows; row += 1) {
      const value = percent(pane, row);
      // What blows up leaves the picture.
      if (pane.blown && Math.abs(value) > 100) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  low = Math.max(low * 1.08, -110);
  high = Math.min(high * 1.08, 130);
  const y = (value: number): number => bottom - ((bottom - top) * (Math.max(-1e4, Math.min(1e4, value)) - low)) / (high - low);
  valueTicks(plot, low, high, '%', y);
  drawLines(plot, panes, span, time, unit, {
    times: (index) => panes[index]!.history.times, rows: (index) => panes[index]!.history.rows, y,
    value: (index, row) => percent(panes[index]!, row),
    shown: (index, at) => [signed(percent(panes[index]!, panes[index]!.history.rowAt(at))), '%'],
  });
}

/** A percentage with its sign. */
export const signed = (value: number): string => {
  if (Math.abs(value) >= 1000) return value > 0 ? '> +900' : '< \u2212900';
  if (Math.abs(value) < 0.005) return '0';
  return `${value > 0 ? '+' : ''}${plain(value, Math.abs(value) >= 100 ? 3 : 2)}`;
};
