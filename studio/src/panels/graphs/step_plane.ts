// The eigenvalues of one step in the plane, with the unit circle, and the largest of them by the length of the step. For small
// nets; they follow the slider of the step and the shape shown.
import { plain, quantity } from '../../app/numbers';
import type { Studio } from '../../app/studio';
import type { Integrator, MatrixInfo, NetColumns } from '../../protocol';
import { t } from '../../text';
import { inside } from '../../text/en_inside';
import { font, heading, type Plot } from './axes';
import { freeAxes, growth, isQuick, largestValue, leavingStep, MOST_AXES, ROUND, smallMotions, type SmallMotions, stepEigenvalues, type StepValue } from './step_matrix';

const words = inside.step;
/** ms between two looks at a net that moves. */
const PAUSE = 300;
/** Steps that the curve shows, from a part of the step to a multiple of it. */
const RANGE = 12;

const size = ({ re, im }: StepValue): number => Math.hypot(re, im);
const minus = (text: string): string => text.replace(/-/g, '\u2212');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A complex number in four digits. */
export function complexText({ re, im }: StepValue): string {
  const real = plain(re, 4, true);
  if (Math.abs(im) < 1e-9 * Math.max(1, Math.abs(re))) return real;
  return `${real} ${im < 0 ? '\u2212' : '+'} ${plain(Math.abs(im), 4, true)}i`;
}

const same = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
};

interface Look {
  values: StepValue[];
  integrator: Integrator;
  h: number;
  /** Largest magnitude by step; empty where it costs too much. */
  curve: [number, number][];
  /** Where the first eigenvalue leaves the circle, and that eigenvalue; null: nowhere; not known: undefined. */
  leaves: { h: number; value: StepValue; always: boolean } | null | undefined;
}

export class StepPlane {
  private motions: SmallMotions | null = null;
  private matrix: MatrixInfo | null = null;
  private columns: NetColumns | null = null;
  private drag = NaN;
  private seen = '';
  private at = -Infinity;
  private busy = false;
  private look: Look | null = null;
  private key = '';
  /** The pointer, in pixels of the graph. */
  private pointer: [number, number] | null = null;
  private dots: [number, number][] = [];

  /** Reads the matrices again where the scene or the shape has changed. */
  private async refresh(studio: Studio, then: () => void): Promise<void> {
    const { info, state, now } = studio;
    if (!info || this.busy || freeAxes(info).length > MOST_AXES || info.springCount === 0) return;
    const seen = `${info.revision} ${now.time} ${now.source} ${studio.rest?.solve ?? ''}`;
    if (seen === this.seen || (state?.playing && performance.now() - this.at < PAUSE)) return;
    this.busy = true;
    this.seen = seen;
    this.at = performance.now();
    try {
      const [matrix, columns] = await Promise.all([studio.engine.request('matrix', {}), studio.engine.request('columns', {})]);
      const before = this.matrix, old = this.columns;
      // The step's slider changes no matrix.
      const known = before && old && this.drag === info.drag && same(before.blocks, matrix.blocks) && same(old.mass, columns.mass) && same(old.damping, columns.damping)
        && same(before.rows, matrix.rows) && same(old.positions, columns.positions);
      if (!known) {
        this.motions = smallMotions(info, matrix, columns);
        this.key = '';
      }
      this.matrix = matrix;
      this.columns = columns;
      this.drag = info.drag;
    } catch {
      this.motions = null;
    }
    this.busy = false;
    then();
  }

  /** Integrator and step that the next step takes. */
  private static used(studio: Studio): { integrator: Integrator | null; h: number } {
    const { info, motion } = studio;
    const { integrator, timeStep } = info!.simulation;
    return { integrator: integrator === 'auto' ? motion?.integrator ?? null : integrator, h: timeStep > 0 ? timeStep : motion?.timeStep ?? 0 };
  }

  private computed(integrator: Integrator, h: number): Look | null {
    const { motions } = this;
    if (!motions) return null;
    const key = `${integrator} ${h}`;
    if (key === this.key && this.look) return this.look;
    const values = stepEigenvalues(motions, integrator, h);
    if (!values) return null;
    const look: Look = { values, integrator, h, curve: [], leaves: undefined };
    if (isQuick(motions, integrator)) {
      for (let i = 0; i <= 96; i += 1) {
        const step = h * RANGE ** (i / 48 - 1);
        look.curve.push([step, growth(motions, integrator, step)]);
      }
      const low = h * 1e-3, found = leavingStep(motions, integrator, low, h * 1e3);
      look.leaves = found === null ? null : { h: found, always: found === low, value: largestValue(motions, integrator, found)! };
    }
    this.key = key;
    this.look = look;
    return look;
  }

