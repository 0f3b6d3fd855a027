// The net of the page as numbers that a student's step can move, its energy, and a small one where the page's has more in it.
import { LAWS, type NetColumns, type SceneInfo } from '../protocol';
import type { StudentNet } from './student';

/** Coordinates that JavaScript moves in time: of explicit steps, and of those that solve equations. */
const MOST = { explicit: 1500, implicit: 120 };

/** A chain that swings, which every step can move. */
export const CHAIN = JSON.stringify({
  tensio: 1, dimension: 2, title: 'A chain', gravity: [0, -9.81],
  nodes: { position: Array.from({ length: 9 }, (_, i) => [0.125 * i, 0.2 * Math.sin((Math.PI * i) / 8)]), mass: 0.05, fixed: [0, 8] },
  springs: [{ ends: Array.from({ length: 8 }, (_, i) => [i, i + 1]), stiffness: 200, rest_length: 0.14 }],
  simulation: { integrator: 'velocity_verlet', time_step: 0.002, duration: 1000 },
});

/** Why this page's scene cannot be moved by a student's step; null where it can. */
export function whyNot(info: SceneInfo, text: string, implicit: boolean): 'large' | 'laws' | 'parts' | null {
  let moving = 0;
  for (const bits of info.fixed) for (let axis = 0; axis < info.dimension; axis += 1) if (!(bits & (1 << axis))) moving += 1;
  if (moving === 0 || moving > (implicit ? MOST.implicit : MOST.explicit)) return 'large';
  if (info.laws.some((law) => !['linear', 'cable', 'strut'].includes(LAWS[law] ?? ''))) return 'laws';
  if (info.obstacles.length > 0 || info.wind || info.events.length > 0 || info.stages > 0 || info.combinations.length > 0 || info.assumedMasses) return 'parts';
  // Numbers of other units would have to be converted.
  const { given, length, force, time } = info.units;
  if (given && (length !== 'm' || force !== 'N' || time !== 's')) return 'parts';
  // What is not in the page's facts is in the text.
  return /"(velocity|viscous|yield|break|active|pressure|move|wave|sine|expansion|temperature|time_factors|motion)"\s*:/.test(text) ? 'parts' : null;
}

/** The scene's text with this integrator and step, from the drawn start, for as long as it is watched. */
export function runningText(text: string, integrator: string, timeStep: number): string {
  const scene = JSON.parse(text) as Record<string, unknown>;
  scene['simulation'] = { integrator, time_step: timeStep, duration: 1e6 };
  delete scene['recorded'];
  return JSON.stringify(scene);
}

export function studentNet(info: SceneInfo, columns: NetColumns, h: number): StudentNet {
  const d = info.dimension, position: number[] = [], coordinate: number[] = [], mass: number[] = [], weight: number[] = [], load: number[] = [];
  for (let node = 0; node < info.nodeCount; node += 1) for (let axis = 0; axis < d; axis += 1) {
    position.push(columns.positions[3 * node + axis]!);
    if ((info.fixed[node] ?? 0) & (1 << axis)) continue;
    coordinate.push(node * d + axis);
    mass.push(columns.mass[node]!);
    weight.push(columns.mass[node]!);
    load.push(info.loads[3 * node + axis] ?? 0);
  }
  return {
    dimension: d, h, position, coordinate, mass, weight, load, x: coordinate.map((at) => position[at]!), v: coordinate.map(() => 0),
    ends: Array.from(info.ends), stiffness: Array.from(columns.stiffness), restLength: Array.from(columns.restLength), damping: Array.from(columns.damping),
    law: Array.from(info.laws, (law) => Math.max(0, ['linear', 'cable', 'strut'].indexOf(LAWS[law] ?? ''))), gravity: info.gravity.slice(0, d), drag: info.drag,
  };
}

/** Positions of all nodes, `dimension` numbers each. */
export function positionsOf(net: StudentNet, x: ArrayLike<number>): number[] {
  const all = Array.from(net.position);
  for (let i = 0; i < net.coordinate.length; i += 1) all[net.coordinate[i]!] = x[i]!;
  return all;
}

/** Kinetic, elastic and potential energy together. */
export function energyOf(net: StudentNet, x: ArrayLike<number>, v: ArrayLike<number>): number {
  const d = net.dimension, at = positionsOf(net, x);
  let energy = 0;
  for (let i = 0; i < net.coordinate.length; i += 1)
    energy += 0.5 * net.mass[i]! * v[i]! * v[i]! - (net.weight![i]! * net.gravity[net.coordinate[i]! % d]! + net.load![i]!) * x[i]!;
  for (let s = 0; s < net.stiffness.length; s += 1) {
    let square = 0;
    for (let axis = 0; axis < d; axis += 1) square += (at[net.ends[2 * s + 1]! * d + axis]! - at[net.ends[2 * s]! * d + axis]!) ** 2;
    const e = Math.sqrt(square) - net.restLength[s]!, law = net.law![s];
    if (!(law === 1 && e < 0) && !(law === 2 && e > 0)) energy += 0.5 * net.stiffness[s]! * e * e;
  }
  return energy;
}
