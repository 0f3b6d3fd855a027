// Edits that would change nothing: they are not sent, so that undo has no empty steps.
import type { Operation, SceneInfo, SpringValues } from '../protocol';
import { LAWS } from '../protocol';

const same = (a: unknown, b: unknown): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return a === b;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => same(value, b[i]));
  return a === b;
};

/** Every given field has this value already. */
const allSame = (values: object, now: object): boolean =>
  Object.entries(values).every(([name, value]) => name in now && same(value, (now as Record<string, unknown>)[name]));

/** Whether the scene already is what an operation makes of it. Where that is not known, no. `positions`: of the nodes now. */
export function changesNothing(operation: Operation, info: SceneInfo, positions: Float32Array = info.positions): boolean {
  const axes = info.dimension === 2 ? 3 : 7;
  switch (operation.op) {
    case 'fix': return operation.nodes.every((node) => ((info.fixed[node] ?? 0) & (operation.axes ?? axes) & axes) === ((operation.axes ?? axes) & axes));
    case 'free': return operation.nodes.every((node) => ((info.fixed[node] ?? 0) & (operation.axes ?? axes)) === 0);
    case 'move': return operation.nodes.every((node, i) => [0, 1, 2].every((axis) => {
      // Arrays of the scene are in single precision.
      const to = Math.fround(operation.to[3 * i + axis] ?? NaN);
      return to === info.drawn[3 * node + axis] && to === positions[3 * node + axis];
    }));
    case 'load': return operation.nodes.every((node) => operation.force.every((part, axis) => part === 0 && info.loads[3 * node + axis] === 0));
    case 'parameters': return Object.entries(operation.values).every(([name, value]) =>
      info.parameters.some((parameter) => parameter.name === name && parameter.formula === '' && parameter.value === value));
    case 'gravity': return same(operation.value, info.gravity);
    case 'drag': return operation.value === info.drag;
    case 'wind': return operation.value === null ? info.wind === null : info.wind !== null && allSame(operation.value, info.wind);
    case 'title': return operation.value === info.title;
    case 'simulation': return allSame(operation.values, info.simulation);
    case 'equilibrium': return allSame(operation.values, info.equilibrium);
    case 'obstacle': return allSame(operation.values, info.obstacles[operation.index] ?? {});
    case 'nodeValues': return operation.velocity === undefined && operation.mass === undefined
      && operation.nodes.every((node) => (info.nodeNames[node] ?? '') === (operation.name ?? ''));
    case 'springValues': return onlyLaw(operation.values) && operation.scope !== 'sets'
      && operation.springs.every((spring) => LAWS[info.laws[spring] ?? -1] === operation.values.law);
    case 'deleteNodes': return operation.nodes.length === 0;
    case 'deleteSprings': return operation.springs.length === 0;
    default: return false;
  }
}

const onlyLaw = (values: SpringValues): boolean => values.law !== undefined && Object.keys(values).length === 1;