  /** Draws it, or says why there is none; asks for what it needs. The result is what it says in words. */
  draw(plot: Plot, studio: Studio, then: () => void): string {
    const { info } = studio;
    this.dots = [];
    const say = (text: string): string => {
      this.text(plot, ['', text], 16, Math.min(620, plot.width - 32));
      return text;
    };
    if (!info || info.springCount === 0) return say(words.none);
    const axes = freeAxes(info).length;
    if (axes === 0) return say(words.none);
    if (axes > MOST_AXES) return say(words.large(axes, MOST_AXES));
    void this.refresh(studio, then);
    if (!this.matrix) return say(words.wait);
    if (!this.motions) return say(words.massless);
    const { integrator, h } = StepPlane.used(studio);
    if (integrator === null || !(h > 0)) return say(words.wait);
    const look = this.computed(integrator, h);
    if (!look) return say(words.own(capital(t.integrators[integrator])));
    const time = info.units.given ? info.units.time : '';
    const side = Math.min(plot.height - 40, 0.3 * plot.width);
    this.plane(plot, look, 16, 30, side);
    const wide = plot.width > 760 && look.curve.length > 0;
    const curveAt = Math.max(16 + side + 70, 210), curveWide = Math.min(360, 0.3 * plot.width);
    if (wide) this.curve(plot, look, curveAt, 30, curveWide, side, time);
    const lines = this.sentences(look, studio, time);
    const x = wide ? curveAt + curveWide + 32 : 16 + side + 24;
    this.text(plot, [`${capital(words.with(t.integrators[integrator], quantity(h, time, 3)))}.`, ...lines], x, plot.width - x - 16);
    return [words.with(t.integrators[integrator], quantity(h, time, 3)), ...lines].join(' ');
  }

  private sentences(look: Look, studio: Studio, time: string): string[] {
    const { values, leaves, h } = look;
    const frequency = (value: StepValue): string => (value.w2 !== undefined && value.w2 > 0 ? quantity(Math.sqrt(value.w2) / 2 / Math.PI, studio.info!.units.given ? studio.info!.units.frequency : '', 3) : '');
    const outside = values.filter((value) => !value.grows && size(value) > 1 + ROUND), own = values.filter((value) => value.grows && size(value) > 1 + ROUND);
    const lines: string[] = [];
    if (outside.length === 0) lines.push(words.inside);
    else {
      const [largest] = outside, factor = size(largest!);
      lines.push(words.outside(outside.length, complexText(largest!), plain(factor, 4, true), Math.max(1, Math.ceil(Math.log(10) / Math.log(factor))), frequency(largest!)));
    }
    if (own.length > 0) lines.push(words.grows(own.length));
    if (leaves === null) lines.push(words.never);
    else if (leaves) lines.push(leaves.always ? words.always : words.leaves(quantity(leaves.h, time, 3), complexText(leaves.value)));
    else if (studio.motion?.stableTimeStep) lines.push(words.stable(quantity(studio.motion.stableTimeStep, time, 3)));
    const near = this.hovered();
    if (near >= 0) lines.push(capital(words.hovered(complexText(values[near]!), plain(size(values[near]!), 5, true), frequency(values[near]!))));
    else if (h > 0 && lines.length < 3) lines.push(words.moves);
    return lines;
  }

  private plane({ g, palette, small, ...plot }: Plot, look: Look, x0: number, y0: number, side: number): void {
    heading({ g, palette, small, ...plot }, words.plane, '', x0);
    const reach = Math.min(3, Math.max(1.25, ...look.values.map(size)) * 1.08);
    const cx = x0 + side / 2, cy = y0 + side / 2, unit = side / 2 / reach;
    g.strokeStyle = palette.text.line;
    g.lineWidth = 1;
    g.beginPath();
    g.moveTo(x0, cy);
    g.lineTo(x0 + side, cy);
    g.moveTo(cx, y0);
    g.lineTo(cx, y0 + side);
    g.stroke();
    g.strokeStyle = palette.text.ink3;
    g.lineWidth = 1.25;
    g.beginPath();
    g.arc(cx, cy, unit, 0, 7);
    g.stroke();
    g.font = font(small);
    g.fillStyle = palette.text.ink3;
    g.textAlign = 'left';
    g.textBaseline = 'alphabetic';
    g.fillText(words.re, x0 + side + 4, cy + 4);
    g.fillText(words.im, cx + 4, y0 + 8);
    // What lies beyond the picture is drawn at its edge.
    this.dots = look.values.map((value) => {
      const over = Math.max(1, Math.abs(value.re) / reach, Math.abs(value.im) / reach);
      return [cx + (unit * value.re) / over, cy - (unit * value.im) / over];
    });
    const near = this.hovered();
    for (let i = this.dots.length - 1; i >= 0; i -= 1) {
      const [x, y] = this.dots[i]!;
      const value = look.values[i]!, out = size(value) > 1 + ROUND;
      g.fillStyle = i === near ? palette.text.select : !out ? palette.text.ink : value.grows ? palette.text.warn : palette.text.alarm;
      g.beginPath();
      g.arc(x, y, i === near ? 5 : out ? 4 : 2.6, 0, 7);
      g.fill();
    }
  }

