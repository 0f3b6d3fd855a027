// Compare: two to four panes with the same net and the same start, one clock, one camera, one choice. Each pane has an engine
// of its own; the page drives them all to the same time.
import '../../style/compare.css';
import { engineCode, startWorker } from '@shell';
import { canvasContext, el, fill, isPhone, setAttribute, setText } from '../../app/dom';
import type { Commands } from '../../app/commands';
import { icon, type IconName } from '../../app/icons';
import { niceAbove, quantity } from '../../app/numbers';
import { scaleEnd } from '../../app/scale';
import type { Studio } from '../../app/studio';
import { IMPLICIT_INTEGRATORS, type Operation } from '../../protocol';
import { t } from '../../text';
import { NODE_HOVER, NODE_SELECT } from '../../view/nodes';
import { STATE_ALARM, STATE_HOVER, STATE_SELECT } from '../../view/springs';
import { EngineClient, EngineFailure } from '../../worker/client';
import { makePlot, type Plot } from '../graphs/axes';
import { type Span, timeAt } from '../graphs/time_axis';
import { updateFormula } from '../inspector/equations';
import { openMenu } from '../menu';
import { spokenText } from '../sentence';
import { SPEEDS } from '../transport';
import { clock } from '../verdict';
import { Curves } from './curves';
import { energyBase } from './graph';
import { setOpened } from './opened';
import { Pane, type Result, resultOf } from './pane';
import { showHead } from './head';
import { listenToPane } from './pane_pointer';
import { References } from './references';
import { CompareSide } from './side';
import { type By, operationsOf, type PaneSettings, settingsOf } from './what';

type Chosen = { kind: 'node' | 'spring'; id: number } | null;

const LETTERS = ['A', 'B', 'C', 'D'];
/** Nets of more springs begin with two panes. */
const MANY = 20_000;
export class Compare {
  readonly studio: Studio;
  panes: Pane[] = [];
  by: By = 'integrator';
  /** The step that all panes take, or that theirs are multiples of. */
  baseStep: number;
  scaleEnd = 1;
  lastClicked: Pane | null = null;
  time = 0;
  /** Where all panes begin. */
  start = 0;
  playing = false;
  chosen: Chosen = null;
  /** Values of parameters that the sliders for all panes have set. */
  readonly shared: Record<string, number> = {};
  readonly references: References;
  readonly curves: Curves;
  private hovered: Chosen = null;
  private readonly commands: Commands;
  private readonly app: HTMLElement;
  readonly text: string;
  private readonly grid = el('main', { class: 'compare-grid', 'aria-label': t.compare.label });
  private readonly side: CompareSide;
  private readonly canvas = el('canvas', { role: 'img' });
  private readonly deck: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly seconds = el('span');
  private readonly speedText = el('span');
  private readonly status = el('div', { class: 'quiet', role: 'status' });
  /** What was asked for last: how many panes, and what differs in them. */
  wanted: { count: number; by: By };
  private running = false;
  private seeking = false;
  /** What the panes' engines do, one thing after the other. */
  private queue: Promise<unknown> = Promise.resolve();
  private queued = 0;
  private keptUp = 1;
  private closed = false;
  private plot: Plot | null = null;
  private readonly observer = new ResizeObserver(() => this.draw());
  private readonly onLeave: () => void;

