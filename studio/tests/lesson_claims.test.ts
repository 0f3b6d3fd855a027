// The lessons of the gallery: every number in their texts is computed here by the engine, or read from the scene that they
// show; each task can be done, and none is done before it was begun.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EngineModule } from '@engine';
import { cards } from '../src/gallery/cards';
import { isRight, trendOf } from '../src/lesson/answers';
import { energyCurve, sceneOf, settingsOf } from '../src/lesson/curve';
import { type Lesson, type LessonStep, readLesson } from '../src/lesson/format';
import { fillOf, minimumDegree } from '../src/panels/graphs/ordering';
import { ENERGIES, type Method, type RestReport } from '../src/protocol';
import { exampleFiles, exampleText, loadModule, Page } from './engine';

const folder = new URL('../src/gallery/lessons/', import.meta.url);
const TOTAL = ENERGIES.indexOf('total'), WIDTH = ENERGIES.length, DISSIPATED = ENERGIES.indexOf('dissipated');
const kinds = (name: (typeof ENERGIES)[number]): number => ENERGIES.indexOf(name);

const lessons = new Map(readdirSync(folder).map((file) => {
  const lesson = readLesson(readFileSync(new URL(file, folder), 'utf8'), file);
  if (Array.isArray(lesson)) throw new Error(JSON.stringify(lesson, null, 1));
  return [file.replace('.json', ''), lesson] as const;
}));

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });

/** A step's scene in an engine, as a student has it. */
class Student {
  private constructor(readonly page: Page) {}

  static async at(lesson: Lesson, index: number): Promise<Student> {
    const page = new Page(module), scene = sceneOf(lesson, index)!;
    const example = typeof scene === 'string' ? scene.slice('example:'.length) : '';
    await page.client.request('open', example ? { name: 'scene.json', text: exampleText(example), files: exampleFiles(example) } : { name: 'scene.json', text: JSON.stringify(scene) });
    const student = new Student(page);
    const operations = settingsOf(lesson.steps[index]!);
    if (operations.length > 0) await page.client.request('edit', { operations });
    return student;
  }

  get info() { return this.page.last('scene'); }
  rest(method: Method = 'newton'): Promise<RestReport> { return this.page.client.request('findRest', { method }); }
  async set(values: Record<string, number>): Promise<void> { await this.page.client.request('edit', { operations: [{ op: 'parameters', values }] }); }
  async simulate(values: { integrator?: never; timeStep?: number } | object): Promise<void> { await this.page.client.request('edit', { operations: [{ op: 'simulation', values }] }); }
  /** In pieces, each of which leaves a row of numbers: how many there are does not depend on the machine. */
  async run(seconds: number): Promise<void> {
    const { engine } = this.page.session.core, begin = engine.time();
    for (let i = 1; i <= 200 && this.page.of('blowUp').length === 0; i += 1) {
      const left = begin + (i / 200) * seconds - engine.time();
      if (left > 1e-9 * seconds) await this.page.client.request('advance', { seconds: left });
    }
  }
  node(node: number) { return this.page.client.request('inspectNode', { node }); }
  spring(spring: number) { return this.page.client.request('inspectSpring', { spring }); }
  history() { return this.page.client.request('history', {}); }
  get events(): string[] { return this.page.session.core.engine.eventsSince(0).map(({ kind }) => kind); }
  async stable(): Promise<number> { return (await this.page.client.request('motion', {})).stableTimeStep!; }

  /** Total energy at the end of some time, over that of the start: of a mass on a spring both begin at its rest. */
  async growth(seconds: number): Promise<number> {
    await this.run(seconds);
    const { energies, times } = await this.history();
    return energies[(times.length - 1) * WIDTH + TOTAL]! / energies[TOTAL]!;
  }
}

const length = (v: ArrayLike<number>): number => Math.hypot(...Array.from(v));

/** Numbers of a step, each as the engine has it, in the units of the text. */
type Claims = (student: Student, again: () => Promise<Student>) => Promise<Record<string, number>>;

