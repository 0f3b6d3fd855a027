// The iterations of a solve on the stage, with the steps that they take as arrows: the last one while the solver runs; after
// that the shape before each, played at 60 ms each and in 1.2 s at most, or gone through one by one.
import { el, setAttribute, setText } from '../../app/dom';
import { icon } from '../../app/icons';
import { plain, power, quantity } from '../../app/numbers';
import type { Studio } from '../../app/studio';
import { inside } from '../../text/en_inside';

const EACH = 60, ALL = 1200;
/** The longest arrow, in parts of the net's size. */
const SHORTEST = 0.05, LONGEST = 0.4;

const words = inside.newton;

export class NewtonSteps {
  readonly element: HTMLElement;
  /** Which shape is on the stage; -1: the net as it is. */
  at = -1;
  private timer = 0;
  private readonly text = el('span', { class: 'newton-text', role: 'status' });
  private readonly back: HTMLButtonElement;
  private readonly on: HTMLButtonElement;
  private readonly studio: Studio;
  private readonly redraw: () => void;

  constructor(studio: Studio, redraw: () => void) {
    this.studio = studio;
    this.redraw = redraw;
    this.back = el('button', { class: 'ib', type: 'button', 'aria-label': words.back, title: words.back, onclick: () => this.walk(-1) }, icon('back'));
    this.on = el('button', { class: 'ib', type: 'button', 'aria-label': words.on, title: words.on, onclick: () => this.walk(1) }, icon('forward'));
    const play = el('button', { class: 'ib', type: 'button', 'aria-label': words.play, title: words.play, onclick: () => this.play() }, icon('play'));
    this.element = el('div', { class: 'newton', role: 'group', 'aria-label': words.label }, play, this.back, this.text, this.on);
    studio.signals.on('rest', () => this.update());
    // A hand finds the net as it is.
    studio.stage.canvas.addEventListener('pointerdown', () => this.leave(), { capture: true });
    // Frames that come while a shape is shown are of the same rest state.
    studio.signals.on('frame', () => {
      if (studio.state?.mode === 'solving' && studio.now.source === 'solving') this.showLast();
      if (this.at < 0) return;
      if (this.stands) this.show(this.at);
      else this.leave();
    });
    studio.signals.on(['tab', 'opened', 'scene', 'state'], () => {
      if (this.at >= 0 && (studio.tab !== 'residual' || !this.stands)) this.leave();
      this.update();
    });
    this.update();
  }

  private get count(): number {
    return this.studio.solveSteps.shapes.length;
  }

  /** Whether the solve that was recorded is what the stage shows. */
  private get stands(): boolean {
    const { info, rest, solveSteps, state } = this.studio;
    return rest !== null && !rest.live && (state?.mode === 'rest' || state?.mode === 'not_converged') && solveSteps.shapes[0]?.length === 3 * (info?.nodeCount ?? -1);
  }

  /** While the solver runs: the step that led to the shape shown. */
  private showLast(): void {
    const step = this.studio.solveSteps.stepAfter(this.count - 2);
    if (step && step.longest > 0) this.studio.stage.setMotions(step.vectors, this.drawn(step.longest));
  }

  private play(): void {
    clearTimeout(this.timer);
    const { count } = this;
    if (!this.stands || count < 2) return;
    const wait = Math.min(EACH, ALL / count);
    const next = (k: number): void => {
      if (k > 0 && this.at !== k - 1) return;
      if (k >= count - 1) {
        this.leave();
        return;
      }
      this.show(k);
      this.timer = window.setTimeout(() => next(k + 1), wait);
    };
    next(0);
  }

  /** To the shape before or after; from the net as it is to the last step. */
  walk(by: number): void {
    clearTimeout(this.timer);
    if (!this.stands) return;
    const next = this.at < 0 ? (by < 0 ? this.count - 2 : 0) : this.at + by;
    if (next < 0) return;
    if (next >= this.count - 1) this.leave();
    else this.show(next);
  }

  private show(k: number): void {
    const { stage, solveSteps } = this.studio;
    const step = solveSteps.stepAfter(k);
    if (!step) return;
    this.at = k;
    stage.hideVectors();
    stage.net.setPositions(solveSteps.shapes[k]!);
    stage.setMotions(step.vectors, step.longest > 0 ? this.drawn(step.longest) : 0);
    this.update();
    this.redraw();
  }

  private drawn(longest: number): number {
    const { size } = this.studio.stage;
    return Math.max(SHORTEST * size, Math.min(LONGEST * size, longest));
  }

  /** The net as it is again. */
  private leave(): void {
    clearTimeout(this.timer);
    if (this.at < 0) return;
    this.at = -1;
    const { engine, rest, solveSteps, stage } = this.studio;
    if (this.stands) stage.net.setPositions(solveSteps.shapes[this.count - 1]!);
    stage.setMotions((rest?.freeMotions?.mechanism ?? 0) > 0 ? rest!.mechanismShape : null);
    engine.send('frame', {});
    this.update();
    this.redraw();
  }

  private update(): void {
    const { at, count, studio } = this;
    this.element.hidden = !this.stands || count < 2 || studio.tab !== 'residual';
    setAttribute(this.back, 'aria-disabled', at === 0 ? 'true' : null);
    setAttribute(this.on, 'aria-disabled', null);
    const step = at < 0 ? null : studio.solveSteps.stepAfter(at);
    if (!step) {
      setText(this.text, words.steps(count - 1));
      setAttribute(this.text, 'title', words.about);
      return;
    }
    const { units } = studio.info!;
    const from = studio.solveSteps.indices[at]!, to = studio.solveSteps.indices[at + 1]!;
    const iteration = studio.iterations.find(({ index }) => index === to);
    const scale = this.drawn(step.longest) / step.longest;
    setText(this.text, words.at(at + 1, count - 1, quantity(step.longest, units.given ? units.length : '', 3), step.node, Math.abs(scale - 1) < 1e-6 ? '' : scale < 1e4 && scale > 1e-3 ? plain(scale, 2, true) : power(scale)));
    setAttribute(this.text, 'title', words.detail(from, to, iteration ? iteration.stepLength : NaN, iteration?.projected ?? false));
  }
}
