// The types of what bindings.cpp gives to JavaScript. Methods that can fail return an object with the
// field `error` instead.
import type { EngineError, SceneInfo, MotionInfo, BlowUpReport, RestReport, ModesReport,
  SpringFacts, NodeFacts, MatrixInfo, NetColumns, FormatInfo, PullInfo, MotionEventInfo, Operation,
  GradeInfo, RecordReport, VerifyReport,
} from '../src/protocol';

export type Failed = { error: EngineError };
export type Answer<T> = T | Failed;

export interface EngineObject {
  open(path: string, name: string, dimension: number): Answer<object>;
  openResult(folder: string): Answer<object>;
  showRecorded(frame: number): Answer<object>;
  create(dimension: number): Answer<object>;
  scene(): Answer<Omit<SceneInfo, 'revision' | 'topology' | 'fileName' | 'edited'>>;
  /** changed: false where the scene and the shape are as before; then nothing was done. */
  edit(operations: Operation[]): Answer<{ changed: boolean; topology: boolean;
    addedNodes: number[]; addedSprings: number[]; names: string[] }>;
  keepDocument(): number;
  useDocument(handle: number, state: boolean): Answer<{ kept: boolean }>;
  dropDocument(handle: number): void;
  documentBytes(handle: number): number;
  prepare(): Answer<MotionInfo>;
  prepared(): boolean;
  run(steps: number): Answer<{ time: number; step: number; failed: boolean;
    blowUp?: BlowUpReport }>;
  runTo(time: number): Answer<{ time: number; step: number; failed: boolean;
    blowUp?: BlowUpReport }>;
  time(): number;
  steps(): number;
  timeStep(): number;
  adaptive(): boolean;
  rewind(): Answer<object>;
  keepState(): number;
  useState(handle: number): Answer<object>;
  dropState(handle: number): void;
  stateBytes(handle: number): number;
  pull(node: number, x: number, y: number, z: number, stiffness: number): Answer<object>;
  release(): void;
  pullInfo(): PullInfo | null;
  pullStiffness(view: number): number;
  eventsSince(count: number): MotionEventInfo[];
  eventCount(): number;
  fill(quantity: number, arrow: number, forces: boolean): Answer<{ time: number; step: number }>;
  /** Energies and probes alone, of a run. */
  sample(): void;
  /** Views of the engine's memory, valid until its next call. */
  positions(): Float32Array;
  values(): Float32Array;
  flags(): Uint8Array;
  arrows(): Float32Array;
  energies(): Float64Array;
  probes(): Float64Array;
  obstacles(): Float32Array;
  netForce(): number;
  netForceNode(): number;
  strainOf(spring: number): number;
  findRest(
    options: { method?: string; maxIterations?: number; stability?: boolean; combination?: string },
    watch: ((iteration: number, residual: number, energy: number, stepLength: number,
      projected: boolean) => boolean) | undefined,
    milliseconds: number,
  ): Answer<Omit<RestReport, 'solve' | 'live'>>;
  modes(count: number): Answer<Omit<ModesReport, 'revision'>>;
  inspectSpring(spring: number): Answer<Omit<SpringFacts, 'revision'>>;
  inspectNode(node: number): Answer<Omit<NodeFacts, 'revision'>>;
  matrix(): Answer<MatrixInfo>;
  columns(): Answer<NetColumns>;
  exactPositions(): Answer<{ time: number; positions: Float64Array }>;
  save(shape: boolean): Answer<{ text: string }>;
  keepFrame(): Answer<object>;
  exportBytes(ending: string, options: { azimuth?: number; elevation?: number }): Answer<{ bytes: Uint8Array; notes: string[] }>;
  verify(): Answer<VerifyReport>;
  record(seconds: number): Answer<RecordReport>;
  copy(nodes: number[]): Answer<{ text: string }>;
  formats(): FormatInfo[];
  hashes(): Answer<{ state: string; scene: string }>;
  delete(): void;
}

export interface EngineModule {
  Engine: new () => EngineObject;
  version(): string;
  golden(only: string): Answer<Record<string, string>>;
  gradeCases(kind: string): Answer<{ cases: object[] }>;
  gradeAnswers(kind: string, answers: (number[] | { x: number[]; v: number[] })[]): Answer<GradeInfo>;
  FS: {
    mkdirTree(path: string): void;
    writeFile(path: string, data: string | Uint8Array): void;
    readdir(path: string): string[];
    unlink(path: string): void;
    rmdir(path: string): void;
    stat(path: string): { mode: number };
    isDir(mode: number): boolean;
  };
  HEAP8: Int8Array;
}

export default function createEngine(options: {
  /** The code as bytes, or a function that instantiates it. */
  wasmBinary?: ArrayBuffer | Uint8Array;
  instantiateWasm?: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => object;
  print?: (text: string) => void;
  printErr?: (text: string) => void;
}): Promise<EngineModule>;
