// The format of a lesson (lesson.json): what a step may have, and what is wrong with one, with line and column. The fields
// are described in docs/lessons.md and schema/lesson.schema.json.
import { ARROWS, INTEGRATORS, METHODS, QUANTITIES, type Integrator, type Method, type Problem } from '../protocol';
import { type Item, Misplaced, readJson } from './json';

/** Graphs of the deck. */
const TABS = ['energy', 'probes', 'phase', 'modes', 'residual', 'matrix', 'table'] as const;

/** Things that a step may do: commands of the page that change what is shown, none that saves or sends. */
export const ACTS = [
  'play', 'rest', 'live', 'home', 'compare', 'compareSteps', 'equations', 'write', 'fit', 'top', 'front', 'side', 'free', 'slow',
  ...TABS, ...METHODS.map((name) => `solve.${name}`), ...QUANTITIES.map((name) => `colour.${name}`), ...ARROWS.map((name) => `arrows.${name}`),
] as const;

/** Panels that a step may leave on the screen; one that names none shows all. */
export const PANELS = ['side', 'deck', 'tools', 'legend'] as const;
export type Panel = (typeof PANELS)[number];

/** A range with at least one end. */
export interface Range {
  above: number;
  below: number;
}

/** What has to be true, all of it, for a task to be done. */
export interface Until {
  chosen?: 'node' | 'spring';
  pulled?: true;
  /** Seconds of the motion since the step was opened, and of Compare's clock. */
  time?: number;
  compare?: number;
  blown?: true;
  event?: 'yield' | 'break' | 'contact';
  rest?: true | Method;
  fixed?: number;
  free?: number;
  springs?: Range;
  timeStep?: Range;
  integrator?: Integrator;
  parameter?: Range & { name: string };
  tab?: (typeof TABS)[number];
  equations?: true;
  opened?: 'write';
}

export type Ask =
  | { kind: 'choice'; choices: string[]; answer: number }
  | { kind: 'number'; number: number; within: number; unit: string }
  /** The curve of the energy that the integrator makes or loses, over these seconds. */
  | { kind: 'sketch'; seconds: number };

export interface LessonStep {
  text: string;
  /** "example:02_hanging_chain", or a whole scene; null: the one that is open. */
  scene: string | object | null;
  set: { integrator?: Integrator; timeStep?: number; parameters: Record<string, number> };
  acts: string[];
  show: Panel[] | null;
  ask: Ask | null;
  task: string;
  until: Until | null;
  reveal: string;
}

export interface Lesson {
  title: string;
  line: string;
  steps: LessonStep[];
}

/** Lessons are texts that people write. */
export const LARGEST_LESSON = 1_000_000;
const MOST_STEPS = 100, LONGEST_TEXT = 2000;

/** Reads a lesson; gives it, or all that is wrong. `file`: its name, for messages. */
export function readLesson(text: string, file: string): Lesson | Problem[] {
  const reader = new Reader(file);
  if (text.length > LARGEST_LESSON) return [reader.problem({ line: 0, column: 0 }, '', '', `A lesson has at most ${LARGEST_LESSON} characters; this has ${text.length}.`)];
  try {
    const lesson = reader.lesson(readJson(text));
    return reader.problems.length > 0 ? reader.problems : lesson;
  } catch (thrown) {
    if (!(thrown instanceof Misplaced)) throw thrown;
    return [reader.problem(thrown, '', '', `The lesson is not JSON: ${thrown.message}`)];
  }
}

/** An object that is being read: its fields, and where it stands. */
interface Open {
  item: Item;
  pointer: string;
  what: string;
}

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

class Reader {
  readonly problems: Problem[] = [];
  private scenes: Record<string, object> = {};

  constructor(private readonly file: string) {}

  problem(place: { line: number; column: number }, pointer: string, value: string, message: string): Problem {
    return { file: this.file, line: place.line, column: place.column, pointer, value: value.slice(0, 200), message };
  }

  private refuse(item: Item, pointer: string, message: string): null {
    this.problems.push(this.problem(item, pointer, JSON.stringify(item.value) ?? '', message));
    return null;
  }

