// A lesson on the page: one strip under the stage with the step's text, its question, its task, Back and Next.
import '../style/lesson.css';
import { el, fill, isPhone, setAttribute } from '../app/dom';
import { icon } from '../app/icons';
import { plain } from '../app/numbers';
import type { Studio } from '../app/studio';
import { theme } from '../app/theme';
import { openedCompare } from '../panels/compare/opened';
import { openExampleById } from '../panels/gallery';
import { closeOverlay } from '../panels/overlay';
import { qrPicture } from '../panels/share';
import { METHODS, type Problem } from '../protocol';
import { lesson as words } from '../text/en_lesson';
import { type Answers, decodeAnswers, decodeLesson, fitting, type Given, hashPart, isRight, lessonLink } from './answers';
import { sceneOf, settingsOf } from './curve';
import { curveFor } from './curves';
import { type Lesson, type LessonStep, PANELS, readLesson } from './format';
import { openAnswers, openLessonLink, openOwnAnswers } from './sheets';
import { Sketch } from './sketch';
import { type Facts, Task } from './tasks';

export interface LessonSurfaces {
  app: HTMLElement;
  stage: HTMLElement;
  deck: HTMLElement;
  /** A command of the page, by its name. */
  run: (act: string) => void | Promise<void>;
  /** The visitor's own scene is kept while a lesson is open, and comes back when it is closed. */
  begin: () => void;
  end: () => void;
}

/** How often a task is looked at [ms]. */
const LOOK_MS = 150;

export class LessonStrip {
  private readonly strip = el('section', { class: 'lesson', 'aria-label': words.label, hidden: true });
  private readonly studio: Studio;
  private readonly surfaces: LessonSurfaces;
  private lesson: Lesson | null = null;
  /** Where the page or its site has it; else empty. */
  private name = '';
  private text = '';
  private index = 0;
  private given: Given[] = [];
  private curves: (number[] | null)[] = [];
  private shown: boolean[] = [];
  private task: Task | null = null;
  private events: string[] = [];
  private qr: HTMLElement | null = null;
  /** Grows with each step that is entered: what an older one still does is nobody's. */
  private turn = 0;

  constructor(studio: Studio, surfaces: LessonSurfaces) {
    this.studio = studio;
    this.surfaces = surfaces;
    surfaces.app.append(this.strip);
    studio.engine.on('frame', (frame) => {
      for (const event of frame.events) if (!this.events.includes(event.kind)) this.events.push(event.kind);
    });
    studio.signals.on('theme', () => this.showCode());
    window.setInterval(() => this.look(), LOOK_MS);
  }

  // ---- opening ----

  /** Opens a lesson from its text; false where it is not one, and says why. `name`: where the page or its site has it. */
  async open(text: string, file: string, name = '', answers: Answers | null = null): Promise<boolean> {
    const lesson = readLesson(text, file);
    if (Array.isArray(lesson)) {
      this.refuse(lesson);
      return false;
    }
    Object.assign(this, { lesson, name, text });
    this.given = answers ? fitting(lesson, answers) : lesson.steps.map(() => null);
    this.curves = lesson.steps.map(() => null);
    this.shown = this.given.map((given) => given !== null);
    this.surfaces.begin();
    this.surfaces.app.classList.add('in-lesson');
    await this.go(0);
    if (answers) openAnswers(lesson, answers);
    return true;
  }

  private refuse(problems: Problem[]): void {
    this.studio.fail({ kind: 'content', problems });
  }

  private say(message: string): false {
    this.refuse([{ file: '', line: 0, column: 0, pointer: '', value: '', message }]);
    return false;
  }

  /** One of the gallery; false where it has none of this name. */
  async openNamed(name: string, answers: Answers | null = null): Promise<boolean> {
    const { lessons } = await import('../gallery/gallery');
    const found = lessons.find((lesson) => lesson.name === name);
    return found !== undefined && this.open(found.text, `${name}.json`, name, answers);
  }

