// A lesson on the page: one strip under the stage with the step's text, its question, Back and Next.
import { el, fill, setAttribute } from '../app/dom';
import { icon } from '../app/icons';
import { answersLink, type Lesson, LESSON_PANELS, type LessonAct, readAnswers, readLesson } from '../app/lesson';
import type { Studio } from '../app/studio';
import { t } from '../text';
import { openedCompare } from './compare/opened';
import { openExampleById } from './gallery';

export interface LessonSurfaces {
  app: HTMLElement;
  run: (act: LessonAct) => void | Promise<void>;
}

export class LessonStrip {
  private readonly strip = el('section', { class: 'lesson', 'aria-label': t.lesson.label, hidden: true });
  private readonly studio: Studio;
  private readonly surfaces: LessonSurfaces;
  private lesson: Lesson | null = null;
  private name = '';
  private index = 0;
  private answers: (number | null)[] = [];

  constructor(studio: Studio, surfaces: LessonSurfaces) {
    this.studio = studio;
    this.surfaces = surfaces;
    surfaces.app.append(this.strip);
  }

  /** Opens a lesson from its text; false where it is not one, and says why. */
  async open(text: string, name: string): Promise<boolean> {
    const lesson = readLesson(text);
    if (typeof lesson === 'string') {
      this.studio.fail({ kind: 'content', problems: [{ file: name, line: 0, column: 0, pointer: '', value: '', message: lesson }] });
      return false;
    }
    this.lesson = lesson;
    this.name = name;
    this.answers = lesson.steps.map(() => null);
    await this.go(0);
    return true;
  }

  /** One that the page has; false where it has none of this name. `answers`: to look at. */
  async openNamed(name: string, answers: (number | null)[] = []): Promise<boolean> {
    const { lessons } = await import('../gallery/gallery');
    const found = lessons.find((lesson) => lesson.name === name);
    if (!found || !(await this.open(found.text, name))) return false;
    if (answers.length > 0) {
      this.answers = this.lesson!.steps.map((step, i) => (step.ask && (answers[i] ?? 9) < step.ask.choices.length ? answers[i]! : null));
      this.show();
    }
    return true;
  }

  /** Whether the page's address names a lesson or answers to one. */
  async openAddressed(): Promise<boolean> {
    const given = readAnswers(location.hash);
    if (given) return this.openNamed(given.name, given.answers);
    const named = new URLSearchParams(location.search).get('lesson');
    if (!named) return false;
    if (await this.openNamed(named)) return true;
    // A file of the same site.
    const url = new URL(named, location.href);
    if (url.origin !== location.origin || url.protocol === 'file:') return false;
    try {
      const answer = await fetch(url);
      return answer.ok && (await this.open(await answer.text(), named));
    } catch {
      return false;
    }
  }

  private async go(index: number): Promise<void> {
    const { lesson } = this;
    if (!lesson) return;
    this.index = Math.max(0, Math.min(lesson.steps.length - 1, index));
    this.show();
    await this.enter();
  }

  /** The step's scene and acts: also what Reset does. */
  private async enter(): Promise<void> {
    const { lesson, studio } = this;
    const step = lesson?.steps[this.index];
    if (!step) return;
    const compares = step.acts.some((act) => act === 'compare' || act === 'compareSteps');
    if (openedCompare() && (compares || step.scene !== null)) await openedCompare()!.leave(false);
    if (typeof step.scene === 'string') await openExampleById(studio, step.scene.slice('example:'.length));
    else if (step.scene) await studio.open({ name: 'lesson.json', text: JSON.stringify(step.scene) });
    for (const act of step.acts) await this.surfaces.run(act);
  }

  close(): void {
    this.lesson = null;
    this.strip.hidden = true;
    setAttribute(this.surfaces.app, 'data-hide', null);
    this.studio.signals.emit('layout');
  }

  private show(): void {
    const { lesson, index, answers } = this;
    const step = lesson?.steps[index];
    if (!lesson || !step) return;
    const { ask } = step;
    const given = answers[index] ?? null;
    setAttribute(this.surfaces.app, 'data-hide', step.show ? LESSON_PANELS.filter((panel) => !step.show!.includes(panel)).join(' ') : null);
    const last = index === lesson.steps.length - 1;
    const button = (text: string, run: () => void, main = false, reason = ''): HTMLElement => el('button', {
      class: main ? 'btn small main' : 'btn small', type: 'button', text, 'aria-disabled': reason ? 'true' : undefined, title: reason || undefined, onclick: () => !reason && run(),
    });
    const choices = ask ? el('div', { class: 'choices', role: 'group', 'aria-label': t.lesson.choose }, ...ask.choices.map((choice, i) => el('button', {
      class: `btn small${given !== null && i === ask.answer ? ' right' : ''}${given === i && i !== ask.answer ? ' wrong' : ''}`, type: 'button', 'aria-pressed': String(given === i), text: choice,
      onclick: () => {
        this.answers[index] = i;
        this.show();
      },
    }))) : null;
    const revealed = !ask || given !== null;
    const copy = last && answers.some((answer) => answer !== null) ? button(t.lesson.copyAnswers, () => this.copyAnswers()) : null;
    fill(this.strip,
      el('div', { class: 'lesson-text' },
        el('p', {}, el('b', { text: t.lesson.of(index + 1, lesson.steps.length) }), ` ${step.text}`), choices,
        revealed && step.reveal ? el('p', { class: 'reveal', role: 'status' }, ask ? el('b', { text: given === ask.answer ? t.lesson.right : t.lesson.wrong }) : null, ask ? ' ' : null, step.reveal) : null),
      el('div', { class: 'acts' }, copy, button(t.lesson.reset, () => void this.enter()),
        button(t.lesson.back, () => void this.go(index - 1), false, index === 0 ? t.lesson.first : ''),
        last ? button(t.lesson.end, () => this.close(), true) : button(t.lesson.next, () => void this.go(index + 1), true, revealed ? '' : t.lesson.answerFirst),
        el('button', { class: 'ib', type: 'button', 'aria-label': t.lesson.close, title: t.lesson.close, onclick: () => this.close() }, icon('close'))));
    this.strip.hidden = false;
    this.studio.signals.emit('layout');
  }

  private copyAnswers(): void {
    const link = answersLink(location.href, this.name, this.answers);
    void navigator.clipboard?.writeText(link).then(() => this.studio.say(t.said.linkCopied), () => this.studio.say(link));
  }
}
