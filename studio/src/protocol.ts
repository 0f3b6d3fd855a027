// The protocol between the page and the worker: every message, with its fields and units.
//
// The page sends requests, each with an id, and gets one reply for each; see EngineClient. Between
// them the worker sends events: frames, iterations, changes of its state. Nothing here is a
// sentence to be parsed: texts that the worker sends (reason, message) are there to be shown.
//
// Numbers are in the units of the scene (SceneInfo.units). Ids of nodes and springs count from 0, in
// the order of the scene. Positions are always x, y, z; z is 0 in the plane.

// ---- names that the engine knows ----

export const LAWS = [
  'linear', 'cable', 'strut', 'force_density', 'constant_tension', 'polynomial', 'table', 'custom',
] as const;
export type Law = (typeof LAWS)[number];

export const INTEGRATORS = [
  'auto', 'explicit_euler', 'symplectic_euler', 'velocity_verlet', 'rk4', 'rk45',
  'linearly_implicit_euler', 'implicit_euler', 'implicit_midpoint', 'bdf2',
] as const;
export type Integrator = (typeof INTEGRATORS)[number];
export const IMPLICIT_INTEGRATORS: readonly Integrator[] = [
  'linearly_implicit_euler', 'implicit_euler', 'implicit_midpoint', 'bdf2',
];

export const METHODS = [
  'newton', 'linear', 'plain_newton', 'per_node_newton', 'fire', 'lbfgs',
] as const;
export type Method = (typeof METHODS)[number];

/** What colours the springs. */
export const QUANTITIES = [
  'tension', 'force_density', 'strain', 'energy', 'utilisation',
] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** Vectors at the nodes. */
export const ARROWS = ['velocity', 'net_force', 'reaction'] as const;
export type Arrow = (typeof ARROWS)[number];

/** Bits of SceneInfo.fixed and of fix and free. */
export const AXIS_X = 1, AXIS_Y = 2, AXIS_Z = 4, ALL_AXES = 7;

/** Bits of Frame.flags, for each spring. */
export const SPRING_SLACK = 1, SPRING_BROKEN = 2, SPRING_YIELDED = 4;

/** Places in Frame.energies. */
export const ENERGIES = [
  'kinetic', 'elastic', 'gravity', 'load', 'contact', 'dissipated', 'work', 'total',
] as const;
export type EnergyName = (typeof ENERGIES)[number];

export type Vector = [number, number, number];

// ---- errors ----

export interface Problem {
  file: string;
  /** From 1; 0 where there is no text. */
  line: number;
  column: number;
  /** JSON pointer to the value, "/springs/0/ends/12", or empty. */
  pointer: string;
  /** The value as it is written. */
  value: string;
  message: string;
}

export interface EngineError {
  /** content: bad input; io: a file is missing; limit: too large; state: not possible now;
   *  internal: a fault of the program. */
  kind: 'content' | 'io' | 'limit' | 'state' | 'internal';
  /** At least one. */
  problems: Problem[];
}

// ---- the scene ----

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

// ---- frames ----

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

// ---- equilibrium ----

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
  iterations: number;
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

// ---- modes ----

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

// ---- blow-up ----

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

// ---- inspector ----

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

// ---- edits ----

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
  /** As the page called it (EditRequest.verb), else the first operation. */
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
  revision: number;
  /** Ids of nodes and springs that were added, as they are after the edit. */
  addedNodes: number[];
  addedSprings: number[];
}

// ---- state of the worker ----

export interface EngineState {
  revision: number;
  topology: number;
  /** empty: no nodes. editing: a shape that was not solved. solving, rest, not_converged, moving
   *  (time runs), paused (time has run), blown, recording (frames of a run that was opened). */
  mode: 'empty' | 'editing' | 'solving' | 'rest' | 'not_converged' | 'moving' | 'paused' | 'blown'
    | 'recording';
  playing: boolean;
  pulling: boolean;
  live: boolean;
  speed: number;
  time: number;
  step: number;
  tape: TapeInfo;
  undo: EditName | null;
  redo: EditName | null;
  edited: boolean;
  /** Bytes of WebAssembly memory in use. */
  memory: number;
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

export interface MatrixInfo {
  nodeCount: number;
  /** Pairs of nodes whose block is not zero, row and column, lower half with the diagonal. */
  rows: Int32Array;
  columns: Int32Array;
  /** Largest magnitude in each block. */
  values: Float32Array;
}

export interface FormatInfo {
  name: string;
  title: string;
  endings: string[];
  reads: boolean;
  writes: boolean;
}

export interface FileContent {
  name: string;
  bytes: Uint8Array | ArrayBuffer;
}

// ---- requests: what is sent, and what comes back ----

export interface Requests {
  /** A scene, a mesh, any format that is read. `files`: what it refers to, by relative name.
   *  `asEdit`: the file was changed by another program; an undo step. */
  open: {
    args: { name: string; text?: string; bytes?: Uint8Array | ArrayBuffer; files?: FileContent[];
      dimension?: 2 | 3; asEdit?: boolean };
    result: SceneInfo;
  };
  /** The folder of a run, as its files: the scene and its frames. */
  openResult: { args: { name: string; files: FileContent[] }; result: SceneInfo };
  /** An empty scene. */
  create: { args: { dimension: 2 | 3 }; result: SceneInfo };
  /** The scene as it is now. */
  scene: { args: Record<string, never>; result: SceneInfo };
  /** Back to the file as it was opened (undoable), time 0. */
  reset: { args: Record<string, never>; result: SceneInfo };
  /** Prepares motion, and says which step is stable. */
  motion: { args: Record<string, never>; result: MotionInfo };

