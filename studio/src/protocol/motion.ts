// Motion: what is known before it, frames, the tape, and blow-ups.
import type { Arrow, Integrator, Quantity, Vector } from './names';
import type { AssumedMasses } from './scene';

/** What is known of the motion once the engine has prepared it. */
export interface MotionInfo {
  integrator: Integrator;
  timeStep: number;
  /** Largest stable step of that integrator at the start; null where there is none, such as for
   *  implicit integrators. */
  stableTimeStep: number | null;
  implicit: boolean;
  /** Why both were chosen so; empty where they were given. */
  choice: string;
  linearSolver: string;
  warnings: string[];
  assumedMasses: AssumedMasses | null;
}

/** One picture of the net. Its arrays belong to the page until it gives them back
 *  (EngineClient.giveBack): then the worker fills them again, and nothing is allocated. */
export interface Frame {
  revision: number;
  topology: number;
  /** moving: time runs; seek: a moment of the tape; solving: an iteration; live: a rest state that
   *  follows; replay: the last steps before a blow-up; still: anything else. */
  source: 'moving' | 'seek' | 'solving' | 'live' | 'replay' | 'still';
  time: number;
  step: number;
  /** Of a solve, where source is solving; else -1. */
  iteration: number;
  /** 3 for each node. */
  positions: Float32Array;
  /** One for each spring, of `quantity`; NaN where there is none. */
  values: Float32Array;
  quantity: Quantity;
  /** Bits for each spring. */
  flags: Uint8Array;
  /** 3 for each node; empty where no arrows are asked for. */
  arrows: Float32Array;
  arrow: Arrow | null;
  /** In the order of ENERGIES; NaN where the net does not move. */
  energies: Float64Array;
  /** One for each of SceneInfo.probeColumns. */
  probes: Float64Array;
  /** While time runs: moments since the last frame, at whole steps, oldest first, the last one being
   *  this frame's. Each is a row of SAMPLE_HEAD numbers, the energies and the probes. Else empty. */
  samples: Float64Array;
  /** Displacement of each obstacle, 3 numbers; empty where none moves. */
  obstacles: Float32Array;
  pull: PullInfo | null;
  /** Largest net force on a free node, and that node; -1 and NaN where not computed. */
  netForce: number;
  netForceNode: number;
  /** Events since the last frame. */
  events: MotionEventInfo[];
  /** ms of computing per frame, and what part of the speed asked for was reached, 0 to 1. */
  work: number;
  keptUp: number;
}

export interface PullInfo {
  node: number;
  point: Vector;
  /** Force of the pull on the node. */
  force: Vector;
  magnitude: number;
  stiffness: number;
}

export interface MotionEventInfo {
  time: number;
  kind: 'yield' | 'break' | 'contact' | 'free' | 'fix' | 'set' | 'retry' | 'split' | 'edit';
  node: number;
  spring: number;
  value: number;
  detail: string;
}

export interface TapeInfo {
  /** Of the first and the last moment; equal where there is only one. */
  start: number;
  end: number;
  startStep: number;
  endStep: number;
  frames: number;
  bytes: number;
  /** It is full: older moments were thinned. */
  thinned: boolean;
  /** Edits and events: diamonds on the time bar. */
  marks: { time: number; kind: string; node: number; spring: number }[];
  /** Stretches during which a pull acted: start and end times. */
  pulls: [number, number][];
}

/** All moments of the tape, oldest first: for graphs. */
export interface TapeHistory {
  times: Float64Array;
  steps: Float64Array;
  /** ENERGIES.length for each moment. */
  energies: Float64Array;
  /** probeColumns.length for each moment. */
  probes: Float64Array;
  pull: Float64Array;
}

export interface BlowUpReport {
  status: 'blew_up' | 'not_converged';
  /** The engine's sentence, whole. */
  reason: string;
  cause: 'strain' | 'length' | 'position' | 'velocity' | 'law' | 'step';
  /** The spring that gave way, -1 where there is none, and its nodes. */
  spring: number;
  nodes: [number, number] | null;
  /** At failure; may be infinite. */
  strain: number;
  allowedStrain: number;
  /** Of the same spring in the last good state, which is the one shown. */
  lastGoodStrain: number;
  time: number;
  step: number;
  lastGoodTime: number;
  lastGoodStep: number;
  timeStep: number;
  integrator: Integrator;
  /** A step that would have been stable; null where the step is not the cause. */
  safeStep: number | null;
  /** Where the integrator is stable at no step: one that is, with safeStep. */
  betterIntegrator: Integrator | null;
}
