// The page's state and what it does with the engine. Panels read from here and call its verbs.
import {
  type Arrow, type BlowUpReport, type EditReply, type EngineError, type EngineState, type Frame, type Iteration,
  type Method, type ModesReport, type MotionInfo, type Operation, type Quantity, type RestReport,
  type SceneInfo, type Vector,
} from '../protocol';
import { Stage } from '../view/stage';
import { STATE_ALARM, STATE_HOVER, STATE_LIT, STATE_SELECT } from '../view/springs';
import { NODE_ALARM, NODE_END, NODE_HOVER, NODE_PULLED, NODE_SELECT } from '../view/nodes';
import { type EngineClient, EngineFailure } from '../worker/client';
import { Colours } from './colours';
import { History } from './history';
import { changesNothing } from './no_change';
import { Signals } from './signal';
import { SolveSteps } from './solve_steps';
import type { Choice, Hover, Now, SceneFileSet, Tab, Tool, Topic } from './studio_types';

export type { Choice, Hover, Now, SceneFileSet, Tab, Tool, Topic } from './studio_types';

export class Studio {
  readonly signals = new Signals<Topic>();
  readonly engine: EngineClient;
  readonly stage: Stage;
  readonly history = new History();
  readonly colours = new Colours(this);
  info: SceneInfo | null = null;
  state: EngineState | null = null;
  rest: RestReport | null = null;
  motion: MotionInfo | null = null;
  blowUp: BlowUpReport | null = null;
  problem: EngineError | null = null;
  modes: ModesReport | null = null;
  /** The curve of the last solve, and older ones by method. */
  iterations: Iteration[] = [];
  olderCurves: Iteration[][] = [];
  /** The shapes of the last solve's iterations. */
  readonly solveSteps = new SolveSteps();
  now: Now = {
    time: 0, step: 0, source: 'still', energies: new Float64Array(8), probes: new Float64Array(0), pull: null,
    netForce: NaN, netForceNode: -1, work: 0, keptUp: 1,
  };
  choice: Choice = { nodes: [], springs: [], obstacle: -1 };
  hover: Hover | null = null;
  tool: Tool = 'hand';
  /** Buttons that stand for Alt and Shift by touch. */
  readonly held = { alt: false, shift: false };
  tab: Tab = 'energy';
  arrow: Arrow | null = null;
  equations = false;
  method: Method = 'newton';
  speed = 1;
  /** What was opened, for Reset after a reload. */
  source: SceneFileSet | null = null;
  /** The parameter whose slider was moved last, and ranges that were set for sliders. */
  swept = '';
  readonly ranges = new Map<string, { min: number; max: number }>();
  /** A sentence that stands for a moment, such as "Copied." */
  notice = '';
  private noticeTimer = 0;
  private fresh = true;
  private lastSolve = -1;
  private pullShown = false;

  constructor(engine: EngineClient, stage: Stage) {
    this.engine = engine;
    this.stage = stage;
    engine.on('scene', (info) => this.onScene(info));
    engine.on('frame', (frame) => this.onFrame(frame));
    engine.on('state', (state) => this.onState(state));
    engine.on('iteration', (iteration) => this.onIteration(iteration));
    engine.on('rest', (report) => this.onRest(report));
    engine.on('motion', (motion) => {
      this.motion = motion;
      this.signals.soon('motion');
    });
    engine.on('blowUp', (report) => this.onBlowUp(report));
    engine.on('error', (error) => this.fail(error));
  }

  // ---- what the engine reports ----

  private onScene(info: SceneInfo): void {
    const before = this.info;
    const fresh = this.fresh || before === null;
    this.fresh = false;
    this.info = info;
    this.rest = null;
    this.problem = null;
    this.blowUp = null;
    this.modes = null;
    if (fresh || before?.topology !== info.topology) {
      this.motion = null;
      this.stage.setMotions(null);
    }
    this.stage.setScene(info, fresh);
    if (fresh) {
      this.choice = { nodes: [], springs: [], obstacle: -1 };
      this.history.clear(info.probeColumns.length);
      this.iterations = [];
      this.olderCurves = [];
      this.solveSteps.clear();
      this.ranges.clear();
      this.colours.scale.manual = false;
    } else this.keepChoice(info, before);
    this.hover = null;
    this.colours.due = true;
    this.showMarks();
    this.signals.emit('scene');
    if (fresh) this.signals.emit('opened');
    this.signals.soon('choice');
  }

