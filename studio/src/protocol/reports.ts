// Answers of the engine about the net: its rest, its modes, its matrix, one spring, one node.
import type { MotionEventInfo } from './motion';
import type { Law, Method, Vector } from './names';
import type { AssumedMasses } from './scene';

export interface Iteration {
  /** Counts solves, so that late messages of an earlier one are known. */
  solve: number;
  index: number;
  residual: number;
  energy: number;
  stepLength: number;
  projected: boolean;
  tolerance: number;
  method: Method;
}

export interface RestReport {
  solve: number;
  status: 'converged' | 'iteration_limit' | 'stalled' | 'no_equilibrium' | 'interrupted';
  /** The engine's sentence, for a tooltip. */
  reason: string;
  /** null: not judged. */
  stable: boolean | null;
  neutral: boolean | null;
  negativeModes: number | null;
  mechanisms: number | null;
  selfStresses: number | null;
  /** Motions without resistance: mechanisms, of slack parts, of whole parts. */
  freeMotions: { mechanism: number; slack: number; rigid: number } | null;
  mechanismNodes: number[];
  /** How each node moves in the first mechanism, 3 for each, largest 1; empty where there is none
   *  or the net is too large. */
  mechanismShape: Float32Array;
  slack: Int32Array;
  largestTension: { spring: number; value: number } | null;
  largestCompression: { spring: number; value: number } | null;
  /** Springs that yielded or broke during the solve. */
  events: MotionEventInfo[];
  residual: number;
  tolerance: number;
  /** The same in units of force, and the node that has it. */
  residualForce: number;
  residualNode: number;
  /** Of all stages together. */
  iterations: number;
  /** How many stages of the scene were carried out before; 0 where it has none, or they lie
   *  behind already. */
  stages: number;
  projectedIterations: number;
  linearIterations: number;
  method: Method;
  linearSolver: string;
  linearNote: string;
  lowestStiffness: number | null;
  energy: number;
  seconds: number;
  live: boolean;
}

export interface ModeInfo {
  kind: 'elastic' | 'rigid' | 'zero' | 'unstable';
  eigenvalue: number;
  /** Hz; NaN where unstable or without masses. */
  frequency: number;
  growthRate: number;
  modalMass: number;
  /** 3 for each node, largest component 1. */
  shape: Float32Array;
}

export interface ModesReport {
  revision: number;
  modes: ModeInfo[];
  /** 3 for each node: what the shapes are added to. */
  positions: Float32Array;
  /** Empty, or why there are none. */
  problem: string;
  hasMass: boolean;
  /** Masses were assumed, so frequencies say nothing about a real net. */
  assumedMasses: AssumedMasses | null;
  unknowns: number;
  complete: boolean;
  selfStresses: number | null;
  mechanisms: number | null;
  seconds: number;
}

export interface MatrixInfo {
  nodeCount: number;
  /** Pairs of nodes whose block is not zero, row and column, lower half with the diagonal. */
  rows: Int32Array;
  columns: Int32Array;
  /** Largest magnitude in each block. */
  values: Float32Array;
  /** The blocks themselves, dimension x dimension by rows; empty for nets of more than 200 nodes. */
  blocks: Float64Array;
}

/** Numbers of all nodes and of all springs as they are now. */
export interface NetColumns {
  /** 3 for each node. */
  positions: Float64Array;
  /** With those assumed. */
  mass: Float64Array;
  length: Float64Array;
  tension: Float64Array;
  strain: Float64Array;
  energy: Float64Array;
  stiffness: Float64Array;
  /** NaN where there is none. */
  restLength: Float64Array;
  damping: Float64Array;
}

export type ValueSource = 'spring' | 'set' | 'material' | 'default' | 'drawn';

export interface SpringFacts {
  spring: number;
  revision: number;
  nodes: [number, number];
  label: string;
  set: number;
  setName: string;
  material: string;
  law: Law;
  lawFrom: ValueSource;
  broken: boolean;
  slack: boolean;
  length: number;
  /** NaN where there is no rest length. */
  strain: number;
  tension: number;
  energy: number;
  forceDensity: number;
  utilisation: number;
  /** As used: k and l0, which include yielding and muscles. */
  stiffness: number;
  restLength: number;
  axialStiffness: number | null;
  pretension: number | null;
  damping: number;
  /** Where the scene gives the damping as a time: c / k. */
  dampingTime: number | null;
  massPerLength: number | null;
  strength: number | null;
  bucklingLoad: number | null;
  yield: { strain: number | null; force: number | null; hardening: number } | null;
  break: { strain: number | null; force: number | null; compression: boolean } | null;
  /** Which of the two ways the scene gives, and from where. */
  given: {
    stiffness: ValueSource;
    stiffnessAs: 'stiffness' | 'axial_stiffness' | 'youngs_modulus' | 'none';
    restLength: ValueSource;
    restLengthAs: 'rest_length' | 'pretension' | 'drawn' | 'none';
    damping: ValueSource;
    dampingAs: 'damping' | 'damping_time' | 'none';
  };
  /** dT/dl: the stiffness along the spring. */
  along: number;
  /** T/l: the stiffness across it. */
  across: number;
  /** The block of its first end, dimension x dimension by rows. */
  block: number[];
  /** Unit vector from the first end to the second. */
  direction: Vector;
  /** Force on the second end, the first has its negative. */
  force: Vector;
}

export interface NodeFacts {
  node: number;
  revision: number;
  name: string;
  position: Vector;
  drawn: Vector;
  displacement: Vector;
  velocity: Vector;
  mass: number;
  massAssumed: boolean;
  /** Axes as bits. */
  fixed: number;
  load: Vector;
  weight: Vector;
  springs: { spring: number; other: number; tension: number; force: Vector }[];
  /** Spring forces + load + weight (+ drag, wind, pressure in motion). */
  sum: Vector;
  /** Force of the support on the node; 0 on free axes. */
  reaction: Vector;
}

/** What is found about a student's function. */
export interface GradeInfo {
  subject: string;
  passed: boolean;
  cases: number;
  right: number;
  /** The largest relative one of the answers. */
  largestError: number;
  /** Sentences to the student. */
  findings: string[];
  /** Names of the slips that were recognised. */
  slips: string[];
}

/** Of what a scene has recorded, as computed here. */
export interface VerifyReport {
  /** The version of Tensio; may be empty. */
  recordedBy: string;
  /** The scene is not the one that was recorded. */
  sceneChanged: boolean;
  results: {
    name: 'rest' | 'motion';
    /** "400 steps of velocity_verlet, 0.001 s each" */
    about: string;
    /** Hashes; `computed` is empty where there is no result, and `reason` says why. */
    recorded: string;
    computed: string;
    reason: string;
    same: boolean;
  }[];
}

export interface RecordReport {
  text: string;
  rest: boolean;
  /** Of the motion; 0 where it was not recorded. */
  steps: number;
  /** What could not be recorded, and why. */
  notes: string[];
}
