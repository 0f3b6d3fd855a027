// What all drags share: what was touched, and small helpers.
import { Vector3 } from 'three';
import type { Vector } from '../protocol';
import type { Pick } from '../view/picking';
import type { Studio } from './studio';

export interface Touching {
  x: number;
  y: number;
  pick: Pick | null;
  alt: boolean;
  shift: boolean;
  ctrl: boolean;
  button: number;
  touch: boolean;
}

export interface Keys {
  alt: boolean;
  shift: boolean;
  ctrl: boolean;
}

export interface Drag {
  cursor?: 'grabbing' | 'crosshair' | 'default';
  move(x: number, y: number, keys: Keys): void;
  /** `click`: it was no drag at all. */
  end(x: number, y: number, click?: boolean): void;
  cancel(): void;
}

export const NONE: ReadonlySet<number> = new Set<number>();

let gestures = 0;

/** A new name for the undo step of one gesture. */
export const gestureGroup = (what: string): string => `${what}-${(gestures += 1)}`;

/** Sends the newest of many values, one at a time. */
export function newest<T>(send: (value: T) => Promise<unknown>): (value: T) => Promise<void> {
  let busy = false, waiting: { value: T } | null = null;
  return async (value) => {
    waiting = { value };
    if (busy) return;
    busy = true;
    while (waiting) {
      const next: T = (waiting as { value: T }).value;
      waiting = null;
      await send(next);
    }
    busy = false;
  };
}

/** Keeps the largest of three displacements. */
export function keepOneAxis(point: Vector, start: Vector): void {
  let best: 0 | 1 | 2 = 0;
  for (const axis of [1, 2] as const) if (Math.abs(point[axis] - start[axis]) > Math.abs(point[best] - start[best])) best = axis;
  for (const axis of [0, 1, 2] as const) if (axis !== best) point[axis] = start[axis];
}

/** The point under a pixel where something new goes: in the plane itself; in space at the level of the target. */
export function pointAt(studio: Studio, x: number, y: number, like: number = -1): Vector {
  const { camera } = studio.stage;
  const out = new Vector3();
  if (studio.info?.dimension === 2) {
    camera.unproject(x, y, new Vector3(camera.target.x, camera.target.y, 0), out);
    return [out.x, out.y, 0];
  }
  const through = like >= 0 ? studio.stage.nodePoint(like).clone() : camera.target.clone();
  camera.unproject(x, y, through, out);
  return [out.x, out.y, out.z];
}
