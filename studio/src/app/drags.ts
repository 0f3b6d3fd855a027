// What a drag does, by tool and by what is under the pointer: the camera, a pull, a put. Each drag has a move, an end, and
// a way out.
import { Vector3 } from 'three';
import type { Vector } from '../protocol';
import type { Pick } from '../view/picking';
import { boxDrag, obstacleDrag } from './box_drags';
import { type Drag, gestureGroup, keepOneAxis, newest, type Touching } from './drag_kit';
import { toggleFixed } from './supports';
import { snap } from './snapping';
import type { Studio } from './studio';
import { addProbe, cutDrag, loadDrag, measureDrag, nodeDrag, springDrag } from './tool_drags';

export type { Drag, Touching } from './drag_kit';

export function startDrag(studio: Studio, box: HTMLElement, touching: Touching): Drag {
  const { pick } = touching;
  if (touching.button === 1 || touching.button === 2) return panDrag(studio, touching);
  switch (studio.tool) {
    case 'node': return nodeDrag(studio, touching);
    case 'spring': return springDrag(studio, touching);
    case 'fix': return clickDrag(() => pick?.kind === 'node' && toggleFixed(studio, [pick.id]));
    case 'load': return loadDrag(studio, touching);
    case 'cut': return cutDrag(studio, box, touching);
    case 'measure': return measureDrag(studio, touching);
    case 'probe': return clickDrag(() => pick && pick.kind !== 'obstacle' && addProbe(studio, pick.kind, pick.id));
    default: break;
  }
  if (!pick) return touching.shift ? boxDrag(studio, box, touching) : studio.stage.camera.plane ? panDrag(studio, touching) : orbitDrag(studio, touching);
  if (pick.kind === 'obstacle') return obstacleDrag(studio, touching);
  if (touching.alt) return putDrag(studio, touching);
  return pullDrag(studio, touching);
}

const clickDrag = (run: () => unknown): Drag => ({ cursor: 'crosshair', move: () => undefined, end: () => void run(), cancel: () => undefined });

// ---- the camera ----

function cameraDrag(studio: Studio, from: Touching, step: (dx: number, dy: number) => void): Drag {
  let { x, y } = from;
  return {
    move: (nx, ny) => {
      step(nx - x, ny - y);
      x = nx;
      y = ny;
      studio.stage.draw();
    },
    end: () => undefined, cancel: () => undefined,
  };
}
const orbitDrag = (studio: Studio, from: Touching): Drag => cameraDrag(studio, from, (dx, dy) => studio.stage.camera.orbit(dx, dy));
const panDrag = (studio: Studio, from: Touching): Drag => cameraDrag(studio, from, (dx, dy) => studio.stage.camera.pan(dx, dy));

// ---- pull ----

/** The node to pull: the one picked, or the nearer end of the spring. */
function pulledNode(studio: Studio, pick: Pick, x: number, y: number): number {
  if (pick.kind === 'node') return pick.id;
  const a = studio.info!.ends[2 * pick.id]!, b = studio.info!.ends[2 * pick.id + 1]!;
  const [ax, ay] = studio.stage.nodePixels(a), [bx, by] = studio.stage.nodePixels(b);
  return Math.hypot(ax - x, ay - y) <= Math.hypot(bx - x, by - y) ? a : b;
}

function pullDrag(studio: Studio, from: Touching): Drag {
  const node = pulledNode(studio, from.pick!, from.x, from.y);
  const start = studio.position(node);
  const [px, py] = studio.stage.nodePixels(node);
  const out = new Vector3();
  const through = new Vector3();
  studio.stopSwinging();
  studio.showPulled(node);
  studio.setHover(null);
  let over = false;
  const send = newest((point: Vector) => studio.attempt(() => studio.engine.request('pull', { node, point, view: studio.stage.camera.viewHeight })));
  const stop = (): void => {
    over = true;
    studio.showPulled(-1);
    studio.stage.labels.hide('pull');
    // After the last pull has been answered, or it would begin again.
    studio.release();
    studio.signals.emit('hover');
    released(studio);
  };
  return {
    move: (x, y, keys) => {
      // In the plane that faces the camera and contains the node as it is now.
      through.copy(studio.stage.nodePoint(node));
      if (!Number.isFinite(through.x)) through.set(...start);
      studio.stage.camera.unproject(x - from.x + px, y - from.y + py, through.set(...start), out);
      const point: Vector = [out.x, out.y, out.z];
      if (keys.shift) keepOneAxis(point, start);
      if (studio.info?.dimension === 2) point[2] = 0;
      if (over) return;
      studio.stage.setPull(node, point);
      void send(point);
    },
    end: stop,
    cancel: stop,
  };
}

/** Called once after the first pull, for the hints. */
export const onRelease: { listener: () => void } = { listener: () => undefined };
const released = (studio: Studio): void => {
  void studio;
  onRelease.listener();
};

// ---- put ----

function putDrag(studio: Studio, from: Touching): Drag {
  const pick = from.pick!;
  const info = studio.info!;
  const own = pick.kind === 'node' ? [pick.id] : [info.ends[2 * pick.id]!, info.ends[2 * pick.id + 1]!];
  // What is chosen moves together.
  const nodes = pick.kind === 'node' && studio.choice.nodes.includes(pick.id) ? studio.choice.nodes : own;
  const starts = nodes.map((node) => studio.position(node));
  const lead = Math.max(0, nodes.indexOf(own[0]!));
  const start = starts[lead]!;
  const [px, py] = studio.stage.nodePixels(nodes[lead]!);
  const group = gestureGroup('put');
  const through = new Vector3(...start), out = new Vector3();
  const not = new Set(nodes);
  let meets = -1;
  const send = newest((to: number[]) => studio.edit([{ op: 'move', nodes, to }], 'put', group));
  return {
    move: (x, y, keys) => {
      const sx = x - from.x + px, sy = y - from.y + py;
      studio.stage.camera.unproject(sx, sy, through, out);
      const snapped = snap(studio, sx, sy, [out.x, out.y, info.dimension === 2 ? 0 : out.z], start, not, keys.ctrl);
      if (keys.shift) keepOneAxis(snapped.point, start);
      meets = nodes.length === 1 ? snapped.node : -1;
      const by = [0, 1, 2].map((axis) => snapped.point[axis]! - start[axis]!);
      studio.setHover(meets >= 0 ? { kind: 'node', id: meets } : null);
      void send(starts.flatMap((point) => [point[0] + by[0]!, point[1] + by[1]!, point[2] + by[2]!]));
    },
    end: () => {
      if (meets >= 0 && nodes[0] !== undefined) void studio.edit([{ op: 'weld', node: nodes[0], onto: meets }], 'weld', group);
    },
    cancel: () => undefined,
  };
}
