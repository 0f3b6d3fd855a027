// What the parts of a session share: the engine, the scene of now and its versions, messages to the
// page, and each other.
import type { EngineModule, EngineObject } from '@engine';
import type {
  BlowUpReport, EngineState, EventName, Events, FromWorker, RestReport, SceneInfo,
} from '../protocol';
import { Due, type Clock } from './clock';
import type { Editing } from './editing';
import { checked } from './engine';
import type { Frames } from './frames';
import type { Motion } from './motion';
import type { Playback } from './playback';
import type { Pulls } from './pulls';
import type { Rest } from './rest';
import { Tape } from './tape';
import { Documents, Undo } from './undo';

/** The parts, each with its own job. */
export interface Parts {
  frames: Frames;
  motion: Motion;
  pulls: Pulls;
  playback: Playback;
  rest: Rest;
  editing: Editing;
}

export class Core {
  readonly engine: EngineObject;
  readonly documents: Documents;
  readonly undo: Undo;
  readonly tape: Tape;
  parts!: Parts;

  fileName = '';
  revision = 0;
  topology = 0;
  document = 0;
  opened = 0;
  /** The document of a moment of the tape that is shown; 0: the present one. */
  viewing = 0;
  nodeCount = 0;
  springCount = 0;
  probeCount = 0;
  recording: Float64Array = new Float64Array(0);
  settings: SceneInfo['equilibrium'] | null = null;

  /** Changes whenever the state does. */
  moment = 0;
  /** What the state shown is: a rest state, or the last one before a blow-up. */
  rest: RestReport | null = null;
  blown: BlowUpReport | null = null;

  private readonly stateDue: Due;

  constructor(
    readonly module: EngineModule,
    private readonly post: (message: FromWorker, transfer: Transferable[]) => void,
    readonly clock: Clock,
  ) {
    this.engine = new module.Engine();
    this.documents = new Documents(this.engine);
    this.tape = new Tape(this.engine, (d) => this.documents.keep(d), (d) => this.documents.drop(d));
    this.undo = new Undo(this.engine, this.documents, this.tape);
    this.stateDue = new Due(clock);
    this.setDocument();
    this.setOpened();
  }

  // ---- messages ----

  emit<K extends EventName>(event: K, value: Events[K], transfer: Transferable[] = []): void {
    this.post({ event, value } as FromWorker, transfer);
  }

  emitState(): void {
    // Several changes in one turn are one message.
    if (!this.stateDue.waits) this.stateDue.in(0, () => this.emit('state', this.state()));
  }

  state(): EngineState {
    const { motion, pulls, rest } = this.parts;
    return {
      revision: this.revision,
      topology: this.topology,
      mode: this.mode(),
      playing: motion.playing,
      pulling: pulls.held !== null,
      live: rest.live,
      speed: motion.speed,
      time: this.engine.time(),
      step: this.engine.steps(),
      tape: this.tape.info(),
      undo: this.undo.undo?.name ?? null,
      redo: this.undo.redo?.name ?? null,
      edited: this.document !== this.opened,
      memory: this.module.HEAP8.length,
    };
  }

  private mode(): EngineState['mode'] {
    if (this.nodeCount === 0) return 'empty';
    if (this.parts.rest.solving) return 'solving';
    if (this.blown) return 'blown';
    if (this.parts.motion.runs()) return 'moving';
    if (this.recording.length > 0 && !this.engine.prepared()) return 'recording';
    if (this.rest) return this.rest.status === 'converged' ? 'rest' : 'not_converged';
    return this.engine.steps() > 0 ? 'paused' : 'editing';
  }

  // ---- documents ----

  /** The engine's document has changed: it gets a handle, which the session owns. */
  setDocument(handle = this.engine.keepDocument()): void {
    this.documents.keep(handle);
    if (this.document) this.documents.drop(this.document);
    this.document = handle;
  }

  /** The scene of now is the file as it was opened. */
  setOpened(): void {
    this.documents.keep(this.document);
    if (this.opened) this.documents.drop(this.opened);
    this.opened = this.document;
  }

  sceneInfo(): SceneInfo {
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

  /** After any change of the scene: reports it to the page, and shows it. */
  sceneChanged(topology: boolean): SceneInfo {
    this.revision++;
    if (topology) this.topology++;
    const info = this.sceneInfo();
    this.emit('scene', info);
    this.parts.frames.send('still', true);
    this.emitState();
    this.parts.motion.prepareSoon();
    return info;
  }

  /** Ends all that goes on by itself. */
  quiet(): void {
    const { motion, playback, rest } = this.parts;
    rest.stop();
    motion.pause();
    playback.cancelSeek();
    motion.cancelPrepare();
    rest.cancelLive();
  }

  forgetState(): void {
    this.moment++;
    this.tape.clear();
    this.viewing = 0;
    this.rest = null;
    this.blown = null;
    this.parts.pulls.forget();
    this.parts.motion.forget();
  }
}
