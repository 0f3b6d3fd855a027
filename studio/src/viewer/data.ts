// The results in a viewer's page: JSON, with arrays of numbers in base64. The program writes it (viewer_data() of the
// library); nothing in it is ever run.
import { History } from '../app/history';
import { type BlowUpReport, type Frame, type Integrator, LAWS, type ObstacleInfo, type SceneInfo, type SetInfo, SPRING_BROKEN, SPRING_SLACK, type Units } from '../protocol';

interface StoredScene {
  dimension: 2 | 3;
  title: string;
  description: string;
  units: Pick<Units, 'given' | 'length' | 'force' | 'time' | 'mass' | 'stiffness' | 'energy'>;
  drawn: string;
  ends: string;
  sets: SetInfo[];
  nodeNames: string[];
  fixed: string;
  triangles: string;
  obstacles: ObstacleInfo[];
}

interface StoredPane {
  /** Of rest states: what each moment is. */
  names?: string[];
  integrator?: Integrator;
  timeStep?: number;
  stableTimeStep?: number | null;
  status?: string;
  reason?: string;
  steps?: number;
  blowUp?: StoredBlowUp | null;
  /** Each so many frames of the run one is here. */
  every?: number;
  times: string;
  positions: string;
  tensions: string;
  broken?: string;
  restLengths?: string;
  obstacleMoves?: string;
  energyTimes?: string;
  energies?: string;
}

type StoredBlowUp = Pick<BlowUpReport, 'cause' | 'spring' | 'strain' | 'allowedStrain' | 'time' | 'timeStep' | 'safeStep' | 'betterIntegrator'>;

export interface Stored {
  version: number;
  kind: 'run' | 'rest';
  scene: StoredScene;
  panes: StoredPane[];
}

/** The numbers of a base64 text; their bytes come least significant first, as every processor of today has them. */
function numbers<T>(text: string | undefined, make: new (buffer: ArrayBuffer) => T): T {
  const binary = atob(text ?? '');
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return new make(bytes.buffer);
}

/** In the plane z is 0. */
function inSpace(values: Float32Array, dimension: 2 | 3): Float32Array<ArrayBuffer> {
  if (dimension === 3) return new Float32Array(values);
  const result = new Float32Array((values.length / 2) * 3);
  for (let i = 0; 2 * i < values.length; i += 1) {
    result[3 * i] = values[2 * i]!;
    result[3 * i + 1] = values[2 * i + 1]!;
  }
  return result;
}

/** The scene as the stage takes it. What only an engine knows is empty. */
export function sceneOf({ scene }: Stored): SceneInfo {
  const drawn = inSpace(numbers(scene.drawn, Float32Array), scene.dimension);
  const ends = numbers(scene.ends, Int32Array), nodeCount = drawn.length / 3, springCount = ends.length / 2;
  const laws = new Uint8Array(springCount);
  for (const set of scene.sets) laws.fill(Math.max(0, LAWS.indexOf(set.law)), set.first, set.first + set.count);
  const lowest: [number, number, number] = [0, 0, 0], highest: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < drawn.length; i += 1) {
    const axis = (i % 3) as 0 | 1 | 2;
    lowest[axis] = i < 3 ? drawn[i]! : Math.min(lowest[axis], drawn[i]!);
    highest[axis] = i < 3 ? drawn[i]! : Math.max(highest[axis], drawn[i]!);
  }
  const units: Units = { stress: '', moment: '', velocity: '', acceleration: '', frequency: '', ...scene.units };
  return {
    revision: 1, topology: 1, dimension: scene.dimension, fileName: '', title: scene.title, description: scene.description, source: '', note: '',
    units, nodeCount, springCount, faceCount: 0, drawn, positions: drawn, ends, laws, sets: scene.sets, materials: [], nodeNames: scene.nodeNames,
    fixed: numbers(scene.fixed, Uint8Array), masses: new Float32Array(nodeCount), loads: new Float32Array(3 * nodeCount),
    triangles: numbers(scene.triangles, Int32Array), obstacles: scene.obstacles, gravity: [0, 0, 0], drag: 0, wind: null, nodeGroups: [],
    springGroups: [], parameters: [], probes: [], probeColumns: [], probeQuantities: [], hasStrength: false,
    simulation: { integrator: 'auto', timeStep: 0, duration: 0, startTime: 0, startFrom: 'drawn', accuracy: 'full', method: 'auto', linearSolver: 'auto', blowupStrain: 100, tolerance: 1e-10, maxIterations: 50 },
    equilibrium: { method: 'newton', tolerance: 1e-10, maxIterations: 10000, loadSteps: 1, relaxation: 0.5 },
    combinations: [], stages: 0, recorded: false, events: [], warnings: [], remarks: [], assumedMasses: null, assumedStiffness: null, lowest, highest, totalMass: 0,
    edited: false, recording: new Float64Array(0),
  };
}

