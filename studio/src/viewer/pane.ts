// One pane of the viewer: the picture of a run at the time shown, and its numbers.
import { el, fill, setText } from '../app/dom';
import { ENERGY_COUNT } from '../app/history';
import { quantity } from '../app/numbers';
import { resultOf } from '../panels/compare/pane';
import { spokenText } from '../panels/sentence';
import { clock } from '../panels/verdict';
import { ENERGIES, type Integrator, type SceneInfo } from '../protocol';
import { t } from '../text';
import { Stage } from '../view/stage';
import { STATE_ALARM } from '../view/springs';
import { Track } from './data';
import { inspected } from './inspect';
import { words } from './words';

const TOTAL = ENERGIES.indexOf('total'), KINETIC = ENERGIES.indexOf('kinetic');

export type Chosen = { kind: 'node' | 'spring'; id: number } | null;

export class ViewerPane {
  readonly letter: string;
  readonly track: Track;
  readonly element: HTMLElement;
  readonly canvas = el('canvas', { role: 'img', tabindex: '0' });
  readonly stage: Stage;
  readonly settings: { integrator: Integrator };
  readonly blown: { time: number; lastGoodTime: number } | null;
  readonly history;
  private readonly info: SceneInfo;
  private readonly result = el('span', { class: 'result' });
  private readonly card = el('div', { class: 'pane-card card', hidden: true, role: 'alert' });
  private readonly values = el('dl', { class: 'viewer-values', hidden: true });

  constructor(letter: string, track: Track, info: SceneInfo, several: boolean) {
    const { stored } = track;
    this.letter = letter;
    this.track = track;
    this.info = info;
    this.history = track.history;
    this.settings = { integrator: stored.integrator ?? 'auto' };
    this.blown = stored.blowUp ? { time: stored.blowUp.time, lastGoodTime: track.last } : null;
    const tags = el('div', { class: 'tags' });
    const head = el('div', { class: 'pane-head' },
      several ? el('span', { class: 'letter', text: letter }) : null,
      stored.integrator ? el('b', { text: this.name }) : null,
      stored.timeStep ? el('span', { text: quantity(stored.timeStep, this.unit('time'), 3) }) : null,
      el('span', { class: 'grow' }), this.result);
    this.element = el('section', { class: this.failed ? 'pane-box blown' : 'pane-box' }, this.canvas, tags, head, this.values, this.card);
    this.stage = new Stage(this.canvas, tags);
    this.stage.setInsets({ top: several ? 64 : 56, right: 40, bottom: 40, left: 40 });
    this.stage.setScene(info, true);
    setText(this.result, this.outcome());
  }

  get name(): string {
    const name = t.integrators[this.settings.integrator] ?? this.settings.integrator;
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  /** Whether its run ended before its time. */
  get failed(): boolean {
    return this.track.stored.status === 'blew_up' || this.track.stored.status === 'not_converged';
  }

  drift(row: number): number {
    const { energies } = this.history;
    return row < 0 ? 0 : energies[row * ENERGY_COUNT + TOTAL]! - energies[TOTAL]!;
  }

  get largestKinetic(): number {
    let most = 0;
    for (let row = 0; row < this.history.rows; row += 1) most = Math.max(most, this.history.energies[row * ENERGY_COUNT + KINETIC]!);
    return most;
  }

  unit(name: 'time' | 'length' | 'force' | 'energy' | 'stiffness'): string {
    return this.info.units.given ? this.info.units[name] : '';
  }

  /** How its run ended, and what it did to the energy. */
  private outcome(): string {
    const { stored } = this.track;
    if (stored.status === undefined) return '';
    if (this.failed || stored.status !== 'finished') return words.end[stored.status] ?? stored.status;
    const drifts: number[] = [];
    for (let row = 0; row < this.history.rows; row += 1) drifts.push(this.drift(row) / Math.max(this.largestKinetic, 1e-300));
    const word = resultOf(drifts, false);
    return word === 'stopped' ? '' : t.compare.results[word];
  }

  /** Shows it at a time; one that has failed stays at its last good state. */
  show(time: number, chosen: Chosen): void {
    const frame = this.track.at(time);
    this.stage.setFrame(frame);
    const over = this.failed && time >= this.track.last;
    this.stage.net.markSprings(STATE_ALARM, over && this.track.stored.blowUp && this.track.stored.blowUp.spring >= 0 ? [this.track.stored.blowUp.spring] : []);
    if (over === this.card.hidden) {
      this.card.hidden = !over;
      if (over) fill(this.card, el('p', { text: this.reason() }));
    }
    const list = chosen ? inspected(this.info, this.track, chosen) : [];
    this.values.hidden = list.length === 0;
    fill(this.values, ...list.flatMap(([name, value]) => [el('dt', { text: name }), el('dd', { text: value })]));
  }

  /** Why it stopped, and its cure, from the fields of the report. */
  private reason(): string {
    const { blowUp, reason, status } = this.track.stored;
    if (status !== 'blew_up' || !blowUp) return reason ?? '';
    const unit = this.unit('time');
    const step = (value: number): string => quantity(value, unit, 3);
    const parts = [
      ...t.verdict.blown(clock(blowUp.time, unit)),
      ...(blowUp.spring >= 0 && Number.isFinite(blowUp.strain ?? NaN) ? t.verdict.blownStrain(blowUp.spring, blowUp.strain) : []),
      ...(blowUp.safeStep === null ? [] : blowUp.betterIntegrator ? t.verdict.blownIntegrator(t.integrators[blowUp.betterIntegrator], step(blowUp.safeStep)) : t.verdict.blownStep(step(blowUp.timeStep), step(blowUp.safeStep))),
    ];
    const number = blowUp.safeStep === null ? '' : String(Number(blowUp.safeStep.toPrecision(3)));
    const cure = blowUp.safeStep === null ? '' : ` ${blowUp.betterIntegrator ? words.cureIntegrator(blowUp.betterIntegrator, number) : words.cure(number)}`;
    return spokenText(parts) + cure;
  }
}
