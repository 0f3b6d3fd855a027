// A student's code in a worker of its own: what is put around it there, and the questions it answers. Nothing here reaches the
// page: these functions travel as text.

/** What is written: a force, a block, or a step of a method. */
export const KINDS = ['force', 'block', 'explicit_euler', 'symplectic_euler', 'velocity_verlet', 'rk4', 'linearly_implicit_euler'] as const;
export type Kind = (typeof KINDS)[number];
/** The function that is looked for. */
export const functionOf = (kind: Kind): string => (kind === 'force' || kind === 'block' ? kind : 'step');

export interface SpringCase {
  a: ArrayLike<number>;
  b: ArrayLike<number>;
  k: number;
  l0: number;
}

/** A net as numbers. `coordinate`: the places in `position` that can move; x, v and mass are in their order. */
export interface StudentNet {
  dimension: number;
  h: number;
  x: ArrayLike<number>;
  v: ArrayLike<number>;
  mass: ArrayLike<number>;
  position: ArrayLike<number>;
  ends: ArrayLike<number>;
  stiffness: ArrayLike<number>;
  restLength: ArrayLike<number>;
  gravity: ArrayLike<number>;
  coordinate: ArrayLike<number>;
  /** Of each coordinate that can move; left out: its mass. */
  weight?: ArrayLike<number>;
  /** Constant force on each coordinate that can move. */
  load?: ArrayLike<number>;
  /** 0 linear, 1 cable (no force when shorter), 2 strut (none when longer); all linear where it is left out. */
  law?: ArrayLike<number>;
  damping?: ArrayLike<number>;
  drag?: number;
}

export type Ask =
  | { id: number; kind: 'force' | 'block'; cases: SpringCase[] }
  | { id: number; kind: 'step'; cases: StudentNet[] }
  | { id: number; begin: StudentNet; by: 'force' | 'block' | 'step' }
  | { id: number; advance: number };

export interface Both {
  x: number[];
  v: number[];
}
export interface StudentError {
  message: string;
  /** From 1; 0 where it is not known. */
  line: number;
}
export type Told =
  | { alive: true }
  | { read: true }
  | { begun: number }
  | { id: number; answers: number[][] | Both[] }
  | { id: number; x: number[]; v: number[] }
  | { id: number; error: StudentError };

