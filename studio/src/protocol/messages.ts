// The messages themselves: requests with their answers, and events.
import type { EditName, EditReply, EditRequest } from './edits';
import type { EngineError } from './errors';
import type { BlowUpReport, Frame, MotionInfo, TapeHistory, TapeInfo } from './motion';
import type { Arrow, Method, Quantity, Vector } from './names';
import type {
  GradeInfo, Iteration, MatrixInfo, ModesReport, NetColumns, NodeFacts, RecordReport, RestReport,
  SpringFacts, VerifyReport,
} from './reports';
import type { SceneInfo } from './scene';

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
  /** Positions in doubles, 3 for each node. `time`: runs there first, exactly where the integrator
   *  chooses its steps, without a tape: a reference for other runs. */
  exact: { args: { time?: number }; result: { time: number; positions: Float64Array } };
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
  columns: { args: Record<string, never>; result: NetColumns };

  /** The scene's text. `shape`: it starts at the state shown. */
  save: { args: { shape?: boolean }; result: { text: string } };
  /** Keeps the state shown as a frame of the next export. */
  keepFrame: { args: Record<string, never>; result: null };
  /** The net in the format of the ending (".obj"): the frames kept, which are then forgotten, or the
   *  state shown. Of a picture (".svg"): seen from azimuth and elevation, in degrees. */
  export: { args: { ending: string; azimuth?: number; elevation?: number };
    result: { bytes: Uint8Array; notes: string[] } };
  /** Computes again what the scene has recorded. */
  verify: { args: Record<string, never>; result: VerifyReport };
  /** The scene's text with the results of this engine; no more steps of its motion are taken after
   *  `seconds`. */
  record: { args: { seconds: number }; result: RecordReport };
  formats: { args: Record<string, never>; result: FormatInfo[] };
  /** Hashes of positions and velocities, and of the scene, to compare bits: 16 hexadecimal digits. */
  hash: { args: Record<string, never>; result: { state: string; scene: string } };
  /** The cases that a student's function of this kind is tried in; and what its answers to them show. */
  gradeCases: { args: { kind: string }; result: { cases: object[] } };
  gradeAnswers: { args: { kind: string; answers: (number[] | { x: number[]; v: number[] })[] }; result: GradeInfo };
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

/** The engine's WebAssembly: the address of a file beside the page, or its bytes, packed by gzip. The
 *  worker loads and compiles it, so that the page can draw meanwhile. */
export type EngineCode = { url: string } | { packed: ArrayBuffer };

/** The first message. */
export interface Start {
  start: EngineCode;
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
