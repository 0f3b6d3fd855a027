// Sheets of a lesson: its link, one's own answers as a link, and what a teacher sees who opens one.
import { el, fill } from '../app/dom';
import { plain } from '../app/numbers';
import { LONGEST_LINK } from '../app/share_link';
import { openOverlay } from '../panels/overlay';
import { copyTo, qrPicture } from '../panels/share';
import { share as shareWords } from '../text/en_share';
import { lesson as words } from '../text/en_lesson';
import { type Answers, answersLink, fitting, type Given, isRight, lessonLink } from './answers';
import { curveFor } from './curves';
import type { Ask, Lesson } from './format';
import { drawSketch } from './sketch';

const field = (link: string, label: string): HTMLInputElement => {
  const input = el('input', { type: 'text', readonly: true, 'aria-label': label });
  input.value = link;
  return input;
};

/** A field with a link and a button that copies it. */
const row = (link: string, label: string): HTMLElement => {
  const button = el('button', { class: 'btn main', type: 'button', text: shareWords.copy, onclick: () => copyTo(button, link) });
  return el('div', { class: 'share-row' }, el('div', { class: 'in' }, field(link, label)), button);
};

export async function openLessonLink(name: string, text: string): Promise<void> {
  const link = await lessonLink(location.href, name, text);
  openOverlay(words.linkTitle, false, true, el('div', { class: 'body share' },
    link.length <= LONGEST_LINK ? row(link, words.linkTitle) : el('p', { class: 'note', text: shareWords.tooLong(link.length) }), qrPicture(link)));
}

/** What was answered, in a table: step, question, answer, right or not. */
function table(lesson: Lesson, given: readonly Given[], curves: readonly (readonly number[] | null)[]): HTMLElement {
  const c = words.columns;
  const rows = lesson.steps.flatMap(({ ask, text }, i) => {
    if (!ask) return [];
    const right = isRight(ask, given[i] ?? null, curves[i] ?? null);
    return [el('tr', {}, el('td', { text: String(i + 1) }), el('td', { text }), el('td', {}, shown(ask, given[i] ?? null, curves[i] ?? null)),
      el('td', { class: right === null ? null : right ? 'right' : 'wrong', text: right === null ? '–' : right ? words.yes : words.no }))];
  });
  return el('div', { class: 'answers' }, el('p', {}, el('b', { text: lesson.title }), ` ${counted(lesson, given, curves)}`), el('table', {}, el('thead', {}, el('tr', {}, ...[c.step, c.question, c.given, c.right].map((text) => el('th', { scope: 'col', text })))), el('tbody', {}, ...rows)));
}

function shown(ask: Ask, given: Given, curve: readonly number[] | null): Node {
  if (given === null) return el('span', { class: 'note', text: words.none });
  if (ask.kind === 'choice') return el('span', { text: ask.choices[given as number] ?? '' });
  if (!Array.isArray(given)) return el('span', { text: `${plain(given, 6, true)}${ask.kind === 'number' && ask.unit ? ` ${ask.unit}` : ''}` });
  const canvas = el('canvas', { class: 'sketch small', role: 'img', 'aria-label': words.sketch });
  new ResizeObserver(() => drawSketch(canvas, given, curve)).observe(canvas);
  return canvas;
}

function counted(lesson: Lesson, given: readonly Given[], curves: readonly (readonly number[] | null)[]): string {
  const asked = lesson.steps.filter(({ ask }) => ask).length;
  const right = lesson.steps.filter(({ ask }, i) => ask && isRight(ask, given[i] ?? null, curves[i] ?? null) === true).length;
  return words.count(right, asked, given.filter((one) => one !== null).length);
}

/** A teacher's sight of answers that came as a link. */
export function openAnswers(lesson: Lesson, answers: Answers): void {
  const given = fitting(lesson, answers);
  const button = el('button', { class: 'btn main', type: 'button', text: words.open, onclick: () => close() });
  const place = el('div', {}, table(lesson, given, []));
  const { close } = openOverlay(words.answersOf(answers.who), true, true, el('div', { class: 'body' }, place, el('div', { class: 'acts' }, button)));
  void judgeSketches(lesson, given).then((curves) => fill(place, table(lesson, given, curves)));
}

async function judgeSketches(lesson: Lesson, given: readonly Given[]): Promise<(number[] | null)[]> {
  const curves: (number[] | null)[] = [];
  for (const [i, { ask }] of lesson.steps.entries()) curves.push(ask?.kind === 'sketch' && given[i] ? await curveFor(lesson, i) : null);
  return curves;
}

/** One's own answers, to be sent. */
export function openOwnAnswers(lesson: Lesson, text: string, answers: Answers, curves: readonly (readonly number[] | null)[]): void {
  const who = el('input', { type: 'text', maxlength: '80', autocomplete: 'name', 'aria-label': words.who, placeholder: words.who });
  const place = el('div');
  const show = async (): Promise<void> => {
    const link = await answersLink(location.href, text, { ...answers, who: who.value.trim() });
    fill(place, link.length <= LONGEST_LINK ? row(link, words.copyAnswers) : el('p', { class: 'note', text: words.answersTooLong }));
  };
  who.addEventListener('input', () => void show());
  openOverlay(words.answersTitle, true, true, el('div', { class: 'body share' },
    table(lesson, answers.given, curves), el('h3', { text: words.copyAnswers }), el('div', { class: 'in' }, who), place, el('p', { class: 'note', text: words.answersAbout })));
  void show();
}
