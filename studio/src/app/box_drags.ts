// Drags of a box around what is chosen, and of obstacles.
import { Vector3 } from 'three';
import type { Vector } from '../protocol';
import { type Drag, gestureGroup, newest, type Touching } from './drag_kit';
import { el } from './dom';
import type { Studio } from './studio';

export function boxDrag(studio: Studio, box: HTMLElement, from: Touching): Drag {
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

export function obstacleDrag(studio: Studio, from: Touching): Drag {
  const index = from.pick!.id;
  const obstacle = studio.info!.obstacles[index]!;
  const through = new Vector3(...obstacle.point), a = new Vector3(), b = new Vector3();
  studio.stage.camera.unproject(from.x, from.y, through, a);
  const group = gestureGroup('obstacle');
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