  // Ids may have gone or changed their meaning.
  private keepChoice(info: SceneInfo, before: SceneInfo | null): void {
    if (before && before.topology !== info.topology && info.nodeCount < before.nodeCount)
      this.choice = { nodes: [], springs: [], obstacle: -1 };
    this.choice = {
      nodes: this.choice.nodes.filter((id) => id < info.nodeCount),
      springs: before && before.springCount > info.springCount ? [] : this.choice.springs.filter((id) => id < info.springCount),
      obstacle: this.choice.obstacle < info.obstacles.length ? this.choice.obstacle : -1,
    };
  }

  private onFrame(frame: Frame): void {
    const { info, now } = this;
    if (!info || frame.topology !== info.topology) {
      this.engine.giveBack(frame);
      return;
    }
    this.stage.setFrame(frame);
    this.solveSteps.add(frame);
    now.time = frame.time;
    now.step = frame.step;
    now.source = frame.source;
    now.energies = frame.energies;
    now.probes = frame.probes;
    now.pull = frame.pull;
    now.netForce = frame.netForce;
    now.netForceNode = frame.netForceNode;
    now.work = frame.work;
    now.keptUp = frame.keptUp;
    // A step, and the last frame before a pause, are not of the source `moving`.
    const later = frame.source === 'still' && (this.history.rows === 0 || frame.time > this.history.last);
    if (frame.source === 'moving' || later) this.history.add(frame);
    if (frame.pull) this.stage.setPull(frame.pull.node, frame.pull.point);
    else if (this.pullShown) this.stage.setPull(-1, null);
    this.pullShown = frame.pull !== null;
    this.colours.follow(frame);
    this.engine.giveBack(frame);
    this.signals.soon('frame');
  }

  private onState(state: EngineState): void {
    const before = this.state;
    this.state = state;
    if (before?.playing && !state.playing && state.mode !== 'blown') this.colours.due = true;
    if (state.mode !== 'blown' && this.blowUp) {
      this.blowUp = null;
      this.showMarks();
      this.signals.soon('blowUp');
    }
    if (state.mode === 'moving' || state.mode === 'paused') this.rest = null;
    if (state.mode !== 'rest') this.showReactions(false);
    if (state.tape.end < this.history.last - 1e-12) this.history.cut(state.tape.end + 1e-12);
    this.signals.soon('state');
  }

  private onIteration(iteration: Iteration): void {
    if (iteration.solve !== this.lastSolve) {
      this.lastSolve = iteration.solve;
      // Only curves of other methods are worth keeping beside the new one.
      const last = this.iterations;
      if (last.length > 0 && last[0]!.method !== iteration.method) {
        this.olderCurves = this.olderCurves.filter((curve) => curve[0]!.method !== last[0]!.method && curve[0]!.method !== iteration.method);
        this.olderCurves.push(last);
        if (this.olderCurves.length > 4) this.olderCurves.shift();
      }
      this.iterations = [];
    }
    if (this.iterations.length < 20000) this.iterations.push(iteration);
    this.signals.soon('iteration');
  }

  private onRest(report: RestReport): void {
    this.rest = report;
    this.colours.due = !this.state?.playing;
    this.stage.setMotions((report.freeMotions?.mechanism ?? 0) > 0 ? report.mechanismShape : null);
    if (report.status === 'converged' && !report.live) {
      this.showReactions(true);
      this.stage.refit();
    }
    this.signals.soon('rest');
    this.signals.soon('state');
  }

  private onBlowUp(report: BlowUpReport): void {
    this.blowUp = report;
    this.showMarks();
    this.signals.soon('blowUp');
    this.signals.soon('state');
  }

  fail(error: EngineError): void {
    this.problem = error;
    this.signals.soon('problem');
    this.signals.soon('state');
  }

  clearProblem(): void {
    if (!this.problem) return;
    this.problem = null;
    this.signals.soon('problem');
    this.signals.soon('state');
  }

