// The first picture, from data in the page: drawn before the engine is there.
import { LAWS, type SceneInfo, type Units } from '../protocol';
import type { Stage } from '../view/stage';
import type { Opening } from './opening';
import { scaleEnd } from './scale';

const UNITS: Units = {
  given: true, length: 'm', force: 'N', time: 's', mass: 'kg', stiffness: 'N/m', stress: 'Pa', energy: 'J', moment: 'N m', velocity: 'm/s',
  acceleration: 'm/s²', frequency: 'Hz',
};

/** Shows the opening net as the engine would describe it, with what drawing needs. */
export function showFirstFrame(stage: Stage, opening: Opening): void {
  const scene = JSON.parse(opening.text) as {
    title: string; nodes: { fixed: number[] }; springs: { name: string; law: string; ends: unknown[] }[]; faces: { nodes: number[][] };
  };
  const nodeCount = opening.positions.length / 3, springCount = opening.ends.length / 2;
  const fixed = new Uint8Array(nodeCount);
  for (const node of scene.nodes.fixed) fixed[node] = 7;
  const laws = new Uint8Array(springCount);
  let first = 0;
  const sets = scene.springs.map((set) => {
    const law = LAWS.indexOf(set.law as (typeof LAWS)[number]);
    laws.fill(law, first, first + set.ends.length);
    const result = { name: set.name, law: LAWS[law]!, material: '', first, count: set.ends.length };
    first += set.ends.length;
    return result;
  });
  const lowest = [Infinity, Infinity, Infinity] as [number, number, number], highest = [-Infinity, -Infinity, -Infinity] as [number, number, number];
  opening.positions.forEach((value, i) => {
    lowest[(i % 3) as 0] = Math.min(lowest[(i % 3) as 0], value);
    highest[(i % 3) as 0] = Math.max(highest[(i % 3) as 0], value);
  });
  const info: SceneInfo = {
    revision: -1, topology: -1, dimension: 3, fileName: '', title: scene.title, description: '', source: '', note: '', units: UNITS, nodeCount, springCount,
    faceCount: scene.faces.nodes.length, drawn: opening.positions, positions: opening.positions, ends: opening.ends, laws, sets, materials: [], nodeNames: [],
    fixed, masses: new Float32Array(nodeCount), loads: new Float32Array(3 * nodeCount),
    triangles: Int32Array.from(scene.faces.nodes.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!])),
    obstacles: [], gravity: [0, 0, -9.81], drag: 0, wind: null, nodeGroups: [], springGroups: [], parameters: [], probes: [], probeColumns: [], probeQuantities: [],
    hasStrength: false,
    simulation: { integrator: 'auto', timeStep: 0, duration: 0, startTime: 0, startFrom: 'drawn', accuracy: 'full', method: 'auto', linearSolver: '', blowupStrain: 100, tolerance: 1e-10, maxIterations: 50 },
    equilibrium: { method: 'newton', tolerance: 1e-10, maxIterations: 10000, loadSteps: 1, relaxation: 0.5 },
    combinations: [], stages: 0, recorded: false, events: [], warnings: [], remarks: [], assumedMasses: null, assumedStiffness: null, lowest, highest, totalMass: 0, edited: false, recording: new Float64Array(0),
  };
  stage.setScene(info, true);
  stage.net.setValues(opening.tensions, new Uint8Array(springCount));
  stage.setScale(scaleEnd(opening.tensions, 'tension') || 1, true);
}
