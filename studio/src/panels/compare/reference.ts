// The reference of Compare: the same scene by rk45 with a tolerance of 1e-10, in engines of its own. Panes that differ in
// integrator or step share one, others have one each, with their own damping or parameter. It runs behind the panes, to the
// times at which they were; the error of a pane is the largest distance of a node from where it is in the reference.
import type { Operation } from '../../protocol';
import { type EngineClient, EngineFailure } from '../../worker/client';

/** Springs up to which a reference runs beside the panes. */
export const MOST_SPRINGS = 2000;
export const TOLERANCE = 1e-10;
/** Moments that wait for the reference; of more every second one is dropped. */
const MOST_WAITING = 240;

/** Errors of one pane by time. */
export class Errors {
  readonly times: number[] = [];
  readonly values: number[] = [];

  /** The last one at or before a time; NaN where there is none. */
  at(time: number): number {
    let row = this.times.length - 1;
    while (row >= 0 && this.times[row]! > time + 1e-12) row -= 1;
    return this.values[row] ?? NaN;
  }
}

/** Whose errors are wanted. */
export interface Tested {
  engine: Pick<EngineClient, 'request'>;
  time: number;
  blown: object | null;
  errors: Errors;
}

interface Sample {
  pane: Tested;
  time: number;
  positions: Float64Array;
}

/** The largest distance of a node between two states, 3 numbers for each node. */
export function largestDistance(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let i = 0; i + 2 < a.length; i += 3) most = Math.max(most, (a[i]! - b[i]!) ** 2 + (a[i + 1]! - b[i + 1]!) ** 2 + (a[i + 2]! - b[i + 2]!) ** 2);
  return Math.sqrt(most);
}

export class Reference {
  /** Why there is none any more, in the engine's words; empty while there is one. */
  problem = '';
  readonly panes: readonly Tested[];
  private readonly engine: EngineClient;
  private waiting: Sample[] = [];
  private running = false;
  private closed = false;
  private run = 0;
  private ready: Promise<boolean> = Promise.resolve(false);
  private readonly then: () => void;

  /** `then` is called where errors have come, or none will. */
  constructor(engine: EngineClient, panes: readonly Tested[], then: () => void) {
    this.engine = engine;
    this.panes = panes;
    this.then = then;
  }

  /** Opens the scene as its panes have it. */
  open(text: string, operations: Operation[]): void {
    this.start(async () => {
      await this.engine.request('open', { name: 'scene.json', text });
      await this.adopt(operations);
    });
  }

  private adopt(operations: Operation[]): Promise<unknown> {
    return this.engine.request('edit', { operations: [...operations, { op: 'simulation', values: { integrator: 'rk45', tolerance: TOLERANCE } }] });
  }

  /** Back to the start, with what its panes have now. */
  restart(operations: Operation[]): void {
    this.start(async () => {
      await this.adopt(operations);
      await this.engine.request('rewind', {});
    });
  }

  private start(work: () => Promise<void>): void {
    this.run += 1;
    const { run, ready: before } = this;
    this.waiting = [];
    for (const { errors } of this.panes) errors.times.length = errors.values.length = 0;
    this.problem = '';
    this.ready = before.then(work).then(() => true, (error: unknown) => {
      this.fail(error, run);
      return false;
    });
  }

  private fail(error: unknown, run: number): void {
    if (this.closed || run !== this.run) return;
    if (!(error instanceof EngineFailure)) throw error;
    this.problem = error.message;
    this.waiting = [];
    this.then();
  }

  /** Takes where a pane is now. */
  async sample(pane: Tested): Promise<void> {
    if (this.problem || pane.blown) return;
    const { run } = this;
    const { time, positions } = await pane.engine.request('exact', {});
    if (run !== this.run || this.closed || pane.blown) return;
    this.waiting.push({ pane, time, positions });
    if (this.waiting.length > MOST_WAITING) this.waiting = this.waiting.filter((_, i) => i % 2 === 0);
    void this.work();
  }

  /** Moments that no pane can ask for an earlier one of, in their order: time runs forwards. */
  private async work(): Promise<void> {
    if (this.running) return;
    this.running = true;
    const { run } = this;
    try {
      while (!this.closed && run === this.run && await this.ready) {
        const alive = this.panes.filter(({ blown }) => !blown);
        const until = Math.min(...alive.map(({ time }) => time));
        const due = this.waiting.filter(({ time }) => time <= until).sort((a, b) => a.time - b.time)[0];
        if (!due || run !== this.run) break;
        this.waiting.splice(this.waiting.indexOf(due), 1);
        const there = await this.engine.request('exact', { time: due.time });
        if (run !== this.run) break;
        // What comes too late is left out.
        const late = Math.abs(there.time - due.time) > 1e-9 * Math.max(1e-9, Math.abs(due.time));
        if (late || due.pane.blown) continue;
        due.pane.errors.times.push(due.time);
        due.pane.errors.values.push(largestDistance(due.positions, there.positions));
        this.then();
      }
    } catch (error) {
      this.fail(error, run);
    }
    this.running = false;
    if (run !== this.run && this.waiting.length > 0) void this.work();
  }

  close(): void {
    this.closed = true;
    this.run += 1;
    this.engine.close();
  }
}
