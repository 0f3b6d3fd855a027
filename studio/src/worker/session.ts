// A session of the studio: one engine, its clock, its tape and its undo steps, behind the protocol.
// It knows nothing of workers: worker.ts and the tests give it messages and take what it sends.
import type { EngineModule, EngineObject } from '@engine';
import {
  ARROWS, ENERGIES, QUANTITIES,
  type Arrow, type BlowUpReport, type EditName, type EditReply, type EditRequest,
  type EngineState, type EventName, type Events, type Frame, type FromWorker, type Method,
  type MotionInfo, type Operation, type Quantity, type Request, type RequestName, type Requests,
  type RestReport, type SceneInfo, type Vector,
} from '../protocol';
import { asError, checked, fileIn, refuse, Refusal, removeFolder, writeFiles } from './engine';
import { Pool } from './pool';
import { Tape } from './tape';
import { Documents, Undo } from './undo';

export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Calls f after so many milliseconds, and after messages that wait. */
  later(f: () => void, milliseconds: number): unknown;
  cancel(handle: unknown): void;
}

export const realClock: Clock = {
  now: () => performance.now(),
  later: (f, milliseconds) => setTimeout(f, milliseconds),
  cancel: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** Of a screen. */
const FRAME_MS = 1000 / 60;
/** Of computing per frame; the rest is for messages. */
const BUDGET_MS = 13;
/** A solve is interrupted after this time to look for messages, and then goes on from there. */
const SOLVE_MS = 1500;
/** Of computing between two states of the tape: what going to any moment costs at most. */
const KEY_MS = 40;
/** Between two reports on the tape while time runs. */
const STATE_MS = 250;
/** Springs up to which motion is prepared before anyone asks. */
const PREPARED_EARLY = 60_000;

type Handlers = {
  [K in RequestName]: (args: Requests[K]['args']) => Requests[K]['result'] | Promise<Requests[K]['result']>;
};

export class Session {
  private readonly engine: EngineObject;
  private readonly documents: Documents;
  private readonly undo: Undo;
  private readonly tape: Tape;
  private readonly pool = new Pool();

  private fileName = '';
  private folder = '';
  private folders = 0;
  private revision = 0;
  private topology = 0;
  private document = 0;
  private opened = 0;
  /** The document of a moment of the tape that is shown; 0: the present one. */
  private viewing = 0;
  private nodeCount = 0;
  private springCount = 0;
  private probeCount = 0;
  private recording: Float64Array = new Float64Array(0);
  private settings: SceneInfo['equilibrium'] | null = null;

  private quantity: Quantity = 'tension';
  private arrow: Arrow | null = null;

  private playing = false;
  private speed = 1;
  private owed = 0;
  private lastTick = 0;
  private ticking: unknown = null;
  private msPerStep = 0;
  private sinceKey = 0;
  private work = 0;
  private keptUp = 1;
  private eventsSeen = 0;
  private stateSent = 0;

  private pulling: { node: number; point: Vector; stiffness: number } | null = null;
  private pullPending = false;

  private live = false;
  private liveMethod: Method | undefined;
  private liveDue: unknown = null;
  private liveAgain = false;
  private rest: RestReport | null = null;
  private solves = 0;
  private solving = false;
  private stopAsked = false;

  private blown: BlowUpReport | null = null;
  private replaying: unknown = null;
  private seeking: unknown = null;
  private sought: (() => void) | null = null;
  private preparing: unknown = null;
  private moment = 0;
  private stateDue: unknown = null;

  private readonly handlers: Handlers;

  constructor(
    private readonly module: EngineModule,
    private readonly post: (message: FromWorker, transfer: Transferable[]) => void,
    private readonly clock: Clock = realClock,
  ) {
    this.engine = new module.Engine();
    this.documents = new Documents(this.engine);
    this.undo = new Undo(this.engine, this.documents);
    this.tape = new Tape(this.engine, (d) => this.documents.keep(d), (d) => this.documents.drop(d));
    this.setDocument();
    this.opened = this.document;
    this.documents.keep(this.opened);
    this.handlers = {
      open: (args) => this.open(args),
      openResult: (args) => this.openResult(args),
      create: (args) => this.create(args.dimension),
      scene: () => this.sceneInfo(),
      reset: () => this.reset(),
      motion: () => this.prepare(),
      show: (args) => this.show(args),
      frame: () => (this.sendFrame('still', true), null),
      play: (args) => this.play(args.speed),
      pause: () => (this.pause(), null),
      speed: (args) => this.setSpeed(args.speed),
      step: (args) => this.step(args.steps),
      advance: (args) => this.advance(args.seconds),
      seek: (args) => this.seek('step' in args ? args.step : this.stepAt(args.time)),
      rewind: () => this.rewind(),
      history: () => this.tape.history(ENERGIES.length, this.probeCount),
      replay: (args) => this.replay(args.steps ?? 30, args.perSecond ?? 5),
      pull: (args) => this.pull(args),
      release: () => this.release(),
      findRest: (args) => this.findRest(args),
      stop: () => this.stop(),
      live: (args) => this.setLive(args.on, args.method),
      modes: (args) => this.modes(args.count),
      edit: (args) => this.edit(args),
      undo: () => this.undoOne(),
      redo: () => this.redoOne(),
      copy: (args) => checked(this.engine.copy(args.nodes)),
      inspectSpring: (args) =>
        ({ ...checked(this.engine.inspectSpring(args.spring)), revision: this.revision }),
      inspectNode: (args) =>
        ({ ...checked(this.engine.inspectNode(args.node)), revision: this.revision }),
      matrix: () => checked(this.engine.matrix()),
      save: (args) => this.presently(() => checked(this.engine.save(args.shape ?? false))),
      export: (args) => checked(this.engine.exportBytes(args.ending, args.view ?? '')),
      formats: () => this.engine.formats(),
      hash: () => ({
        state: checked(this.engine.hashes()).state,
        scene: this.presently(() => checked(this.engine.hashes()).scene),
      }),
      golden: (args) => this.golden(args.files),
    };
    this.emit('ready', { version: module.version() });
  }

  // ---- messages ----

  /** Answers one request; never throws. */
  async handle(request: Request): Promise<void> {
    try {
      const handler = this.handlers[request.request] as
        ((args: unknown) => unknown) | undefined;
      if (!handler) throw refuse('internal', `there is no request \`${String(request.request)}\``);
      const value = await handler(request.args);
      this.post({ id: request.id, value }, []);
    } catch (thrown) {
      this.post({ id: request.id, error: asError(thrown) }, []);
    }
  }

  giveBack(buffers: ArrayBuffer[]): void {
    this.pool.takeBack(buffers);
  }

  private emit<K extends EventName>(event: K, value: Events[K], transfer: Transferable[] = []): void {
    this.post({ event, value } as FromWorker, transfer);
  }

  private emitState(): void {
    // Several changes in one turn are one message.
    if (this.stateDue !== null) return;
    this.stateDue = this.clock.later(() => {
      this.stateDue = null;
      this.emit('state', this.state());
    }, 0);
  }

  state(): EngineState {
    const mode: EngineState['mode'] =
      this.nodeCount === 0 ? 'empty'
        : this.solving ? 'solving'
          : this.blown ? 'blown'
            : this.runs() ? 'moving'
              : this.recording.length > 0 && !this.engine.prepared() ? 'recording'
                : this.rest ? (this.rest.status === 'converged' ? 'rest' : 'not_converged')
                  : this.engine.steps() > 0 ? 'paused' : 'editing';
    return {
      revision: this.revision,
      topology: this.topology,
      mode,
      playing: this.playing,
      pulling: this.pulling !== null,
      live: this.live,
      speed: this.speed,
      time: this.engine.time(),
      step: this.engine.steps(),
      tape: this.tape.info(),
      undo: this.undo.undo?.name ?? null,
      redo: this.undo.redo?.name ?? null,
      edited: this.document !== this.opened,
      memory: this.module.HEAP8.length,
    };
  }

  // ---- documents ----

  /** The engine's document has changed: it gets a handle, which the session owns. */
  private setDocument(handle = this.engine.keepDocument()): void {
    this.documents.keep(handle);
    if (this.document) this.documents.drop(this.document);
    this.document = handle;
  }

  private sceneInfo(): SceneInfo {
    const scene = checked(this.engine.scene());
    this.nodeCount = scene.nodeCount;
    this.springCount = scene.springCount;
    this.probeCount = scene.probeColumns.length;
    this.recording = scene.recording;
    this.settings = scene.equilibrium;
    return {
      ...scene,
      revision: this.revision,
      topology: this.topology,
      fileName: this.fileName,
      edited: this.document !== this.opened,
    };
  }

  /** After any change of the scene: tells the page, and shows it. */
  private sceneChanged(topology: boolean): SceneInfo {
    this.revision++;
    if (topology) this.topology++;
    const info = this.sceneInfo();
    this.emit('scene', info);
    this.sendFrame('still', true);
    this.emitState();
    this.prepareSoon();
    return info;
  }

  private quiet(): void {
    this.stop();
    this.pause();
    this.cancelSeek();
    if (this.preparing !== null) this.clock.cancel(this.preparing);
    this.preparing = null;
    if (this.liveDue !== null) this.clock.cancel(this.liveDue);
    this.liveDue = null;
  }

  private forgetState(): void {
    this.moment++;
    this.tape.clear();
    this.viewing = 0;
    this.rest = null;
    this.blown = null;
    this.pulling = null;
    this.pullPending = false;
    this.owed = 0;
    this.msPerStep = 0;
    this.eventsSeen = 0;
  }

  private adopt(name: string, folder: string): SceneInfo {
    if (this.folder && this.folder !== folder) removeFolder(this.module, this.folder);
    this.folder = folder;
    this.fileName = name;
    this.undo.clear();
    this.forgetState();
    this.setDocument();
    this.documents.keep(this.document);
    this.documents.drop(this.opened);
    this.opened = this.document;
    return this.sceneChanged(true);
  }

  private open(args: Requests['open']['args']): SceneInfo {
    const folder = `/open/${++this.folders}`;
    const bytes = args.bytes ?? new TextEncoder().encode(args.text ?? '');
    const path = fileIn(folder, args.name);
    writeFiles(this.module, folder, [
      ...(args.files ?? []), { name: path.slice(folder.length + 1), bytes },
    ]);
    const before = this.keepMoment();
    try {
      // Nothing of the present scene changes where the file cannot be read.
      checked(this.engine.open(path, args.name, args.dimension ?? 0));
    } catch (thrown) {
      removeFolder(this.module, folder);
      this.engine.dropState(before.state);
      throw thrown;
    }
    if (!args.asEdit) {
      this.engine.dropState(before.state);
      this.quiet();
      return this.adopt(args.name, folder);
    }
    this.quiet();
    this.forgetState();
    return this.addStep({ verb: 'open', nodes: [], nodeCount: 0, springs: [], springCount: 0,
      names: [args.name] }, undefined, before, true);
  }

  private golden(files: Requests['golden']['args']['files']): Record<string, string> {
    for (const { name, bytes } of files) {
      this.module.FS.mkdirTree(`/${name.split('/').slice(0, -1).join('/')}`);
      this.module.FS.writeFile(`/${name}`, bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
    }
    return checked(this.module.golden(''));
  }

  private openResult(args: Requests['openResult']['args']): SceneInfo {
    const folder = `/open/${++this.folders}`;
    writeFiles(this.module, folder, args.files);
    try {
      checked(this.engine.openResult(folder));
    } catch (thrown) {
      removeFolder(this.module, folder);
      throw thrown;
    }
    this.quiet();
    checked(this.engine.showRecorded(0));
    return this.adopt(args.name, folder);
  }

  private create(dimension: 2 | 3): SceneInfo {
    this.quiet();
    checked(this.engine.create(dimension));
    const folder = `/open/${++this.folders}`;
    this.module.FS.mkdirTree(folder);
    return this.adopt('', folder);
  }

  // ---- edits, undo, redo ----

  private keepMoment(): { document: number; state: number; moment: number } {
    return { document: this.document, state: this.engine.keepState(), moment: this.moment };
  }

  /** An undo step from `before` to the engine's document and state. */
  private addStep(name: EditName, group: string | undefined,
    before: { document: number; state: number; moment: number }, topology: boolean): SceneInfo {
    this.documents.keep(before.document);
    this.setDocument();
    this.undo.add({ name, group, before: before.document, after: this.document,
      stateBefore: before.state, stateAfter: this.engine.keepState(),
      momentBefore: before.moment, momentAfter: this.moment });
    this.documents.drop(before.document);
    return this.sceneChanged(topology);
  }

  private edit(request: EditRequest): EditReply {
    this.toPresent();
    this.cancelSeek();
    this.stopReplay();
    const before = this.keepMoment();
    const running = this.engine.prepared() && this.engine.steps() > 0;
    let made;
    try {
      made = checked(this.engine.edit(request.operations));
    } catch (thrown) {
      this.engine.dropState(before.state);
      throw thrown;
    }
    this.blown = null;
    this.rest = null;
    this.moment++;
    const name = nameOf(request, made.names);
    if (made.topology) {
      this.tape.clear();
      this.pulling = null;
      this.eventsSeen = 0;
    }
    this.addStep(name, request.group, before, made.topology);
    if (running && !made.topology) {
      // A mark on the tape, and a state with the new scene.
      this.tape.addMark('edit', name.nodes[0] ?? -1, name.springs[0] ?? -1, this.engine.time());
      this.tape.addKey(this.document);
      this.sinceKey = 0;
    }
    this.liveSoon();
    return { revision: this.revision, addedNodes: made.addedNodes, addedSprings: made.addedSprings };
  }

  /** Goes to another scene of an undo step; to its state too where nothing has happened since. */
  private goTo(document: number, state: number, sameMoment: boolean): boolean {
    this.stopReplay();
    this.cancelSeek();
    this.blown = null;
    this.rest = null;
    const answer = checked(this.engine.useDocument(document, true));
    if (sameMoment) checked(this.engine.useState(state));
    this.setDocument(document);
    if (!answer.kept || !this.engine.prepared() || this.engine.steps() === 0) {
      this.tape.clear();
      this.pulling = null;
      this.eventsSeen = this.engine.eventCount();
    } else {
      this.tape.cut(this.engine.steps());
      this.tape.addKey(this.document);
    }
    this.moment++;
    return !answer.kept;
  }

  private undoOne(): SceneInfo {
    const step = this.undo.undo;
    if (!step) throw refuse('state', 'There is nothing to undo.');
    this.toPresent();
    const same = step.momentAfter === this.moment;
    const topology = this.goTo(step.before, step.stateBefore, same);
    this.undo.stepBack();
    step.momentBefore = this.moment;
    this.liveSoon();
    const below = this.undo.undo;
    // Undone in a row, each step restores its state.
    if (same && below) below.momentAfter = this.moment;
    return this.sceneChanged(topology);
  }

  private redoOne(): SceneInfo {
    const step = this.undo.redo;
    if (!step) throw refuse('state', 'There is nothing to do again.');
    this.toPresent();
    const same = step.momentBefore === this.moment;
    const topology = this.goTo(step.after, step.stateAfter, same);
    this.undo.stepOn();
    step.momentAfter = this.moment;
    const above = this.undo.redo;
    if (same && above) above.momentBefore = this.moment;
    this.liveSoon();
    return this.sceneChanged(topology);
  }

  private reset(): SceneInfo {
    this.toPresent();
    this.quiet();
    const before = this.keepMoment();
    checked(this.engine.useDocument(this.opened, false));
    this.forgetState();
    if (before.document === this.opened) {
      this.engine.dropState(before.state);
      return this.sceneChanged(true);
    }
    const opened = this.opened;
    this.documents.keep(before.document);
    this.setDocument(opened);
    this.undo.add({ name: { verb: 'reset', nodes: [], nodeCount: 0, springs: [], springCount: 0,
      names: [] }, group: undefined, before: before.document, after: opened,
    stateBefore: before.state, stateAfter: this.engine.keepState(),
    momentBefore: before.moment, momentAfter: this.moment });
    this.documents.drop(before.document);
    return this.sceneChanged(true);
  }

  // ---- motion ----

  private runs(): boolean {
    return this.playing || (this.pulling !== null && !this.live);
  }

  private prepare(): MotionInfo {
    const info = checked(this.engine.prepare());
    this.emit('motion', info);
    return info;
  }

  private prepareSoon(): void {
    if (this.preparing !== null) this.clock.cancel(this.preparing);
    this.preparing = null;
    if (this.nodeCount === 0 || this.springCount > PREPARED_EARLY || this.recording.length > 0) return;
    this.preparing = this.clock.later(() => {
      this.preparing = null;
      if (this.solving || this.rest) return;
      try {
        this.prepare();
        // Probes are known from now on.
        if (this.probeCount > 0) this.sendFrame('still', true);
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown;
        // Play says why it cannot.
      }
    }, 30);
  }

  /** Ready to take steps from the state that is shown. */
  private begin(): void {
    this.toPresent();
    this.stopReplay();
    this.cancelSeek();
    if (this.solving) throw refuse('state', 'A rest state is being looked for.');
    if (!this.engine.prepared()) this.prepare();
    this.rest = null;
    this.blown = null;
    this.moment++;
    if (!this.tape.empty) this.tape.cut(this.engine.steps());
    else {
      this.eventsSeen = this.engine.eventCount();
      this.tape.addKey(this.document);
      this.sinceKey = 0;
      this.record();
    }
  }

  private record(): void {
    checked(this.engine.fill(QUANTITIES.indexOf(this.quantity), -1, false));
    this.tape.addRow(this.engine.steps(), this.engine.time(), this.engine.energies(),
      this.engine.probes(), this.pulling ? this.engine.pullInfo()?.magnitude ?? NaN : NaN);
  }

  private play(speed?: number): null {
    if (speed !== undefined) this.setSpeed(speed);
    if (this.playing) return null;
    this.begin();
    // A pull that was left over at a moment of the tape is not held any more.
    if (!this.pulling) this.engine.release();
    this.playing = true;
    this.startTicking();
    this.emitState();
    return null;
  }

  private setSpeed(speed: number): null {
    if (!(speed > 0 && speed <= 1000)) throw refuse('content', 'The speed must be positive.');
    this.speed = speed;
    this.emitState();
    return null;
  }

  private pause(): void {
    if (!this.playing) return;
    this.playing = false;
    if (!this.runs()) this.stopTicking();
    this.sendFrame('still', true);
    this.emitState();
  }

  private startTicking(): void {
    if (this.ticking !== null) return;
    this.lastTick = this.clock.now();
    this.owed = 0;
    this.keptUp = 1;
    const tick = (): void => {
      this.ticking = null;
      const begin = this.clock.now();
      try {
        this.tick(begin);
      } catch (thrown) {
        this.playing = false;
        this.pulling = null;
        this.emit('error', asError(thrown));
        this.emitState();
      }
      if (!this.runs()) return;
      const spent = this.clock.now() - begin;
      this.ticking = this.clock.later(tick, Math.max(0, FRAME_MS - spent));
    };
    this.ticking = this.clock.later(tick, 0);
  }

  private stopTicking(): void {
    if (this.ticking !== null) this.clock.cancel(this.ticking);
    this.ticking = null;
  }

  private tick(now: number): void {
    const elapsed = Math.min(now - this.lastTick, 100);
    this.lastTick = now;
    this.owed += (elapsed / 1000) * this.speed;
    const h = this.engine.timeStep();
    const wanted = this.engine.adaptive() ? (this.owed > 0 ? 1 : 0) : Math.floor(this.owed / h);
    if (wanted < 1) return;
    const from = this.engine.time();
    const owed = this.owed;
    const began = this.clock.now();
    let ran = 0;
    for (;;) {
      const left = this.engine.adaptive() ? 1 : wanted - ran;
      const spent = this.clock.now() - began;
      const fits = this.msPerStep > 0 ? Math.floor((BUDGET_MS - spent) / this.msPerStep) : 1;
      const count = Math.max(1, Math.min(left, fits));
      if (!this.takeSteps(count)) return;
      ran += count;
      const done = this.engine.adaptive() ? this.engine.time() - from >= owed : ran >= wanted;
      if (done || this.clock.now() - began + this.msPerStep > BUDGET_MS) break;
    }
    const went = this.engine.time() - from;
    this.work = this.clock.now() - began;
    const share = Math.min(1, (went + h) / owed);
    this.keptUp += 0.2 * (share - this.keptUp);
    // What could not be done in time is not made up for.
    this.owed = share < 1 ? 0 : Math.max(0, owed - went);
    this.sendFrame('moving', false);
    if (now - this.stateSent > STATE_MS) {
      this.stateSent = now;
      this.emitState();
    }
  }

  /** Steps with the pull of now, states for the tape, and blow-ups. False: the run has ended. */
  private takeSteps(count: number): boolean {
    const began = this.clock.now();
    if (this.pullPending) this.applyPull();
    const answer = checked(this.engine.run(count));
    const spent = this.clock.now() - began;
    this.msPerStep = this.msPerStep > 0 ? 0.8 * this.msPerStep + 0.2 * (spent / count) : spent / count;
    this.sinceKey += spent;
    if (answer.failed && answer.blowUp) {
      this.fail(answer.blowUp);
      return false;
    }
    if (this.sinceKey > KEY_MS) {
      this.tape.addKey(this.document);
      this.sinceKey = 0;
    }
    return true;
  }

  private fail(report: BlowUpReport): void {
    this.playing = false;
    this.stopTicking();
    if (this.pulling) this.engine.release();
    this.pulling = null;
    this.blown = report;
    this.tape.addMark('blow_up', -1, report.spring, report.time);
    this.record();
    this.sendFrame('still', true);
    this.emit('blowUp', report);
    this.emitState();
  }

  private step(steps: number): null | Promise<null> {
    if (!Number.isInteger(steps)) throw refuse('content', 'Steps are whole numbers.');
    this.pause();
    if (steps < 0) return this.seek(Math.max(this.engine.steps() + steps, this.tape.info().startStep));
    this.begin();
    if (this.takeSteps(steps)) {
      this.record();
      this.sendFrame('still', true);
      this.emitState();
    }
    return null;
  }

  private async advance(seconds: number): Promise<{ time: number; step: number }> {
    if (!(seconds >= 0)) throw refuse('content', 'Time runs forwards.');
    this.pause();
    this.begin();
    const end = this.engine.time() + seconds;
    const moment = this.moment;
    while (moment === this.moment) {
      const h = this.engine.timeStep();
      const left = Math.ceil((end - this.engine.time()) / h - 1e-9);
      if (left < 1) break;
      const fits = this.msPerStep > 0 ? Math.max(1, Math.floor(50 / this.msPerStep)) : 1;
      const count = this.engine.adaptive() ? 1 : Math.min(left, fits);
      if (!this.takeSteps(count)) break;
      this.record();
      await this.turn();
    }
    this.sendFrame('still', true);
    this.emitState();
    return { time: this.engine.time(), step: this.engine.steps() };
  }

  private rewind(): null {
    this.quiet();
    checked(this.engine.useDocument(this.document, false));
    this.forgetState();
    this.sendFrame('still', true);
    this.emitState();
    this.prepareSoon();
    return null;
  }

  // ---- the tape ----

  private stepAt(time: number): number {
    if (this.recording.length > 0 && this.tape.empty) {
      let best = 0;
      this.recording.forEach((t, i) => {
        if (Math.abs(t - time) < Math.abs(this.recording[best]! - time)) best = i;
      });
      return best;
    }
    return this.tape.stepAt(time);
  }

  private cancelSeek(): void {
    if (this.seeking !== null) this.clock.cancel(this.seeking);
    this.seeking = null;
    this.sought?.();
    this.sought = null;
  }

  /** Answered when the exact state is there, or when something else is wanted instead. */
  private seek(step: number): null | Promise<null> {
    this.pause();
    this.stopReplay();
    this.cancelSeek();
    if (this.recording.length > 0 && this.tape.empty) {
      checked(this.engine.showRecorded(Math.max(0, Math.min(this.recording.length - 1, Math.round(step)))));
      this.sendFrame('seek', true);
      this.emitState();
      return null;
    }
    if (this.tape.empty) throw refuse('state', 'Nothing has moved yet.');
    const info = this.tape.info();
    const goal = Math.max(info.startStep, Math.min(info.endStep, Math.round(step)));
    const key = this.tape.keyBefore(goal)!;
    this.blown = null;
    this.rest = null;
    this.moment++;
    this.goToKey(key.document, key.state);
    const cost = (goal - key.step) * this.msPerStep;
    // A far way takes its time: the state before it comes first.
    if (cost > 2 * KEY_MS) this.sendFrame('seek', false);
    const go = (): void => {
      this.seeking = null;
      try {
        const began = this.clock.now();
        while (this.engine.steps() < goal) {
          this.replaySteps(key, goal);
          if (this.clock.now() - began > KEY_MS && this.engine.steps() < goal) {
            this.seeking = this.clock.later(go, 0);
            return;
          }
        }
        this.eventsSeen = this.engine.eventCount();
        this.sendFrame('seek', true);
        this.emitState();
      } catch (thrown) {
        this.emit('error', asError(thrown));
      }
      this.sought?.();
      this.sought = null;
    };
    go();
    if (this.seeking === null) return null;
    return new Promise((resolve) => { this.sought = () => resolve(null); });
  }

  private goToKey(document: number, state: number): void {
    const shown = this.viewing || this.document;
    if (shown !== document) checked(this.engine.useDocument(document, false));
    this.viewing = document === this.document ? 0 : document;
    checked(this.engine.useState(state));
  }

  /** A few steps of the past again, with the pulls that were there. */
  private replaySteps(key: { change: number }, goal: number, most = Infinity): void {
    const now = this.engine.steps();
    let next = Math.min(goal, now + most,
      now + Math.max(1, this.msPerStep > 0 ? Math.floor(KEY_MS / this.msPerStep) : 50));
    for (const change of this.tape.changesFrom(key as never, goal)) {
      if (change.step === now) {
        if (change.pull) {
          const [x, y, z] = change.pull.point;
          checked(this.engine.pull(change.node, x, y, z, change.pull.stiffness));
        } else this.engine.release();
      } else if (change.step > now && change.step < next) next = change.step;
    }
    checked(this.engine.run(next - now));
  }

  /** A moment of the past becomes the present: with the scene as it is now. */
  private toPresent(): void {
    if (!this.viewing) return;
    const state = this.engine.keepState();
    checked(this.engine.useDocument(this.document, false));
    checked(this.engine.useState(state));
    this.engine.dropState(state);
    this.viewing = 0;
  }

  private presently<T>(f: () => T): T {
    if (!this.viewing) return f();
    const viewed = this.viewing;
    const state = this.engine.keepState();
    checked(this.engine.useDocument(this.document, false));
    try {
      return f();
    } finally {
      checked(this.engine.useDocument(viewed, false));
      checked(this.engine.useState(state));
      this.engine.dropState(state);
    }
  }

  private stopReplay(): void {
    if (this.replaying !== null) this.clock.cancel(this.replaying);
    this.replaying = null;
  }

  private replay(steps: number, perSecond: number): null {
    if (this.tape.empty) throw refuse('state', 'Nothing has moved yet.');
    if (!(steps >= 1 && perSecond > 0)) throw refuse('content', 'Replay needs steps and a pace.');
    this.pause();
    this.cancelSeek();
    this.stopReplay();
    const info = this.tape.info();
    const end = this.blown ? this.blown.lastGoodStep : info.endStep;
    const begin = Math.max(info.startStep, end - steps);
    const key = this.tape.keyBefore(begin)!;
    this.moment++;
    this.goToKey(key.document, key.state);
    while (this.engine.steps() < begin) this.replaySteps(key, begin);
    const show = (): void => {
      this.replaying = null;
      try {
        this.sendFrame('replay', true);
        if (this.engine.steps() >= end) {
          this.emitState();
          return;
        }
        this.replaySteps(key, end, 1);
        this.replaying = this.clock.later(show, 1000 / perSecond);
      } catch (thrown) {
        this.emit('error', asError(thrown));
      }
    };
    show();
    return null;
  }

  // ---- pulls ----

  private pull(args: Requests['pull']['args']): null {
    const { node, point } = args;
    if (!Number.isInteger(node) || node < 0 || node >= this.nodeCount)
      throw refuse('content', `Node ${node} does not exist.`);
    if (!point.every(Number.isFinite)) throw refuse('content', 'A pull needs a point.');
    const first = this.pulling === null;
    const stiffness = args.stiffness ??
      (this.pulling?.node === node ? this.pulling.stiffness
        : this.engine.pullStiffness(args.view ?? 1));
    if (first) {
      if (!this.live || this.playing) this.begin();
    }
    this.pulling = { node, point, stiffness };
    this.pullPending = true;
    if (this.live && !this.playing) {
      this.applyPull();
      this.liveSoon();
    } else {
      this.startTicking();
    }
    if (first) this.emitState();
    return null;
  }

  private applyPull(): void {
    this.pullPending = false;
    if (!this.pulling) return;
    const { node, point, stiffness } = this.pulling;
    checked(this.engine.pull(node, point[0], point[1], point[2], stiffness));
    if (this.engine.prepared())
      this.tape.addChange({ step: this.engine.steps(), time: this.engine.time(), node,
        pull: { point, stiffness: this.engine.pullInfo()?.stiffness ?? stiffness } });
  }

  private release(): null {
    if (!this.pulling) return null;
    const { node } = this.pulling;
    this.pulling = null;
    this.pullPending = false;
    this.engine.release();
    if (this.engine.prepared() && !this.tape.empty)
      this.tape.addChange({ step: this.engine.steps(), time: this.engine.time(), node, pull: null });
    if (!this.playing) this.stopTicking();
    this.sendFrame('still', true);
    this.emitState();
    this.liveSoon();
    return null;
  }

  // ---- rest ----

  private setLive(on: boolean, method: Method | undefined): null {
    this.live = on;
    this.liveMethod = method;
    this.emitState();
    this.liveSoon();
    return null;
  }

  private liveSoon(): void {
    if (!this.live || this.playing || this.nodeCount === 0 || this.liveDue !== null) return;
    this.liveDue = this.clock.later(() => {
      this.liveDue = null;
      if (!this.live || this.playing) return;
      if (this.solving) {
        this.liveAgain = true;
        return;
      }
      this.solve({ method: this.liveMethod }, true).catch((thrown: unknown) => {
        this.emit('error', asError(thrown));
      });
    }, 0);
  }

  private async findRest(args: Requests['findRest']['args']): Promise<RestReport> {
    this.pause();
    return this.solve(args, false);
  }

  private async solve(args: Requests['findRest']['args'], live: boolean): Promise<RestReport> {
    if (this.solving) throw refuse('state', 'A rest state is being looked for already.');
    this.toPresent();
    this.cancelSeek();
    this.stopReplay();
    const solve = ++this.solves;
    const revision = this.revision;
    this.solving = true;
    this.stopAsked = false;
    this.moment++;
    if (!live) this.emitState();
    const method = args.method;
    const info = { iterations: 0, seconds: 0, linear: 0, projected: 0 };
    let lastFrame = -Infinity;
    let report: RestReport;
    try {
      for (;;) {
        const first = info.iterations;
        const answer = checked(this.engine.findRest(
          {
            ...(method ? { method } : {}),
            ...(args.maxIterations ? { maxIterations: Math.max(1, args.maxIterations - first) } : {}),
            ...(args.combination !== undefined ? { combination: args.combination } : {}),
            stability: !(live && this.pulling),
          },
          live ? undefined : (index, residual, energy, stepLength, projected) => {
            if (first > 0 && index === 0) return true;
            this.emit('iteration', { solve, index: first + index, residual, energy, stepLength,
              projected, tolerance: this.settings?.tolerance ?? 0,
              method: method ?? this.settings?.method ?? 'newton' });
            const now = this.clock.now();
            // Every one of the first: a good method needs few.
            const few = first + index < 24 && this.springCount < 20_000;
            if (few || now - lastFrame > FRAME_MS) {
              lastFrame = now;
              this.sendFrame('solving', false, first + index);
            }
            return !this.stopAsked;
          },
          SOLVE_MS,
        ));
        info.iterations += answer.iterations;
        info.seconds += answer.seconds;
        info.linear += answer.linearIterations;
        info.projected += answer.projectedIterations;
        report = { ...answer, solve, live, iterations: info.iterations, seconds: info.seconds,
          linearIterations: info.linear, projectedIterations: info.projected };
        if (answer.status !== 'interrupted') break;
        if (args.maxIterations && info.iterations >= args.maxIterations) break;
        await this.turn();
        if (this.stopAsked || revision !== this.revision) break;
      }
    } finally {
      this.solving = false;
      this.emitState();
      if (this.liveAgain) {
        this.liveAgain = false;
        this.liveSoon();
      }
    }
    // An edit in between has made another scene.
    if (revision !== this.revision) return report;
    this.rest = report;
    this.blown = null;
    this.tape.clear();
    this.eventsSeen = 0;
    this.moment++;
    this.sendFrame(live ? 'live' : 'still', true);
    this.emit('rest', report);
    return report;
  }

  private stop(): null {
    this.stopAsked = true;
    if (this.replaying !== null) {
      this.stopReplay();
      this.emitState();
    }
    return null;
  }

  private modes(count: number): Requests['modes']['result'] {
    this.pause();
    return { ...checked(this.engine.modes(count)), revision: this.revision };
  }

  // ---- frames ----

  private show(args: Requests['show']['args']): null {
    if (args.quantity !== undefined) {
      if (!QUANTITIES.includes(args.quantity)) throw refuse('content', 'There is no such quantity.');
      this.quantity = args.quantity;
    }
    if (args.arrow !== undefined) {
      if (args.arrow !== null && !ARROWS.includes(args.arrow))
        throw refuse('content', 'There are no such arrows.');
      this.arrow = args.arrow;
    }
    if (!this.runs()) this.sendFrame('still', true);
    return null;
  }

  /** `always`: also where the page has not given earlier frames back. */
  private sendFrame(source: Frame['source'], always: boolean, iteration = -1): void {
    const moving = source === 'moving';
    const most = source === 'solving' && this.springCount < 20_000 ? 26 : 3;
    const send = always || this.pool.may(most, this.clock.now());
    if (!send && !moving) return;
    const { time, step } = checked(this.engine.fill(QUANTITIES.indexOf(this.quantity),
      this.arrow === null ? -1 : ARROWS.indexOf(this.arrow), !moving && source !== 'solving'));
    const pull = this.pulling ? this.engine.pullInfo() : null;
    if (moving)
      this.tape.addRow(step, time, this.engine.energies(), this.engine.probes(),
        pull?.magnitude ?? NaN);
    if (!send) return;
    const frame: Frame = {
      revision: this.revision,
      topology: this.topology,
      source,
      time,
      step,
      iteration,
      positions: this.pool.floats(this.engine.positions()),
      values: this.pool.floats(this.engine.values()),
      quantity: this.quantity,
      flags: this.pool.bytes(this.engine.flags()),
      arrows: this.pool.floats(this.engine.arrows()),
      arrow: this.arrow,
      energies: this.engine.energies().slice(),
      probes: this.engine.probes().slice(),
      obstacles: this.engine.obstacles().slice(),
      pull,
      netForce: this.engine.netForce(),
      netForceNode: this.engine.netForceNode(),
      events: [],
      work: this.work,
      keptUp: this.keptUp,
    };
    if (moving && this.engine.eventCount() > this.eventsSeen) {
      frame.events = this.engine.eventsSince(this.eventsSeen);
      this.eventsSeen += frame.events.length;
      this.tape.addEvents(frame.events);
    }
    this.pool.sent(this.clock.now());
    this.emit('frame', frame, [frame.positions.buffer, frame.values.buffer, frame.flags.buffer,
      frame.arrows.buffer]);
  }

  private turn(): Promise<void> {
    return new Promise((resolve) => { this.clock.later(resolve, 0); });
  }
}

/** What an edit did, for the name of its undo step. */
function nameOf(request: EditRequest, names: string[]): EditName {
  const nodes = new Set<number>(), springs = new Set<number>();
  for (const operation of request.operations as (Operation & {
    nodes?: number[]; springs?: number[]; node?: number; spring?: number; })[]) {
    for (const node of operation.nodes ?? []) nodes.add(node);
    for (const spring of operation.springs ?? []) springs.add(spring);
    if (typeof operation.node === 'number') nodes.add(operation.node);
    if (typeof operation.spring === 'number') springs.add(operation.spring);
  }
  return {
    verb: request.verb ?? request.operations[0]?.op ?? 'edit',
    nodes: [...nodes].slice(0, 5),
    nodeCount: nodes.size,
    springs: [...springs].slice(0, 5),
    springCount: springs.size,
    names,
  };
}
