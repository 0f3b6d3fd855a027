// The past: any moment of the tape, computed again from the state before it.
import { Due } from './clock';
import type { Core } from './core';
import { asError, checked, refuse } from './engine';
import { KEY_MS } from './motion';
import type { Key } from './tape';

export class Playback {
  private readonly replaying: Due;
  private readonly seeking: Due;
  private sought: (() => void) | null = null;

  constructor(private readonly core: Core) {
    this.replaying = new Due(core.clock);
    this.seeking = new Due(core.clock);
  }

  stepAt(time: number): number {
    const { recording, tape } = this.core;
    if (recording.length > 0 && tape.empty) {
      let best = 0;
      recording.forEach((t, i) => {
        if (Math.abs(t - time) < Math.abs(recording[best]! - time)) best = i;
      });
      return best;
    }
    return tape.stepAt(time);
  }

  cancelSeek(): void {
    this.seeking.cancel();
    this.endSeek();
  }

  private endSeek(): void {
    this.sought?.();
    this.sought = null;
  }

  /** Answered when the exact state is there, or when something else is wanted instead. */
  seek(step: number): null | Promise<null> {
    const { core } = this;
    const { engine, tape, clock } = core;
    core.parts.motion.pause();
    this.stopReplay();
    this.cancelSeek();
    if (core.recording.length > 0 && tape.empty) {
      const last = core.recording.length - 1;
      checked(engine.showRecorded(Math.max(0, Math.min(last, Math.round(step)))));
      core.parts.frames.send('seek', true);
      core.emitState();
      return null;
    }
    if (tape.empty) throw refuse('state', 'Nothing has moved yet.');
    const info = tape.info();
    const goal = Math.max(info.startStep, Math.min(info.endStep, Math.round(step)));
    const key = tape.keyBefore(goal)!;
    core.blown = null;
    core.rest = null;
    core.moment++;
    this.goToKey(key);
    const cost = (goal - key.step) * core.parts.motion.msPerStep;
    // A far way takes its time: the state before it comes first.
    if (cost > 2 * KEY_MS) core.parts.frames.send('seek', false);
    const go = (): void => {
      try {
        const began = clock.now();
        while (engine.steps() < goal) {
          this.replaySteps(key, goal);
          if (clock.now() - began > KEY_MS && engine.steps() < goal) {
            this.seeking.in(0, go);
            return;
          }
        }
        core.parts.frames.eventsSeen = engine.eventCount();
        core.parts.frames.send('seek', true);
        core.emitState();
      } catch (thrown) {
        core.emit('error', asError(thrown));
      }
      this.endSeek();
    };
    go();
    if (!this.seeking.waits) return null;
    return new Promise((resolve) => { this.sought = () => resolve(null); });
  }

  private goToKey(key: Key): void {
    const { core } = this;
    const shown = core.viewing || core.document;
    if (shown !== key.document) checked(core.engine.useDocument(key.document, false));
    core.viewing = key.document === core.document ? 0 : key.document;
    checked(core.engine.useState(key.state));
  }

  /** A few steps of the past again, with the pulls that were there. */
  private replaySteps(key: Key, goal: number, most = Infinity): void {
    const { engine, tape } = this.core;
    const { msPerStep } = this.core.parts.motion;
    const now = engine.steps();
    let next = Math.min(goal, now + most,
      now + Math.max(1, msPerStep > 0 ? Math.floor(KEY_MS / msPerStep) : 50));
    for (const change of tape.changesFrom(key, goal)) {
      if (change.step === now) {
        if (change.pull) {
          const [x, y, z] = change.pull.point;
          checked(engine.pull(change.node, x, y, z, change.pull.stiffness));
        } else engine.release();
      } else if (change.step > now && change.step < next) next = change.step;
    }
    checked(engine.run(next - now));
  }

  // ---- the present, and a look at it from the past ----

  /** A moment of the past becomes the present: with the scene as it is now. */
  toPresent(): void {
    const { core } = this;
    if (!core.viewing) return;
    const state = core.engine.keepState();
    checked(core.engine.useDocument(core.document, false));
    checked(core.engine.useState(state));
    core.engine.dropState(state);
    core.viewing = 0;
  }

  presently<T>(f: () => T): T {
    const { engine, viewing, document } = this.core;
    if (!viewing) return f();
    const state = engine.keepState();
    checked(engine.useDocument(document, false));
    try {
      return f();
    } finally {
      checked(engine.useDocument(viewing, false));
      checked(engine.useState(state));
      engine.dropState(state);
    }
  }

  // ---- replay ----

  /** Whether there was one. */
  stopReplay(): boolean {
    const replayed = this.replaying.waits;
    this.replaying.cancel();
    return replayed;
  }

  replay(steps: number, perSecond: number): null {
    const { core } = this;
    const { engine, tape } = core;
    if (tape.empty) throw refuse('state', 'Nothing has moved yet.');
    if (!(steps >= 1 && perSecond > 0)) throw refuse('content', 'Replay needs steps and a pace.');
    core.parts.motion.pause();
    this.cancelSeek();
    this.stopReplay();
    const info = tape.info();
    const end = core.blown ? core.blown.lastGoodStep : info.endStep;
    const begin = Math.max(info.startStep, end - steps);
    const key = tape.keyBefore(begin)!;
    core.moment++;
    this.goToKey(key);
    while (engine.steps() < begin) this.replaySteps(key, begin);
    const show = (): void => {
      try {
        core.parts.frames.send('replay', true);
        if (engine.steps() >= end) {
          core.emitState();
          return;
        }
        this.replaySteps(key, end, 1);
        this.replaying.in(1000 / perSecond, show);
      } catch (thrown) {
        core.emit('error', asError(thrown));
      }
    };
    show();
    return null;
  }
}
