// How springs look: law is shape, stiffness is thickness. Tension, which is colour, comes with each frame.
import { LAWS, type SceneInfo } from '../protocol';
import { SHAPE_BAR, SHAPE_LINE, SHAPE_ZIGZAG } from './springs';

const SMALL_NET = 200;
const LINEAR = LAWS.indexOf('linear'), STRUT = LAWS.indexOf('strut');

export interface Looks {
  /** Two nodes, shape and id for each spring. */
  instances: Uint32Array;
  thickness: Float32Array;
}

/** Thick springs come first: thin ones in front of them are then blended over them. */
export function looksOf(info: SceneInfo): Looks {
  const { springCount, ends, laws } = info;
  const wide = thicknessOf(info);
  const order = Array.from({ length: springCount }, (_, i) => i).sort((a, b) => wide[b]! - wide[a]! || a - b);
  const instances = new Uint32Array(Math.max(4, 4 * springCount)), thickness = new Float32Array(Math.max(1, springCount));
  order.forEach((i, place) => {
    instances[4 * place] = ends[2 * i]!;
    instances[4 * place + 1] = ends[2 * i + 1]!;
    const law = laws[i];
    instances[4 * place + 2] = law === STRUT ? SHAPE_BAR : law === LINEAR && springCount <= SMALL_NET ? SHAPE_ZIGZAG : SHAPE_LINE;
    if (instances[4 * place + 2] === SHAPE_ZIGZAG) instances[4 * place + 2] = SHAPE_ZIGZAG + (teethOf(info, i) << 8);
    instances[4 * place + 3] = i;
    thickness[place] = wide[i]!;
  });
  return { instances, thickness };
}

/** Teeth of a zigzag, by the drawn length: their number stays when the spring is stretched. */
function teethOf(info: SceneInfo, spring: number): number {
  const a = 3 * info.ends[2 * spring]!, b = 3 * info.ends[2 * spring + 1]!, p = info.drawn;
  const length = Math.hypot(p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!);
  const size = Math.max(...[0, 1, 2].map((axis) => info.highest[axis]! - info.lowest[axis]!), 1e-300);
  return Math.max(4, Math.min(30, Math.round((38 * length) / size)));
}

/** Pixels: thin in large nets; sets of few springs among many, such as edges and masts, are thicker. */
function thicknessOf(info: SceneInfo): Float32Array {
  const { springCount, laws, sets } = info;
  const base = springCount > 20000 ? 1 : springCount > 4000 ? 1.15 : springCount > 500 ? 1.3 : springCount > 60 ? 1.7 : 2.1;
  const result = new Float32Array(Math.max(1, springCount)).fill(base);
  for (const set of sets) {
    // A set is as thick as it is rare: a net of 648 springs beside an edge of 72 and a mast of 2.
    const share = set.count / Math.max(1, springCount);
    const rare = springCount > 60 ? Math.min(1.75, Math.max(1, (0.35 / Math.max(share, 1e-3)) ** 0.32)) : 1;
    for (let i = set.first; i < set.first + set.count; i += 1)
      result[i] = base * rare * (laws[i] === STRUT ? 2 : 1);
  }
  return result;
}
