// A session of the studio: one engine, its clock, its tape and its undo steps, behind the protocol.
// Each request goes to the part whose job it is. It knows nothing of workers: worker.ts and the
// tests give it messages and take what it sends.
import type { EngineModule } from '@engine';
import {
  ENERGIES, type EngineState, type FromWorker, type Request, type RequestName, type Requests,
} from '../protocol';
import { realClock, type Clock } from './clock';
import { Core } from './core';
import { Editing } from './editing';
import { asError, checked, refuse } from './engine';
import { Files } from './files';
import { Frames } from './frames';
import { Motion } from './motion';
import { Playback } from './playback';
import { Pulls } from './pulls';
import { Rest } from './rest';

type Handlers = {
  [K in RequestName]: (args: Requests[K]['args']) => Requests[K]['result'] | Promise<Requests[K]['result']>;
};

export class Session {
  readonly core: Core;
  private readonly handlers: Handlers;

  constructor(
    module: EngineModule,
    private readonly post: (message: FromWorker, transfer: Transferable[]) => void,
    clock: Clock = realClock,
  ) {
    const core = new Core(module, post, clock);
    this.core = core;
    core.parts = {
      frames: new Frames(core),
      motion: new Motion(core),
      pulls: new Pulls(core),
      playback: new Playback(core),
      rest: new Rest(core),
      editing: new Editing(core),
    };
    this.handlers = handlersOf(core, new Files(core));
    core.emit('ready', { version: module.version() });
  }

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
    this.core.parts.frames.pool.takeBack(buffers);
  }

  state(): EngineState {
    return this.core.state();
  }
}

function handlersOf(core: Core, files: Files): Handlers {
  const { engine, parts } = core;
  const { frames, motion, pulls, playback, rest, editing } = parts;
  return {
    open: (args) => files.open(args),
    openResult: (args) => files.openResult(args),
    create: (args) => files.create(args.dimension),
    scene: () => core.sceneInfo(),
    reset: () => editing.reset(),
    motion: () => motion.prepare(),
    show: (args) => frames.show(args),
    frame: () => (frames.send('still', true), null),
    play: (args) => motion.play(args.speed),
    pause: () => (motion.pause(), null),
    speed: (args) => motion.setSpeed(args.speed),
    step: (args) => motion.step(args.steps),
    advance: (args) => motion.advance(args.seconds),
    exact: (args) => motion.exact(args.time),
    seek: (args) => playback.seek('step' in args ? args.step : playback.stepAt(args.time)),
    rewind: () => motion.rewind(),
    history: () => core.tape.history(ENERGIES.length, core.probeCount),
    replay: (args) => playback.replay(args.steps ?? 30, args.perSecond ?? 5),
    pull: (args) => pulls.pull(args),
    release: () => pulls.release(),
    findRest: (args) => rest.find(args),
    stop: () => rest.stop(),
    live: (args) => rest.setLive(args.on, args.method),
    modes: (args) => rest.modes(args.count),
    edit: (args) => editing.edit(args),
    undo: () => editing.go('undo'),
    redo: () => editing.go('redo'),
    copy: (args) => checked(engine.copy(args.nodes)),
    inspectSpring: (args) =>
      ({ ...checked(engine.inspectSpring(args.spring)), revision: core.revision }),
    inspectNode: (args) => ({ ...checked(engine.inspectNode(args.node)), revision: core.revision }),
    matrix: () => checked(engine.matrix()),
    columns: () => checked(engine.columns()),
    save: (args) => playback.presently(() => checked(engine.save(args.shape ?? false))),
    keepFrame: () => (checked(engine.keepFrame()), null),
    export: ({ ending, ...options }) => checked(engine.exportBytes(ending, options)),
    verify: () => playback.presently(() => checked(engine.verify())),
    record: (args) => playback.presently(() => checked(engine.record(args.seconds))),
    formats: () => engine.formats(),
    hash: () => ({
      state: checked(engine.hashes()).state,
      scene: playback.presently(() => checked(engine.hashes()).scene),
    }),
    golden: (args) => files.golden(args.files),
    gradeCases: (args) => checked(core.module.gradeCases(args.kind)),
    gradeAnswers: (args) => checked(core.module.gradeAnswers(args.kind, args.answers)),
  };
}
