// The values of a node or a spring at the moment shown.
import { quantity } from '../app/numbers';
import { LAWS, type SceneInfo, SPRING_BROKEN, SPRING_SLACK } from '../protocol';
import { t } from '../text';
import type { Track } from './data';
import { words } from './words';

type Row = [string, string];

export function inspected(info: SceneInfo, track: Track, what: { kind: 'node' | 'spring'; id: number }): Row[] {
  return what.kind === 'node' ? nodeRows(info, track, what.id) : springRows(info, track, what.id);
}

function nodeRows(info: SceneInfo, track: Track, node: number): Row[] {
  const { length } = info.units.given ? info.units : { length: '' };
  const axes = info.dimension, p = track.frame.positions, origin = track.origin(node);
  const at = Array.from({ length: axes }, (_, axis) => p[3 * node + axis]!);
  const moved = Math.hypot(...at.map((value, axis) => value - origin[axis]!));
  const name = info.nodeNames[node];
  const fixed = info.fixed[node] ?? 0;
  const rows: Row[] = [[t.graphs.nodeName(node), name ?? '']];
  at.forEach((value, axis) => rows.push(['xyz'[axis]!, quantity(value, length, 5)]));
  rows.push([words.values.displacement, `${quantity(moved, length, 4)} ${words.fromFirst}`]);
  if (fixed) rows.push([words.values.fixed, ['x', 'y', 'z'].filter((_, axis) => fixed & (1 << axis)).join(' ')]);
  return rows;
}

function springRows(info: SceneInfo, track: Track, spring: number): Row[] {
  const { units } = info;
  const unit = (text: string): string => (units.given ? text : '');
  const a = info.ends[2 * spring]!, b = info.ends[2 * spring + 1]!, p = track.frame.positions;
  const length = Math.hypot(p[3 * a]! - p[3 * b]!, p[3 * a + 1]! - p[3 * b + 1]!, p[3 * a + 2]! - p[3 * b + 2]!);
  const tension = track.frame.values[spring]!, flags = track.frame.flags[spring]!;
  const set = info.sets.find((one) => spring >= one.first && spring < one.first + one.count);
  const rows: Row[] = [[t.stage.spelled(spring), `${a}\u2013${b}`]];
  if (set?.name) rows.push([words.values.set, set.name]);
  rows.push([words.values.law, (LAWS[info.laws[spring]!] ?? '').replace(/_/g, ' ')]);
  if (flags & SPRING_BROKEN) return [...rows, [words.values.tension, words.values.broken]];
  if (Number.isFinite(tension)) rows.push([words.values.tension, quantity(tension, unit(units.force), 4) + (flags & SPRING_SLACK ? `, ${words.values.slack}` : '')]);
  rows.push([words.values.length, quantity(length, unit(units.length), 5)]);
  const rest = track.restLength(spring);
  if (rest > 0) rows.push([words.values.strain, quantity((100 * (length - rest)) / rest, '%', 4)]);
  if (Number.isFinite(tension) && length > 0) rows.push([words.values.density, quantity(tension / length, unit(units.stiffness), 4)]);
  return rows;
}
