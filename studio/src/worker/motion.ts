// Time: play, pause, steps, and what to do when a run becomes unstable.
import type { BlowUpReport, MotionInfo, Requests } from '../protocol';
import { Due, FRAME_MS, turn } from './clock';
import type { Core } from './core';
import { asError, checked, refuse, Refusal } from './engine';

/** Of computing per frame; the rest is for messages. */
const BUDGET_MS = 13;
/** Moments of a frame whose numbers are recorded, at most, and ms of a frame for that. */
const SAMPLES = 8;
const SAMPLING_MS = 1.5;
/** Of computing between two states of the tape: what going to any moment costs at most. */
export const KEY_MS = 40;
/** Between two reports on the tape while time runs. */
const STATE_MS = 250;
/** Springs up to which motion is prepared before anyone asks. */
const PREPARED_EARLY = 60_000;

export class Motion {
  playing = false;
  speed = 1;
  msPerStep = 0;
  /** ms of the last frame, and what part of the speed asked for was reached. */
  work = 0;
  keptUp = 1;
  private owed = 0;
  private lastTick = 0;
  private sinceKey = 0;
  private stateSent = 0;
  private ticks = false;
  private msPerSample = 0;
  private readonly ticking: Due;
  private readonly preparing: Due;

  constructor(private readonly core: Core) {
    this.ticking = new Due(core.clock);
    this.preparing = new Due(core.clock);
  }

  /** Whether time runs: it is played, or something is pulled. */
  runs(): boolean {
    return this.ticks;
  }

  forget(): void {
    this.owed = 0;
    this.msPerStep = 0;
    this.msPerSample = 0;
    this.core.parts.frames.eventsSeen = 0;
  }

  // ---- before the first step ----

  prepare(): MotionInfo {
    const info = checked(this.core.engine.prepare());
    this.core.emit('motion', info);
    return info;
  }

  prepareSoon(): void {
    const { core } = this;
    this.preparing.cancel();
    if (core.nodeCount === 0 || core.springCount > PREPARED_EARLY || core.recording.length > 0) return;
    this.preparing.in(30, () => {
      if (core.parts.rest.solving || core.rest) return;
      try {
        this.prepare();
        // Probes are known from now on.
        if (core.probeCount > 0) core.parts.frames.send('still', true);
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown;
        // Play says why it cannot.
      }
    });
  }

  cancelPrepare(): void {
    this.preparing.cancel();
  }

  /** Ready to take steps from the state that is shown. */
  begin(): void {
    const { core } = this;
    core.parts.playback.toPresent();
    core.parts.playback.stopReplay();
    core.parts.playback.cancelSeek();
    if (core.parts.rest.solving) throw refuse('state', 'A rest state is being looked for.');
    if (!core.engine.prepared()) this.prepare();
    core.rest = null;
    core.blown = null;
    core.moment++;
    if (!core.tape.empty) core.parts.editing.cutTape();
    else {
      core.parts.frames.eventsSeen = core.engine.eventCount();
      this.addKey();
      core.parts.frames.record();
    }
  }

  /** A state of the tape. */
  addKey(): void {
    this.core.tape.addKey(this.core.document);
    this.sinceKey = 0;
  }

  // ---- play and pause ----

  play(speed?: number): null {
    if (speed !== undefined) this.setSpeed(speed);
    if (this.playing) return null;
    this.begin();
    // A pull that was left over at a moment of the tape is not held any more.
    if (!this.core.parts.pulls.held) this.core.engine.release();
    this.playing = true;
    this.startTicking();
    this.core.emitState();
    return null;
  }

  setSpeed(speed: number): null {
    if (!(speed > 0 && speed <= 1000)) throw refuse('content', 'The speed must be positive.');
    this.speed = speed;
    this.core.emitState();
    return null;
  }

  pause(): void {
    if (!this.playing) return;
    this.playing = false;
    // A pull goes on.
    if (!this.core.parts.pulls.held || this.core.parts.rest.live) this.ticks = false;
    if (!this.ticks) this.ticking.cancel();
    this.core.parts.frames.send('still', true);
    this.core.emitState();
  }

  /** As pause(), and time stops for a pull, too. */
  halt(): void {
    this.pause();
    this.stopTicking();
  }

  startTicking(): void {
    if (this.ticks) return;
    this.ticks = true;
    this.lastTick = this.core.clock.now();
    this.owed = 0;
    this.keptUp = 1;
    const tick = (): void => {
      const begin = this.core.clock.now();
      try {
        this.tick(begin);
      } catch (thrown) {
        this.playing = false;
        this.ticks = false;
        this.core.parts.pulls.forget();
        this.core.emit('error', asError(thrown));
        this.core.emitState();
      }
      if (!this.ticks) return;
      const spent = this.core.clock.now() - begin;
      this.ticking.in(Math.max(0, FRAME_MS - spent), tick);
    };
    this.ticking.in(0, tick);
  }

  stopTicking(): void {
    this.ticks = false;
    this.ticking.cancel();
  }

