// Write it yourself: code as students write it, in the text that the sandbox runs, judged by the engine.
import { beforeAll, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import { checked } from '../src/worker/engine';
import { runningText, whyNot } from '../src/write/net';
import { KINDS, type Kind, workerText } from '../src/write/student';
import { EMPTY, SOLUTION } from '../src/write/templates';
import { CHAIN } from '../src/write/net';
import { loadModule } from './engine';
import { MISTAKES, RIGHT } from './write/mistakes';
import { answersOf, errorOf } from './write/run';

let module: EngineModule;
const cases = new Map<Kind, object[]>();
beforeAll(async () => {
  module = await loadModule();
  for (const kind of KINDS) cases.set(kind, checked(module.gradeCases(kind)).cases);
});

const grade = (kind: Kind, code: string) => checked(module.gradeAnswers(kind, answersOf(kind, code, cases.get(kind)!)));

test('30 right solutions in different styles pass, and no slip is named', () => {
  expect(RIGHT.length).toBe(30);
  for (const { kind, style, code } of RIGHT) {
    const found = grade(kind, code);
    expect(found.passed, `${kind}, ${style}: ${found.findings.join(' ')}`).toBe(true);
    // Coincident ends are a remark.
    expect(found.slips.filter((slip) => slip !== 'zero_length')).toEqual([]);
  }
});

test('of 100 mistakes at least 90 are named rightly, and none passes', () => {
  expect(MISTAKES.length).toBe(100);
  const missed: string[] = [];
  for (const { kind, about, code, named } of MISTAKES) {
    const found = grade(kind, code);
    expect(found.passed, `${kind}: ${about}`).toBe(false);
    expect(found.findings.length).toBeGreaterThan(0);
    const slips = found.slips.filter((slip) => slip !== 'zero_length');
    if (slips.length !== 1 || !named.includes(slips[0]!)) missed.push(`${kind}: ${about} (${slips.join(', ') || 'nothing named'})`);
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(10);
});

test('what is missing is said with its term', () => {
  const block = MISTAKES.find(({ about }) => about === 'the part across the spring is forgotten')!;
  expect(grade('block', block.code).findings[0]).toContain('Your block misses k (1 - l0/l) (I - n n^T), the stiffness across the spring');
  const mass = MISTAKES.find(({ kind, about }) => kind === 'symplectic_euler' && about === 'the mass is forgotten')!;
  expect(grade('symplectic_euler', mass.code).findings).toEqual(['You forgot the mass: the acceleration is a = f / m, not f.']);
});

test('the solutions that the editor offers are right, its empty functions run and are not', () => {
  for (const kind of KINDS) {
    expect(grade(kind, SOLUTION[kind]).passed, kind).toBe(true);
    expect(grade(kind, EMPTY[kind]).passed, kind).toBe(false);
  }
});

test('errors name the line of the student', () => {
  expect(errorOf('explicit_euler', '// one\nfunction step(x, v, forces, mass, h) {\n  return [x, q];\n}', cases.get('explicit_euler')!)).toEqual({ message: 'q is not defined', line: 3 });
  expect(errorOf('force', 'let f;', cases.get('force')!).message).toBe('there is no function force: begin with "function force("');
  expect(errorOf('force', 'function force() {}', cases.get('force')!).message).toBe('force returned nothing: end it with return');
  expect(errorOf('rk4', 'function step(x, v, forces) { forces([1]); }', cases.get('rk4')!).message).toContain('x must be a list of');
});

test('a function that depends on earlier calls is seen', () => {
  const code = `let calls = 0;\n${SOLUTION.force.replace('k * (l - l0)', '(k + ++calls * 1e-9) * (l - l0)')}`;
  const found = grade('force', code);
  expect(found.passed).toBe(false);
  expect(found.findings.join(' ')).toContain('was not the same when the same case came again');
});

test('the worker knows nothing of the page, and the script has the student in its second line', () => {
  const text = workerText('function step() {}');
  expect(text.split('\n')[1]).toBe('function step() {}');
  expect(text.split('\n')[0]).not.toMatch(/\/\//);
  expect(text).not.toMatch(/import\b|__vite|document|window/);
});

test('a scene is moved as it is, or the reason is known', () => {
  const running = JSON.parse(runningText(CHAIN, 'rk4', 0.001)) as { simulation: object };
  expect(running.simulation).toEqual({ integrator: 'rk4', time_step: 0.001, duration: 1e6 });
  const info = { fixed: new Uint8Array([3, 0]), dimension: 2, laws: new Uint8Array([0]), obstacles: [], events: [], combinations: [], stages: 0, wind: null, assumedMasses: null, units: { given: true, length: 'm', force: 'N', time: 's' } };
  expect(whyNot(info as never, '{}', false)).toBe(null);
  expect(whyNot({ ...info, laws: new Uint8Array([3]) } as never, '{}', false)).toBe('laws');
  expect(whyNot({ ...info, units: { given: true, length: 'mm', force: 'N', time: 's' } } as never, '{}', false)).toBe('parts');
  expect(whyNot({ ...info, stages: 1 } as never, '{}', false)).toBe('parts');
  expect(whyNot(info as never, '{"velocity": [[0, 1]]}', false)).toBe('parts');
  expect(whyNot({ ...info, fixed: new Uint8Array(200) } as never, '{}', true)).toBe('large');
});