  lesson(item: Item): Lesson {
    const open = this.object(item, '', 'A lesson', ['tensio_lesson', 'title', 'line', 'note', 'scenes', 'steps']);
    if (!open) return { title: '', line: '', steps: [] };
    const version = item.fields!.get('tensio_lesson');
    if (!version) this.refuse(item, '', 'A lesson begins with "tensio_lesson": 1.');
    else if (version.item.value !== 1) this.refuse(version.item, '/tensio_lesson', 'Only lessons of version 1 are read.');
    const scenes = item.fields!.get('scenes')?.item;
    if (scenes && !scenes.fields) this.refuse(scenes, '/scenes', '"scenes" is an object: names, and the scene of each.');
    for (const [name, { item: scene }] of scenes?.fields ?? []) {
      if (name.startsWith('example:')) this.refuse(scene, `/scenes/${name}`, 'Names that begin with "example:" are those of the gallery.');
      else if (!scene.fields) this.refuse(scene, `/scenes/${name}`, 'A scene is an object, with "tensio": 1.');
      else this.scenes[name] = scene.value as object;
    }
    const steps = item.fields!.get('steps')?.item;
    const title = this.text(open, 'title', true), line = this.text(open, 'line', false);
    if (!steps) this.refuse(item, '', 'A lesson has "steps".');
    else if (!steps.items || steps.items.length === 0 || steps.items.length > MOST_STEPS) this.refuse(steps, '/steps', `"steps" is a list of 1 to ${MOST_STEPS} steps.`);
    return { title, line, steps: (steps?.items ?? []).slice(0, MOST_STEPS).map((step, i) => this.step(step, `/steps/${i}`)) };
  }

  private step(item: Item, pointer: string): LessonStep {
    const step: LessonStep = { text: '', scene: null, set: { parameters: {} }, acts: [], show: null, ask: null, task: '', until: null, reveal: '' };
    const open = this.object(item, pointer, 'A step', ['text', 'scene', 'set', 'do', 'show', 'ask', 'task', 'until', 'reveal', 'note']);
    if (!open) return step;
    step.text = this.text(open, 'text', true);
    step.task = this.text(open, 'task', false);
    step.reveal = this.text(open, 'reveal', false);
    step.scene = this.scene(open);
    step.acts = this.names(open, 'do', ACTS) ?? [];
    step.show = this.names(open, 'show', PANELS) as Panel[] | null;
    const set = this.field(open, 'set');
    if (set) step.set = this.set(set, `${pointer}/set`);
    const ask = this.field(open, 'ask');
    if (ask) step.ask = this.ask(ask, `${pointer}/ask`);
    const until = this.field(open, 'until');
    if (until) step.until = this.until(until, `${pointer}/until`);
    if (until && !step.task) this.refuse(item, pointer, 'A step with "until" has a "task" that says what to do.');
    if (step.task && !until) this.refuse(item, pointer, 'A step with a "task" has "until": what is true once it is done.');
    if (ask && !step.reveal) this.refuse(item, pointer, 'A step that asks has a "reveal" for after the answer.');
    return step;
  }

  private scene(open: Open): LessonStep['scene'] {
    const item = this.field(open, 'scene');
    if (!item) return null;
    if (item.fields) return item.value as object;
    const name = item.value;
    if (typeof name === 'string' && Object.hasOwn(this.scenes, name)) return this.scenes[name]!;
    if (typeof name === 'string' && /^example:[\w-]+$/.test(name)) return name;
    const known = Object.keys(this.scenes);
    return this.refuse(item, `${open.pointer}/scene`, `"scene" is a whole scene, a name of "scenes"${known.length > 0 ? ` (${listed(known)})` : ''}, or "example:" with the name of an example.`);
  }

  private set(item: Item, pointer: string): LessonStep['set'] {
    const result: LessonStep['set'] = { parameters: {} };
    const open = this.object(item, pointer, '"set"', ['integrator', 'time_step', 'parameters']);
    if (!open) return result;
    const integrator = this.name(open, 'integrator', INTEGRATORS);
    if (integrator) result.integrator = integrator;
    const step = this.number(open, 'time_step', (value) => value > 0, 'positive, in seconds');
    if (step !== null) result.timeStep = step;
    const parameters = this.field(open, 'parameters');
    if (parameters && !parameters.fields) this.refuse(parameters, `${pointer}/parameters`, '"parameters" is an object: names of the scene\'s parameters, and a number for each.');
    for (const [name, { item: value }] of parameters?.fields ?? [])
      if (typeof value.value === 'number') result.parameters[name] = value.value;
      else this.refuse(value, `${pointer}/parameters/${name}`, `The parameter "${name}" is a number.`);
    return result;
  }

