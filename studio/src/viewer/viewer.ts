// The viewer: panes with one clock, one camera and one choice; transport, time bar and energies.
import { canvasContext, el, fill, setAttribute, setText } from '../app/dom';
import { icon, type IconName } from '../app/icons';
import { quantity } from '../app/numbers';
import { scaleEnd } from '../app/scale';
import { drawCompare } from '../panels/compare/graph';
import { makePlot, type Plot } from '../panels/graphs/axes';
import { drawEnergy } from '../panels/graphs/energy';
import { type Span, type Timed, timeAt, timeSpan } from '../panels/graphs/time_axis';
import type { SceneInfo } from '../protocol';
import { t } from '../text';
import { listenToCanvas } from '../view/canvas_pointer';
import { NODE_HOVER, NODE_SELECT } from '../view/nodes';
import { STATE_HOVER, STATE_SELECT } from '../view/springs';
import { sceneOf, type Stored, Track } from './data';
import { type Chosen, ViewerPane } from './pane';
import { words } from './words';

const LETTERS = ['A', 'B', 'C', 'D'];
const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4];

export class Viewer {
  readonly panes: ViewerPane[];
  time: number;
  playing = false;
  chosen: Chosen = null;
  hovered: Chosen = null;
  private readonly info: SceneInfo;
  private readonly start: number;
  private readonly end: number;
  private speed: number;
  private plot: Plot | null = null;
  private readonly canvas = el('canvas', { role: 'img', 'aria-label': words.energy });
  private readonly play = el('button', { class: 'play', type: 'button', onclick: () => this.toggle() });
  private readonly seconds = el('span');
  private readonly slider: HTMLInputElement;
  private readonly speedText = el('span');
  private readonly states: HTMLButtonElement[];
  private readonly timed: Timed;

  constructor(root: HTMLElement, stored: Stored) {
    this.info = sceneOf(stored);
    const tracks = stored.panes.slice(0, 4).map((pane) => new Track(pane, this.info));
    const first = tracks[0]!;
    this.start = Math.min(...tracks.map((track) => track.first));
    this.end = Math.max(...tracks.map((track) => track.last));
    this.time = this.start;
    this.speed = usualSpeed(this.end - this.start);
    this.panes = tracks.map((track, i) => new ViewerPane(LETTERS[i]!, track, this.info, tracks.length > 1));
    this.timed = {
      info: { simulation: { startTime: this.start, duration: this.end - this.start }, units: this.info.units },
      state: { mode: this.panes[0]!.failed ? 'blown' : 'seek', playing: false, tape: { start: this.start, end: first.last, pulls: [], marks: [] } },
      now: { time: this.time, pull: null }, history: first.history,
    };
    this.slider = el('input', {
      type: 'range', class: 'viewer-scrub', 'aria-label': words.moment, min: '0', max: String(Math.max(1, this.longest.times.length - 1)), step: '1', value: '0',
      oninput: () => this.seek(this.longest.times[Number(this.slider.value)]!),
    });
    this.states = first.names.map((name, i) => el('button', { type: 'button', text: name, onclick: () => this.seek(i) }));
    const grid = el('main', { class: 'compare-grid', 'data-panes': String(this.panes.length), 'aria-label': words.label }, ...this.panes.map((pane) => pane.element));
    root.append(this.bar(stored), grid, this.deck(stored.kind));
    this.colour();
    for (const pane of this.panes)
      listenToCanvas(pane.stage, () => this.panes.map((each) => each.stage), { hover: (what) => this.hover(what), choose: (what) => this.choose(what) });
    this.listenToGraph();
    this.listenToKeys();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    // Rest states begin with the rest, not with the drawn shape.
    this.seek(stored.kind === 'rest' ? Math.min(1, this.end) : this.start);
    Object.defineProperty(window, '__tensioViewer', { value: this });
  }

  /** Of the run that went furthest: the moments that the slider walks through. */
  private get longest(): Track {
    return this.panes.reduce((best, pane) => (pane.track.last > best.track.last ? pane : best)).track;
  }

  // ---- parts ----