  constructor(studio: Studio, commands: Commands, app: HTMLElement, text: string, onLeave: () => void) {
    this.studio = studio;
    this.commands = commands;
    this.app = app;
    this.text = text;
    this.onLeave = onLeave;
    this.wanted = { count: 2, by: this.by };
    this.baseStep = studio.motion?.timeStep || studio.info!.simulation.timeStep || 0.001;
    this.scaleEnd = studio.scale.end;
    this.references = new References(this, () => this.draw());
    this.curves = new Curves(this, this.canvas, () => this.draw());
    this.side = new CompareSide(this);
    const button = (name: IconName, label: string, run: () => void): HTMLButtonElement => el('button', { class: 'ib', type: 'button', 'aria-label': label, title: label, onclick: run }, icon(name));
    this.play = el('button', { class: 'play', type: 'button', onclick: () => this.toggle() });
    const speed = el('button', {
      class: 'ib speed', type: 'button', 'aria-haspopup': 'menu', onclick: () => openMenu(speed.getBoundingClientRect(), SPEEDS.map((value) => ({
        text: `×${value}`, checked: value === studio.speed, run: () => { studio.setSpeed(value); this.update(); },
      }))),
    }, this.speedText, icon('down'));
    this.deck = el('section', { class: 'deck compare-deck', 'aria-label': t.deck.label },
      el('div', { class: 'transport' }, button('first', t.deck.first, () => void this.rewind()), this.play, button('forward', t.deck.forward, () => void this.stepOnce()),
        el('div', { class: 'clock', role: 'timer', 'aria-label': t.deck.time }, this.seconds, el('small', { text: studio.info!.units.given ? studio.info!.units.time : '' })),
        speed, el('span', { class: 'grow' }), this.curves.note, this.curves.tabs,
        el('button', { class: 'btn small compare-leave', type: 'button', text: t.compare.leave, onclick: () => void this.leave() })),
      el('div', { class: 'graphs one' }, el('div', {}, this.canvas)));
    app.append(this.grid, this.side.element, this.deck, this.status);
    app.classList.add('comparing');
    this.observer.observe(this.canvas);
    this.listenToGraph();
    commands.take({
      runs: {
        play: () => this.toggle(), home: () => void this.rewind(), step: () => void this.stepOnce(), escape: () => void this.leave(), compare: () => void this.leave(),
        fit: () => this.panes.forEach((pane) => pane.stage.fit(true)),
        ...Object.fromEntries((['top', 'front', 'side', 'free'] as const).map((view) => [view, () => this.panes.forEach((pane) => pane.stage.turn(view, true))])),
        equations: () => { studio.equations = !studio.equations; void this.showFormulas(); },
      },
      same: ['theme', 'projector', 'palette', 'help', 'faster', 'slower'],
      reason: t.compare.notHere,
    });
    studio.signals.on('theme', () => {
      for (const pane of this.panes) pane.stage.applyTheme();
      this.applyScale();
      this.draw();
    });
    studio.signals.on('state', () => !this.closed && this.update());
    this.update();
    this.play.focus({ focusVisible: false } as FocusOptions);
  }

  // ---- panes ----

  /** Whether the panes are still on their way: they are made, or the last steps of a play are not there yet. */
  get busy(): boolean {
    return this.running || this.queued > 0;
  }

  /** Does this once all that was asked for before is done: a pane that is measured must not play at the same time. */
  private async inTurn(work: () => Promise<unknown>): Promise<void> {
    this.queued += 1;
    const done = this.queue.then(() => (this.closed ? null : work()));
    this.queue = done.catch(() => null);
    try {
      await done;
    } finally {
      this.queued -= 1;
    }
  }

  /** The same. Where an engine refuses, Compare is left and the page says why; what was under way when it was left does not
   *  matter. */
  private async guard(work: () => Promise<unknown>): Promise<void> {
    try {
      await this.inTurn(work);
    } catch (error) {
      if (this.closed) return;
      if (!(error instanceof EngineFailure)) throw error;
      await this.leave(false);
      this.studio.fail({ kind: error.kind, problems: error.problems });
    }
  }

  /** So many panes, which differ in one thing. */
  arrange(count: number, by: By): Promise<void> {
    const wanted = { count: isPhone() ? 2 : Math.max(2, Math.min(4, count)), by };
    this.wanted = wanted;
    this.stop();
    return this.guard(async () => {
      if (wanted === this.wanted) await this.makePanes(wanted.count, by);
    });
  }

  private async makePanes(n: number, by: By): Promise<void> {
    const { studio, baseStep, wanted } = this;
    // Values that a pane had for what differed before are not kept.
    const again = by !== this.by;
    this.by = by;
    const settings = settingsOf(n, by, studio.info!, studio.motion?.integrator ?? 'velocity_verlet', baseStep, studio.motion);
    while (this.panes.length > n) this.panes.pop()!.close();
    const old = this.panes.length;
    for (let i = old; i < n; i += 1) this.panes.push(this.makePane(LETTERS[i]!, settings[i]!));
    this.grid.dataset['panes'] = String(n);
    fill(this.grid, ...this.panes.map((pane) => pane.element));
    this.update();
    await Promise.all(this.panes.map(async (pane, i) => {
      if (again || i >= old) await pane.open(this.text);
      await pane.set(settings[i]!, this.operationsFor(settings[i]!));
    }));
    await this.measureAll();
    if (this.closed || wanted !== this.wanted) return;
    this.references.make();
    await this.restart();
  }

  /** The edits that make the scene that of a pane. */
  operationsFor(settings: PaneSettings): Operation[] {
    const shared: Operation[] = Object.keys(this.shared).length > 0 ? [{ op: 'parameters', values: { ...this.shared } }] : [];
    return [...shared, ...operationsOf(this.by, this.studio.info!, settings)];
  }

