// Where a point snaps to: nodes within 10 pixels, then lines through the start along the axes, then the grid.
import type { Vector } from '../protocol';
import { niceStep } from './numbers';
import type { Studio } from './studio';

export interface Snapped {
  point: Vector;
  /** A node that it meets; -1 for none. */
  node: number;
}

const NODE_PIXELS = 10, AXIS_PIXELS = 5;

/** The node nearest to a pixel, among those within `radius` pixels; -1 for none. */
export function nearestNode(studio: Studio, x: number, y: number, radius: number, not: ReadonlySet<number>): number {
  const { stage, info } = studio;
  let best = -1, distance = radius;
  for (let node = 0; node < (info?.nodeCount ?? 0); node += 1) {
    if (not.has(node)) continue;
    const [px, py] = stage.nodePixels(node);
    const d = Math.hypot(px - x, py - y);
    if (d < distance) {
      best = node;
      distance = d;
    }
  }
  return best;
}

export function snap(studio: Studio, x: number, y: number, point: Vector, start: Vector | null, not: ReadonlySet<number>, free: boolean): Snapped {
  if (free) return { point, node: -1 };
  const node = nearestNode(studio, x, y, NODE_PIXELS, not);
  if (node >= 0) return { point: studio.position(node), node };
  const { camera } = studio.stage;
  const pixel = camera.pixel;
  const result: Vector = [...point];
  const plane = studio.info?.dimension === 2;
  const grid = niceStep(pixel * 26);
  for (const axis of [0, 1, 2] as const) {
    if (plane && axis === 2) continue;
    if (start && Math.abs(point[axis] - start[axis]) < AXIS_PIXELS * pixel) {
      result[axis] = start[axis];
      continue;
    }
    const near = Math.round(point[axis] / grid) * grid;
    if (plane && Math.abs(near - point[axis]) < AXIS_PIXELS * pixel) result[axis] = Number(near.toPrecision(12));
  }
  return { point: result, node: -1 };
}