  private curve(plot: Plot, look: Look, x0: number, y0: number, wide: number, high: number, time: string): void {
    const { g, palette, small } = plot;
    heading(plot, words.curve, '', x0 - 30);
    const bottom = y0 + high - 12;
    const most = Math.min(3, Math.max(1.3, ...look.curve.map(([, value]) => value))), least = Math.min(1, Math.max(0, Math.min(...look.curve.map(([, value]) => value)) - 0.05));
    const y = (value: number): number => bottom - ((bottom - y0) * (Math.min(most, value) - least)) / (most - least);
    const from = look.curve[0]![0], to = look.curve[look.curve.length - 1]![0];
    const x = (step: number): number => x0 + (wide * Math.log(step / from)) / Math.log(to / from);
    g.font = font(small);
    g.textBaseline = 'middle';
    for (const value of [least, 1, most]) {
      g.strokeStyle = value === 1 ? palette.text.ink3 : palette.text.line;
      g.lineWidth = 1;
      g.beginPath();
      g.moveTo(x0, y(value));
      g.lineTo(x0 + wide, y(value));
      g.stroke();
      g.fillStyle = palette.text.ink3;
      g.textAlign = 'right';
      if (value === 1 || Math.abs(y(value) - y(1)) > 10) g.fillText(plain(value, 2, true), x0 - 6, y(value));
    }
    g.textAlign = 'center';
    g.textBaseline = 'alphabetic';
    for (const step of [from * 1.6, look.h, to / 1.6]) g.fillText(quantity(step, time, 2), x(step), y0 + high + 4);
    let before: [number, number] | null = null;
    g.lineWidth = 1.75;
    for (const [step, value] of look.curve) {
      const here: [number, number] = [x(step), y(value)];
      if (before) {
        g.strokeStyle = value > 1 + ROUND ? palette.text.alarm : palette.text.ink;
        g.beginPath();
        g.moveTo(...before);
        g.lineTo(...here);
        g.stroke();
      }
      before = here;
    }
    g.strokeStyle = palette.text.select;
    g.lineWidth = 1;
    g.beginPath();
    g.moveTo(x(look.h), y0);
    g.lineTo(x(look.h), bottom);
    g.stroke();
    g.fillStyle = palette.text.select;
    g.beginPath();
    g.arc(x(look.h), y(size(look.values.find(({ grows }) => !grows) ?? { re: 1, im: 0 })), 4.5, 0, 7);
    g.fill();
  }

  /** Sentences below each other, in lines as wide as there is room. */
  private text({ g, palette, body }: Plot, lines: string[], x: number, wide: number): void {
    let y = 42;
    g.textAlign = 'left';
    g.textBaseline = 'alphabetic';
    lines.forEach((text, i) => {
      g.font = font(body, i === 0 ? 500 : 400);
      g.fillStyle = i === 0 ? palette.text.ink : palette.text.ink2;
      let line = '';
      for (const word of minus(text).split(' ')) {
        const longer = line ? `${line} ${word}` : word;
        if (line && g.measureText(longer).width > wide) {
          g.fillText(line, x, y);
          y += body * 1.35;
          line = word;
        } else line = longer;
      }
      g.fillText(line, x, y);
      y += body * 1.6;
    });
  }

  private hovered(): number {
    if (!this.pointer) return -1;
    let best = -1, distance = 8;
    this.dots.forEach(([x, y], i) => {
      const d = Math.hypot(x - this.pointer![0], y - this.pointer![1]);
      if (d < distance) best = i, distance = d;
    });
    return best;
  }

  listen(canvas: HTMLCanvasElement, shown: () => boolean, then: () => void): void {
    const set = (at: [number, number] | null): void => {
      if (!shown() || (this.pointer === null && at === null)) return;
      this.pointer = at;
      then();
    };
    canvas.addEventListener('pointermove', (event) => set([event.offsetX, event.offsetY]));
    canvas.addEventListener('pointerleave', () => set(null));
  }
}
