// The curve beside a sketch: the energy that an integrator makes or loses, as the engine computes it.
import { ENERGIES, type Operation, type TapeHistory } from '../protocol';
import type { EngineClient } from '../worker/client';
import { SKETCH_MIDDLE, SKETCH_POINTS } from './answers';
import type { Lesson, LessonStep } from './format';

const TOTAL = ENERGIES.indexOf('total'), KINETIC = ENERGIES.indexOf('kinetic');

/** Heights from 0 to 100, over `seconds`: 50 is the energy of the start, the distance to the edges the largest kinetic
 *  energy, or what was made or lost where that is more. A run that ends early stays where it was. */
export function curveOf(history: TapeHistory, seconds: number): number[] {
  const { times, energies } = history, width = ENERGIES.length;
  const total = (row: number): number => energies[row * width + TOTAL]!;
  let largest = 1e-300;
  for (let row = 0; row < times.length && times[row]! <= seconds * (1 + 1e-9); row += 1) largest = Math.max(largest, energies[row * width + KINETIC]!, Math.abs(total(row) - total(0)));
  let row = 0;
  return Array.from({ length: SKETCH_POINTS }, (_, i) => {
    const time = (times[0] ?? 0) + (i / (SKETCH_POINTS - 1)) * seconds;
    while (row + 1 < times.length && times[row + 1]! <= time * (1 + 1e-9)) row += 1;
    const drift = times.length > 0 ? (total(row) - total(0)) / largest : 0;
    return Math.max(0, Math.min(100, SKETCH_MIDDLE + SKETCH_MIDDLE * drift));
  });
}

/** The scene of a step, or that of the last one before it which has one. */
export const sceneOf = (lesson: Lesson, index: number): LessonStep['scene'] =>
  lesson.steps.slice(0, index + 1).reduce<LessonStep['scene']>((last, step) => step.scene ?? last, null);

/** What a step sets in its scene. */
export function settingsOf({ set: { integrator, timeStep, parameters } }: LessonStep): Operation[] {
  const settings: Operation[] = [];
  if (Object.keys(parameters).length > 0) settings.push({ op: 'parameters', values: parameters });
  if (integrator || timeStep) settings.push({ op: 'simulation', values: { ...(integrator ? { integrator } : {}), ...(timeStep ? { timeStep } : {}) } });
  return settings;
}

/** Of a step that asks for a sketch, as the teacher meant it. Runs in an engine of its own, which the caller ends. `example`
 *  gives the text of an example by its name. */
export async function energyCurve(engine: EngineClient, lesson: Lesson, index: number, example: (name: string) => Promise<string>): Promise<number[] | null> {
  const step = lesson.steps[index]!, scene = sceneOf(lesson, index);
  if (step.ask?.kind !== 'sketch' || scene === null) return null;
  const { seconds } = step.ask;
  await engine.request('open', { name: 'scene.json', text: typeof scene === 'string' ? await example(scene.slice('example:'.length)) : JSON.stringify(scene) });
  const operations = settingsOf(step);
  if (operations.length > 0) await engine.request('edit', { operations });
  await engine.request('motion', {});
  // In pieces: each leaves a row of numbers.
  const pieces = 8 * (SKETCH_POINTS - 1);
  for (let i = 1, time = 0; i <= pieces; i += 1) {
    const left = (i / pieces) * seconds - time;
    if (left > 1e-9 * seconds) ({ time } = await engine.request('advance', { seconds: left }));
  }
  return curveOf(await engine.request('history', {}), seconds);
}
