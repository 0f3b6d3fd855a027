// Changes of the scene, and the names of their undo steps.
import type { Law, Vector } from './names';
import type { EquilibriumSettings, ObstacleInfo, SimulationSettings } from './scene';

export interface SpringValues {
  law?: Law;
  /** Of these two the other is removed. */
  stiffness?: number;
  axialStiffness?: number;
  /** Of these two the other is removed; null: the drawn distance. */
  restLength?: number | null;
  pretension?: number;
  /** Of these two the other is removed. */
  damping?: number;
  dampingTime?: number;
  massPerLength?: number;
  strength?: number | null;
  bucklingLoad?: number | null;
  yield?: { strain?: number; force?: number; hardening?: number } | null;
  break?: { strain?: number; force?: number; compression?: boolean } | null;
  material?: string;
}

/** One change of the scene. A node id of -1 is the node that this edit added last, -2 the one before
 *  it, and so on. */
export type Operation =
  /** `axes` (default all); where they are now. */
  | { op: 'fix'; nodes: number[]; axes?: number }
  | { op: 'free'; nodes: number[]; axes?: number }
  /** Puts drawn nodes: 3 numbers each. */
  | { op: 'move'; nodes: number[]; to: number[] }
  | { op: 'addNode'; at: Vector; mass?: number; name?: string }
  /** `like`: a spring whose set and values it gets; else those of the last set. */
  | { op: 'addSpring'; ends: [number, number]; like?: number; values?: SpringValues }
  | { op: 'deleteNodes'; nodes: number[] }
  | { op: 'deleteSprings'; springs: number[] }
  /** A new node at this part of its length (default 0.5), and two springs in its place. */
  | { op: 'splitSpring'; spring: number; at?: number }
  /** The first becomes the second. */
  | { op: 'weld'; node: number; onto: number }
  /** In place of all constant forces on them; 0 removes them. */
  | { op: 'load'; nodes: number[]; force: Vector }
  | { op: 'springValues'; springs: number[]; values: SpringValues; scope?: 'springs' | 'sets' }
  | { op: 'nodeValues'; nodes: number[]; mass?: number; velocity?: Vector; name?: string }
  | { op: 'parameters'; values: Record<string, number | string> }
  | { op: 'gravity'; value: Vector }
  | { op: 'drag'; value: number }
  | { op: 'wind'; value: { velocity: Vector; density?: number; dragCoefficient?: number } | null }
  | { op: 'title'; value: string }
  | { op: 'simulation'; values: Partial<SimulationSettings> }
  | { op: 'equilibrium'; values: Partial<EquilibriumSettings> }
  | { op: 'addProbe'; nodes?: number[]; springs?: number[]; quantity: string; name?: string }
  | { op: 'deleteProbe'; index: number }
  | { op: 'addObstacle'; obstacle: Partial<ObstacleInfo> & { kind: ObstacleInfo['kind'] } }
  | { op: 'obstacle'; index: number; values: Partial<ObstacleInfo> }
  | { op: 'deleteObstacle'; index: number }
  /** The shape shown becomes the drawn one; rest lengths are written out first. */
  | { op: 'keepShape' }
  /** Masses that are assumed become those of the scene. */
  | { op: 'keepMasses' }
  /** A scene added, moved by `by`: what `copy` gave. */
  | { op: 'paste'; text: string; by: Vector }
  /** The scene replaced by the one of this text. */
  | { op: 'text'; text: string };

export type OperationName = Operation['op'];

/** What an undo step did, for its name: "Undo fix node 7". */
export interface EditName {
  /** As the page called it (EditRequest.verb), else the first operation; cutTape: time went on from
   *  a moment of the tape, and what was recorded behind it was cut off. */
  verb: string;
  /** The first few things concerned, and how many there are. */
  nodes: number[];
  nodeCount: number;
  springs: number[];
  springCount: number;
  /** Names of parameters that it set. */
  names: string[];
}

export interface EditRequest {
  operations: Operation[];
  /** A word for the name of the undo step, such as 'cut'; default: the first operation. */
  verb?: string;
  /** Edits in a row with the same group are one undo step: a gesture, a slider drag. */
  group?: string;
}

export interface EditReply {
  /** As before where the edit changed nothing; then there is no undo step either. */
  revision: number;
  /** Ids of nodes and springs that were added, as they are after the edit. */
  addedNodes: number[];
  addedSprings: number[];
}
