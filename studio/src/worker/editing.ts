// Edits of the scene, undo and redo.
import type { EditName, EditReply, EditRequest, Operation, SceneInfo } from '../protocol';
import type { Core } from './core';
import { checked, refuse } from './engine';
import type { TapeContent } from './tape';
import type { Side, UndoStep } from './undo';

export class Editing {
  constructor(private readonly core: Core) {}

  /** The scene and the state of now, to return to. */
  keepMoment(): Side {
    const { document, engine, moment } = this.core;
    return { document, state: engine.keepState(), moment };
  }

  /** An undo step from `before` to the engine's document and state. */
  addStep(name: EditName, group: string | undefined, before: Side, document?: number,
    tape?: TapeContent): void {
    const { core } = this;
    core.documents.keep(before.document);
    core.setDocument(document);
    core.undo.add({ name, group, before, ...(tape ? { tape } : {}),
      after: { document: core.document, state: core.engine.keepState(), moment: core.moment } });
    core.documents.drop(before.document);
  }

  /** Time goes on from a moment of the tape: what lies behind it is cut off, which can be undone. */
  cutTape(): void {
    const { core } = this;
    const { tape, engine } = core;
    if (tape.goesBeyond(engine.steps())) {
      const before = this.keepMoment();
      core.moment++;
      this.addStep(nameOf({ operations: [], verb: 'cutTape' }, []), undefined, before, core.document,
        tape.keep());
    }
    tape.cut(engine.steps());
  }

  edit(request: EditRequest): EditReply {
    const { core } = this;
    const { engine, tape } = core;
    core.parts.playback.toPresent();
    core.parts.playback.cancelSeek();
    core.parts.playback.stopReplay();
    const before = this.keepMoment();
    const running = engine.prepared() && engine.steps() > 0;
    let made;
    try {
      made = checked(engine.edit(request.operations));
    } catch (thrown) {
      engine.dropState(before.state);
      throw thrown;
    }
    if (!made.changed) {
      engine.dropState(before.state);
      return { revision: core.revision, addedNodes: [], addedSprings: [] };
    }
    core.blown = null;
    core.rest = null;
    core.moment++;
    const name = nameOf(request, made.names);
    if (made.topology) {
      tape.clear();
      core.parts.pulls.forget();
      core.parts.frames.eventsSeen = 0;
    }
    this.addStep(name, request.group, before);
    core.sceneChanged(made.topology);
    if (running && !made.topology) {
      // A mark on the tape, and a state with the new scene.
      tape.addMark('edit', name.nodes[0] ?? -1, name.springs[0] ?? -1, engine.time());
      core.parts.motion.addKey();
    }
    core.parts.rest.liveSoon();
    return { revision: core.revision, addedNodes: made.addedNodes, addedSprings: made.addedSprings };
  }

  // ---- undo and redo ----

  /** Undo goes from the end of the last step to its start, redo from the start of the next one to
   *  its end. */
  go(way: 'undo' | 'redo'): SceneInfo {
    const { core } = this;
    const [from, to] = way === 'undo' ? ['after', 'before'] as const : ['before', 'after'] as const;
    const step = core.undo[way];
    if (!step)
      throw refuse('state', way === 'undo' ? 'There is nothing to undo.' : 'There is nothing to do again.');
    core.parts.playback.toPresent();
    const same = step[from].moment === core.moment;
    const topology = step.tape ? this.exchangeTape(step, step[to]) : this.goTo(step[to], same);
    core.undo.pass(way);
    step[to].moment = core.moment;
    // Undone in a row, each step restores its state.
    const next = core.undo[way];
    if (same && next) next[from].moment = core.moment;
    core.parts.rest.liveSoon();
    return core.sceneChanged(topology);
  }

  /** Goes to a side of an undo step; to its state too where nothing has happened since. Whether ids
   *  have another meaning there. */
  private goTo(side: Side, sameMoment: boolean): boolean {
    const { core } = this;
    const { engine, tape } = core;
    core.parts.playback.stopReplay();
    core.parts.playback.cancelSeek();
    core.blown = null;
    core.rest = null;
    const answer = checked(engine.useDocument(side.document, true));
    if (sameMoment) checked(engine.useState(side.state));
    core.setDocument(side.document);
    if (!answer.kept || !engine.prepared() || engine.steps() === 0) {
      tape.clear();
      core.parts.pulls.forget();
      core.parts.frames.eventsSeen = engine.eventCount();
    } else {
      tape.cut(engine.steps());
      tape.addKey(core.document);
    }
    core.moment++;
    return !answer.kept;
  }

  /** Goes to a side of a step that cut the tape: the same scene, with the tape of that side. */
  private exchangeTape(step: UndoStep, side: Side): boolean {
    const { core } = this;
    core.parts.motion.halt();
    core.parts.playback.stopReplay();
    core.parts.playback.cancelSeek();
    core.parts.pulls.forget();
    core.blown = null;
    core.rest = null;
    const tape = core.tape.keep();
    core.tape.use(step.tape!);
    step.tape = tape;
    checked(core.engine.useState(side.state));
    core.parts.frames.eventsSeen = core.engine.eventCount();
    core.moment++;
    return false;
  }

  /** Back to the file as it was opened: an undo step where the scene is another one. */
  reset(): SceneInfo {
    const { core } = this;
    core.parts.playback.toPresent();
    core.quiet();
    const before = this.keepMoment();
    checked(core.engine.useDocument(core.opened, false));
    core.forgetState();
    if (before.document === core.opened) core.engine.dropState(before.state);
    else this.addStep(nameOf({ operations: [], verb: 'reset' }, []), undefined, before, core.opened);
    return core.sceneChanged(true);
  }
}

/** What an edit did, for the name of its undo step. */
export function nameOf(request: EditRequest, names: string[]): EditName {
  const nodes = new Set<number>(), springs = new Set<number>();
  for (const operation of request.operations as (Operation & {
    nodes?: number[]; springs?: number[]; node?: number; spring?: number; })[]) {
    for (const node of operation.nodes ?? []) nodes.add(node);
    for (const spring of operation.springs ?? []) springs.add(spring);
    if (typeof operation.node === 'number') nodes.add(operation.node);
    if (typeof operation.spring === 'number') springs.add(operation.spring);
  }
  return {
    verb: request.verb ?? request.operations[0]?.op ?? 'edit',
    nodes: [...nodes].slice(0, 5),
    nodeCount: nodes.size,
    springs: [...springs].slice(0, 5),
    springCount: springs.size,
    names,
  };
}