  private bar(stored: Stored): HTMLElement {
    const every = Math.max(...stored.panes.map((pane) => pane.every ?? 1));
    return el('header', { class: 'viewer-bar' }, el('h1', { text: this.info.title || t.untitled, title: this.info.description }),
      every > 1 ? el('span', { class: 'note', text: words.every(every) }) : null,
      el('span', { class: 'grow' }), this.scale(),
      el('button', { class: 'ib', type: 'button', 'aria-label': words.theme, title: words.theme, onclick: () => this.turnTheme() }, icon('moon')));
  }

  private readonly scaleLow = el('span');
  private readonly scaleHigh = el('span');

  private scale(): HTMLElement {
    return el('div', { class: 'viewer-scale' }, this.scaleLow, el('div', { class: 'ramp' }), this.scaleHigh);
  }

  private button(name: IconName, label: string, run: () => void, extra = ''): HTMLElement {
    return el('button', { class: `ib ${extra}`, type: 'button', 'aria-label': label, title: label, onclick: run }, icon(name));
  }

  private deck(kind: Stored['kind']): HTMLElement {
    if (kind === 'rest') {
      return el('section', { class: 'deck', 'aria-label': words.result }, el('div', { class: 'transport' },
        el('div', { class: 'viewer-states', role: 'group', 'aria-label': words.states }, ...this.states), this.button('fit', words.everything, () => this.fit())));
    }
    return el('section', { class: 'deck', 'aria-label': t.deck.label },
      el('div', { class: 'transport' }, this.button('first', t.deck.first, () => this.seek(this.start)), this.button('back', t.deck.back, () => this.walk(-1)), this.play,
        this.button('forward', t.deck.forward, () => this.walk(1)),
        el('div', { class: 'clock', role: 'timer', 'aria-label': words.time }, this.seconds, el('small', { text: this.info.units.given ? this.info.units.time : '' })),
        this.slider, el('button', { class: 'ib speed', type: 'button', 'aria-label': t.deck.speed, title: t.deck.speed, onclick: () => this.nextSpeed() }, this.speedText),
        this.button('fit', words.everything, () => this.fit())),
      el('div', { class: 'graphs one' }, el('div', {}, this.canvas)));
  }

  /** One scale for all panes and all moments, from the runs that went well. */
  private colour(): void {
    const good = this.panes.filter((pane) => !pane.failed);
    const end = Math.max(0, ...(good.length > 0 ? good : this.panes).map((pane) => scaleEnd(pane.track.sampled(), 'tension')));
    for (const pane of this.panes) pane.stage.setScale(end || 1, true);
    const unit = this.info.units.given ? this.info.units.force : '';
    setText(this.scaleLow, `${t.legend.ends.tension[0]} ${quantity(end || 1, unit)}`);
    setText(this.scaleHigh, `${quantity(end || 1, unit)} ${t.legend.ends.tension[1]}`);
  }

  // ---- time ----

  toggle(): void {
    if (!this.playing && this.time >= this.end) this.time = this.start;
    this.playing = !this.playing;
    if (this.playing) this.run();
    this.update();
  }