const claims: Record<string, Claims[]> = {
  rest_by_newton: [
    async (s) => ({ '4': [...s.info.fixed].findIndex((bits) => bits === 0) }),
    async (s) => {
      const rest = await s.rest();
      expect(rest.residual).toBeLessThan(rest.tolerance);
      return { '1e-10': rest.tolerance, '5': rest.iterations, '50': 50, '500': 500 };
    },
    async (s) => {
      const rest = await s.rest('per_node_newton');
      expect(rest.status).toBe('converged');
      // As many by the same part each: a straight line on a logarithmic axis.
      const residuals = s.page.of('iteration').map(({ residual }) => residual);
      const ratio = (i: number): number => residuals[i + 1]! / residuals[i]!;
      for (let i = 20; i < residuals.length - 2; i += 1) expect(ratio(i)).toBeCloseTo(ratio(20), 1);
      return { '71': rest.iterations };
    },
    async (s) => {
      await s.rest();
      const before = (await s.node(4)).position[0];
      await s.set({ rest: 0 });
      const rest = await s.rest();
      const x = (await s.node(4)).position[0];
      expect(2 * (0 - x) + (1 - 2 * x)).toBeCloseTo(0, 12);
      return { '4': 4, '0': s.info.parameters[0]!.value!, '0.25': x, '0.2': 0.2, '0.2438': before, '1': rest.iterations, '2': 2 };
    },
    async (s, again) => {
      const plain = await s.rest('plain_newton');
      expect([plain.status, plain.stable]).toEqual(['converged', false]);
      const other = await again();
      const across = 2 * (await other.spring(0)).across, rest = await other.rest();
      expect(rest.stable).toBe(true);
      const height = Math.abs((await other.node(1)).position[1]);
      return { '1.2': (await other.spring(0)).restLength, '2': (await other.node(2)).position[0], '20': -across / 2, '40': -across, '0.6633': height, '1': Math.sqrt(1.2 ** 2 - height ** 2) };
    },
    async (s) => {
      const sums = await Promise.all([0, 1, 2].map(async (node) => (await s.node(node)).sum));
      for (const axis of [0, 1]) expect(sums.reduce((sum, force) => sum + force[axis]!, 0)).toBeCloseTo(0, 12);
      for (const force of sums) expect(length(force)).toBeCloseTo(length(sums[0]!), 9);
      expect((await s.rest()).status).toBe('converged');
      return { '8.66': length(sums[0]!) };
    },
  ],
  fixed_points_and_matrix: [
    async (s) => {
      const { rows, columns } = await s.page.client.request('matrix', {});
      const blocks = [...rows].map((row, i) => `${row}-${columns[i]}`).sort();
      expect(blocks).toEqual(['0-0', '1-0', '1-1', '2-1', '2-2']);
      return { '0': 0, '1': 1, '2': s.info.dimension };
    },
    async (s) => {
      const spring = await s.spring(0);
      return { '0': 0, '1': spring.length, '0.8': spring.restLength, '100': spring.along, '20': spring.across };
    },
    async (s) => {
      const [a, b] = [await s.spring(0), await s.spring(1)];
      expect((await s.rest()).status).toBe('converged');
      const moved = (await s.node(1)).displacement[0], load = (await s.node(1)).load[0];
      return { '100': a.stiffness, '50': b.stiffness, '15': load, '150': load / moved, '0.1': moved, '0.3': load / b.stiffness, '1': 1 };
    },
    async (s) => {
      const blocks = async (): Promise<Map<string, string>> => {
        const m = await s.page.client.request('matrix', {});
        return new Map([...m.rows].map((row, i) => [`${row}-${m.columns[i]}`, m.blocks.slice(4 * i, 4 * i + 4).join()]));
      };
      const before = await blocks();
      await s.page.client.request('edit', { operations: [{ op: 'fix', nodes: [4] }] });
      expect(await blocks()).toEqual(before);
      await s.rest();
      expect(length((await s.node(4)).displacement)).toBe(0);
      return { '4': 4 };
    },
    async (s) => {
      const rest = await s.rest();
      expect([rest.freeMotions!.mechanism, rest.freeMotions!.slack]).toEqual([0, 0]);
      const modes = await s.page.client.request('modes', { count: 6 });
      expect(modes.modes.filter(({ kind }) => kind === 'rigid').length).toBe(3);
      return { '3': rest.freeMotions!.rigid };
    },
    async (s) => {
      const { nodeCount, rows, columns } = await s.page.client.request('matrix', {});
      const asNumbered = fillOf(nodeCount, rows, columns, Int32Array.from({ length: nodeCount }, (_, i) => i));
      return { '0': minimumDegree(nodeCount, rows, columns).filled.length, '8': nodeCount - 1, '28': asNumbered, '7': nodeCount - 2, '2': 2 };
    },
  ],
  why_explicit_steps_explode: [
    async (s) => {
      const { modes } = await s.page.client.request('modes', { count: 3 });
      const period = 1 / modes[0]!.frequency;
      expect(await s.growth(1)).toBeCloseTo(1, 2);
      return { '1': s.info.masses[1]!, '100': (await s.spring(0)).stiffness, '0.1': s.info.drawn[3]! - 1, '0.6283': period, '10': (2 * Math.PI) / period, '2': 2 };
    },
    async (s, again) => {
      const step = await s.growth(0.01);
      const second = await again();
      const growth = await second.growth(1);
      return { '2': 2, '10': 1000 * s.info.simulation.timeStep, '1.01': step, '1': 1, '100': 1 / s.info.simulation.timeStep, '2.70': growth };
    },
    async (s, again) => {
      await s.simulate({ timeStep: 0.005 });
      const half = await s.growth(1);
      return { '5': 1000 * s.info.simulation.timeStep, '1': 1, '1.65': half, '2.70': await (await again()).growth(1) };
    },
    async (s) => {
      const limit = await s.stable();
      await s.simulate({ timeStep: 0.99 * limit });
      await s.run(20);
      expect(s.page.of('blowUp')).toEqual([]);
      await s.page.client.request('rewind', {});
      await s.simulate({ timeStep: 1.02 * limit });
      await s.run(60);
      expect(s.page.of('blowUp').length).toBe(1);
      return { '0.2': limit, '2': 2 };
    },
    async (s) => {
      const before = await s.stable();
      const { springCount } = s.info, k = (await s.spring(0)).stiffness, last = s.info.springCount - 1;
      await s.set({ stiff: 100_000 });
      const after = await s.stable();
      expect(before / after).toBeGreaterThan(6);
      expect(before / after).toBeLessThan(10);
      return { '12': springCount, '1000': k, '0.1': s.info.masses[1]!, '100': (await s.spring(last)).stiffness / k, '10.1': 1000 * before, '1.4': 1000 * after };
    },
    async (s, again) => {
      const ends: Record<string, boolean> = {};
      for (const integrator of ['explicit_euler', 'symplectic_euler', 'velocity_verlet', 'implicit_euler'] as const) {
        const student = await again();
        await student.simulate({ integrator });
        await student.run(8);
        ends[integrator] = student.page.of('blowUp').length === 0;
      }
      expect(ends).toEqual({ explicit_euler: false, symplectic_euler: true, velocity_verlet: true, implicit_euler: true });
      return { '5': 1000 * s.info.simulation.timeStep };
    },
  ],
  damping_and_implicit_steps: [
    async (s) => {
      await s.set({ c: 2 });
      expect(await s.growth(2)).toBeCloseTo(1, 3);
      const { energies, times } = await s.history();
      expect(energies[(times.length - 1) * WIDTH + DISSIPATED]!).toBeGreaterThan(0.9 * energies[TOTAL]!);
      return { '2': s.info.parameters[0]!.value! };
    },
    async (s, again) => {
      const lowest = async (c: number): Promise<number> => {
        const student = await again();
        await student.set({ c });
        await student.run(1);
        const { probes } = await student.history();
        return Math.min(...probes) - 1;
      };
      const at10 = await lowest(10);
      expect(await lowest(20)).toBeGreaterThan(-1e-6);
      expect(await lowest(19)).toBeLessThan(-1e-6);
      const k = (await s.spring(0)).stiffness, mass = s.info.masses[1]!;
      return { '1': mass, '100': k, '20': 2 * Math.sqrt(k * mass), '10': 10, '16': (-100 * at10) / 0.1, '2': 2 };
    },
    async (_, again) => {
      const lost = async (drag: number): Promise<number> => {
        const student = await again();
        await student.set({ drag });
        await student.run(4);
        const { energies, times } = await student.history();
        // Of what it has above its lowest point.
        const swing = 9.81 * (1 - Math.sqrt(3) / 2);
        return energies[(times.length - 1) * WIDTH + kinds('dissipated')]! / swing;
      };
      expect(await lost(0)).toBeLessThan(0.02);
      expect(await lost(0)).toBeGreaterThan(0);
      expect(await lost(0.5)).toBeGreaterThan(0.5);
      return { '4': 4, '0.5': 0.5, '1': 1, '2': 2 };
    },
    async (s, again) => {
      const step = 1 / (await s.growth(0.05)), left = await (await again()).growth(1);
      return { '1': 1, '50': 1000 * s.info.simulation.timeStep, '1.25': step, '20': 1 / s.info.simulation.timeStep, '1.15': 100 * left };
    },
    async (s, again) => {
      const kept: Record<string, number> = {};
      for (const integrator of ['implicit_midpoint', 'linearly_implicit_euler', 'bdf2'] as const) {
        const student = await again();
        await student.simulate({ integrator });
        kept[integrator] = await student.growth(1);
      }
      expect(kept['implicit_midpoint']).toBeCloseTo(1, 9);
      expect(kept['linearly_implicit_euler']).toBeLessThan(0.5);
      expect(kept['bdf2']).toBeLessThan(0.9);
      return { '50': 1000 * s.info.simulation.timeStep, '1': 1 };
    },
    async (s) => {
      const h = s.info.simulation.timeStep, { along } = await s.spring(0), mass = s.info.masses[1]!;
      // The engine's own step: v = h F / (m + h² k), here from rest.
      const force = (await s.node(1)).sum[0];
      await s.run(h);
      expect((await s.node(1)).velocity[0]).toBeCloseTo((h * force) / (mass + h * h * along), 12);
      return { '50': 1000 * h, '1': mass, '100': along, '1.25': mass + h * h * along, '0.05': h, '0.75': mass - h * h * along };
    },
  ],
  cloth_plastic_broken: [
    async (s) => ({ '0.5': s.info.totalMass, '25': s.info.nodeCount, '0.02': s.info.masses[12]! }),
    async (s) => {
      const before = await s.rest();
      await s.page.client.request('edit', { operations: [{ op: 'addSpring', ends: [1, 3] }] });
      expect((await s.rest()).freeMotions!.mechanism).toBe(0);
      expect([s.info.drawn[3], s.info.drawn[4], s.info.drawn[9], s.info.drawn[10]]).toEqual([1, 0, 0, 1]);
      return { '1': before.freeMotions!.mechanism, '3': 3 };
    },
    async (s) => {
      const EA = (await s.spring(0)).axialStiffness!, { yield: yields } = await s.spring(0);
      await s.run(1);
      const { length: l, tension } = await s.spring(3);
      // What is longer than its force explains is longer for good.
      const free = l / 0.25 - 1 - tension / EA;
      expect(s.events).toContain('yield');
      await s.run(1);
      const back = (await s.spring(0)).tension;
      return { '1': 100 * yields!.strain!, '100': EA * yields!.strain!, '3': 3, '120': tension, '300': EA * 0.03, '0.1': yields!.hardening, '10': EA / 1000, '2': 2, '1.8': 100 * free, '0': back };
    },
    async (s) => {
      await s.rest();
      const [high, low] = [await s.spring(0), await s.spring(4)];
      return { '1': s.info.masses[1]!, '49.05': high.tension, '9.81': low.tension };
    },
    async (s, again) => {
      await s.run(1);
      expect(s.events).toContain('break');
      const strong = await again();
      await strong.set({ strength: 40 });
      const rest = await strong.rest(), still = rest.largestTension!.value;
      const swung = await again();
      await swung.set({ strength: 40 });
      await swung.run(1);
      const { probes } = await swung.history();
      return { '1': s.info.masses[1]!, '15': s.info.parameters[0]!.value!, '9.81': still, '19.62': Math.max(...probes), '2': Math.max(...probes) / still };
    },
    async (s) => {
      await s.run(0.6);
      expect(s.events).toContain('contact');
      const n = s.info.nodeCount;
      return { '25': n, '0.02': s.info.masses[0]!, '9.81': -s.info.gravity[2], '4.905': -s.info.totalMass * s.info.gravity[2] };
    },
  ],
};