  private ask(item: Item, pointer: string): Ask | null {
    const open = this.object(item, pointer, 'A question', ['choices', 'answer', 'number', 'within', 'unit', 'sketch', 'seconds']);
    if (!open) return null;
    const kinds = ['choices', 'number', 'sketch'].filter((key) => item.fields!.has(key));
    if (kinds.length !== 1) return this.refuse(item, pointer, 'A question has one of "choices", "number" and "sketch".');
    if (kinds[0] === 'choices') {
      this.belongs(open, ['choices', 'answer'], '"choices"');
      const choices = this.field(open, 'choices')!;
      if (!choices.items || choices.items.length < 2 || choices.items.length > 6 || !choices.items.every(({ value }) => typeof value === 'string' && value !== '' && value.length <= 200))
        return this.refuse(choices, `${pointer}/choices`, '"choices" is a list of 2 to 6 texts of up to 200 characters.');
      const answer = this.number(open, 'answer', (value) => Number.isInteger(value) && value >= 0 && value < choices.items!.length, `the number of a choice, from 0 to ${choices.items.length - 1}`, true);
      return answer === null ? null : { kind: 'choice', choices: choices.value as string[], answer };
    }
    if (kinds[0] === 'number') {
      this.belongs(open, ['number', 'within', 'unit'], '"number"');
      const number = this.number(open, 'number', () => true, 'a number', true);
      const within = this.number(open, 'within', (value) => value >= 0, 'how far an answer may be off: not negative', true);
      return number === null || within === null ? null : { kind: 'number', number, within, unit: this.text(open, 'unit', false) };
    }
    this.belongs(open, ['sketch', 'seconds'], '"sketch"');
    if (this.name(open, 'sketch', ['energy']) === null) return null;
    const seconds = this.number(open, 'seconds', (value) => value > 0 && value <= 100, 'how much of the motion is drawn, from 0 to 100', true);
    return seconds === null ? null : { kind: 'sketch', seconds };
  }

  private until(item: Item, pointer: string): Until | null {
    const open = this.object(item, pointer, '"until"', [
      'chosen', 'pulled', 'time', 'compare', 'blown', 'event', 'rest', 'fixed', 'free', 'springs', 'time_step', 'integrator', 'parameter', 'tab', 'equations', 'opened',
    ]);
    if (!open) return null;
    if (item.fields!.size === 0) return this.refuse(item, pointer, '"until" names at least one thing that becomes true.');
    const result: Until = {};
    const keep = <K extends keyof Until>(key: K, value: Until[K] | null): void => {
      if (value !== null) result[key] = value;
    };
    keep('chosen', this.name(open, 'chosen', ['node', 'spring']));
    keep('time', this.number(open, 'time', (value) => value > 0, 'positive, in seconds'));
    keep('compare', this.number(open, 'compare', (value) => value > 0, 'positive, in seconds'));
    keep('event', this.name(open, 'event', ['yield', 'break', 'contact']));
    keep('integrator', this.name(open, 'integrator', INTEGRATORS));
    keep('tab', this.name(open, 'tab', TABS));
    keep('opened', this.name(open, 'opened', ['write']));
    for (const key of ['fixed', 'free'] as const) keep(key, this.number(open, key, (value) => Number.isInteger(value) && value >= 0, 'the number of a node'));
    for (const key of ['pulled', 'blown', 'equations'] as const) {
      const flag = this.field(open, key);
      if (flag && flag.value !== true) this.refuse(flag, `${pointer}/${key}`, `"${key}" is true.`);
      else if (flag) keep(key, true);
    }
    const rest = this.field(open, 'rest');
    if (rest?.value === true) keep('rest', true);
    else if (rest) keep('rest', this.name(open, 'rest', METHODS));
    keep('springs', this.range(open, 'springs'));
    keep('timeStep', this.range(open, 'time_step'));
    const parameter = this.field(open, 'parameter');
    if (parameter) {
      const range = this.range(open, 'parameter', ['name']);
      const name = parameter.fields ? this.text({ item: parameter, pointer: `${pointer}/parameter`, what: '"parameter"' }, 'name', true) : '';
      if (range && name) keep('parameter', { ...range, name });
    }
    return result;
  }

  // ---- fields ----