  /** What the page's address names: a lesson, or answers to one. False where that cannot be read; it says why. */
  async openAddressed(): Promise<boolean> {
    const code = hashPart(location.hash, 'a'), inside = hashPart(location.hash, 'l');
    const answers = code === null ? null : await decodeAnswers(code);
    if (code !== null && !answers) return this.say(words.badAnswers);
    if (inside !== null) {
      const text = await decodeLesson(inside);
      return text === null ? this.say(words.badLesson) : this.open(text, 'lesson.json', '', answers);
    }
    const named = new URLSearchParams(location.search).get('lesson') ?? answers?.lesson ?? '';
    if (named === '') return false;
    if (/^[\w-]+$/.test(named) && (await this.openNamed(named, answers))) return true;
    // A file of the same site.
    const url = new URL(named, location.href);
    if (url.origin !== location.origin || url.protocol === 'file:') return this.say(words.notFound(named));
    try {
      const answer = await fetch(url);
      if (answer.ok) return await this.open(await answer.text(), url.pathname.split('/').pop() || 'lesson.json', named, answers);
    } catch {
      // It is said below.
    }
    return this.say(words.notFound(named));
  }

  close(): void {
    this.lesson = null;
    this.turn += 1;
    this.task = null;
    this.strip.hidden = true;
    this.surfaces.app.classList.remove('in-lesson');
    setAttribute(this.surfaces.app, 'data-hide', null);
    this.showCode();
    this.studio.signals.emit('layout');
    void openedCompare()?.leave(false);
    this.surfaces.end();
  }

  // ---- steps ----

  private get step(): LessonStep | null {
    return this.lesson?.steps[this.index] ?? null;
  }

  private async go(index: number): Promise<void> {
    const { lesson } = this;
    if (!lesson) return;
    this.index = Math.max(0, Math.min(lesson.steps.length - 1, index));
    this.task = null;
    this.show();
    this.strip.scrollTop = 0;
    await this.enter();
  }

  /** The teacher's state: the step's scene or that of the last step which has one, its settings, and what it does. */
  private async enter(): Promise<void> {
    const { lesson, step } = this;
    if (!lesson || !step) return;
    const turn = this.turn += 1;
    setAttribute(this.strip, 'aria-busy', 'true');
    try {
      await this.prepare(lesson, step, turn);
    } finally {
      if (turn === this.turn) setAttribute(this.strip, 'aria-busy', null);
    }
  }

  private async prepare(lesson: Lesson, step: LessonStep, turn: number): Promise<void> {
    const { studio } = this;
    const wasDone = this.task?.done ?? false;
    this.task = null;
    if (wasDone) this.show();
    closeOverlay();
    // On a phone the sheet makes room; its grip opens it.
    if (isPhone()) this.surfaces.deck.classList.add('peek');
    if (openedCompare()) await openedCompare()!.leave(false);
    const scene = sceneOf(lesson, this.index);
    studio.setSpeed(1);
    studio.setTool('hand');
    studio.setArrow(null);
    studio.colours.setQuantity('tension');
    studio.method = 'newton';
    if (studio.equations) studio.equations = false, studio.signals.emit('equations');
    if (typeof scene === 'string') await openExampleById(studio, scene.slice('example:'.length));
    else if (scene) await studio.open({ name: 'lesson.json', text: JSON.stringify(scene) });
    studio.setTab('energy');
    const settings = settingsOf(step);
    if (settings.length > 0) await studio.edit(settings, 'simulation');
    if (turn !== this.turn) return;
    for (const act of step.acts) await this.act(act);
    if (turn !== this.turn) return;
    this.events = [];
    // What is being written or drawn in the strip meanwhile stays.
    this.task = step.until ? new Task(step.until, studio.now.time) : null;
  }