  /** One after the other: side by side they would slow each other down. */
  private async measureAll(): Promise<void> {
    const { wanted } = this;
    for (const pane of this.panes) if (!this.closed && wanted === this.wanted && !Number.isFinite(pane.cost)) await pane.measure().catch(() => undefined);
  }

  private makePane(letter: string, settings: PaneSettings): Pane {
    const engine = new EngineClient(startWorker(), engineCode());
    const pane = new Pane(letter, engine, settings);
    pane.stage.setInsets({ top: 64, right: 40, bottom: 28, left: 40 });
    engine.send('show', { quantity: this.studio.quantity, arrow: null });
    engine.on('blowUp', () => this.onBlowUp(pane));
    // One that is closed refuses what was still asked of it.
    engine.on('error', (error) => !this.closed && this.panes.includes(pane) && this.studio.fail(error));
    pane.onFrame = (frame) => {
      if (this.scaleEnd <= 0) this.scaleEnd = scaleEnd(frame.values, this.studio.quantity) || 0;
      pane.stage.setScale(this.scaleEnd || 1, this.studio.quantity !== 'utilisation');
    };
    listenToPane(this, pane);
    return pane;
  }

  private applyScale(): void {
    for (const pane of this.panes) pane.stage.setScale(this.scaleEnd || 1, this.studio.quantity !== 'utilisation');
  }

  /** Every pane starts again, one with other settings. */
  change(pane: Pane, settings: PaneSettings): Promise<void> {
    this.stop();
    this.lastClicked = pane;
    return this.guard(async () => {
      if (!this.panes.includes(pane)) return;
      await pane.set(settings, this.operationsFor(settings));
      await this.measureAll();
      await this.restart();
    });
  }

  setStep(value: number): void {
    const factor = value / this.baseStep;
    this.baseStep = value;
    this.stop();
    void this.guard(() => Promise.all(this.panes.map((pane) => {
      const settings = { ...pane.settings, timeStep: pane.settings.timeStep * factor };
      return pane.set(settings, this.operationsFor(settings));
    })).then(() => this.restart()));
  }

  /** A parameter in every pane; their runs go on. */
  setShared(name: string, value: number): void {
    this.shared[name] = value;
    for (const pane of this.panes) pane.engine.send('edit', { operations: [{ op: 'parameters', values: { [name]: value } }] });
    this.references.stale = true;
  }

  // ---- one clock ----

  toggle(): void {
    if (this.playing) this.stop();
    else {
      this.playing = true;
      void this.run();
    }
    this.update();
  }

  private stop(): void {
    this.playing = false;
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    // From where the panes are, which may be a moment that was scrubbed to.
    await this.inTurn(async () => { this.time = Math.max(0, ...this.panes.filter((pane) => !pane.blown).map((pane) => pane.time)); });
    let last = performance.now();
    while (this.playing && !this.closed) {
      const now = await new Promise<number>((resolve) => { requestAnimationFrame(resolve); });
      const asked = ((now - last) / 1000) * this.studio.speed, taken = Math.max(0, Math.min(asked, 0.1 * this.studio.speed));
      last = now;
      await this.inTurn(async () => {
        this.time += taken;
        this.keptUp += 0.15 * ((asked > 0 ? taken / asked : 1) - this.keptUp);
        await Promise.all(this.panes.map((pane) => pane.advanceTo(this.time).catch(() => this.stop())));
        await this.references.sample();
      });
      if (this.panes.every((pane) => pane.blown)) this.stop();
      this.update();
    }
    this.running = false;
    this.update();
  }

  private async stepOnce(): Promise<void> {
    this.stop();
    await this.guard(async () => {
      this.time = Math.max(...this.panes.map((pane) => pane.time)) + Math.max(...this.panes.map((pane) => pane.settings.timeStep));
      await Promise.all(this.panes.map((pane) => pane.advanceTo(this.time)));
      await this.references.sample();
    });
    this.update();
  }

  rewind(): Promise<void> {
    this.stop();
    return this.guard(() => this.restart());
  }

  private async restart(): Promise<void> {
    await Promise.all(this.panes.map((pane) => pane.restart()));
    if (this.closed) return;
    this.references.restart();
    this.time = this.start = Math.max(...this.panes.map((pane) => pane.time));
    for (const pane of this.panes) this.showCard(pane);
    this.update();
  }