/** The frames of one run, or of rest states, and what was measured. */
export class Track {
  readonly times: Float64Array;
  readonly names: string[];
  readonly stored: StoredPane;
  readonly history = new History();
  readonly frame: Frame;
  private readonly dimension: 2 | 3;
  private readonly positions: Float32Array;
  private readonly tensions: Float32Array;
  private readonly broken: Uint8Array;
  private readonly restLengths: Float32Array;
  private readonly moves: Float32Array;
  private readonly oneSided: Uint8Array;

  constructor(stored: StoredPane, info: SceneInfo) {
    this.stored = stored;
    this.names = stored.names ?? [];
    this.dimension = info.dimension;
    this.times = numbers(stored.times, Float64Array);
    this.positions = numbers(stored.positions, Float32Array);
    this.tensions = numbers(stored.tensions, Float32Array);
    this.broken = numbers(stored.broken, Uint8Array);
    this.restLengths = numbers(stored.restLengths, Float32Array);
    this.moves = numbers(stored.obstacleMoves, Float32Array);
    const cable = LAWS.indexOf('cable'), strut = LAWS.indexOf('strut');
    this.oneSided = info.laws.map((law) => (law === cable || law === strut ? 1 : 0));
    const rows = numbers(stored.energyTimes, Float64Array);
    this.history.take({ times: rows, steps: rows, energies: numbers(stored.energies, Float64Array), probes: new Float64Array(0), pull: new Float64Array(rows.length) });
    this.frame = {
      revision: 1, topology: 1, source: 'seek', time: this.first, step: 0, iteration: -1, positions: new Float32Array(3 * info.nodeCount),
      values: new Float32Array(info.springCount), quantity: 'tension', flags: new Uint8Array(info.springCount), arrows: new Float32Array(0), arrow: null,
      energies: new Float64Array(8), probes: new Float64Array(0), samples: new Float64Array(0), obstacles: new Float32Array(this.moves.length > 0 ? 3 * info.obstacles.length : 0),
      pull: null, netForce: NaN, netForceNode: -1, events: [], work: 0, keptUp: 1,
    };
    this.at(this.first);
  }

  get first(): number {
    return this.times[0] ?? 0;
  }

  get last(): number {
    return this.times[this.times.length - 1] ?? 0;
  }

  /** The last moment at or before a time. */
  indexAt(time: number): number {
    let low = 0, high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle]! <= time + 1e-12 * Math.abs(time)) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Fills the frame: between two moments positions and tensions are in straight lines. */
  at(time: number): Frame {
    const { frame, dimension: d } = this;
    const nodes = frame.positions.length / 3, springs = frame.values.length;
    const i = this.indexAt(time), j = Math.min(i + 1, this.times.length - 1);
    const gap = this.times[j]! - this.times[i]!;
    const part = gap > 0 && this.names.length === 0 ? Math.max(0, Math.min(1, (time - this.times[i]!) / gap)) : 0;
    const mixed = (from: Float32Array, a: number, b: number): number => (part === 0 ? from[a]! : from[a]! + part * (from[b]! - from[a]!));
    for (let node = 0; node < nodes; node += 1)
      for (let axis = 0; axis < d; axis += 1)
        frame.positions[3 * node + axis] = mixed(this.positions, (i * nodes + node) * d + axis, (j * nodes + node) * d + axis);
    for (let s = 0; s < springs; s += 1) {
      const gone = this.broken.length > 0 && this.broken[i * springs + s] !== 0;
      const tension = mixed(this.tensions, i * springs + s, j * springs + s);
      frame.values[s] = gone ? 0 : tension;
      frame.flags[s] = gone ? SPRING_BROKEN : tension === 0 && this.oneSided[s] ? SPRING_SLACK : 0;
    }
    for (let k = 0; k < frame.obstacles.length; k += 1) frame.obstacles[k] = mixed(this.moves, i * frame.obstacles.length + k, j * frame.obstacles.length + k);
    frame.time = Math.max(this.first, Math.min(time, this.last));
    return frame;
  }

  /** Tensions of some moments, for the end of the colour scale. */
  sampled(): Float32Array {
    const springs = this.frame.values.length, count = this.times.length;
    const step = Math.max(1, Math.floor(count / 20));
    const result: number[] = [];
    for (let i = 0; i < count; i += step) for (let s = 0; s < springs; s += 1) result.push(this.tensions[i * springs + s]!);
    return Float32Array.from(result);
  }

  /** Where a node was at the first moment. */
  origin(node: number): [number, number, number] {
    const at = (axis: number): number => (axis < this.dimension ? this.positions[node * this.dimension + axis]! : 0);
    return [at(0), at(1), at(2)];
  }

  /** NaN where it is not one number for the whole run. */
  restLength(spring: number): number {
    return this.restLengths[spring] ?? NaN;
  }
}

/** What is in the page; null where nothing was put into it, or something else. */
export function storedResults(text: string): Stored | null {
  try {
    const data = JSON.parse(text) as Stored;
    return data.version === 1 && Array.isArray(data.panes) && data.panes.length > 0 ? data : null;
  } catch {
    return null;
  }
}