  private field(open: Open, key: string): Item | null {
    return open.item.fields!.get(key)?.item ?? null;
  }

  /** An object with known keys alone. */
  private object(item: Item, pointer: string, what: string, known: readonly string[]): Open | null {
    if (!item.fields) return this.refuse(item, pointer, `${what} is an object: { ... }.`);
    for (const [name, { key, item: value }] of item.fields) {
      if (known.includes(name)) continue;
      const near = nearest(name, known);
      this.problems.push(this.problem(key, `${pointer}/${name}`, JSON.stringify(value.value) ?? '',
        `"${name}" is not known here${near ? `; did you mean "${near}"?` : '.'} ${what} has ${listed(known)}.`));
    }
    return { item, pointer, what };
  }

  private belongs(open: Open, keys: readonly string[], kind: string): void {
    for (const [name, { item }] of open.item.fields!)
      if (!keys.includes(name) && ['choices', 'answer', 'number', 'within', 'unit', 'sketch', 'seconds'].includes(name))
        this.refuse(item, `${open.pointer}/${name}`, `"${name}" does not go with ${kind}: that has ${listed(keys)}.`);
  }

  private text(open: Open, key: string, needed: boolean): string {
    const item = this.field(open, key);
    if (!item) {
      if (needed) this.refuse(open.item, open.pointer, `${open.what} has a "${key}".`);
      return '';
    }
    if (typeof item.value === 'string' && item.value.length <= LONGEST_TEXT && (item.value !== '' || !needed)) return item.value;
    this.refuse(item, `${open.pointer}/${key}`, `"${key}" is a text of ${needed ? '1' : '0'} to ${LONGEST_TEXT} characters.`);
    return '';
  }

  private number(open: Open, key: string, may: (value: number) => boolean, what: string, needed = false): number | null {
    const item = this.field(open, key);
    if (!item) return needed ? this.refuse(open.item, open.pointer, `${open.what} of this kind has "${key}": ${what}.`) : null;
    if (typeof item.value === 'number' && Number.isFinite(item.value) && may(item.value)) return item.value;
    return this.refuse(item, `${open.pointer}/${key}`, `"${key}" is a number: ${what}.`);
  }

  private name<const T extends string>(open: Open, key: string, names: readonly T[]): T | null {
    const item = this.field(open, key);
    if (!item) return null;
    if ((names as readonly unknown[]).includes(item.value)) return item.value as T;
    return this.refuse(item, `${open.pointer}/${key}`, `"${key}" is one of ${listed(names)}.`);
  }

  private names(open: Open, key: string, names: readonly string[]): string[] | null {
    const item = this.field(open, key);
    if (!item) return null;
    if (!item.items) return this.refuse(item, `${open.pointer}/${key}`, `"${key}" is a list of ${listed(names)}.`);
    return item.items.flatMap((one, i) => {
      if (typeof one.value === 'string' && names.includes(one.value)) return [one.value];
      const near = typeof one.value === 'string' ? nearest(one.value, names) : '';
      this.refuse(one, `${open.pointer}/${key}/${i}`, `${JSON.stringify(one.value)?.slice(0, 60)} is not known in "${key}"${near ? `; did you mean "${near}"?` : '.'} It has ${listed(names)}.`);
      return [];
    });
  }

  private range(open: Open, key: string, others: readonly string[] = []): Range | null {
    const item = this.field(open, key);
    if (!item) return null;
    const inner = this.object(item, `${open.pointer}/${key}`, `"${key}"`, [...others, 'above', 'below']);
    if (!inner) return null;
    const above = this.number(inner, 'above', () => true, 'the range begins there'), below = this.number(inner, 'below', () => true, 'the range ends there');
    if (above === null && below === null) return this.refuse(item, inner.pointer, `"${key}" has "above", "below", or both.`);
    return { above: above ?? -Infinity, below: below ?? Infinity };
  }
}

/** The known name that is nearest to a misspelled one; empty where none is near. */
function nearest(name: string, known: readonly string[]): string {
  let best = '', least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const other of known) {
    const distance = edits(name.toLowerCase().slice(0, 40), other.toLowerCase());
    if (distance < least) least = distance, best = other;
  }
  return best;
}

/** Insertions, deletions and changes of one letter that lead from a to b. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(a[i - 1] !== b[j - 1])));
    row = next;
  }
  return row[b.length]!;
}
