// Pulls: a spring from a node to the pointer, while the pointer is down.
import type { Requests, Vector } from '../protocol';
import type { Core } from './core';
import { checked, refuse } from './engine';

export class Pulls {
  /** The pull of now. */
  held: { node: number; point: Vector; stiffness: number } | null = null;
  /** It takes effect with the next step. */
  private pending = false;

  constructor(private readonly core: Core) {}

  pull(args: Requests['pull']['args']): null {
    const { core } = this;
    const { motion, rest } = core.parts;
    const { node, point } = args;
    if (!Number.isInteger(node) || node < 0 || node >= core.nodeCount)
      throw refuse('content', `Node ${node} does not exist.`);
    if (!point.every(Number.isFinite)) throw refuse('content', 'A pull needs a point.');
    const first = this.held === null;
    const stiffness = args.stiffness ??
      (this.held?.node === node ? this.held.stiffness : core.engine.pullStiffness(args.view ?? 1));
    const follows = rest.live && !motion.playing;
    // Time does not run while rest is looked for; it begins again with the next move of the pointer.
    const waits = !follows && !first && rest.solving;
    if (!follows && !waits && !motion.runs()) motion.begin();
    this.held = { node, point, stiffness };
    this.pending = true;
    if (follows) {
      this.applyPending();
      rest.liveSoon();
    } else if (!waits) {
      motion.startTicking();
    }
    if (first) core.emitState();
    return null;
  }

  applyPending(): void {
    if (!this.pending) return;
    this.pending = false;
    if (!this.held) return;
    const { engine, tape } = this.core;
    const { node, point, stiffness } = this.held;
    checked(engine.pull(node, point[0], point[1], point[2], stiffness));
    if (engine.prepared())
      tape.addChange({ step: engine.steps(), time: engine.time(), node,
        pull: { point, stiffness: engine.pullInfo()?.stiffness ?? stiffness } });
  }

  release(): null {
    if (!this.held) return null;
    const { core } = this;
    const { engine, tape } = core;
    const { node } = this.held;
    this.forget();
    engine.release();
    if (engine.prepared() && !tape.empty)
      tape.addChange({ step: engine.steps(), time: engine.time(), node, pull: null });
    if (!core.parts.motion.playing) core.parts.motion.stopTicking();
    if (core.rest && !core.parts.rest.live) {
      // It was at rest with the pull.
      core.rest = null;
      core.moment++;
    }
    core.parts.frames.send('still', true);
    core.emitState();
    core.parts.rest.liveSoon();
    return null;
  }

  /** Without a word to the engine, whose state is another one already. */
  forget(): void {
    this.held = null;
    this.pending = false;
  }
}