  /** Runs a request and shows an error of the engine where others wait for nothing. */
  async attempt<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      this.fail({ kind: error.kind, problems: error.problems });
      return null;
    }
  }

  say(text: string): void {
    this.notice = text;
    clearTimeout(this.noticeTimer);
    this.noticeTimer = window.setTimeout(() => {
      this.notice = '';
      this.signals.emit('notice');
    }, 2600);
    this.signals.emit('notice');
  }

  // ---- opening ----

  /** The text of a scene that could not be read, to be mended; null where there is none. */
  failedText: string | null = null;
  failedName = '';

  async open(files: SceneFileSet): Promise<boolean> {
    const opened = await this.attempt(async () => {
      await this.openOrThrow(files);
      return true;
    });
    return opened === true;
  }

  /** The same; the engine's refusal is the caller's. */
  async openOrThrow(files: SceneFileSet): Promise<void> {
    this.fresh = true;
    this.stopSwinging();
    const { name, text, bytes, files: others, dimension } = files;
    try {
      await this.engine.request('open', {
        name, ...(text === undefined ? {} : { text }), ...(bytes === undefined ? {} : { bytes }),
        ...(others === undefined ? {} : { files: others }), ...(dimension === undefined ? {} : { dimension }),
      });
    } catch (error) {
      this.fresh = this.info === null;
      this.failedText = text ?? null;
      this.failedName = name;
      throw error;
    }
    this.failedText = null;
    this.source = files;
    this.signals.emit('saved');
  }

  /** The folder of a run, as its files: it can be played, not edited. */
  async openRun(name: string, files: { name: string; bytes: Uint8Array }[]): Promise<boolean> {
    this.fresh = true;
    this.stopSwinging();
    const opened = await this.attempt(() => this.engine.request('openResult', { name, files }));
    if (!opened) this.fresh = this.info === null;
    return opened !== null;
  }

  async create(dimension: 2 | 3): Promise<void> {
    this.fresh = true;
    const text = JSON.stringify({ tensio: 1, dimension, nodes: { position: [] } });
    await this.attempt(() => this.engine.request('create', { dimension }));
    this.source = { name: 'scene.json', text };
    this.signals.emit('saved');
  }

  // ---- edits ----

  async edit(operations: Operation[], verb?: string, group?: string): Promise<EditReply | null> {
    const { info } = this;
    if (info && operations.every((operation) => changesNothing(operation, info, this.stage.net.positions))) return { revision: info.revision, addedNodes: [], addedSprings: [] };
    return this.attempt(() => this.engine.request('edit', {
      operations, ...(verb === undefined ? {} : { verb }), ...(group === undefined ? {} : { group }),
    }));
  }

  // ---- time and rest ----

  /** How the scene moves; after a change it is computed here where nobody has asked before. Null where it cannot move. */
  async motionOrNone(): Promise<MotionInfo | null> {
    return this.motion ?? this.engine.request('motion', {}).catch(() => null);
  }

  get playing(): boolean {
    return this.state?.playing ?? false;
  }

  togglePlay(): void {
    this.stopSwinging();
    if (this.playing) this.engine.send('pause', {});
    else {
      if (this.tab === 'residual') this.setTab('energy');
      this.engine.send('play', { speed: this.speed });
    }
  }

  /** Ends a pull. Where a solve or another scene has ended it already there is nothing to say. */
  release(): void {
    this.engine.request('release', {}).catch(() => undefined);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.engine.send('speed', { speed });
    this.signals.soon('state');
  }

  async findRest(method: Method = this.method): Promise<void> {
    this.stopSwinging();
    if (this.state?.mode === 'solving') {
      this.engine.send('stop', {});
      return;
    }
    // A pull that goes on would start time again under the solver.
    this.release();
    if (this.tab === 'energy' || this.tab === 'probes' || this.tab === 'phase') this.setTab('residual');
    const report = await this.attempt(() => this.engine.request('findRest', { method }));
    if (report) this.onRest(report);
  }

  toggleLive(): void {
    this.engine.send('live', { on: !(this.state?.live ?? false), method: this.method });
  }

  // ---- modes ----

  /** The mode that swings, -1 for none. */
  swinging = -1;

  async computeModes(count = 12): Promise<void> {
    const report = await this.attempt(() => this.engine.request('modes', { count }));
    if (!report) return;
    this.modes = report;
    this.signals.soon('modes');
  }

  swing(index: number): void {
    if (this.playing) this.engine.send('pause', {});
    this.swinging = this.swinging === index ? -1 : index;
    if (this.swinging < 0) this.stage.net.setPositions(this.stage.net.positions);
    this.signals.soon('modes');
    this.stage.draw();
  }

  stopSwinging(): void {
    if (this.swinging < 0) return;
    this.swinging = -1;
    this.stage.net.setPositions(this.stage.net.positions);
    this.signals.soon('modes');
    this.stage.draw();
  }

  // ---- colours and arrows ----

  get quantity(): Quantity {
    return this.colours.quantity;
  }

  get scale(): Colours['scale'] {
    return this.colours.scale;
  }

  setArrow(arrow: Arrow | null): void {
    this.arrow = arrow;
    if (!arrow) this.stage.hideVectors();
    this.engine.send('show', { arrow });
    this.engine.send('frame', {});
    this.signals.emit('arrow');
  }

  /** At rest the reactions are shown, unless the user has chosen other arrows. */
  private reactionsShown = false;
  private showReactions(on: boolean): void {
    if (on === this.reactionsShown || (this.arrow !== null && on)) return;
    this.reactionsShown = on;
    if (!on && this.arrow === null) this.stage.hideVectors();
    this.engine.send('show', { arrow: on ? 'reaction' : this.arrow });
    if (on) this.engine.send('frame', {});
  }

  // ---- choosing ----

  choose(choice: Partial<Choice>): void {
    this.choice = { nodes: choice.nodes ?? [], springs: choice.springs ?? [], obstacle: choice.obstacle ?? -1 };
    this.showMarks();
    this.signals.emit('choice');
  }

  /** Adds a thing, or takes it out where it is chosen already. */
  toggleChoice(kind: 'node' | 'spring', id: number): void {
    const list = kind === 'node' ? this.choice.nodes : this.choice.springs;
    const next = list.includes(id) ? list.filter((other) => other !== id) : [...list, id];
    this.choose(kind === 'node' ? { ...this.choice, nodes: next } : { ...this.choice, springs: next });
  }

  setHover(hover: Hover | null): void {
    if (this.hover?.kind === hover?.kind && this.hover?.id === hover?.id) return;
    this.hover = hover;
    this.showMarks();
    this.signals.emit('hover');
  }

  setTool(tool: Tool): void {
    this.tool = tool;
    this.signals.emit('tool');
  }

  setTab(tab: Tab): void {
    this.tab = tab;
    this.signals.emit('tab');
  }

  /** Springs of the legend's bar under the pointer; empty for none. */
  light(springs: readonly number[]): void {
    this.stage.net.markSprings(STATE_LIT, springs);
    this.stage.setDimmed(springs.length > 0 ? 0.75 : 0);
  }

  showMarks(): void {
    const { net } = this.stage;
    const { choice, hover, info } = this;
    net.markSprings(STATE_SELECT, choice.springs);
    net.markSprings(STATE_HOVER, hover?.kind === 'spring' ? [hover.id] : []);
    net.markSprings(STATE_ALARM, this.blowUp && this.blowUp.spring >= 0 ? [this.blowUp.spring] : []);
    net.markNodes(NODE_SELECT, choice.nodes);
    const ends: number[] = [];
    if (info) for (const spring of choice.springs.slice(0, 200)) ends.push(info.ends[2 * spring]!, info.ends[2 * spring + 1]!);
    net.markNodes(NODE_END, ends);
    net.markNodes(NODE_HOVER, hover?.kind === 'node' ? [hover.id] : []);
    net.markNodes(NODE_ALARM, []);
    this.stage.markObstacles(hover?.kind === 'obstacle' ? hover.id : -1, choice.obstacle);
    this.stage.draw();
  }

  showPulled(node: number): void {
    this.stage.net.markNodes(NODE_PULLED, node >= 0 ? [node] : []);
    if (node < 0) this.stage.setPull(-1, null);
    this.stage.draw();
  }

  nodeName(node: number): string {
    return this.info?.nodeNames[node] ?? '';
  }

  position(node: number): Vector {
    const p = this.stage.net.positions;
    return [p[3 * node]!, p[3 * node + 1]!, p[3 * node + 2]!];
  }
}