  private onBlowUp(pane: Pane): void {
    pane.stage.net.markSprings(STATE_ALARM, pane.blown && pane.blown.spring >= 0 ? [pane.blown.spring] : []);
    pane.stage.draw();
    this.showCard(pane);
    setText(this.status, `${t.compare.blows(pane.letter)}.`);
    this.update();
  }

  /** A blown pane stops alone, and says why. */
  private showCard(pane: Pane): void {
    const { blown } = pane;
    pane.card.hidden = blown === null;
    if (!blown) {
      pane.stage.net.markSprings(STATE_ALARM, []);
      return;
    }
    const unit = this.studio.info?.units.given ? this.studio.info.units.time : '';
    const step = (value: number): string => quantity(value, unit, 3);
    const parts = [
      ...(blown.status === 'blew_up' ? t.verdict.blown(clock(blown.time, unit)) : t.verdict.stopped(clock(blown.time, unit))),
      ...(blown.spring >= 0 && Number.isFinite(blown.strain) ? t.verdict.blownStrain(blown.spring, blown.strain) : []),
      ...(blown.safeStep === null ? [] : blown.betterIntegrator ? t.verdict.blownIntegrator(t.integrators[blown.betterIntegrator], step(blown.safeStep)) : t.verdict.blownStep(step(blown.timeStep), step(blown.safeStep))),
    ];
    const act = (text: string, main: boolean, run: () => void): HTMLElement => el('button', { class: main ? 'btn small main' : 'btn small', type: 'button', text, onclick: run });
    const { safeStep, betterIntegrator: better } = blown;
    const cures = [
      ...(safeStep === null ? [] : [{ text: t.verdict.acts.useStep(better ? `${t.integrators[better]}, ${step(safeStep)}` : step(safeStep)), change: { timeStep: safeStep, ...(better ? { integrator: better } : {}) } }]),
      ...(IMPLICIT_INTEGRATORS.includes(blown.integrator) ? [] : [{ text: t.verdict.acts.implicit, change: { integrator: 'implicit_euler' as const } }]),
    ];
    fill(pane.card, el('p', { text: spokenText(parts) }), el('div', { class: 'acts' },
      ...cures.map(({ text, change }, i) => act(text, i === 0, () => void this.change(pane, { ...pane.settings, ...change }))),
      act(t.verdict.acts.replay, false, () => pane.engine.send('replay', { steps: 30, perSecond: 5 }))));
  }

  // ---- one choice ----

  hover(what: Chosen): void {
    if (this.hovered?.kind === what?.kind && this.hovered?.id === what?.id) return;
    this.hovered = what;
    this.showMarks();
  }

  choose(pane: Pane, what: Chosen): void {
    this.lastClicked = pane;
    this.chosen = what;
    this.showMarks();
    this.update();
    void this.showFormulas();
  }

  private showMarks(): void {
    for (const { stage } of this.panes) {
      const of = (what: Chosen, kind: 'node' | 'spring'): number[] => (what?.kind === kind ? [what.id] : []);
      stage.net.markNodes(NODE_SELECT, of(this.chosen, 'node'));
      stage.net.markNodes(NODE_HOVER, of(this.hovered, 'node'));
      stage.net.markSprings(STATE_SELECT, of(this.chosen, 'spring'));
      stage.net.markSprings(STATE_HOVER, of(this.hovered, 'spring'));
      stage.draw();
    }
  }

  /** The update formula in each pane, with the numbers of the chosen node there. */
  private async showFormulas(): Promise<void> {
    const { studio, chosen } = this;
    const axes = studio.info!.dimension === 2 ? 2 : 3;
    await Promise.all(this.panes.map(async (pane) => {
      pane.formula.hidden = !studio.equations;
      if (!studio.equations) return;
      const facts = chosen?.kind === 'node' ? await pane.engine.request('inspectNode', { node: chosen.id }).catch(() => null) : null;
      fill(pane.formula, ...updateFormula(pane.motion, studio.info!.units, facts, axes), facts ? null : t.compare.node);
    }));
  }

  // ---- showing ----

  private result(pane: Pane): { word: Result; text: string } {
    const base = energyBase(this.panes);
    const drifts: number[] = [];
    const { rows } = pane.history;
    for (let row = 0; row < rows; row += Math.max(1, Math.floor(rows / 200))) drifts.push(pane.drift(row) / base);
    if (rows > 0) drifts.push(pane.drift(rows - 1) / base);
    const word = resultOf(drifts, pane.blown !== null);
    const unit = this.studio.info?.units.given ? this.studio.info.units.time : '';
    return { word, text: word === 'stopped' ? t.compare.results.stopped(clock(pane.blown!.time, unit)) : t.compare.results[word] };
  }