  private async act(act: string): Promise<void> {
    const { studio, surfaces } = this;
    const tabs = ['energy', 'probes', 'phase', 'residual', 'matrix', 'table'] as const;
    const tab = tabs.find((one) => one === act);
    const method = METHODS.find((one) => act === `solve.${one}`);
    if (tab) studio.setTab(tab);
    else if (act === 'slow') studio.setSpeed(0.1);
    else if (method) await studio.findRest(method);
    else await surfaces.run(act);
  }

  private facts(): Facts {
    const { studio } = this;
    const { info } = studio;
    const compare = openedCompare();
    return {
      nodes: info?.nodeCount ?? 0, chosenNodes: studio.choice.nodes.length, chosenSprings: studio.choice.springs.length, pulling: studio.state?.pulling ?? false,
      time: studio.now.time, compare: compare?.time ?? null, blown: studio.blowUp !== null || (compare?.panes.some((pane) => pane.blown !== null) ?? false),
      events: this.events, rest: studio.rest?.status === 'converged' ? studio.rest.method : null, fixed: info?.fixed ?? [], springs: info?.springCount ?? 0,
      timeStep: studio.motion?.timeStep ?? info?.simulation.timeStep ?? 0, integrator: info?.simulation.integrator ?? 'auto',
      parameter: (name) => info?.parameters.find((one) => one.name === name)?.value ?? null,
      tab: studio.tab, equations: studio.equations, writing: document.querySelector('.sheet .write') !== null,
    };
  }

  private look(): void {
    if (!this.task || this.task.done || !this.task.check(this.facts())) return;
    this.show();
  }

  // ---- what is seen ----

  private button(text: string, run: () => void, main = false, reason = '', about = ''): HTMLElement {
    return el('button', {
      class: main ? 'btn small main' : 'btn small', type: 'button', text, 'aria-disabled': reason ? 'true' : undefined, title: reason || about || undefined, onclick: () => !reason && run(),
    });
  }

  private show(): void {
    const { lesson, index, step } = this;
    if (!lesson || !step) return;
    const { ask } = step;
    const answered = (this.given[index] ?? null) !== null;
    const done = this.task?.done ?? false;
    const revealed = this.shown[index] || (ask ? answered : true) && (step.until ? done : true);
    if (revealed && !this.shown[index]) this.reveal(index);
    setAttribute(this.surfaces.app, 'data-hide', step.show ? PANELS.filter((panel) => !step.show!.includes(panel)).join(' ') : null);
    const last = index === lesson.steps.length - 1;
    const hasTask = step.task && (!ask || answered);
    const right = ask ? isRight(ask, this.given[index] ?? null, this.curves[index]) : null;
    const focused = document.activeElement instanceof HTMLElement && this.strip.contains(document.activeElement) ? document.activeElement.dataset['key'] : undefined;
    fill(this.strip,
      el('div', { class: 'lesson-text' },
        el('p', {}, el('b', { text: words.of(index + 1, lesson.steps.length) }), ` ${step.text}`),
        this.question(step, revealed),
        hasTask ? el('p', { class: done ? 'task done' : 'task' }, el('span', { class: 'mark', role: 'img', 'aria-label': done ? words.done : words.toDo, text: done ? '✓' : '' }), step.task) : null,
        revealed && step.reveal ? el('p', { class: 'reveal', role: 'status' }, right === null ? null : el('b', { text: right ? words.right : words.wrong }), right === null ? null : ' ',
          ask?.kind === 'number' && right === false ? `${words.rightNumber(`${plain(ask.number, 4, true)}${ask.unit ? ` ${ask.unit}` : ''}`)} ` : '', step.reveal) : null),
      el('div', { class: 'acts' },
        hasTask && ask && !revealed ? this.button(words.show, () => { this.reveal(index); this.show(); }) : null,
        this.button(words.reset, () => void this.enter(), false, '', words.resetAbout),
        this.button(words.link, () => void openLessonLink(this.name, this.text), false, '', words.linkTitle),
        lesson.steps.some((one) => one.ask) && (last || this.given.every((one, i) => one !== null || !lesson.steps[i]!.ask)) ? this.button(words.answers, () => openOwnAnswers(lesson, this.text, { lesson: this.name, who: '', given: this.given }, this.curves), false, '', words.copyAnswers) : null,
        this.button(words.back, () => void this.go(index - 1), false, index === 0 ? words.first : ''),
        last ? this.button(words.end, () => this.close(), true) : this.button(words.next, () => void this.go(index + 1), true, ask && !answered ? words.answerFirst : ''),
        el('button', { class: 'ib', type: 'button', 'aria-label': words.close, title: words.close, onclick: () => this.close() }, icon('close'))));
    this.strip.hidden = false;
    if (focused) this.strip.querySelector<HTMLElement>(`[data-key="${focused}"]`)?.focus();
    this.showCode();
    this.studio.signals.emit('layout');
  }

