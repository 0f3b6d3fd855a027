// The graphs of Compare: what each integrator did to the energy, kinetic energies, the first probe, and errors, one line a pane.
import { el, setAttribute, setText } from '../../app/dom';
import { plain, power, prefixFor } from '../../app/numbers';
import { t } from '../../text';
import { emptyGraph, font, hairline, type Plot, valueTicks, widened } from '../graphs/axes';
import { probeUnit } from '../graphs/probes';
import type { Span } from '../graphs/time_axis';
import { rove } from '../tools';
import type { Compare } from './compare';
import { drawCompare, drawLines, type Lines } from './graph';
import type { Pane } from './pane';

const TABS = ['energy', 'kinetic', 'probes', 'error'] as const;
type Tab = (typeof TABS)[number];

export class Curves {
  tab: Tab = 'energy';
  readonly tabs = el('div', { class: 'tabs', role: 'tablist', 'aria-label': t.compare.graphs });
  readonly note = el('span', { class: 'note wide' });
  private readonly compare: Compare;
  private readonly canvas: HTMLCanvasElement;
  private readonly buttons: HTMLButtonElement[];

  constructor(compare: Compare, canvas: HTMLCanvasElement, redraw: () => void) {
    this.compare = compare;
    this.canvas = canvas;
    this.buttons = TABS.map((tab) => el('button', {
      type: 'button', role: 'tab', text: t.compare.tabs[tab], onclick: () => {
        this.tab = tab;
        redraw();
      },
    }));
    this.tabs.append(...this.buttons);
    rove(this.tabs, 'ArrowRight', 'ArrowLeft');
  }

  draw(plot: Plot, span: Span): void {
    const { compare, tab } = this;
    const { panes, studio } = compare;
    this.buttons.forEach((button, i) => {
      setAttribute(button, 'aria-selected', String(TABS[i] === tab));
      button.tabIndex = TABS[i] === tab ? 0 : -1;
    });
    const probe = studio.info!.probeColumns[0];
    const about = tab === 'probes' && probe !== undefined ? t.compare.probe(probe) : t.compare.abouts[tab];
    setText(this.note, about);
    setAttribute(this.canvas, 'aria-label', about);
    const { units } = studio.info!;
    const time = units.given ? units.time : '';
    if (tab === 'energy') drawCompare(plot, panes, span, compare.time, time);
    else if (tab === 'error') this.drawErrors(plot, span, time);
    else if (tab === 'probes' && probe === undefined) emptyGraph(plot, t.compare.noProbe);
    else {
      const unit = tab === 'kinetic' ? (units.given ? units.energy : '') : probeUnit(studio, studio.info!.probeQuantities[0] ?? '');
      this.drawValues(plot, span, time, unit, tab === 'kinetic' ? (pane, row) => pane.kinetic(row) : (pane, row) => pane.probe(row));
    }
  }

  /** Values of the histories on one axis; what blew up does not set it. */
  private drawValues(plot: Plot, span: Span, time: string, unit: string, value: (pane: Pane, row: number) => number): void {
    const { panes } = this.compare;
    let low = Infinity, high = -Infinity;
    const good = panes.filter(({ blown }) => !blown);
    for (const pane of good.length > 0 ? good : panes)
      for (let row = 0; row < pane.history.rows; row += 1) {
        const one = value(pane, row);
        if (Number.isFinite(one)) low = Math.min(low, one), high = Math.max(high, one);
      }
    const [from, to] = high >= low ? widened(low, high) : [0, 1];
    const room = 0.06 * (to - from);
    const y = (one: number): number => plot.bottom - ((plot.bottom - plot.top) * (Math.max(from - 9 * (to - from), Math.min(to + 9 * (to - from), one)) - from + room)) / (to - from + 2 * room);
    const { factor, unit: shown } = valueTicks(plot, from, to, unit, y);
    this.lines(plot, span, time, {
      times: (index) => panes[index]!.history.times, rows: (index) => panes[index]!.history.rows, y,
      value: (index, row) => value(panes[index]!, row),
      shown: (index, at) => [plain(value(panes[index]!, panes[index]!.history.rowAt(at)) / factor, 3), shown],
    });
  }

  /** Errors on an axis by powers of ten. */
  private drawErrors(plot: Plot, span: Span, time: string): void {
    const { compare } = this;
    const { panes, references, studio } = compare;
    const all = panes.flatMap(({ errors }) => errors.values).filter((value) => value > 0);
    if (references.why || all.length === 0) {
      emptyGraph(plot, references.why || t.compare.errors.none);
      return;
    }
    const { g, palette, left, right, width, small, top, bottom } = plot;
    const high = Math.ceil(Math.log10(Math.max(...all)));
    const low = Math.min(high - 2, Math.max(high - 14, Math.floor(Math.log10(Math.min(...all)))));
    const y = (value: number): number => bottom - ((bottom - top) * (Math.log10(Math.max(value, 1e-300)) - low)) / (high - low);
    const unit = studio.info!.units.given ? studio.info!.units.length : '';
    g.font = font(small);
    g.textAlign = 'right';
    g.textBaseline = 'middle';
    const step = Math.max(1, Math.ceil((high - low) / Math.max(2, (bottom - top) / 26)));
    for (let e = high; e >= low; e -= step) {
      const at = hairline(plot, y(10 ** e), left, width - right);
      g.fillStyle = palette.text.ink3;
      const [factor, prefixed] = prefixFor(10 ** e, unit);
      g.fillText(factor === 1 && (e < -3 || e > 3) ? `1e${e} ${unit}`.trim().replace('-', '\u2212') : `${plain(10 ** e / factor, 3, true)} ${prefixed}`.trim(), left - 8, at);
    }
    this.lines(plot, span, time, {
      times: (index) => panes[index]!.errors.times, rows: (index) => panes[index]!.errors.times.length, y,
      value: (index, row) => panes[index]!.errors.values[row]!,
      shown: (index, at) => {
        const value = panes[index]!.errors.at(at);
        const [factor, prefixed] = prefixFor(value, unit);
        return [factor === 1 && value < 1e-3 ? power(value) : plain(value / factor, 3), prefixed];
      },
    });
  }

  private lines(plot: Plot, span: Span, time: string, lines: Lines): void {
    drawLines(plot, this.compare.panes, span, this.compare.time, time, lines);
  }
}
