// Whether a step's task is done: what the page shows, against what the step asks for.
import type { Integrator, Method } from '../protocol';
import type { Range, Until } from './format';

/** What a task may ask about. */
export interface Facts {
  nodes: number;
  chosenNodes: number;
  chosenSprings: number;
  pulling: boolean;
  time: number;
  /** Compare's clock; null where Compare is closed. */
  compare: number | null;
  blown: boolean;
  events: readonly string[];
  /** The method of the last solve that has converged. */
  rest: Method | null;
  fixed: ArrayLike<number>;
  springs: number;
  timeStep: number;
  integrator: Integrator;
  parameter: (name: string) => number | null;
  tab: string;
  equations: boolean;
  writing: boolean;
}

/** A task since its step was opened. What has once happened counts, also where it is over. */
export class Task {
  done = false;
  private readonly seen = new Set<keyof Until>();
  private from: number;

  constructor(private readonly until: Until, start: number) {
    this.from = start;
  }

  /** True from the moment on at which all has become true. */
  check(facts: Facts): boolean {
    // Time that was set back begins again.
    this.from = Math.min(this.from, facts.time);
    for (const key of Object.keys(this.until) as (keyof Until)[]) if (this.holds(key, facts)) this.seen.add(key);
    // Settings hold now; the others have happened.
    const settings: (keyof Until)[] = ['fixed', 'free', 'springs', 'timeStep', 'integrator', 'parameter', 'equations'];
    this.done ||= (Object.keys(this.until) as (keyof Until)[]).every((key) => (settings.includes(key) ? this.holds(key, facts) : this.seen.has(key)));
    return this.done;
  }

  private holds(key: keyof Until, facts: Facts): boolean {
    const { until } = this;
    switch (key) {
      case 'chosen': return (until.chosen === 'node' ? facts.chosenNodes : facts.chosenSprings) > 0;
      case 'pulled': return facts.pulling;
      case 'time': return facts.time - this.from >= until.time! - 1e-9;
      case 'compare': return facts.compare !== null && facts.compare >= until.compare! - 1e-9;
      case 'blown': return facts.blown;
      case 'event': return facts.events.includes(until.event!);
      case 'rest': return until.rest === true ? facts.rest !== null : facts.rest === until.rest;
      case 'fixed': return (facts.fixed[until.fixed!] ?? 0) !== 0;
      case 'free': return until.free! < facts.nodes && (facts.fixed[until.free!] ?? 0) === 0;
      case 'springs': return within(facts.springs, until.springs!);
      case 'timeStep': return within(facts.timeStep, until.timeStep!);
      case 'integrator': return facts.integrator === until.integrator;
      case 'parameter': return within(facts.parameter(until.parameter!.name) ?? NaN, until.parameter!);
      case 'tab': return facts.tab === until.tab;
      case 'equations': return facts.equations;
      case 'opened': return facts.writing;
    }
  }
}

const within = (value: number, { above, below }: Range): boolean => value > above && value < below;
