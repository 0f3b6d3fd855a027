// Answers to a lesson, and lessons themselves, in links: "#l=" and a lesson, "a=" and answers, packed as scenes are.
import { decodeScene, encodeScene } from '../app/share_link';
import { type Ask, type Lesson, LARGEST_LESSON } from './format';

/** To one question: the number of a choice, a number, the heights of a sketch from 0 to 100; null: none was given. */
export type Given = number | number[] | null;

export interface Answers {
  /** Name of the lesson, where the page or its site has it; else empty. */
  lesson: string;
  /** Who answered, as they wrote it. */
  who: string;
  given: Given[];
}

/** Heights of a sketch, from its left to its right. */
export const SKETCH_POINTS = 25;
/** A sketch's height at the start, and that of the middle line. */
export const SKETCH_MIDDLE = 50;
const LONGEST_NAME = 200;
const LARGEST_ANSWERS = 100_000;

/** The part of the page's address behind "#" that begins with this mark; null where there is none. */
export function hashPart(hash: string, mark: string): string | null {
  return hash.replace(/^#/, '').split('&').find((part) => part.startsWith(`${mark}=`))?.slice(mark.length + 1) ?? null;
}

/** The page's address for a lesson: by its name, or with its text in the link where it has none. */
export async function lessonLink(address: string, name: string, text: string): Promise<string> {
  const url = new URL(address);
  url.hash = '';
  for (const other of ['example', 'scene', 'lesson', 'embed']) url.searchParams.delete(other);
  if (name) url.searchParams.set('lesson', name);
  return name ? url.href : `${url.href}#l=${await encodeScene(text)}`;
}

export async function answersLink(address: string, text: string, answers: Answers): Promise<string> {
  const link = await lessonLink(address, answers.lesson, text);
  const packed = await encodeScene(JSON.stringify({ l: answers.lesson, n: answers.who.slice(0, LONGEST_NAME), a: answers.given }));
  return `${link}${link.includes('#') ? '&' : '#'}a=${packed}`;
}

export async function decodeLesson(code: string): Promise<string | null> {
  const text = await decodeScene(code);
  return text !== null && text.length <= LARGEST_LESSON ? text : null;
}

/** Answers as they were packed; null where they are not. Whether they fit a lesson says `fitting`. */
export async function decodeAnswers(code: string): Promise<Answers | null> {
  const text = await decodeScene(code);
  if (text === null || text.length > LARGEST_ANSWERS) return null;
  try {
    const data = JSON.parse(text) as { l?: unknown; n?: unknown; a?: unknown };
    if (typeof data !== 'object' || data === null || !Array.isArray(data.a) || typeof data.l !== 'string' || typeof data.n !== 'string') return null;
    return { lesson: data.l.slice(0, LONGEST_NAME), who: data.n.slice(0, LONGEST_NAME), given: data.a.map(asGiven) };
  } catch {
    return null;
  }
}

function asGiven(value: unknown): Given {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const isSketch = Array.isArray(value) && value.length === SKETCH_POINTS && value.every((y) => typeof y === 'number' && y >= 0 && y <= 100);
  return isSketch ? (value as number[]) : null;
}

/** One for each step of the lesson; what does not answer its question is taken as none. */
export function fitting(lesson: Lesson, answers: Answers): Given[] {
  return lesson.steps.map(({ ask }, i) => {
    const given = answers.given[i] ?? null;
    return ask && given !== null && answersKind(ask, given) ? given : null;
  });
}

function answersKind(ask: Ask, given: number | number[]): boolean {
  if (ask.kind === 'sketch') return Array.isArray(given);
  if (typeof given !== 'number') return false;
  return ask.kind === 'number' || (Number.isInteger(given) && given >= 0 && given < ask.choices.length);
}

export type Trend = 'rises' | 'stays' | 'falls';

/** Where a curve goes, from heights of which `middle` is its start: by its end, in parts of half the height. */
export function trendOf(heights: readonly number[], middle = SKETCH_MIDDLE): Trend {
  const tail = heights.slice(-Math.max(1, Math.round(heights.length / 5)));
  const end = (tail.reduce((sum, y) => sum + y, 0) / tail.length - middle) / middle;
  return end > 0.2 ? 'rises' : end < -0.2 ? 'falls' : 'stays';
}

/** Whether an answer is right; a sketch is judged beside the curve as the engine computes it, or not at all where that is
 *  not known. */
export function isRight(ask: Ask, given: Given, curve: readonly number[] | null = null): boolean | null {
  if (given === null) return null;
  if (ask.kind === 'choice') return given === ask.answer;
  if (ask.kind === 'number') return typeof given === 'number' && Math.abs(given - ask.number) <= ask.within * (1 + 1e-12);
  return curve && Array.isArray(given) ? trendOf(given) === trendOf(curve) : null;
}