  /** The time that has passed since the last tick, in steps, as far as it can be computed. */
  private tick(now: number): void {
    const { engine, clock } = this.core;
    const elapsed = Math.min(now - this.lastTick, 100);
    this.lastTick = now;
    this.owed += (elapsed / 1000) * this.speed;
    const h = engine.timeStep();
    const wanted = engine.adaptive() ? (this.owed > 0 ? 1 : 0) : Math.floor(this.owed / h);
    if (wanted < 1) return;
    const from = engine.time();
    const owed = this.owed;
    const began = clock.now();
    // Numbers for graphs between two frames, as long as they cost little.
    const samples = this.msPerSample > 0
      ? Math.max(1, Math.min(SAMPLES, Math.floor(SAMPLING_MS / this.msPerSample))) : SAMPLES;
    let ran = 0, sampled = 0;
    for (;;) {
      const left = engine.adaptive() ? 1 : wanted - ran;
      const spent = clock.now() - began;
      const fits = this.msPerStep > 0 ? Math.floor((BUDGET_MS - spent) / this.msPerStep) : 1;
      const count = Math.max(1, Math.min(left, fits, Math.ceil(wanted / samples)));
      if (!this.takeSteps(count)) return;
      ran += count;
      const done = engine.adaptive() ? engine.time() - from >= owed : ran >= wanted;
      if (done || clock.now() - began + this.msPerStep > BUDGET_MS) break;
      if (++sampled < samples) this.sample();
    }
    // One that took long while the machine was busy is tried again, about once a second.
    if (samples === 1) this.msPerSample *= 0.98;
    const went = engine.time() - from;
    this.work = clock.now() - began;
    const share = Math.min(1, (went + h) / owed);
    this.keptUp += 0.2 * (share - this.keptUp);
    // What could not be done in time is not made up for.
    this.owed = share < 1 ? 0 : Math.max(0, owed - went);
    this.core.parts.frames.send('moving', false);
    if (now - this.stateSent > STATE_MS) {
      this.stateSent = now;
      this.core.emitState();
    }
  }

  private sample(): void {
    const began = this.core.clock.now();
    this.core.parts.frames.sample();
    const spent = this.core.clock.now() - began;
    this.msPerSample = this.msPerSample > 0 ? 0.8 * this.msPerSample + 0.2 * spent : spent;
  }

  // ---- steps ----

  /** Steps with the pull of now, states for the tape, and blow-ups. False: the run has ended. */
  private takeSteps(count: number): boolean {
    const { engine, clock, parts } = this.core;
    const began = clock.now();
    parts.pulls.applyPending();
    const answer = checked(engine.run(count));
    this.core.moment++;
    const spent = clock.now() - began;
    this.msPerStep = this.msPerStep > 0 ? 0.8 * this.msPerStep + 0.2 * (spent / count) : spent / count;
    this.sinceKey += spent;
    if (answer.failed && answer.blowUp) {
      this.fail(answer.blowUp);
      return false;
    }
    if (this.sinceKey > KEY_MS) this.addKey();
    return true;
  }

  private fail(report: BlowUpReport): void {
    const { core } = this;
    this.playing = false;
    this.stopTicking();
    if (core.parts.pulls.held) core.engine.release();
    core.parts.pulls.forget();
    core.blown = report;
    core.tape.addMark('blow_up', -1, report.spring, report.time);
    core.parts.frames.record();
    core.parts.frames.send('still', true);
    core.emit('blowUp', report);
    core.emitState();
  }

  step(steps: number): null | Promise<null> {
    const { core } = this;
    if (!Number.isInteger(steps)) throw refuse('content', 'Steps are whole numbers.');
    this.pause();
    if (steps < 0)
      return core.parts.playback.seek(
        Math.max(core.engine.steps() + steps, core.tape.info().startStep));
    this.begin();
    if (this.takeSteps(steps)) {
      core.parts.frames.record();
      core.parts.frames.send('still', true);
      core.emitState();
    }
    return null;
  }

  async advance(seconds: number): Promise<{ time: number; step: number }> {
    const { core } = this;
    const { engine } = core;
    if (!(seconds >= 0)) throw refuse('content', 'Time runs forwards.');
    this.pause();
    this.begin();
    const end = engine.time() + seconds;
    let moment = core.moment;
    while (moment === core.moment) {
      const h = engine.timeStep();
      const left = Math.ceil((end - engine.time()) / h - 1e-9);
      if (left < 1) break;
      const fits = this.msPerStep > 0 ? Math.max(1, Math.floor(50 / this.msPerStep)) : 1;
      const count = engine.adaptive() ? 1 : Math.min(left, fits);
      if (!this.takeSteps(count)) break;
      core.parts.frames.record();
      moment = core.moment;
      await turn(core.clock);
    }
    core.parts.frames.send('still', true);
    core.emitState();
    return { time: engine.time(), step: engine.steps() };
  }

  /** Positions in doubles, of now or of a time that is run to. */
  exact(time?: number): Requests['exact']['result'] {
    const { engine } = this.core;
    if (time !== undefined) {
      if (!Number.isFinite(time)) throw refuse('content', 'A time is a number.');
      this.pause();
      if (this.core.parts.rest.solving) throw refuse('state', 'A rest state is being looked for.');
      if (!engine.prepared()) this.prepare();
      if (time > engine.time() && checked(engine.runTo(time)).failed)
        throw refuse('state', 'The reference did not get there.');
      this.core.moment++;
    }
    return checked(engine.exactPositions());
  }

  rewind(): null {
    const { core } = this;
    core.quiet();
    checked(core.engine.useDocument(core.document, false));
    core.forgetState();
    core.parts.frames.send('still', true);
    core.emitState();
    this.prepareSoon();
    return null;
  }
}
