// A curve that is drawn by hand before the real one is shown.
import { canvasContext, el } from '../app/dom';
import { lesson as words } from '../text/en_lesson';
import { SKETCH_MIDDLE, SKETCH_POINTS, type Trend } from './answers';

/** Draws a student's curve, and the engine's where it is known. */
export function drawSketch(canvas: HTMLCanvasElement, yours: readonly number[] | null, engine: readonly number[] | null): void {
  const context = canvasContext(canvas);
  if (!context) return;
  const { g, width, height } = context;
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string): string => style.getPropertyValue(token).trim();
  const point = (i: number, y: number): [number, number] => [(i / (SKETCH_POINTS - 1)) * (width - 8) + 4, height - 4 - (y / 100) * (height - 8)];
  g.strokeStyle = colour('--edge');
  g.lineWidth = 1;
  g.setLineDash([3, 3]);
  g.beginPath();
  g.moveTo(...point(0, SKETCH_MIDDLE));
  g.lineTo(...point(SKETCH_POINTS - 1, SKETCH_MIDDLE));
  g.stroke();
  g.setLineDash([]);
  const line = (heights: readonly number[], token: string, wide: number): void => {
    g.strokeStyle = colour(token);
    g.lineWidth = wide;
    g.lineJoin = 'round';
    g.beginPath();
    heights.forEach((y, i) => (i === 0 ? g.moveTo(...point(i, y)) : g.lineTo(...point(i, y))));
    g.stroke();
  };
  if (engine) line(engine, '--ink', 2);
  if (yours) line(yours, '--select', 2.5);
  g.fillStyle = colour('--ink');
  g.beginPath();
  g.arc(...point(0, SKETCH_MIDDLE), 3.5, 0, 7);
  g.fill();
}

/** A straight line for those who cannot draw. */
const STRAIGHT: Record<Trend, number> = { rises: 90, stays: SKETCH_MIDDLE, falls: 10 };
const straight = (trend: Trend): number[] => Array.from({ length: SKETCH_POINTS }, (_, i) => Math.round(SKETCH_MIDDLE + ((STRAIGHT[trend] - SKETCH_MIDDLE) * i) / (SKETCH_POINTS - 1)));

/** The question: a field to draw in by pointer or finger, and three buttons that draw for the keyboard. */
export class Sketch {
  readonly element: HTMLElement;
  private readonly canvas = el('canvas', { class: 'sketch', role: 'img', 'aria-label': words.sketch });
  private heights: number[] | null = null;
  private last = -1;

  /** `given`, where it was answered already: then it is only shown. */
  constructor(given: readonly number[] | null, private readonly curve: readonly number[] | null, private readonly onAnswer: (heights: number[]) => void) {
    this.heights = given ? [...given] : null;
    const buttons = (['rises', 'stays', 'falls'] as const).map((trend) => el('button', {
      class: 'btn small', type: 'button', text: words.trends[trend], onclick: () => this.set(straight(trend)),
    }));
    this.answer = el('button', { class: 'btn small main', type: 'button', text: words.answer, 'aria-disabled': 'true', title: words.drawFirst, onclick: () => this.give() });
    this.element = el('div', { class: 'sketch-box' },
      el('figure', {}, el('figcaption', { text: words.more }), this.canvas, el('figcaption', { text: words.less })),
      given ? el('p', { class: 'note' }, el('span', { class: 'yours', text: words.yourCurve }), curve ? ` ${words.engineCurve}` : '')
        : el('div', { class: 'sketch-acts' }, el('p', { class: 'note', text: words.draw }), el('div', { class: 'choices' }, ...buttons, this.answer)));
    if (!given) this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  private readonly answer: HTMLElement;

  private set(heights: number[]): void {
    this.heights = heights;
    this.answer.removeAttribute('aria-disabled');
    this.answer.removeAttribute('title');
    this.draw();
  }

  private give(): void {
    if (this.heights) this.onAnswer(this.heights);
  }

  private draw(): void {
    drawSketch(this.canvas, this.heights, this.curve);
  }

  private listen(): void {
    const { canvas } = this;
    const move = (event: PointerEvent): void => {
      const box = canvas.getBoundingClientRect();
      const at = Math.round(Math.max(0, Math.min(1, (event.clientX - box.left - 4) / (box.width - 8))) * (SKETCH_POINTS - 1));
      const y = Math.round(Math.max(0, Math.min(100, (1 - (event.clientY - box.top - 4) / (box.height - 8)) * 100)));
      const heights = this.heights ? [...this.heights] : straight('stays');
      // What lies between two events is a straight line, and what comes behind goes on as high.
      const from = this.last < 0 ? at : this.last, before = heights[from]!;
      for (let i = Math.min(from, at); i <= Math.max(from, at); i += 1) heights[i] = from === at ? y : Math.round(before + ((y - before) * (i - from)) / (at - from));
      if (at >= from) for (let i = at; i < SKETCH_POINTS; i += 1) heights[i] = y;
      heights[0] = SKETCH_MIDDLE;
      this.last = at;
      this.set(heights);
    };
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.last = -1;
      move(event);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) move(event);
    });
  }
}