/** Equations A x = b, by elimination; students may use it. In one line of text, so that lines of errors are the student's. */
function solve(A: ArrayLike<ArrayLike<number>>, b: ArrayLike<number>): number[] {
  const n = b.length, rows = Array.from(A, (row, i) => [...Array.from(row), b[i]!]);
  for (let c = 0; c < n; c += 1) {
    let best = c;
    for (let r = c + 1; r < n; r += 1) if (Math.abs(rows[r]![c]!) > Math.abs(rows[best]![c]!)) best = r;
    const swap = rows[c]!; rows[c] = rows[best]!; rows[best] = swap;
    for (let r = c + 1; r < n; r += 1) {
      const factor = rows[r]![c]! / rows[c]![c]!;
      if (factor !== 0) for (let k = c; k <= n; k += 1) rows[r]![k]! -= factor * rows[c]![k]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let r = n - 1; r >= 0; r -= 1) {
    let sum = rows[r]![n]!;
    for (let k = r + 1; k < n; k += 1) sum -= rows[r]![k]! * x[k]!;
    x[r] = sum / rows[r]![r]!;
  }
  return x;
}

type Functions = { force?: unknown; block?: unknown; step?: unknown };
type Scope = { postMessage(told: Told): void; onmessage: ((event: { data: Ask }) => void) | null };

/** Answers the page's questions with the student's functions. It uses nothing but its arguments: only its text travels. */
function serve(scope: Scope, functions: Functions, linesBefore: number, solveIt: typeof solve): void {
  const post = scope.postMessage.bind(scope);
  type State = { net: StudentNet; x: number[]; v: number[]; by: string };
  let state: State | null = null;

  const named = (name: keyof Functions): ((...given: unknown[]) => unknown) => {
    const found = functions[name];
    if (typeof found !== 'function') throw new Error(`there is no function ${name}: begin with "function ${name}("`);
    return found as (...given: unknown[]) => unknown;
  };
  const isList = (value: unknown): value is ArrayLike<unknown> => Array.isArray(value) || ArrayBuffer.isView(value);
  const flat = (answer: unknown, name: string): number[] => {
    if (answer === undefined) throw new Error(`${name} returned nothing: end it with return`);
    if (!isList(answer)) return [typeof answer === 'number' ? answer : NaN];
    const all: number[] = [];
    for (let i = 0; i < answer.length; i += 1) {
      const one = answer[i];
      if (isList(one)) for (let j = 0; j < one.length; j += 1) all.push(typeof one[j] === 'number' ? (one[j] as number) : NaN);
      else all.push(typeof one === 'number' ? one : NaN);
    }
    return all;
  };

  // Where every node is and how fast, from the coordinates that can move.
  const whole = (net: StudentNet, values: ArrayLike<number>, base: ArrayLike<number> | null): number[] => {
    const all = base ? Array.from(base) : new Array<number>(net.position.length).fill(0);
    for (let i = 0; i < net.coordinate.length; i += 1) all[net.coordinate[i]!] = values[i]!;
    return all;
  };
  const moving = (net: StudentNet, all: ArrayLike<number>): number[] => Array.from(net.coordinate, (at) => all[at]!);
  const active = (net: StudentNet, s: number, l: number): boolean => {
    const law = net.law ? net.law[s] : 0;
    return !(law === 1 && l < net.restLength[s]!) && !(law === 2 && l > net.restLength[s]!);
  };
  const forcesOf = (net: StudentNet, x: ArrayLike<number>, v: ArrayLike<number>, own: ((a: number[], b: number[], k: number, l0: number) => number[]) | null): number[] => {
    const d = net.dimension, at = whole(net, x, net.position), speed = whole(net, v, null);
    const sum = new Array<number>(at.length).fill(0);
    for (let s = 0; s < net.stiffness.length; s += 1) {
      const a = net.ends[2 * s]! * d, b = net.ends[2 * s + 1]! * d;
      let square = 0, rate = 0;
      for (let i = 0; i < d; i += 1) square += (at[b + i]! - at[a + i]!) ** 2;
      const l = Math.sqrt(square);
      for (let i = 0; i < d; i += 1) rate += (speed[b + i]! - speed[a + i]!) * (at[b + i]! - at[a + i]!);
      const on = active(net, s, l);
      const dashpot = l > 0 && net.damping ? (net.damping[s]! * rate) / l : 0;
      const pull = on && !own ? net.stiffness[s]! * (l - net.restLength[s]!) : 0;
      const theirs = on && own ? own(at.slice(a, a + d), at.slice(b, b + d), net.stiffness[s]!, net.restLength[s]!) : null;
      for (let i = 0; i < d; i += 1) {
        const n = l > 0 ? (at[b + i]! - at[a + i]!) / l : 0;
        const force = (theirs ? theirs[i]! : pull * n) + dashpot * n;
        sum[a + i]! += force;
        sum[b + i]! -= force;
      }
    }
    return moving(net, sum).map((force, i) => force + (net.weight ? net.weight[i]! : net.mass[i]!) * net.gravity[net.coordinate[i]! % d]!
      + (net.load ? net.load[i]! : 0) - (net.drag ?? 0) * net.mass[i]! * v[i]!);
  };
  // df/dx by rows; of springs alone, from the student's block where there is one.
  const stiffnessOf = (net: StudentNet, x: ArrayLike<number>, own: ((a: number[], b: number[], k: number, l0: number) => number[]) | null): number[][] => {
    const d = net.dimension, at = whole(net, x, net.position), n = net.coordinate.length;
    const place = new Map<number, number>();
    for (let i = 0; i < n; i += 1) place.set(net.coordinate[i]!, i);
    const K = Array.from({ length: n }, () => new Array<number>(n).fill(0));
    for (let s = 0; s < net.stiffness.length; s += 1) {
      const nodes = [net.ends[2 * s]! * d, net.ends[2 * s + 1]! * d] as const;
      const a = at.slice(nodes[0], nodes[0] + d), b = at.slice(nodes[1], nodes[1] + d);
      let square = 0;
      for (let i = 0; i < d; i += 1) square += (b[i]! - a[i]!) ** 2;
      const l = Math.sqrt(square);
      if (!active(net, s, l) || l === 0) continue;
      const k = net.stiffness[s]!, ratio = net.restLength[s]! / l;
      const block = own ? own(a, b, k, net.restLength[s]!) : null;
      for (let i = 0; i < d; i += 1) for (let j = 0; j < d; j += 1) {
        const entry = block ? block[i * d + j]! : k * ((i === j ? 1 - ratio : 0) + (ratio * (b[i]! - a[i]!) * (b[j]! - a[j]!)) / square);
        for (const row of [0, 1]) for (const column of [0, 1]) {
          const r = place.get(nodes[row]! + i), c = place.get(nodes[column]! + j);
          if (r !== undefined && c !== undefined) K[r]![c]! += row === column ? -entry : entry;
        }
      }
    }
    return K;
  };

  // One step as the student takes it: from what is returned, or from x and v where these were changed.
  const taken = (net: StudentNet, x0: ArrayLike<number>, v0: ArrayLike<number>): { x: number[]; v: number[] } => {
    const x = Array.from(x0), v = Array.from(v0);
    const list = (value: unknown, what: string): ArrayLike<number> => {
      if (value === undefined) return what === 'x' ? x : v;
      if (!isList(value) || value.length !== net.coordinate.length) throw new Error(`${what} must be a list of ${net.coordinate.length} numbers here, one for each coordinate`);
      return value as ArrayLike<number>;
    };
    const forces = (at?: unknown, speed?: unknown): number[] => forcesOf(net, list(at, 'x'), list(speed, 'v'), null);
    const stiffness = (at?: unknown): number[][] => stiffnessOf(net, list(at, 'x'), null);
    const answer = named('step')(x, v, forces, Array.from(net.mass), net.h, stiffness, Array.from(net.coordinate, (at) => at % net.dimension)) as { x?: unknown; v?: unknown } | unknown[] | undefined;
    if (answer === undefined || answer === null) return { x, v };
    if (isList(answer) && answer.length === 2 && isList(answer[0])) return { x: flat(answer[0], 'x'), v: flat(answer[1], 'v') };
    if (typeof answer === 'object' && !isList(answer) && ('x' in answer || 'v' in answer)) return { x: flat(answer.x ?? x, 'x'), v: flat(answer.v ?? v, 'v') };
    throw new Error('step returned something else than [x, v]: end it with return [x, v]');
  };
  const plus = (a: number[], factor: number, b: number[]): number[] => a.map((value, i) => value + factor * b[i]!);
  const advance = (now: State): void => {
    const { net, by } = now;
    if (by === 'step') {
      const next = taken(net, now.x, now.v);
      now.x = next.x;
      now.v = next.v;
      return;
    }
    const theirs = by === 'force' || by === 'block' ? named(by) : null;
    const own = theirs && ((a: number[], b: number[], k: number, l0: number) => flat(theirs(a, b, k, l0), by));
    const f = forcesOf(net, now.x, now.v, by === 'force' ? own : null);
    if (by === 'force') now.v = plus(now.v, net.h, f.map((force, i) => force / net.mass[i]!));
    else {
      const K = stiffnessOf(net, now.x, own);
      const A = K.map((row, i) => row.map((entry, j) => (i === j ? net.mass[i]! : 0) - net.h * net.h * entry));
      now.v = solveIt(A, now.v.map((value, i) => net.mass[i]! * value + net.h * f[i]!));
    }
    now.x = plus(now.x, net.h, now.v);
  };

  const lineOf = (error: unknown): number => {
    const stack = error instanceof Error ? String(error.stack) : '';
    const found = /(?:blob:|student\.js)[^\s)]*?:(\d+):\d+/.exec(stack);
    return found ? Math.max(0, Number(found[1]) - linesBefore) : 0;
  };
  scope.onmessage = ({ data }) => {
    post({ begun: data.id });
    try {
      if ('begin' in data) {
        state = { net: data.begin, x: Array.from(data.begin.x), v: Array.from(data.begin.v), by: data.by };
        post({ id: data.id, x: state.x, v: state.v });
      } else if ('advance' in data) {
        if (!state) throw new Error('nothing was begun');
        for (let i = 0; i < data.advance; i += 1) advance(state);
        post({ id: data.id, x: state.x, v: state.v });
      } else if (data.kind === 'step') post({ id: data.id, answers: data.cases.map((net) => taken(net, net.x, net.v)) });
      else {
        const own = named(data.kind);
        post({ id: data.id, answers: data.cases.map(({ a, b, k, l0 }) => flat(own(Array.from(a), Array.from(b), k, l0), data.kind as string)) });
      }
    } catch (error) {
      post({ id: data.id, error: { message: error instanceof Error ? error.message : String(error), line: lineOf(error) } });
    }
  };
  post({ read: true });
}

/** Lines that stand before the student's first one. */
export const LINES_BEFORE = 1;

/** The script of the worker: the student's code between two lines of ours. */
export function workerText(source: string): string {
  const names = ['force', 'block', 'step'].map((name) => `${name}: typeof ${name} === 'function' ? ${name} : undefined`).join(', ');
  const inOneLine = solve.toString().replace(/\s*\n\s*/g, ' ');
  return `'use strict'; self.solve = ${inOneLine}; postMessage({ alive: true });\n${source}\n;(${serve.toString()})(self, { ${names} }, ${LINES_BEFORE}, self.solve);\n`;
}
