// Pictures of the net for the page, and rows of numbers for the tape.
import {
  ARROWS, ENERGIES, QUANTITIES, SAMPLE_HEAD, type Arrow, type Frame, type Quantity, type Requests,
} from '../protocol';
import type { Core } from './core';
import { checked, refuse } from './engine';
import { Pool } from './pool';

export class Frames {
  readonly pool = new Pool();
  /** Events of the run that the page has. */
  eventsSeen = 0;
  /** Rows since the last frame, and those that the page does not have. */
  private between: Float64Array[] = [];
  private unsent: Float64Array[] = [];
  private quantity: Quantity = 'tension';
  private arrow: Arrow | null = null;

  constructor(private readonly core: Core) {}

  show(args: Requests['show']['args']): null {
    if (args.quantity !== undefined) {
      if (!QUANTITIES.includes(args.quantity)) throw refuse('content', 'There is no such quantity.');
      this.quantity = args.quantity;
    }
    if (args.arrow !== undefined) {
      if (args.arrow !== null && !ARROWS.includes(args.arrow))
        throw refuse('content', 'There are no such arrows.');
      this.arrow = args.arrow;
    }
    if (!this.core.parts.motion.runs()) this.send('still', true);
    return null;
  }

  /** `always`: also where the page has not given earlier frames back. */
  send(source: Frame['source'], always: boolean, iteration = -1): void {
    const { engine, clock, springCount } = this.core;
    const { motion, pulls } = this.core.parts;
    const moving = source === 'moving';
    const most = source !== 'solving' || springCount >= 20_000 ? 3 : springCount < 2000 ? 62 : 26;
    const send = always || this.pool.may(most, clock.now());
    if (!send && !moving) return;
    const { time, step } = checked(engine.fill(QUANTITIES.indexOf(this.quantity),
      this.arrow === null ? -1 : ARROWS.indexOf(this.arrow), !moving && source !== 'solving'));
    const pull = pulls.held ? engine.pullInfo() : null;
    if (moving) this.recordSamples(pull?.magnitude ?? NaN);
    if (!send) return;
    const frame: Frame = {
      revision: this.core.revision,
      topology: this.core.topology,
      source,
      time,
      step,
      iteration,
      positions: this.pool.floats(engine.positions()),
      values: this.pool.floats(engine.values()),
      quantity: this.quantity,
      flags: this.pool.bytes(engine.flags()),
      arrows: this.pool.floats(engine.arrows()),
      arrow: this.arrow,
      energies: engine.energies().slice(),
      probes: engine.probes().slice(),
      samples: moving ? this.takeSamples() : new Float64Array(0),
      obstacles: engine.obstacles().slice(),
      pull,
      netForce: engine.netForce(),
      netForceNode: engine.netForceNode(),
      events: [],
      work: motion.work,
      keptUp: motion.keptUp,
    };
    if (moving && engine.eventCount() > this.eventsSeen) {
      frame.events = engine.eventsSince(this.eventsSeen);
      this.eventsSeen += frame.events.length;
      this.core.tape.addEvents(frame.events);
    }
    this.pool.sent(clock.now());
    this.core.emit('frame', frame, [frame.positions.buffer, frame.values.buffer, frame.flags.buffer,
      frame.arrows.buffer]);
  }

  /** A row of the tape without a picture. */
  record(): void {
    const { engine } = this.core;
    checked(engine.fill(QUANTITIES.indexOf(this.quantity), -1, false));
    this.core.tape.addRow(engine.steps(), engine.time(), engine.energies(), engine.probes(),
      this.core.parts.pulls.held ? engine.pullInfo()?.magnitude ?? NaN : NaN);
  }

  // ---- numbers between two frames ----

  /** The numbers of now, for the next frame and the tape. */
  sample(): void {
    this.core.engine.sample();
    this.between.push(this.row());
  }

  private row(): Float64Array {
    const { engine } = this.core;
    const energies = engine.energies(), probes = engine.probes();
    const row = new Float64Array(SAMPLE_HEAD + energies.length + probes.length);
    row[0] = engine.time();
    row[1] = engine.steps();
    row.set(energies, SAMPLE_HEAD);
    row.set(probes, SAMPLE_HEAD + energies.length);
    return row;
  }

  /** All since the last frame goes on the tape; the pull is that of the frame. */
  private recordSamples(pull: number): void {
    this.between.push(this.row());
    for (const row of this.between) {
      row[2] = pull;
      const probes = SAMPLE_HEAD + ENERGIES.length;
      this.core.tape.addRow(row[1]!, row[0]!, row.subarray(SAMPLE_HEAD, probes),
        row.subarray(probes), pull);
      this.unsent.push(row);
    }
    this.between = [];
    // A page that is slow takes them from the tape's history.
    if (this.unsent.length > 1000) this.unsent.splice(0, 500);
  }

  private takeSamples(): Float64Array {
    const width = this.unsent[this.unsent.length - 1]?.length ?? 0;
    const rows = this.unsent.filter((row) => row.length === width);
    const all = new Float64Array(rows.length * width);
    rows.forEach((row, i) => all.set(row, i * width));
    this.unsent = [];
    return all;
  }
}
