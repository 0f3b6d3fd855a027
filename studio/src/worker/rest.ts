// Rest: looking for equilibrium, with each iteration shown, and Live, which does so after every
// change.
import type { Method, Requests, RestReport } from '../protocol';
import { Due, FRAME_MS, turn } from './clock';
import type { Core } from './core';
import { asError, checked, refuse } from './engine';

/** A solve is interrupted after this time to look for messages, and then goes on from there. */
const SOLVE_MS = 1500;

type Watch = (index: number, residual: number, energy: number, stepLength: number,
  projected: boolean) => boolean;

export class Rest {
  live = false;
  solving = false;
  private liveMethod: Method | undefined;
  private readonly liveDue: Due;
  private liveAgain = false;
  private solves = 0;
  private stopAsked = false;

  constructor(private readonly core: Core) {
    this.liveDue = new Due(core.clock);
  }

  // ---- Live ----

  setLive(on: boolean, method: Method | undefined): null {
    this.live = on;
    this.liveMethod = method;
    this.core.emitState();
    this.liveSoon();
    return null;
  }

  liveSoon(): void {
    const { core } = this;
    const { motion } = core.parts;
    if (!this.live || motion.playing || core.nodeCount === 0 || this.liveDue.waits) return;
    this.liveDue.in(0, () => {
      if (!this.live || motion.playing) return;
      if (this.solving) {
        this.liveAgain = true;
        return;
      }
      this.solve({ method: this.liveMethod }, true).catch((thrown: unknown) => {
        core.emit('error', asError(thrown));
      });
    });
  }

  cancelLive(): void {
    this.liveDue.cancel();
  }

  // ---- solves ----

  async find(args: Requests['findRest']['args']): Promise<RestReport> {
    this.core.parts.motion.halt();
    return this.solve(args, false);
  }

  stop(): null {
    this.stopAsked = true;
    if (this.core.parts.playback.stopReplay()) this.core.emitState();
    return null;
  }

  private async solve(args: Requests['findRest']['args'], live: boolean): Promise<RestReport> {
    const { core } = this;
    if (this.solving) throw refuse('state', 'A rest state is being looked for already.');
    core.parts.playback.toPresent();
    core.parts.playback.cancelSeek();
    core.parts.playback.stopReplay();
    const revision = core.revision;
    this.solving = true;
    this.stopAsked = false;
    core.moment++;
    if (!live) core.emitState();
    let report: RestReport;
    try {
      report = await this.iterate(args, live, revision);
    } finally {
      this.solving = false;
      core.emitState();
      if (this.liveAgain) {
        this.liveAgain = false;
        this.liveSoon();
      }
    }
    // An edit in between has made another scene.
    if (revision !== core.revision) return report;
    core.rest = report;
    core.blown = null;
    core.tape.clear();
    core.parts.frames.eventsSeen = 0;
    core.moment++;
    core.parts.frames.send(live ? 'live' : 'still', true);
    core.emit('rest', report);
    return report;
  }

  /** A solve in parts, with a look at messages between them. */
  private async iterate(args: Requests['findRest']['args'], live: boolean,
    revision: number): Promise<RestReport> {
    const { core } = this;
    const solve = ++this.solves;
    const { method } = args;
    const sum = { iterations: 0, seconds: 0, linear: 0, projected: 0 };
    for (;;) {
      const first = sum.iterations;
      const answer = checked(core.engine.findRest(
        {
          ...(method ? { method } : {}),
          ...(args.maxIterations ? { maxIterations: Math.max(1, args.maxIterations - first) } : {}),
          ...(args.combination !== undefined ? { combination: args.combination } : {}),
          stability: !(live && core.parts.pulls.held),
        },
        live ? undefined : this.watch(solve, first, method),
        SOLVE_MS,
      ));
      sum.iterations += answer.iterations;
      sum.seconds += answer.seconds;
      sum.linear += answer.linearIterations;
      sum.projected += answer.projectedIterations;
      const report = { ...answer, solve, live, iterations: sum.iterations, seconds: sum.seconds,
        linearIterations: sum.linear, projectedIterations: sum.projected };
      // One with stages is not cut into parts.
      if (answer.status !== 'interrupted' || answer.stages > 0) return report;
      if (args.maxIterations && sum.iterations >= args.maxIterations) return report;
      await turn(core.clock);
      if (this.stopAsked || revision !== core.revision) return report;
    }
  }

  /** Reports iterations, the first one being `first`, and shows them. */
  private watch(solve: number, first: number, method: Method | undefined): Watch {
    const { core } = this;
    let lastFrame = -Infinity;
    return (index, residual, energy, stepLength, projected) => {
      if (first > 0 && index === 0) return true;
      core.emit('iteration', { solve, index: first + index, residual, energy, stepLength,
        projected, tolerance: core.settings?.tolerance ?? 0,
        method: method ?? core.settings?.method ?? 'newton' });
      const now = core.clock.now();
      // Every one of the first: a good method needs few.
      const few = first + index < (core.springCount < 2000 ? 60 : 24) && core.springCount < 20_000;
      if (few || now - lastFrame > FRAME_MS) {
        lastFrame = now;
        core.parts.frames.send('solving', false, first + index);
      }
      return !this.stopAsked;
    };
  }

  modes(count: number): Requests['modes']['result'] {
    this.core.parts.motion.halt();
    return { ...checked(this.core.engine.modes(count)), revision: this.core.revision };
  }
}
