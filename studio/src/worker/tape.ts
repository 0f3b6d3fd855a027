// The tape of a run: states at intervals, from which every moment between them is computed again to
// the bit; what was pulled meanwhile; and rows of numbers for graphs.
import type { EngineObject } from '@engine';
import type { MotionEventInfo, TapeHistory, TapeInfo, Vector } from '../protocol';

/** The moment at which a pull began, moved or ended. */
export interface PullChange {
  step: number;
  time: number;
  node: number;
  /** null: released. */
  pull: { point: Vector; stiffness: number } | null;
}

export interface Key {
  step: number;
  time: number;
  /** Handles of the engine. */
  state: number;
  document: number;
  bytes: number;
  /** Changes of pulls from this one on come after it. */
  change: number;
}

interface Row {
  step: number;
  time: number;
  pull: number;
  /** Energies, then probes. */
  numbers: Float64Array;
}

/** All that is on a tape at some time. */
export interface TapeContent {
  keys: Key[];
  rows: Row[];
  changes: PullChange[];
  marks: TapeInfo['marks'];
}

export const TAPE_BYTES = 64 * 1024 * 1024;
const MOST_ROWS = 40_000;

/** Every second item of the older half is left out; the first stays. */
function thinned<T>(items: T[], drop: (item: T) => void): T[] {
  const half = Math.floor(items.length / 2);
  return items.filter((item, i) => {
    const stays = i >= half || i % 2 === 0;
    if (!stays) drop(item);
    return stays;
  });
}

export class Tape {
  private keys: Key[] = [];
  private rows: Row[] = [];
  private changes: PullChange[] = [];
  private marks: TapeInfo['marks'] = [];
  /** Of each state: how many tapes have it, the present one and those kept for undo. */
  private readonly owners = new Map<number, number>();
  private wasThinned = false;
  private bytes = 0;

  constructor(
    private readonly engine: EngineObject,
    private readonly keepDocument: (handle: number) => void,
    private readonly dropDocument: (handle: number) => void,
    private readonly most = TAPE_BYTES,
  ) {}

  get empty(): boolean { return this.keys.length === 0; }
  get first(): Key | undefined { return this.keys[0]; }
  get lastKey(): Key | undefined { return this.keys[this.keys.length - 1]; }
  get endStep(): number { return this.rows[this.rows.length - 1]?.step ?? 0; }

  clear(): void {
    for (const key of this.keys) this.drop(key);
    this.keys = [];
    this.rows = [];
    this.changes = [];
    this.marks = [];
    this.bytes = 0;
    this.wasThinned = false;
  }

  /** Keeps the engine's state of now. */
  addKey(document: number): void {
    const step = this.engine.steps();
    const state = this.engine.keepState();
    const bytes = this.engine.stateBytes(state);
    this.keepDocument(document);
    this.keys.push({ step, time: this.engine.time(), state, document, bytes,
      change: this.changes.length });
    this.owners.set(state, 1);
    this.bytes += bytes;
    // A net whose states alone are too large keeps two of them.
    while (this.bytes > this.most && this.keys.length > 4) {
      this.keys = thinned(this.keys, (key) => this.drop(key));
      this.wasThinned = true;
    }
  }

  addRow(step: number, time: number, energies: Float64Array, probes: Float64Array,
    pull: number): void {
    const numbers = new Float64Array(energies.length + probes.length);
    numbers.set(energies);
    numbers.set(probes, energies.length);
    const last = this.rows[this.rows.length - 1];
    if (last && last.step === step) this.rows.pop();
    this.rows.push({ step, time, pull, numbers });
    if (this.rows.length > MOST_ROWS) this.rows = thinned(this.rows, () => undefined);
  }

  addChange(change: PullChange): void {
    const last = this.changes[this.changes.length - 1];
    // A pointer moves more often than steps are taken.
    if (last && last.step === change.step && last.node === change.node && last.pull && change.pull
      && (this.lastKey?.change ?? 0) < this.changes.length) this.changes.pop();
    this.changes.push(change);
  }

  addMark(kind: string, node: number, spring: number, time: number): void {
    this.marks.push({ time, kind, node, spring });
    if (this.marks.length > 500) this.marks.shift();
  }