  /** What frames show from now on. */
  show: { args: { quantity?: Quantity; arrow?: Arrow | null }; result: null };
  /** Sends a frame now. */
  frame: { args: Record<string, never>; result: null };

  play: { args: { speed?: number }; result: null };
  pause: { args: Record<string, never>; result: null };
  speed: { args: { speed: number }; result: null };
  /** Steps of the integrator, forwards or back along the tape. */
  step: { args: { steps: number }; result: null };
  /** Runs this much time as fast as it can, without frames in between; for compare and tests. */
  advance: { args: { seconds: number }; result: { time: number; step: number } };
  /** A moment of the tape: a picture near it comes first where that takes long, then the exact
   *  state. Answered when that is there, or when something else is wanted instead. */
  seek: { args: { time: number } | { step: number }; result: null };
  /** Time 0 and the start shape. The tape is emptied. */
  rewind: { args: Record<string, never>; result: null };
  history: { args: Record<string, never>; result: TapeHistory };
  /** The last steps before a blow-up, `perSecond` of them. */
  replay: { args: { steps?: number; perSecond?: number }; result: null };

  /** Pulls a node to a point by a spring: of `stiffness`, or one that holds the weight of the net at
   *  15 % of `view` (the height of the view in scene units). */
  pull: { args: { node: number; point: Vector; view?: number; stiffness?: number }; result: null };
  release: { args: Record<string, never>; result: null };

  /** `combination`: one of SceneInfo.combinations, or '' for the loads without a case; left out: all
   *  loads act. */
  findRest: { args: { method?: Method; maxIterations?: number; combination?: string };
    result: RestReport };
  /** Ends a solve or a replay. */
  stop: { args: Record<string, never>; result: null };
  live: { args: { on: boolean; method?: Method }; result: null };
  modes: { args: { count: number }; result: ModesReport };

  edit: { args: EditRequest; result: EditReply };
  undo: { args: Record<string, never>; result: SceneInfo };
  redo: { args: Record<string, never>; result: SceneInfo };
  /** Nodes and the springs between them as a scene's text. */
  copy: { args: { nodes: number[] }; result: { text: string } };

  inspectSpring: { args: { spring: number }; result: SpringFacts };
  inspectNode: { args: { node: number }; result: NodeFacts };
  matrix: { args: Record<string, never>; result: MatrixInfo };

  /** The scene's text. `shape`: it starts at the state shown. */
  save: { args: { shape?: boolean }; result: { text: string } };
  /** The net at the state shown, in the format of the ending (".obj"). */
  export: { args: { ending: string; view?: 'iso' | 'top' | 'front' | 'side' };
    result: { bytes: Uint8Array; notes: string[] } };
  formats: { args: Record<string, never>; result: FormatInfo[] };
  /** Hashes of positions and velocities, and of the scene, to compare bits: 16 hexadecimal digits. */
  hash: { args: Record<string, never>; result: { state: string; scene: string } };
  /** The golden hashes of the library, computed by this engine, to compare with those of other builds. `files`: the
   *  scenes that the cases read, such as "examples/01_springsys/scene.json". */
  golden: { args: { files: FileContent[] }; result: Record<string, string> };
}

export type RequestName = keyof Requests;

export type Request = {
  [K in RequestName]: { id: number; request: K; args: Requests[K]['args'] };
}[RequestName];

/** Arrays of a frame that the page does not need any more. No reply. */
export interface GiveBack {
  giveBack: ArrayBuffer[];
}

/** The first message: the engine's WebAssembly, as bytes. */
export interface Start {
  start: { wasm: ArrayBuffer };
}

export type ToWorker = Request | GiveBack | Start;

export type Reply =
  | { id: number; value: unknown }
  | { id: number; error: EngineError };

export interface Events {
  /** The engine is loaded. */
  ready: { version: string };
  frame: Frame;
  state: EngineState;
  iteration: Iteration;
  /** The scene has changed: after open, edit, undo, redo, reset. Comes before frames of that
   *  revision. */
  scene: SceneInfo;
  /** After a solve with Live on, as after findRest. */
  rest: RestReport;
  /** After motion was prepared: stable step, integrator. */
  motion: MotionInfo;
  blowUp: BlowUpReport;
  /** An error outside any request. */
  error: EngineError;
}

export type EventName = keyof Events;
export type Event = { [K in EventName]: { event: K; value: Events[K] } }[EventName];

export type FromWorker = Reply | Event;
