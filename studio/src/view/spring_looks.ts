// How springs look: law is shape, stiffness is thickness. Tension, which is colour, comes with each frame.
import { LAWS, type SceneInfo } from '../protocol';
import { SHAPE_BAR, SHAPE_LINE, SHAPE_ZIGZAG } from './springs';

const SMALL_NET = 200;
const LINEAR = LAWS.indexOf('linear'), STRUT = LAWS.indexOf('strut');

/** Two nodes, shape and id for each spring. */
export function shapesOf(info: SceneInfo): Uint32Array {
  const { springCount, ends, laws } = info;
  const result = new Uint32Array(Math.max(4, 4 * springCount));
  for (let i = 0; i < springCount; i += 1) {
    result[4 * i] = ends[2 * i]!;
    result[4 * i + 1] = ends[2 * i + 1]!;
    const law = laws[i];
    result[4 * i + 2] = law === STRUT ? SHAPE_BAR : law === LINEAR && springCount <= SMALL_NET ? SHAPE_ZIGZAG : SHAPE_LINE;
    result[4 * i + 3] = i;
  }
  return result;
}

/** Pixels: thin in large nets; sets of few springs among many, such as edges and masts, are thicker. */
export function thicknessOf(info: SceneInfo): Float32Array {
  const { springCount, laws, sets } = info;
  const base = springCount > 20000 ? 1 : springCount > 4000 ? 1.15 : springCount > 500 ? 1.3 : springCount > 60 ? 1.7 : 2.1;
  const result = new Float32Array(Math.max(1, springCount)).fill(base);
  for (const set of sets) {
    // A set is as thick as it is rare: a net of 648 springs beside an edge of 72 and a mast of 2.
    const share = set.count / Math.max(1, springCount);
    const rare = springCount > 60 ? Math.min(2.3, Math.max(1, (0.35 / Math.max(share, 1e-3)) ** 0.32)) : 1;
    for (let i = set.first; i < set.first + set.count; i += 1)
      result[i] = base * rare * (laws[i] === STRUT ? 2.1 : 1);
  }
  return result;
}
