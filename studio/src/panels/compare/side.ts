// The inspector of Compare: what differs, what is the same in all panes, how many there are.
import { el, fill, setAttribute, setText } from '../../app/dom';
import { plain, prefixFor, quantity } from '../../app/numbers';
import { t } from '../../text';
import { slider, type Slider } from '../inspector/fields';
import { unitOf } from '../legend';
import type { Compare } from './compare';
import { energyBase, signed } from './graph';
import { ORDERS, type Pane } from './pane';
import { type By, choices, nameOf, parameterOf, unitOf as unitOfValue } from './what';

const words = t.compare;

export class CompareSide {
  readonly element = el('aside', { class: 'side compare-side', 'aria-label': words.title });
  private readonly table = el('table', { class: 'differs' });
  private readonly note = el('p', { class: 'note' });
  private readonly low = el('span');
  private readonly high = el('span');
  private readonly counts: HTMLButtonElement[];
  private readonly bys: HTMLButtonElement[];
  private readonly choices: By[];
  private readonly leave: HTMLButtonElement;
  private readonly sliders: { slider: Slider; set: () => void }[] = [];
  private readonly compare: Compare;

  constructor(compare: Compare) {
    this.compare = compare;
    const { studio } = compare;
    const info = studio.info!;
    this.choices = choices(info);
    this.bys = this.choices.map((by) => el('button', { class: 'ib', type: 'button', text: nameOf(info, by), onclick: () => void compare.arrange(compare.wanted.count, by) }));
    this.counts = [2, 3, 4].map((n) => el('button', { class: 'ib', type: 'button', text: String(n), 'aria-label': words.paneCount(n), onclick: () => void compare.arrange(n, compare.wanted.by) }));
    this.leave = el('button', { class: 'btn', type: 'button', onclick: () => void compare.leave() }, words.leave, el('kbd', { text: 'Esc' }));
    // Sliders for all panes: the scene's own first.
    for (const parameter of info.parameters.filter(({ formula }) => formula === '').slice(0, 3)) {
      let { value } = parameter;
      const s = slider(parameter.label || parameter.name, (next) => {
        value = next;
        compare.setShared(parameter.name, next);
      });
      const size = Math.abs(value) || 1;
      const range = { min: parameter.min ?? (value < 0 ? -4 * size : 0), max: parameter.max ?? 4 * size, log: parameter.log && parameter.min !== null };
      this.sliders.push({
        slider: s,
        set: () => {
          // What differs is not the same in all panes.
          s.element.hidden = parameterOf(info, compare.by)?.name === parameter.name;
          s.set(value, range, parameter.unit);
        },
      });
    }
    const step = slider(t.inspector.timeStep, (value) => compare.setStep(value));
    const base = compare.baseStep;
    this.sliders.push({ slider: step, set: () => step.set(compare.baseStep, { min: base / 20, max: base * 20, log: true }, info.units.given ? info.units.time : '') });
    fill(this.element,
      el('div', { class: 'chosen', tabindex: '-1' },
        el('div', { class: 'who' }, el('div', {}, el('b', { text: words.title }), el('small', { text: words.about }))),
        el('section', {}, this.table),
        el('section', {}, el('h3', { text: words.all }), ...this.sliders.map((entry) => entry.slider.element)),
        el('section', {}, el('h3', { text: words.differ }), el('div', { class: 'segment', role: 'group', 'aria-label': words.differ }, ...this.bys), this.note)),
      el('section', { class: 'compare-legend' },
        el('h3', {}, el('span', { class: 'name', text: t.quantity[studio.quantity] }), el('span', { text: words.legend })),
        el('div', { class: 'ramp' }), el('div', { class: 'ticks' }, this.low, el('span', { text: '0' }), this.high)),
      el('div', { class: 'compare-foot' }, el('span', { text: words.panes }), ...this.counts, el('span', { class: 'grow' }), this.leave));
  }

  update(): void {
    const { compare } = this;
    const { panes, studio } = compare;
    const time = studio.info?.units.given ? studio.info.units.time : '';
    const base = energyBase(panes);
    const cell = (pane: Pane, text: string, alarm = false): HTMLElement => el('td', { class: alarm || pane.blown ? 'alarm' : '', text });
    // One unit in each row, which its name gives.
    const numbers = (name: string, unit: string, value: (pane: Pane) => number | string): [string, (pane: Pane) => HTMLElement] => {
      const all = panes.map(value).filter((one): one is number => typeof one === 'number' && Number.isFinite(one));
      const [factor, prefixed] = prefixFor(Math.max(...all, 0), unit);
      const shown = (one: number | string): string => (typeof one === 'string' ? one : Number.isFinite(one) ? plain(one / factor, 3, true) : words.unknown);
      return [prefixed ? `${name}, ${prefixed}` : name, (pane) => el('td', { text: shown(value(pane)) })];
    };
    const { by } = compare;
    const info = studio.info!;
    const differing = by === 'integrator' || by === 'step' ? [] : [numbers(nameOf(info, by), unitOfValue(info, by), (pane) => pane.settings.value ?? NaN)];
    const reference = compare.references.why ? [] : [numbers(words.rows.error, info.units.given ? info.units.length : '', (pane) => Number(pane.errors.at(compare.time).toPrecision(2)))];
    const rows: [string, (pane: Pane) => HTMLElement][] = [
      ...differing,
      numbers(words.rows.step, time, (pane) => pane.settings.timeStep),
      numbers(words.rows.stable, time, (pane) => (pane.motion?.implicit ? words.any : pane.motion?.stableTimeStep ?? (pane.motion ? words.none : words.unknown))),
      [words.rows.order, (pane) => el('td', { text: String(ORDERS[pane.settings.integrator] ?? words.unknown) })],
      [words.rows.drift, (pane) => cell(pane, signed((100 * pane.drift(pane.history.rows - 1)) / base))],
      ...reference,
      numbers(words.rows.cost, 's', (pane) => Number((pane.cost / 1000).toPrecision(2))),
      numbers(words.rows.second, 's', (pane) => Number((pane.cost / 1000 / pane.settings.timeStep).toPrecision(2))),
    ];
    fill(this.table,
      el('thead', {}, el('tr', {}, el('th'), ...panes.map((pane) => el('th', { scope: 'col', text: pane.letter })))),
      el('tbody', {}, ...rows.map(([name, make]) => el('tr', {}, el('th', { scope: 'row', text: name }), ...panes.map(make)))));
    const same = (pick: (pane: Pane) => unknown): boolean => new Set(panes.map(pick)).size < 2;
    const sameStep = same((pane) => pane.settings.timeStep), sameIntegrator = same((pane) => pane.settings.integrator);
    const note = differing.length > 0 ? (sameStep && sameIntegrator ? words.notes.value(nameOf(info, by)) : words.notes.more)
      : sameStep ? words.notes.same : sameIntegrator ? words.notes.steps : words.notes.both;
    setText(this.note, note);
    this.bys.forEach((button, i) => setAttribute(button, 'aria-pressed', String(by === this.choices[i])));
    this.counts.forEach((button, i) => setAttribute(button, 'aria-pressed', String(panes.length === i + 2)));
    for (const entry of this.sliders) entry.set();
    const unit = unitOf(studio, studio.quantity);
    const end = quantity(compare.scaleEnd, unit);
    const [less, more] = t.legend.ends[studio.quantity];
    setText(this.low, less ? `${less} ${end}` : `\u2212${end}`);
    setText(this.high, more ? `${end} ${more}` : end);
    const last = compare.lastClicked;
    setAttribute(this.leave, 'title', last ? words.takes(last.letter) : words.leave);
  }
}