  addEvents(events: MotionEventInfo[]): void {
    for (const event of events) this.addMark(event.kind, event.node, event.spring, event.time);
  }

  /** The last state kept at or before a step. */
  keyBefore(step: number): Key | undefined {
    let found: Key | undefined;
    for (const key of this.keys) {
      if (key.step > step) break;
      found = key;
    }
    return found ?? this.keys[0];
  }

  /** The step whose time is nearest. */
  stepAt(time: number): number {
    let best = this.rows[0];
    for (const row of this.rows)
      if (best === undefined || Math.abs(row.time - time) < Math.abs(best.time - time)) best = row;
    return best?.step ?? 0;
  }

  /** What pulls did after a state, up to a step. */
  changesFrom(key: Key, step: number): PullChange[] {
    return this.changes.slice(key.change).filter((change) => change.step < step);
  }

  // ---- kept for undo ----

  /** The tape as it is now, until release(). Its states are shared with the present one. */
  keep(): TapeContent {
    for (const { state } of this.keys) this.owners.set(state, this.owners.get(state)! + 1);
    return { keys: this.keys.map((key) => ({ ...key })), rows: this.rows.slice(),
      changes: this.changes.slice(), marks: this.marks.slice() };
  }

  /** The tape becomes that one, which must not be used any more. */
  use(content: TapeContent): void {
    this.clear();
    Object.assign(this, content);
    for (const key of this.keys) this.bytes += key.bytes;
  }

  release(content: TapeContent): void {
    for (const key of content.keys) this.disown(key);
  }

  /** Whether there is anything behind a step. */
  goesBeyond(step: number): boolean {
    return this.endStep > step;
  }

  /** What lies behind a step is forgotten. */
  cut(step: number): void {
    const later = this.keys.filter((key) => key.step > step);
    for (const key of later) this.drop(key);
    this.keys = this.keys.filter((key) => key.step <= step);
    this.rows = this.rows.filter((row) => row.step <= step);
    const time = this.rows[this.rows.length - 1]?.time ?? Infinity;
    this.changes = this.changes.filter((change) => change.step < step);
    for (const key of this.keys) key.change = Math.min(key.change, this.changes.length);
    this.marks = this.marks.filter((mark) => mark.time <= time);
  }

  info(): TapeInfo {
    const first = this.rows[0], last = this.rows[this.rows.length - 1];
    const pulls: [number, number][] = [];
    let begin: number | null = null;
    for (const change of this.changes) {
      if (change.pull && begin === null) begin = change.time;
      if (!change.pull && begin !== null) {
        pulls.push([begin, change.time]);
        begin = null;
      }
    }
    if (begin !== null) pulls.push([begin, last?.time ?? begin]);
    return {
      start: first?.time ?? this.engine.time(),
      end: last?.time ?? this.engine.time(),
      startStep: first?.step ?? 0,
      endStep: last?.step ?? 0,
      frames: this.rows.length,
      bytes: this.bytes,
      thinned: this.wasThinned,
      marks: this.marks,
      pulls,
    };
  }

  history(energies: number, probes: number): TapeHistory {
    const count = this.rows.length;
    const result: TapeHistory = {
      times: new Float64Array(count),
      steps: new Float64Array(count),
      energies: new Float64Array(count * energies),
      probes: new Float64Array(count * probes),
      pull: new Float64Array(count),
    };
    this.rows.forEach((row, i) => {
      result.times[i] = row.time;
      result.steps[i] = row.step;
      result.pull[i] = row.pull;
      result.energies.set(row.numbers.subarray(0, energies), i * energies);
      // Probes that were added later have no numbers here.
      const values = row.numbers.subarray(energies);
      for (let p = 0; p < probes; ++p)
        result.probes[i * probes + p] = values.length === probes ? values[p]! : NaN;
    });
    return result;
  }

  private drop(key: Key): void {
    this.bytes -= key.bytes;
    this.disown(key);
  }

  private disown(key: Key): void {
    const left = this.owners.get(key.state)! - 1;
    this.owners.set(key.state, left);
    if (left > 0) return;
    this.owners.delete(key.state);
    this.engine.dropState(key.state);
    this.dropDocument(key.document);
  }
}
