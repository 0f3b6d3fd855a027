// Undo and redo: whole scenes by handle, which share memory with the present one, and the state each
// edit was made at.
import type { EngineObject } from '@engine';
import type { EditName } from '../protocol';
import type { Tape, TapeContent } from './tape';

export const UNDO_BYTES = 128 * 1024 * 1024;
const MOST_STEPS = 500;

/** A scene with a state of it. */
export interface Side {
  document: number;
  state: number;
  /** Of Core: the state is restored only where nothing has happened since. */
  moment: number;
}

export interface UndoStep {
  name: EditName;
  group: string | undefined;
  before: Side;
  after: Side;
  /** Of a step that cut the tape: the tape on the other side of it. */
  tape?: TapeContent;
}

/** Handles of documents with the number of their owners. */
export class Documents {
  private readonly owners = new Map<number, number>();
  constructor(private readonly engine: EngineObject) {}
  keep(handle: number): void {
    this.owners.set(handle, (this.owners.get(handle) ?? 0) + 1);
  }
  drop(handle: number): void {
    const left = (this.owners.get(handle) ?? 0) - 1;
    if (left > 0) {
      this.owners.set(handle, left);
      return;
    }
    this.owners.delete(handle);
    this.engine.dropDocument(handle);
  }
}

export class Undo {
  private done: UndoStep[] = [];
  private undone: UndoStep[] = [];
  constructor(
    private readonly engine: EngineObject,
    private readonly documents: Documents,
    private readonly tape: Tape,
    private readonly most = UNDO_BYTES,
  ) {}

  get undo(): UndoStep | undefined { return this.done[this.done.length - 1]; }
  get redo(): UndoStep | undefined { return this.undone[this.undone.length - 1]; }

  clear(): void {
    for (const step of [...this.done, ...this.undone]) this.drop(step);
    this.done = [];
    this.undone = [];
  }

  /** Takes over the state handles of the step; its documents get one more owner each. */
  add(step: UndoStep): void {
    for (const old of this.undone) this.drop(old);
    this.undone = [];
    this.documents.keep(step.before.document);
    this.documents.keep(step.after.document);
    const last = this.undo;
    if (last && step.group !== undefined && last.group === step.group) {
      // One gesture: from the first scene to the last.
      this.dropSide(step.before);
      this.dropSide(last.after);
      this.done[this.done.length - 1] =
        { ...step, name: merge(last.name, step.name), before: last.before };
    } else {
      this.done.push(step);
    }
    while (this.done.length > 1 && (this.done.length > MOST_STEPS || this.bytes() > this.most))
      this.drop(this.done.shift()!);
  }

  /** The step that is next in this direction has been passed. */
  pass(way: 'undo' | 'redo'): void {
    if (way === 'undo') this.undone.push(this.done.pop()!);
    else this.done.push(this.undone.pop()!);
  }

  bytes(): number {
    let sum = 0;
    const seen = new Set<number>();
    for (const step of [...this.done, ...this.undone]) {
      for (const { bytes } of step.tape?.keys ?? []) sum += bytes;
      for (const { document, state } of [step.before, step.after]) {
        sum += this.engine.stateBytes(state);
        if (seen.has(document)) continue;
        seen.add(document);
        sum += this.engine.documentBytes(document);
      }
    }
    return sum;
  }

  private drop(step: UndoStep): void {
    this.dropSide(step.before);
    this.dropSide(step.after);
    if (step.tape) this.tape.release(step.tape);
  }

  private dropSide(side: Side): void {
    this.documents.drop(side.document);
    this.engine.dropState(side.state);
  }
}

function merge(first: EditName, last: EditName): EditName {
  const nodes = [...new Set([...first.nodes, ...last.nodes])];
  const springs = [...new Set([...first.springs, ...last.springs])];
  return {
    verb: first.verb,
    nodes: nodes.slice(0, 5),
    nodeCount: Math.max(first.nodeCount, last.nodeCount, nodes.length),
    springs: springs.slice(0, 5),
    springCount: Math.max(first.springCount, last.springCount, springs.length),
    names: [...new Set([...first.names, ...last.names])],
  };
}
