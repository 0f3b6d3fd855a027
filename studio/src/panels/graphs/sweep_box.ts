// A sweep by hand: the range of the slider that is dragged, and the values as a table.
import { el, setText } from '../../app/dom';
import { download, stem } from '../../app/files';
import type { Studio } from '../../app/studio';
import { inside } from '../../text/en_inside';
import { numberField } from '../inspector/fields';
import { rangeOf } from '../inspector/scene';
import type { Sweep } from './sweep';
import { csv } from './take';

const words = inside.sweep;

/** What a sweep's values are of. */
export const linesOf = (studio: Studio): string[] => (studio.info && studio.info.probeColumns.length > 0 ? studio.info.probeColumns : [words.largest]);

/** By the parameter, the smallest first. */
export function sweepRows(studio: Studio, sweep: Sweep): (string | number)[][] {
  const dots = [...sweep.dots].sort((a, b) => a.x - b.x);
  return [[sweep.parameter, ...linesOf(studio)], ...dots.map(({ x, values }) => [x, ...values.map((value) => (Number.isFinite(value) ? value : ''))])];
}

export function saveSweep(studio: Studio, sweep: Sweep): void {
  download(`${stem(studio)}-sweep.csv`, csv(sweepRows(studio, sweep)), 'text/csv');
}

/** The parameter that is swept: the one whose slider was moved last, else the first. */
const sweptOf = (studio: Studio): string => {
  const free = (studio.info?.parameters ?? []).filter(({ formula }) => formula === '');
  return (free.find(({ name }) => name === studio.swept) ?? free[0])?.name ?? '';
};

export class SweepBox {
  readonly element: HTMLElement;
  private readonly name = el('span');
  private readonly fields;
  private readonly studio: Studio;

  constructor(studio: Studio) {
    this.studio = studio;
    const field = (end: 'min' | 'max'): ReturnType<typeof numberField> => numberField(studio, {
      label: [words[end]], name: words[end], commit: (value) => this.set(end, value),
    });
    this.fields = { min: field('min'), max: field('max') };
    this.element = el('div', { class: 'sweep-box', role: 'group', 'aria-label': words.range, hidden: true }, this.name, this.fields.min.element, this.fields.max.element);
  }

  private set(end: 'min' | 'max', value: number): void {
    const { studio } = this;
    const parameter = studio.info?.parameters.find(({ name }) => name === sweptOf(studio));
    if (!parameter) return;
    const { min, max } = rangeOf(studio, parameter);
    // Within what the scene allows.
    const allowed = Math.max(parameter.min ?? -Infinity, Math.min(parameter.max ?? Infinity, value));
    const next = { min, max, [end]: allowed };
    if (next.max > next.min) studio.ranges.set(parameter.name, next);
    else studio.say(words.empty);
    studio.signals.emit('motion');
    this.update(true);
  }

  update(shown: boolean): void {
    const { studio } = this;
    const parameter = studio.info?.parameters.find(({ name }) => name === sweptOf(studio));
    this.element.hidden = !shown || !parameter;
    if (this.element.hidden || !parameter) return;
    const { min, max } = rangeOf(studio, parameter);
    setText(this.name, parameter.label || parameter.name);
    this.fields.min.set(min, parameter.unit);
    this.fields.max.set(max, parameter.unit);
  }
}
