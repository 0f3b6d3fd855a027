// One pane of Compare: an engine of its own, a picture of its net, and what its run has come to.
import { el } from '../../app/dom';
import { ENERGY_COUNT, History } from '../../app/history';
import { ENERGIES, type BlowUpReport, type Frame, type Integrator, type MotionInfo, type Operation, type SceneInfo } from '../../protocol';
import { Stage } from '../../view/stage';
import type { EngineClient } from '../../worker/client';
import { Errors } from './reference';
import type { PaneSettings } from './what';

const TOTAL = ENERGIES.indexOf('total'), KINETIC = ENERGIES.indexOf('kinetic');

/** Order of accuracy of one step, as an error of the whole run. */
export const ORDERS: Record<Integrator, number | null> = {
  auto: null, explicit_euler: 1, symplectic_euler: 1, velocity_verlet: 2, rk4: 4, rk45: 5, linearly_implicit_euler: 1, implicit_euler: 1,
  implicit_midpoint: 2, bdf2: 2,
};

export class Pane {
  readonly letter: string;
  readonly engine: EngineClient;
  readonly element: HTMLElement;
  readonly head = el('div', { class: 'pane-head' });
  readonly canvas = el('canvas', { role: 'img' });
  readonly card = el('div', { class: 'pane-card card', hidden: true });
  readonly formula = el('p', { class: 'eq pane-eq', hidden: true });
  readonly stage: Stage;
  settings: PaneSettings;
  info: SceneInfo | null = null;
  motion: MotionInfo | null = null;
  blown: BlowUpReport | null = null;
  time = 0;
  step = 0;
  readonly history = new History();
  /** How far it is from the reference. */
  readonly errors = new Errors();
  /** Called with each frame, once the stage has it. */
  onFrame: (frame: Frame) => void = () => undefined;
  /** What its line in the graph is named by, where not by its integrator. */
  named?: string;
  /** ms of a step as measured; NaN before that. */
  cost = NaN;

  constructor(letter: string, engine: EngineClient, settings: PaneSettings) {
    this.letter = letter;
    this.engine = engine;
    this.settings = settings;
    const tags = el('div', { class: 'tags' });
    this.element = el('section', { class: 'pane-box' }, this.canvas, tags, this.head, this.formula, this.card);
    this.stage = new Stage(this.canvas, tags);
    engine.on('scene', (info) => {
      const fresh = this.info === null;
      this.info = info;
      this.stage.setScene(info, fresh);
    });
    engine.on('frame', (frame) => {
      if (frame.topology === this.info?.topology) {
        this.stage.setFrame(frame);
        this.time = frame.time;
        this.step = frame.step;
        if (this.history.rows === 0 || frame.time > this.history.last) this.history.add(frame);
        this.onFrame(frame);
      }
      engine.giveBack(frame);
    });
    engine.on('motion', (motion) => {
      this.motion = motion;
    });
    engine.on('blowUp', (report) => {
      this.blown = report;
    });
  }

  async open(text: string): Promise<void> {
    await this.engine.request('open', { name: 'scene.json', text });
  }

  /** Back to the start, with these settings and the edits that they are. */
  async set(settings: PaneSettings, operations: Operation[]): Promise<void> {
    this.settings = settings;
    this.cost = NaN;
    await this.engine.request('edit', { operations });
    await this.restart();
    this.motion = await this.engine.request('motion', {});
    // What the engine chose is what the header says.
    this.settings = { ...settings, integrator: this.motion.integrator, timeStep: this.motion.timeStep };
  }

  async restart(): Promise<void> {
    this.blown = null;
    this.history.clear(this.info?.probeColumns.length ?? 0);
    await this.engine.request('rewind', {});
  }

  /** Takes as many whole steps as fit before this time. */
  async advanceTo(time: number): Promise<void> {
    const h = this.settings.timeStep;
    const steps = Math.floor((time - this.time) / h + 1e-9);
    if (this.blown || steps < 1) return;
    const reached = await this.engine.request('advance', { seconds: steps * h });
    this.time = reached.time;
    this.step = reached.step;
  }

  /** Runs some steps to see what one costs, and goes back to the start. Few where they are slow. */
  async measure(): Promise<void> {
    const h = this.settings.timeStep;
    // The first step prepares the solver: it does not count.
    await this.engine.request('advance', { seconds: h });
    // The least of some batches: a machine that is busy with other things disturbs only some of them.
    for (const steps of [2, 8, 40, 40, 40, 40]) {
      if (this.blown) break;
      const from = this.step, began = performance.now();
      const reached = await this.engine.request('advance', { seconds: steps * h });
      const took = performance.now() - began;
      if (reached.step > from) this.cost = Math.min(Number.isFinite(this.cost) ? this.cost : Infinity, took / (reached.step - from));
      if (took > 60) break;
    }
    await this.restart();
  }

  /** Energy that the integrator has made since the start, at a row of the history. */
  drift(row: number): number {
    const { energies } = this.history;
    return row < 0 ? 0 : energies[row * ENERGY_COUNT + TOTAL]! - energies[TOTAL]!;
  }

  kinetic(row: number): number {
    return row < 0 ? NaN : this.history.energies[row * ENERGY_COUNT + KINETIC]!;
  }

  /** The first probe of the scene. */
  probe(row: number): number {
    const { probeCount, probes } = this.history;
    return row < 0 || probeCount === 0 ? NaN : probes[row * probeCount]!;
  }

  get largestKinetic(): number {
    let most = 0;
    for (let row = 0; row < this.history.rows; row += 1) most = Math.max(most, this.kinetic(row));
    return most;
  }

  close(): void {
    this.engine.close();
    this.stage.dispose();
    this.element.remove();
  }
}

export type Result = 'waiting' | 'kept' | 'swings' | 'grows' | 'lost' | 'stopped';

/** What a run has come to in a word, from its drift in parts of the largest kinetic energy. */
export function resultOf(drifts: readonly number[], stopped: boolean): Result {
  if (stopped) return 'stopped';
  if (drifts.length < 2) return 'waiting';
  const last = drifts[drifts.length - 1]!;
  const low = Math.min(...drifts), high = Math.max(...drifts);
  if (high - low < 0.01) return 'kept';
  // A drift that keeps its direction has its largest value at the end.
  if (last > 0.02 && last > 0.7 * high) return 'grows';
  if (last < -0.02 && last < 0.7 * low) return 'lost';
  return 'swings';
}