/** As far as a number is printed: half a unit of its last digit. */
const printedTo = (text: string): number => {
  const [mantissa, exponent] = text.split('e');
  return 0.5001 * 10 ** (Number(exponent ?? 0) - (mantissa!.split('.')[1]?.length ?? 0));
};

const numbersOf = ({ text, ask, task, reveal }: LessonStep): string[] => {
  const question = ask?.kind === 'choice' ? ask.choices : ask?.kind === 'number' ? [String(ask.number)] : [];
  return [...new Set([text, task, reveal, ...question].join(' ').match(/(?<![A-Za-z\d])\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? [])].sort();
};

describe.each([...lessons])('%s', (name, lesson) => {
  it('names examples that exist, and each step gives the student something to do', () => {
    for (const step of lesson.steps) {
      if (typeof step.scene === 'string') expect(cards.map(({ id }) => `example:${id}`)).toContain(step.scene);
      expect(step.task, step.text).not.toBe('');
      expect(step.reveal, step.text).not.toBe('');
    }
    expect(lesson.steps.filter(({ ask }) => ask).length).toBeGreaterThanOrEqual(5);
    expect(lesson.line).not.toBe('');
  });

  it.each(lesson.steps.map((step, i) => [i + 1, step] as const))('step %i: its numbers are the engine\'s', async (number, step) => {
    const again = (): Promise<Student> => Student.at(lesson, number - 1);
    const computed = await claims[name]![number - 1]!(await again(), again);
    for (const text of numbersOf(step)) {
      expect(Object.keys(computed), `“${text}” is claimed by nobody`).toContain(text);
      expect(Math.abs(computed[text]! - Number(text)), `${text} is ${computed[text]}`).toBeLessThanOrEqual(printedTo(text));
    }
    if (step.ask?.kind === 'number') expect(Math.abs(computed[String(step.ask.number)]! - step.ask.number)).toBeLessThanOrEqual(step.ask.within + 1e-9);
  });

  it.each(lesson.steps.flatMap((step, i) => (step.ask?.kind === 'sketch' ? [[i + 1, step] as const] : [])))('step %i: the curve goes where the text says', async (number, step) => {
    const page = new Page(module);
    const curve = (await energyCurve(page.client, lesson, number - 1, async (id) => exampleText(id)))!;
    expect(trendOf(curve)).toBe(/^It (rises|falls|stays)/.exec(step.reveal)![1]);
    expect(isRight(step.ask!, curve.map((y) => Math.round(y)), curve)).toBe(true);
  });
});

it('there are five lessons in the gallery', () => {
  expect([...lessons.keys()].sort()).toEqual(Object.keys(claims).sort());
  expect(lessons.size).toBe(5);
});