  /** The answer is fixed from now on. */
  private reveal(index: number): void {
    this.shown[index] = true;
    const ask = this.lesson!.steps[index]!.ask;
    if (ask?.kind === 'sketch' && !this.curves[index]) void this.findCurve(index);
  }

  private async findCurve(index: number): Promise<void> {
    const { lesson } = this;
    const curve = await curveFor(lesson!, index);
    if (this.lesson !== lesson) return;
    this.curves[index] = curve;
    if (this.index === index) this.show();
  }

  private question({ ask }: LessonStep, revealed: boolean): HTMLElement | null {
    const { index } = this;
    if (!ask) return null;
    const given = this.given[index] ?? null;
    const answer = (value: Given): void => {
      if (this.shown[index]) return;
      this.given[index] = value;
      this.show();
    };
    if (ask.kind === 'choice')
      return el('div', { class: 'choices', role: 'group', 'aria-label': words.choose }, ...ask.choices.map((choice, i) => el('button', {
        class: `btn small${revealed && i === ask.answer ? ' right' : ''}${revealed && given === i && i !== ask.answer ? ' wrong' : ''}`, type: 'button', 'data-key': `choice${i}`,
        'aria-pressed': String(given === i), 'aria-disabled': revealed ? 'true' : undefined, text: choice, onclick: () => answer(i),
      })));
    if (ask.kind === 'sketch') return new Sketch(Array.isArray(given) ? given : null, revealed ? this.curves[index] ?? null : null, answer).element;
    const field = el('input', { type: 'text', inputmode: 'decimal', class: 'number', 'data-key': 'number', 'aria-label': words.number(ask.unit), readonly: revealed });
    if (typeof given === 'number') field.value = plain(given, 6, true);
    const line = el('span', { class: 'refusal', role: 'alert' });
    const give = (): void => {
      const value = field.value.trim() === '' ? NaN : Number(field.value.replace(/\u2212/g, '-').replace(',', '.'));
      if (Number.isFinite(value)) answer(value);
      else line.textContent = words.notNumber;
    };
    field.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Enter') give();
    });
    return el('div', { class: 'choices' }, el('span', { class: 'in' }, field), ask.unit ? el('span', { class: 'unit', text: ask.unit }) : null,
      revealed ? null : el('button', { class: 'btn small', type: 'button', 'data-key': 'give', text: words.answer, onclick: give }), line);
  }

  /** On a wall the first step has the code of the lesson's link, for the devices in the room. */
  private showCode(): void {
    const wanted = this.lesson !== null && this.index === 0 && theme() === 'projector' && /^https?:/.test(location.href);
    if (!wanted) {
      this.qr?.remove();
      this.qr = null;
      return;
    }
    if (this.qr) return;
    const card = el('figure', { class: 'lesson-qr card' });
    this.qr = card;
    void lessonLink(location.href, this.name, this.text).then((link) => {
      if (this.qr !== card) return;
      fill(card, qrPicture(link), el('figcaption', { text: words.follow }));
      this.surfaces.stage.append(card);
    });
  }
}