  private run(): void {
    let last = performance.now();
    const step = (now: number): void => {
      if (!this.playing) return;
      this.time = Math.min(this.end, this.time + Math.min(0.1, (now - last) / 1000) * this.speed);
      last = now;
      if (this.time >= this.end) this.playing = false;
      this.update();
      if (this.playing) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  seek(time: number): void {
    this.playing = false;
    this.time = Math.max(this.start, Math.min(this.end, time));
    this.update();
  }

  /** To the moment before or after. */
  private walk(by: number): void {
    const { times } = this.longest;
    const i = this.longest.indexAt(this.time);
    const between = this.time > times[i]! && by < 0 ? 0 : by;
    this.seek(times[Math.max(0, Math.min(times.length - 1, i + between))]!);
  }

  private nextSpeed(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
    this.update();
  }

  // ---- the camera, the choice ----

  fit(): void {
    for (const pane of this.panes) pane.stage.fit(true);
  }

  hover(what: Chosen): void {
    if (this.hovered?.kind === what?.kind && this.hovered?.id === what?.id) return;
    this.hovered = what;
    this.update();
  }

  choose(what: Chosen): void {
    this.chosen = what;
    this.update();
  }

  private showMarks(): void {
    const of = (what: Chosen, kind: 'node' | 'spring'): number[] => (what?.kind === kind ? [what.id] : []);
    for (const { stage } of this.panes) {
      stage.net.markNodes(NODE_SELECT, of(this.chosen, 'node'));
      stage.net.markNodes(NODE_HOVER, of(this.hovered, 'node'));
      stage.net.markSprings(STATE_SELECT, of(this.chosen, 'spring'));
      stage.net.markSprings(STATE_HOVER, of(this.hovered, 'spring'));
      stage.draw();
    }
  }

  private turnTheme(): void {
    const dark = document.documentElement.dataset['theme'] === 'dark';
    document.documentElement.dataset['theme'] = dark ? 'light' : 'dark';
    for (const pane of this.panes) pane.stage.applyTheme();
    this.colour();
    this.draw();
  }

  // ---- showing ----

  private update(): void {
    for (const pane of this.panes) pane.show(this.time, this.hovered ?? this.chosen);
    this.showMarks();
    const label = this.playing ? t.deck.pause : t.deck.play;
    if (this.play.getAttribute('aria-label') !== label) {
      fill(this.play, icon(this.playing ? 'pause' : 'play'));
      setAttribute(this.play, 'aria-label', label);
    }
    const unit = this.info.units.given ? this.info.units.time : '';
    setText(this.seconds, this.time.toFixed(3));
    setText(this.speedText, `×${this.speed}`);
    this.slider.value = String(this.longest.indexAt(this.time));
    setAttribute(this.slider, 'aria-valuetext', `${this.time.toFixed(3)} ${unit}`);
    this.states.forEach((button, i) => setAttribute(button, 'aria-pressed', String(i === this.time)));
    for (const pane of this.panes) setAttribute(pane.canvas, 'aria-label', `${words.label} ${this.panes.length > 1 ? pane.letter : ''}`.trim());
    this.timed.now.time = this.time;
    this.draw();
  }

  private span(): Span {
    return this.panes.length > 1 ? { from: this.start, to: this.end > this.start ? this.end : this.start + 1 } : timeSpan(this.timed);
  }

  private draw(): void {
    const context = canvasContext(this.canvas);
    if (!context) return;
    this.plot = makePlot(context.g, context.width, context.height, this.panes[0]!.stage.palette);
    // Names of integrators are longer than those of energies.
    if (this.panes.length > 1 && context.width > 640) this.plot.right += 44;
    if (this.panes.length > 1) drawCompare(this.plot, this.panes, this.span(), this.time, this.info.units.given ? this.info.units.time : '');
    else drawEnergy(this.plot, this.timed, 'stack');
  }

  // ---- hands ----

  private listenToGraph(): void {
    let down = false;
    const go = (event: PointerEvent): void => {
      if (this.plot) this.seek(timeAt(this.plot, this.span(), event.offsetX));
    };
    this.canvas.addEventListener('pointerdown', (event) => {
      down = true;
      this.canvas.setPointerCapture(event.pointerId);
      go(event);
    });
    this.canvas.addEventListener('pointermove', (event) => down && go(event));
    for (const name of ['pointerup', 'pointercancel']) this.canvas.addEventListener(name, () => { down = false; });
  }

  private listenToKeys(): void {
    const runs: Record<string, () => void> = {
      ' ': () => this.toggle(), ArrowLeft: () => this.walk(-1), ArrowRight: () => this.walk(1), Home: () => this.seek(this.start), End: () => this.seek(this.end),
      z: () => this.fit(), Escape: () => this.choose(null),
    };
    window.addEventListener('keydown', (event) => {
      const run = runs[event.key];
      // A button has its own space, the slider its own arrows.
      if (!run || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      if (target instanceof HTMLInputElement || (target instanceof HTMLButtonElement && event.key === ' ')) return;
      event.preventDefault();
      run();
    });
  }
}

/** So that a run lasts some seconds: real time where that is so already. */
function usualSpeed(duration: number): number {
  if (duration <= 30 && duration >= 2) return 1;
  const wanted = duration / 8;
  return SPEEDS.reduce((best, speed) => (Math.abs(Math.log(speed / wanted)) < Math.abs(Math.log(best / wanted)) ? speed : best), 1);
}
