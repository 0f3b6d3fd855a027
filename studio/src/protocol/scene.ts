// The scene as the page sees it: what is in it, and its settings.
import type { Integrator, Law, Method, Vector } from './names';

export interface Units {
  /** False: the scene does not say; show bare numbers, and "no units" once. */
  given: boolean;
  length: string;
  force: string;
  time: string;
  mass: string;
  stiffness: string;
  stress: string;
  energy: string;
  moment: string;
  velocity: string;
  acceleration: string;
  frequency: string;
}

export interface ParameterInfo {
  name: string;
  label: string;
  value: number;
  min: number | null;
  max: number | null;
  log: boolean;
  unit: string;
  note: string;
  /** The formula it has in the scene ("=2*k"), or empty: such a parameter follows others. */
  formula: string;
}

export interface SetInfo {
  name: string;
  law: Law;
  material: string;
  /** Its springs are those from first to first + count - 1. */
  first: number;
  count: number;
}

export interface ObstacleInfo {
  kind: 'plane' | 'sphere' | 'box' | 'capsule';
  name: string;
  /** On the plane; centre of sphere and box; one end of the capsule. */
  point: Vector;
  /** Of the plane, away from the solid side. */
  normal: Vector;
  /** The other end of the capsule. */
  pointB: Vector;
  radius: number;
  /** Of the box: whole lengths. */
  size: Vector;
  /** Of the box: degrees about x, y, z in turn; in the plane the last. */
  rotate: Vector;
  friction: number;
  restitution: number;
  thickness: number;
  /** It moves: Frame.obstacles has its displacement. */
  moves: boolean;
}

export interface GroupInfo {
  name: string;
  members: Int32Array;
}

export interface ProbeInfo {
  name: string;
  nodes: number[];
  springs: number[];
  /** position.x, velocity, tension, strain, ... */
  quantity: string;
  reduce: 'none' | 'sum' | 'mean' | 'min' | 'max';
}

export interface SimulationSettings {
  integrator: Integrator;
  /** 0: chosen by the engine. */
  timeStep: number;
  duration: number;
  startTime: number;
  startFrom: 'drawn' | 'equilibrium';
  accuracy: 'full' | 'preview';
  method: 'auto' | 'newton' | 'prefactored';
  linearSolver: string;
  blowupStrain: number;
  tolerance: number;
  maxIterations: number;
}

export interface EquilibriumSettings {
  method: Method;
  tolerance: number;
  maxIterations: number;
  loadSteps: number;
  relaxation: number;
}

export interface WarningInfo {
  /** The word of `tensio check`: "free_body", "unused_node", ... */
  kind: string;
  message: string;
  nodes: number[];
  springs: number[];
}

/** Masses that the scene leaves out, and motion needs. They have no weight. */
export interface AssumedMasses {
  nodes: number;
  smallest: number;
  largest: number;
}

export interface SceneInfo {
  /** Grows with every change of the scene. Frames carry it: ignore those of another one. */
  revision: number;
  /** Changes where ids of nodes or springs have changed their meaning. */
  topology: number;
  dimension: 2 | 3;
  fileName: string;
  title: string;
  description: string;
  source: string;
  note: string;
  units: Units;
  nodeCount: number;
  springCount: number;
  faceCount: number;
  /** Of the drawn shape, 3 for each node. */
  drawn: Float32Array;
  /** Where the net is now, 3 for each node. */
  positions: Float32Array;
  /** Two node ids for each spring. */
  ends: Int32Array;
  /** Place in LAWS for each spring. */
  laws: Uint8Array;
  sets: SetInfo[];
  materials: string[];
  /** Empty, or one for each node. */
  nodeNames: string[];
  /** Axes for each node, as bits; in the plane AXIS_Z is never set. */
  fixed: Uint8Array;
  /** kg for each node, without those assumed. */
  masses: Float32Array;
  /** Loads at time 0, without weights, 3 for each node. */
  loads: Float32Array;
  /** Three node ids for each triangle of the faces. */
  triangles: Int32Array;
  obstacles: ObstacleInfo[];
  gravity: Vector;
  drag: number;
  /** At time 0; null where there is none. */
  wind: { velocity: Vector; density: number; dragCoefficient: number } | null;
  nodeGroups: GroupInfo[];
  springGroups: GroupInfo[];
  parameters: ParameterInfo[];
  probes: ProbeInfo[];
  /** Column names of Frame.probes, "name" or "name[7]"; and what each measures. */
  probeColumns: string[];
  probeQuantities: string[];
  /** Whether any spring has a strength or a buckling load. */
  hasStrength: boolean;
  simulation: SimulationSettings;
  equilibrium: EquilibriumSettings;
  combinations: string[];
  stages: number;
  /** Whether it has hashes of results, to be verified. */
  recorded: boolean;
  events: { time: number; fix: number[]; free: number[]; set: string[] }[];
  warnings: WarningInfo[];
  /** Sentences on what an imported file contained that was not taken. */
  remarks: string[];
  assumedMasses: AssumedMasses | null;
  /** EA of springs whose file gives no stiffness, such as those of a mesh; else null. */
  assumedStiffness: number | null;
  /** Lowest and highest corner of the drawn shape. */
  lowest: Vector;
  highest: Vector;
  totalMass: number;
  /** Whether the scene differs from the file as it was opened. */
  edited: boolean;
  /** Times of a recorded run that was opened with the scene; empty where there is none. */
  recording: Float64Array;
}
