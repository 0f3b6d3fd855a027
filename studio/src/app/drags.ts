// What a drag does, by tool and by what is under the pointer. Each drag has a move, an end, and a way out.
import { Vector3 } from 'three';
import type { Vector } from '../protocol';
import { t } from '../text';
import type { Pick } from '../view/picking';
import { el } from './dom';
import { quantity } from './numbers';
import { crosses } from './segments';
import { nearestNode, snap } from './snapping';
import type { Studio } from './studio';
import { toggleFixed } from './gestures';

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

const NONE = new Set<number>();
let gestureCount = 0;

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

/** Sends the newest of many values, one at a time. */
function newest<T>(send: (value: T) => Promise<unknown>): (value: T) => Promise<void> {
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
    void studio.attempt(() => studio.engine.request('release', {}));
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

function keepOneAxis(point: Vector, start: Vector): void {
  let best: 0 | 1 | 2 = 0;
  for (const axis of [1, 2] as const) if (Math.abs(point[axis] - start[axis]) > Math.abs(point[best] - start[best])) best = axis;
  for (const axis of [0, 1, 2] as const) if (axis !== best) point[axis] = start[axis];
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
  const group = `put-${(gestureCount += 1)}`;
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

// ---- tools ----

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

function nodeDrag(studio: Studio, from: Touching): Drag {
  return {
    cursor: 'crosshair', move: () => undefined, cancel: () => undefined,
    end: (x, y) => {
      const spring = from.pick?.kind === 'spring' ? from.pick.id : -1;
      if (spring >= 0) {
        void studio.edit([{ op: 'splitSpring', spring }], 'split');
        return;
      }
      if (from.pick?.kind === 'node') {
        studio.choose({ nodes: [from.pick.id] });
        return;
      }
      const { point } = snap(studio, x, y, pointAt(studio, x, y), null, NONE, from.ctrl);
      void studio.edit([{ op: 'addNode', at: point }], 'addNode').then((reply) => reply && studio.choose({ nodes: reply.addedNodes }));
    },
  };
}

function springDrag(studio: Studio, from: Touching): Drag {
  const begin = from.pick?.kind === 'node' ? from.pick.id : -1;
  const start = begin >= 0 ? studio.position(begin) : snap(studio, from.x, from.y, pointAt(studio, from.x, from.y), null, NONE, from.ctrl).point;
  const clear = (): void => {
    studio.stage.setPull(-1, null);
    studio.stage.labels.hide('tool');
    studio.setHover(null);
  };
  const aim = (x: number, y: number): { node: number; point: Vector } => {
    const snapped = snap(studio, x, y, pointAt(studio, x, y, begin), start, new Set(begin >= 0 ? [begin] : []), false);
    return { node: nearestNode(studio, x, y, from.touch ? 22 : 12, new Set(begin >= 0 ? [begin] : [])), point: snapped.point };
  };
  return {
    cursor: 'crosshair',
    move: (x, y) => {
      const { node, point } = aim(x, y);
      const to = node >= 0 ? studio.position(node) : point;
      studio.setHover(node >= 0 ? { kind: 'node', id: node } : null);
      if (begin >= 0) studio.stage.setPull(begin, to);
      const length = Math.hypot(to[0] - start[0], to[1] - start[1], to[2] - start[2]);
      studio.stage.labels.show('tool', { text: quantity(length, studio.info?.units.given ? studio.info.units.length : '', 4), point: to, dy: -14, kind: 'quiet' });
    },
    end: (x, y, click) => {
      clear();
      if (click) {
        if (begin >= 0) studio.choose({ nodes: [begin] });
        return;
      }
      const { node, point } = aim(x, y);
      const operations: Parameters<Studio['edit']>[0] = [];
      let a = begin, b = node;
      if (begin < 0) operations.push({ op: 'addNode', at: start });
      if (node < 0) operations.push({ op: 'addNode', at: point });
      // New nodes count backwards from the last one added.
      if (begin < 0) a = node < 0 ? -2 : -1;
      if (node < 0) b = -1;
      operations.push({ op: 'addSpring', ends: [a, b] });
      void studio.edit(operations, 'addSpring').then((reply) => reply && studio.choose({ springs: reply.addedSprings }));
    },
    cancel: clear,
  };
}

function loadDrag(studio: Studio, from: Touching): Drag {
  const info = studio.info!;
  const node = from.pick?.kind === 'node' ? from.pick.id : -1;
  const start = node >= 0 ? studio.position(node) : [0, 0, 0] as Vector;
  // An arrow of an eighth of the view is as large as the tensions are.
  const reference = studio.quantity === 'tension' && studio.scale.end > 0 ? studio.scale.end : 1;
  const perLength = reference / (0.12 * studio.stage.camera.viewHeight);
  const out = new Vector3(), through = new Vector3(...start);
  const force = (x: number, y: number): Vector => {
    studio.stage.camera.unproject(x, y, through, out);
    return [out.x - start[0], out.y - start[1], info.dimension === 2 ? 0 : out.z - start[2]].map((d) => Number((d * perLength).toPrecision(3))) as Vector;
  };
  const clear = (): void => {
    studio.stage.setPull(-1, null);
    studio.stage.labels.hide('tool');
  };
  return {
    cursor: 'crosshair',
    move: (x, y, keys) => {
      if (node < 0) return;
      const f = force(x, y);
      if (keys.shift) keepOneAxis(f, [0, 0, 0]);
      studio.stage.setPull(node, [out.x, out.y, out.z]);
      studio.stage.labels.show('tool', { text: quantity(Math.hypot(...f), info.units.given ? info.units.force : ''), point: [out.x, out.y, out.z], dy: -14 });
    },
    end: (x, y, click) => {
      clear();
      if (node < 0) return;
      if (click) studio.choose({ nodes: [node] });
      else void studio.edit([{ op: 'load', nodes: [node], force: force(x, y) }], 'load');
    },
    cancel: clear,
  };
}

function cutDrag(studio: Studio, box: HTMLElement, from: Touching): Drag {
  const cut = new Set<number>();
  const line = el('div', { class: 'hairline' });
  let { x: lx, y: ly } = from;
  if (from.pick?.kind === 'spring') cut.add(from.pick.id);
  const sweep = (x: number, y: number): void => {
    const { info, stage } = studio;
    if (!info) return;
    for (let spring = 0; spring < info.springCount; spring += 1) {
      if (cut.has(spring)) continue;
      const [ax, ay] = stage.nodePixels(info.ends[2 * spring]!), [bx, by] = stage.nodePixels(info.ends[2 * spring + 1]!);
      if (crosses(lx, ly, x, y, ax, ay, bx, by)) cut.add(spring);
    }
    lx = x;
    ly = y;
    studio.light([...cut]);
    studio.stage.setDimmed(0);
  };
  const clear = (): void => {
    line.remove();
    studio.light([]);
  };
  void box;
  return {
    cursor: 'crosshair', move: sweep, cancel: clear,
    end: (x, y) => {
      sweep(x, y);
      clear();
      if (cut.size > 0) void studio.edit([{ op: 'deleteSprings', springs: [...cut] }], 'cut');
    },
  };
}

function measureDrag(studio: Studio, from: Touching): Drag {
  const radius = from.touch ? 22 : 10;
  const begin = nearestNode(studio, from.x, from.y, radius, NONE);
  const start = begin >= 0 ? studio.position(begin) : pointAt(studio, from.x, from.y);
  const show = (x: number, y: number): void => {
    const node = nearestNode(studio, x, y, radius, new Set(begin >= 0 ? [begin] : []));
    const to = node >= 0 ? studio.position(node) : pointAt(studio, x, y, begin);
    const length = Math.hypot(to[0] - start[0], to[1] - start[1], to[2] - start[2]);
    studio.setHover(node >= 0 ? { kind: 'node', id: node } : null);
    if (begin >= 0) studio.stage.setPull(begin, to);
    studio.stage.labels.show('measure', { text: quantity(length, studio.info?.units.given ? studio.info.units.length : '', 4, false), point: to, dy: -14 });
    studio.stage.draw();
  };
  return { cursor: 'crosshair', move: show, end: (x, y, click) => (click ? studio.stage.labels.hide('measure') : show(x, y)), cancel: () => studio.stage.labels.hide('measure') };
}

export function addProbe(studio: Studio, kind: 'node' | 'spring', id: number): void {
  const plane = studio.info?.dimension === 2;
  const name = kind === 'node' ? t.graphs.nodeName(id) : t.stage.spelled(id);
  void studio.edit([kind === 'node'
    ? { op: 'addProbe', nodes: [id], quantity: plane ? 'position.y' : 'position.z', name }
    : { op: 'addProbe', springs: [id], quantity: 'tension', name }], 'addProbe').then((reply) => {
    if (!reply) return;
    studio.setTab('probes');
    studio.say(t.said.probe);
  });
}

// ---- box and obstacles ----

function boxDrag(studio: Studio, box: HTMLElement, from: Touching): Drag {
  const rubber = el('div', { class: 'rubber' });
  box.append(rubber);
  let x1 = from.x, y1 = from.y;
  const before = { ...studio.choice };
  const inside = (px: number, py: number): boolean => px >= Math.min(from.x, x1) && px <= Math.max(from.x, x1) && py >= Math.min(from.y, y1) && py <= Math.max(from.y, y1);
  return {
    cursor: 'crosshair',
    move: (x, y) => {
      x1 = x;
      y1 = y;
      rubber.style.left = `${Math.min(from.x, x)}px`;
      rubber.style.top = `${Math.min(from.y, y)}px`;
      rubber.style.width = `${Math.abs(x - from.x)}px`;
      rubber.style.height = `${Math.abs(y - from.y)}px`;
    },
    end: () => {
      rubber.remove();
      const info = studio.info;
      if (!info) return;
      const nodes = new Set(before.nodes);
      for (let node = 0; node < info.nodeCount; node += 1) if (inside(...studio.stage.nodePixels(node))) nodes.add(node);
      const springs = new Set(before.springs);
      for (let spring = 0; spring < info.springCount; spring += 1)
        if (inside(...studio.stage.nodePixels(info.ends[2 * spring]!)) && inside(...studio.stage.nodePixels(info.ends[2 * spring + 1]!))) springs.add(spring);
      studio.choose({ nodes: [...nodes], springs: [...springs] });
    },
    cancel: () => rubber.remove(),
  };
}

function obstacleDrag(studio: Studio, from: Touching): Drag {
  const index = from.pick!.id;
  const obstacle = studio.info!.obstacles[index]!;
  const through = new Vector3(...obstacle.point), a = new Vector3(), b = new Vector3();
  studio.stage.camera.unproject(from.x, from.y, through, a);
  const group = `obstacle-${(gestureCount += 1)}`;
  let target = index;
  const ready = from.alt ? studio.edit([{ op: 'addObstacle', obstacle }], 'addObstacle', group).then(() => {
    target = (studio.info?.obstacles.length ?? 1) - 1;
  }) : Promise.resolve();
  const send = newest(async (by: Vector) => {
    await ready;
    const moved = (point: Vector): Vector => [point[0] + by[0], point[1] + by[1], point[2] + by[2]];
    await studio.edit([{ op: 'obstacle', index: target, values: { point: moved(obstacle.point), ...(obstacle.kind === 'capsule' ? { pointB: moved(obstacle.pointB) } : {}) } }], 'obstacle', group);
  });
  return {
    move: (x, y) => {
      studio.stage.camera.unproject(x, y, through, b);
      void send([b.x - a.x, b.y - a.y, studio.info?.dimension === 2 ? 0 : b.z - a.z]);
    },
    end: () => undefined, cancel: () => undefined,
  };
}