  private shownFormulas = 0;

  private update(): void {
    const { studio } = this;
    if (this.closed) return;
    const label = this.playing ? t.deck.pause : t.deck.play;
    if (this.play.getAttribute('aria-label') !== label) {
      fill(this.play, icon(this.playing ? 'pause' : 'play'));
      setAttribute(this.play, 'aria-label', label);
    }
    setText(this.seconds, this.time.toFixed(3));
    const slow = this.playing && this.keptUp < 0.93;
    setText(this.speedText, slow ? t.deck.slow(this.keptUp * studio.speed, `×${studio.speed}`) : `×${studio.speed}`);
    setAttribute(this.speedText.parentElement!, 'aria-label', `${t.deck.speed} ${this.speedText.textContent}`);
    for (const pane of this.panes) {
      const { word, text } = this.result(pane);
      showHead(this, pane, word, text);
    }
    this.side.update();
    this.draw();
    const now = performance.now();
    if (studio.equations && now - this.shownFormulas > 200) {
      this.shownFormulas = now;
      void this.showFormulas();
    }
  }

  private span(): Span {
    const end = Math.max(this.time, ...this.panes.map((pane) => pane.history.last));
    return { from: this.start, to: this.start + (end - this.start <= 1 ? 1 : niceAbove((end - this.start) * 1.04)) };
  }

  private draw(): void {
    const context = canvasContext(this.canvas);
    if (!context) return;
    this.plot = makePlot(context.g, context.width, context.height, this.studio.stage.palette);
    // Names of integrators are longer than those of energies.
    this.plot.right += isPhone() ? 0 : 44;
    this.curves.draw(this.plot, this.span());
  }

  /** Dragging along the graph goes to any moment that was recorded, in all panes. */
  private listenToGraph(): void {
    let down = false;
    const seek = async (event: PointerEvent): Promise<void> => {
      if (!this.plot || this.seeking) return;
      const end = Math.max(...this.panes.map((pane) => pane.history.last));
      this.time = Math.max(this.start, Math.min(end, timeAt(this.plot, this.span(), event.offsetX)));
      this.seeking = true;
      await this.inTurn(() => Promise.all(this.panes.map((pane) => pane.engine.request('seek', { time: Math.min(this.time, pane.history.last) }).catch(() => null))));
      this.seeking = false;
      this.update();
    };
    this.canvas.addEventListener('pointerdown', (event) => {
      down = true;
      this.stop();
      this.canvas.setPointerCapture(event.pointerId);
      void seek(event);
    });
    this.canvas.addEventListener('pointermove', (event) => down && void seek(event));
    for (const name of ['pointerup', 'pointercancel']) this.canvas.addEventListener(name, () => { down = false; });
  }

  // ---- leaving ----

  /** Leaves; the scene takes integrator and step of the pane that was clicked last, unless that is not wanted. */
  async leave(adopt = true): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.stop();
    const { lastClicked, studio } = this;
    this.commands.take(null);
    this.observer.disconnect();
    this.references.close();
    for (const pane of this.panes) pane.close();
    for (const element of [this.grid, this.side.element, this.deck, this.status]) element.remove();
    this.app.classList.remove('comparing');
    this.onLeave();
    studio.stage.canvas.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
    if (adopt && lastClicked) await studio.edit(operationsOf(this.by, studio.info!, lastClicked.settings), lastClicked.settings.value === null ? 'simulation' : 'parameters');
  }
}

/** Opens Compare with the scene as it is now, from the moment shown. */
export async function openCompare(studio: Studio, commands: Commands, app: HTMLElement, by: By = 'integrator'): Promise<Compare | null> {
  if (studio.playing) await studio.attempt(() => studio.engine.request('pause', {}));
  const saved = await studio.attempt(() => studio.engine.request('save', { shape: (studio.state?.step ?? 0) > 0 }));
  if (!saved || !studio.info) return null;
  // The step that all panes begin with is the one that is taken here.
  await studio.motionOrNone();
  const compare = new Compare(studio, commands, app, saved.text, () => {
    setOpened(null);
    studio.signals.emit('compare');
  });
  setOpened(compare);
  studio.signals.emit('compare');
  await compare.arrange(isPhone() || window.innerWidth < 1100 || studio.info.springCount > MANY ? 2 : 4, by);
  return compare;
}
