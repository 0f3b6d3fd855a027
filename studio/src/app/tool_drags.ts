// Drags of the tools: node, spring, load, cut, measure; and the probe.
import { Vector3 } from 'three';
import type { Vector } from '../protocol';
import { t } from '../text';
import { type Drag, keepOneAxis, NONE, pointAt, type Touching } from './drag_kit';
import { el } from './dom';
import { quantity } from './numbers';
import { crosses } from './segments';
import { nearestNode, snap } from './snapping';
import type { Studio } from './studio';

export function nodeDrag(studio: Studio, from: Touching): Drag {
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

export function springDrag(studio: Studio, from: Touching): Drag {
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

export function loadDrag(studio: Studio, from: Touching): Drag {
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

export function cutDrag(studio: Studio, box: HTMLElement, from: Touching): Drag {
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

export function measureDrag(studio: Studio, from: Touching): Drag {
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
