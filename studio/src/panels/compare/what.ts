// What differs between the panes of Compare: the integrator, the step, the damping, or a parameter of the scene; which values
// panes begin with, and the edits that give a pane its value.
import { niceAbove, quantity } from '../../app/numbers';
import type { Integrator, MotionInfo, Operation, ParameterInfo, SceneInfo } from '../../protocol';
import { t } from '../../text';

/** damping: of the dashpots along the springs, as a time; drag: of the nodes. */
export type By = 'integrator' | 'step' | 'damping' | 'drag' | `parameter ${string}`;

export interface PaneSettings {
  integrator: Integrator;
  timeStep: number;
  /** Of the damping, the drag or the parameter in which panes differ; null where they differ in something else. */
  value: number | null;
}

/** What panes begin with, by how many there are. */
const CASTS: Record<number, Integrator[]> = {
  2: ['symplectic_euler', 'implicit_euler'],
  3: ['explicit_euler', 'velocity_verlet', 'implicit_euler'],
  4: ['explicit_euler', 'symplectic_euler', 'velocity_verlet', 'implicit_euler'],
};
const STEP_FACTORS: Record<number, number[]> = { 2: [1, 2], 3: [0.5, 1, 2], 4: [0.5, 1, 2, 4] };
const VALUE_FACTORS: Record<number, number[]> = { 2: [0, 1], 3: [0, 1, 4], 4: [0, 0.25, 1, 4] };
const PARAMETER_FACTORS: Record<number, number[]> = { 2: [1, 2], 3: [0.5, 1, 2], 4: [0.25, 0.5, 1, 2] };
const STEPS_OFFERED = [0.25, 0.5, 1, 2, 4, 8, 16], VALUES_OFFERED = [0, 1 / 16, 0.25, 0.5, 1, 2, 4, 16];

/** Parameters that can differ: those that follow no others. */
export const freeParameters = (info: SceneInfo): ParameterInfo[] => info.parameters.filter(({ formula }) => formula === '').slice(0, 6);

export const parameterOf = (info: SceneInfo, by: By): ParameterInfo | null =>
  (by.startsWith('parameter ') ? freeParameters(info).find(({ name }) => by === `parameter ${name}`) ?? null : null);

/** All in which panes of this scene can differ. */
export function choices(info: SceneInfo): By[] {
  return ['integrator', 'step', ...(info.springCount > 0 ? ['damping'] as By[] : []), 'drag', ...freeParameters(info).map(({ name }): By => `parameter ${name}`)];
}

export function nameOf(info: SceneInfo, by: By): string {
  const parameter = parameterOf(info, by);
  return parameter ? parameter.label || parameter.name : t.compare.by[by as 'integrator'];
}

export function unitOf(info: SceneInfo, by: By): string {
  const parameter = parameterOf(info, by);
  if (parameter) return parameter.unit;
  if (!info.units.given) return '';
  return by === 'drag' ? `1/${info.units.time}` : info.units.time;
}

/** A value with its unit; a parameter that is 0 without. */
export const valueText = (info: SceneInfo, by: By, value: number): string => quantity(value, unitOf(info, by), 3);

/** A number of one or two digits near this one. */
const round = (value: number): number => Number(value.toPrecision(2));

/** What numbers of damping are multiples of. Drag that takes a hundredth of the velocity in a step is felt by slow motions; a
 *  dashpot of velocity Verlet may have (h_s^2 - h^2) / 4h where h_s is stable without. */
function middleOf(by: By, step: number, motion: MotionInfo | null): number {
  if (by === 'drag') return niceAbove(0.005 / step);
  const stable = motion && !motion.implicit ? motion.stableTimeStep : null;
  const most = stable && stable > step ? (stable * stable - step * step) / (4 * step) : step;
  return Number((most / 8).toPrecision(1));
}

function parameterValues(parameter: ParameterInfo, factors: readonly number[]): number[] {
  const { value, min, max } = parameter;
  const low = min ?? -Infinity, high = max ?? Infinity;
  const scaled = factors.map((factor) => round(value * factor));
  if (value !== 0 && scaled.every((one) => one >= low && one <= high)) return scaled;
  // Where these leave the range: from its one end to the other.
  const from = Number.isFinite(low) ? low : Math.min(0, value), size = Math.abs(value) || 1;
  const to = Number.isFinite(high) ? high : from + 2 * size;
  return factors.map((_, i) => round(from + ((to - from) * i) / (factors.length - 1)));
}

/** What n panes begin with. */
export function settingsOf(n: number, by: By, info: SceneInfo, own: Integrator, step: number, motion: MotionInfo | null): PaneSettings[] {
  const parameter = parameterOf(info, by);
  const values = parameter ? parameterValues(parameter, PARAMETER_FACTORS[n]!) : null;
  return Array.from({ length: n }, (_, i) => {
    if (by === 'integrator') return { integrator: CASTS[n]![i]!, timeStep: step, value: null };
    if (by === 'step') return { integrator: own, timeStep: step * STEP_FACTORS[n]![i]!, value: null };
    return { integrator: own, timeStep: step, value: values ? values[i]! : round(VALUE_FACTORS[n]![i]! * middleOf(by, step, motion)) };
  });
}

/** Steps and values that a pane's header offers. */
export const stepsOffered = (base: number): number[] => STEPS_OFFERED.map((factor) => factor * base);

export function valuesOffered(by: By, info: SceneInfo, step: number, motion: MotionInfo | null): number[] {
  const parameter = parameterOf(info, by);
  if (!parameter) return VALUES_OFFERED.map((factor) => round(factor * middleOf(by, step, motion)));
  return [...new Set([...parameterValues(parameter, [0.1, 0.25, 0.5, 1, 2, 4, 10]), parameter.value])].sort((a, b) => a - b);
}

/** The edits that give a pane its settings. */
export function operationsOf(by: By, info: SceneInfo, { integrator, timeStep, value }: PaneSettings): Operation[] {
  const operations: Operation[] = [];
  const parameter = parameterOf(info, by);
  if (value !== null && parameter) operations.push({ op: 'parameters', values: { [parameter.name]: value } });
  if (value !== null && by === 'drag') operations.push({ op: 'drag', value });
  if (value !== null && by === 'damping')
    operations.push({ op: 'springValues', springs: info.sets.filter(({ count }) => count > 0).map(({ first }) => first), values: { dampingTime: value }, scope: 'sets' });
  return [...operations, { op: 'simulation', values: { integrator, timeStep } }];
}
