// A lesson: steps with a text, a scene to open, things to do, and a question that is answered before it is explained.

/** Things that a step may do, by the names of commands. */
export const LESSON_ACTS = ['play', 'rest', 'live', 'home', 'compare', 'compareSteps', 'equations', 'modes', 'fit', 'top', 'front', 'side', 'free', 'arrows'] as const;
export type LessonAct = (typeof LESSON_ACTS)[number];

/** Panels that a step may leave on the screen; one that names none shows all. */
export const LESSON_PANELS = ['side', 'deck', 'tools', 'legend'] as const;
export type LessonPanel = (typeof LESSON_PANELS)[number];

export interface LessonStep {
  text: string;
  /** "example:02_hanging_chain", or a whole scene; empty: the one that is open. */
  scene: string | object | null;
  acts: LessonAct[];
  show: LessonPanel[] | null;
  ask: { choices: string[]; answer: number } | null;
  reveal: string;
}

export interface Lesson {
  title: string;
  line: string;
  steps: LessonStep[];
}

/** Whether a text claims to be a lesson. */
export const isLesson = (text: string): boolean => /^\s*\{\s*"tensio_lesson"\s*:/.test(text);

/** Reads a lesson; gives it, or what is wrong in a sentence. */
export function readLesson(text: string): Lesson | string {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return `The lesson is not JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
  if (!isObject(data) || data['tensio_lesson'] !== 1) return 'A lesson begins with "tensio_lesson": 1.';
  const { steps } = data;
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > 100) return 'A lesson has 1 to 100 steps.';
  const result: LessonStep[] = [];
  for (const [i, step] of steps.entries()) {
    const read = readStep(step);
    if (typeof read === 'string') return `Step ${i + 1}: ${read}`;
    result.push(read);
  }
  return { title: string(data['title']) || 'Lesson', line: string(data['line']), steps: result };
}

function readStep(step: unknown): LessonStep | string {
  if (!isObject(step)) return 'it is not an object.';
  const known = ['text', 'scene', 'do', 'show', 'ask', 'reveal'];
  const odd = Object.keys(step).find((key) => !known.includes(key));
  if (odd !== undefined) return `"${odd}" is not known; a step has ${known.join(', ')}.`;
  if (!string(step['text'])) return 'it has no text.';
  const { scene = null, do: acts = [], show = null, ask = null } = step;
  if (scene !== null && !isObject(scene) && !(typeof scene === 'string' && /^example:[\w-]+$/.test(scene))) return '"scene" is a scene, or "example:" with the name of one.';
  if (!isList(acts, LESSON_ACTS)) return `"do" names some of ${LESSON_ACTS.join(', ')}.`;
  if (show !== null && !isList(show, LESSON_PANELS)) return `"show" names some of ${LESSON_PANELS.join(', ')}.`;
  let question: LessonStep['ask'] = null;
  if (ask !== null) {
    if (!isObject(ask) || !Array.isArray(ask['choices']) || ask['choices'].length < 2 || ask['choices'].length > 6 || !ask['choices'].every((choice) => typeof choice === 'string')) return '"ask" has 2 to 6 "choices".';
    const answer = ask['answer'];
    if (typeof answer !== 'number' || !Number.isInteger(answer) || answer < 0 || answer >= ask['choices'].length) return '"answer" is the number of a choice, from 0.';
    question = { choices: ask['choices'] as string[], answer };
  }
  return { text: string(step['text']), scene: scene as LessonStep['scene'], acts: [...acts], show: show === null ? null : [...show], ask: question, reveal: string(step['reveal']) };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const string = (value: unknown): string => (typeof value === 'string' ? value : '');
const isList = <T extends string>(value: unknown, names: readonly T[]): value is T[] => Array.isArray(value) && value.every((one) => (names as readonly unknown[]).includes(one));

// ---- answers, as the end of a link: "#a=" with the name of the lesson and a digit for each step, "-" where there is none ----

const MARK = 'a=';

export const answersLink = (address: string, name: string, answers: readonly (number | null)[]): string =>
  `${address.split('#')[0]}#${MARK}${encodeURIComponent(name)}.${answers.map((answer) => (answer === null ? '-' : String(answer))).join('')}`;

export function readAnswers(hash: string): { name: string; answers: (number | null)[] } | null {
  const match = /^#?a=([\w%-]+)\.([0-5-]{1,100})$/.exec(hash);
  return match ? { name: decodeURIComponent(match[1]!), answers: [...match[2]!].map((sign) => (sign === '-' ? null : Number(sign))) } : null;
}
