// Write it yourself: a force, a block or a step in JavaScript, judged in words, and moved beside the engine's own.
import '../style/write.css';
import { engineCode, startWorker } from '@shell';
import { canvasContext, el, fill, setAttribute, setText } from '../app/dom';
import { quantity } from '../app/numbers';
import { encodeScene, linkOf, sharedCode, workMark } from '../app/share_link';
import type { Studio } from '../app/studio';
import { ENERGIES, type Integrator, type SceneInfo } from '../protocol';
import { openOverlay } from '../panels/overlay';
import { t } from '../text';
import { write as words } from '../text/en_write';
import { EngineClient, EngineFailure } from '../worker/client';
import { hintsOf } from './hints';
import { CHAIN, energyOf, positionsOf, runningText, studentNet, whyNot } from './net';
import { type Answer, Sandbox, StudentFailure } from './sandbox';
import { type Both, functionOf, type Kind, KINDS, type StudentNet } from './student';
import { EMPTY, SOLUTION } from './templates';

const TOTAL = ENERGIES.indexOf('total');
/** The integrator that the engine moves the same net with. */
const BESIDE: Record<Kind, Integrator> = {
  force: 'symplectic_euler', block: 'linearly_implicit_euler', explicit_euler: 'explicit_euler', symplectic_euler: 'symplectic_euler',
  velocity_verlet: 'velocity_verlet', rk4: 'rk4', linearly_implicit_euler: 'linearly_implicit_euler',
};
/** Of a row of energies that is kept for the graph. */
const MOST_ROWS = 2000;

export interface Work {
  kind: Kind;
  code: string;
}

/** What was written last, while the page is open. */
const last: { kind: Kind; code: Partial<Record<Kind, string>> } = { kind: 'symplectic_euler', code: {} };

/** Work from a link or a lesson, or null where it is something else. */
export function readWork(text: string): Work | null {
  try {
    const { kind, code } = JSON.parse(text) as Work;
    return KINDS.includes(kind) && typeof code === 'string' && code.length <= 100_000 ? { kind, code } : null;
  } catch {
    return null;
  }
}

class Panel {
  private readonly studio: Studio;
  private readonly sandbox = new Sandbox();
  private readonly kinds: HTMLSelectElement;
  private readonly begin: HTMLSelectElement;
  private readonly area = el('textarea', { class: 'source', spellcheck: 'false', autocapitalize: 'off', wrap: 'off', 'aria-label': words.code });
  private readonly lines = el('div', { class: 'line-numbers', 'aria-hidden': 'true' });
  private readonly verdict = el('div', { class: 'write-verdict', role: 'status' });
  private readonly note = el('p', { class: 'note' });
  private readonly caption = el('p', { class: 'note write-caption' });
  private readonly runButton = el('button', { class: 'btn main', type: 'button', text: words.run, onclick: () => void this.run() });
  private readonly pictures = { yours: el('canvas', { role: 'img', 'aria-label': words.yours }), engine: el('canvas', { role: 'img', 'aria-label': words.engine }) };
  private readonly graph = el('canvas', { class: 'write-graph', role: 'img', 'aria-label': words.energy });
  private readonly body: HTMLElement;
  private engine: EngineClient | null = null;
  /** Grows with every run: what an older one still does is nobody's. */
  private turn = 0;
  private errorLine = 0;
  private trail: { time: number; yours: number; engine: number }[] = [];

  constructor(studio: Studio, work: Work | null) {
    this.studio = studio;
    const option = (value: string, text: string): HTMLOptionElement => el('option', { value, text });
    this.kinds = el('select', { 'aria-label': words.what, onchange: () => this.choose(this.kinds.value as Kind) }, ...KINDS.map((kind) => option(kind, words.kinds[kind])));
    this.begin = el('select', {
      'aria-label': words.begin, onchange: () => {
        if (this.begin.value) this.setCode((this.begin.value === 'empty' ? EMPTY : SOLUTION)[this.kind]);
        this.begin.value = '';
      },
    }, option('', words.begin), option('empty', words.empty), option('solution', words.solution));
    this.area.addEventListener('input', () => this.edited());
    this.area.addEventListener('scroll', () => { this.lines.scrollTop = this.area.scrollTop; });
    this.area.addEventListener('keydown', (event) => this.key(event));
    const link = el('button', { class: 'btn', type: 'button', text: words.link, onclick: () => void this.copyLink(link) });
    this.body = el('div', { class: 'body write' },
      el('div', { class: 'write-left' }, el('div', { class: 'acts' }, this.kinds, this.begin), el('div', { class: 'write-code' }, this.lines, this.area),
        el('div', { class: 'acts' }, this.runButton, el('button', { class: 'btn', type: 'button', text: words.stop, onclick: () => this.stop() }), link), this.note, this.verdict),
      el('div', { class: 'write-right' },
        el('figure', {}, this.pictures.yours, el('figcaption', { text: words.yours })), el('figure', {}, this.pictures.engine, el('figcaption', { text: words.engine })),
        this.graph, this.caption));
    this.kinds.value = work?.kind ?? last.kind;
    this.setCode(work?.code ?? last.code[this.kind] ?? EMPTY[this.kind]);
    if (work) setText(this.note, words.untouched);
  }

  get element(): HTMLElement {
    return this.body;
  }

  private get kind(): Kind {
    return this.kinds.value as Kind;
  }

  // ---- the editor ----

  private choose(kind: Kind): void {
    last.kind = kind;
    this.stop();
    fill(this.verdict);
    this.setCode(last.code[kind] ?? EMPTY[kind]);
  }

  private setCode(code: string): void {
    this.area.value = code;
    this.edited();
  }

  private edited(): void {
    last.kind = this.kind;
    last.code[this.kind] = this.area.value;
    this.errorLine = 0;
    this.showLines();
  }

  private showLines(): void {
    const count = this.area.value.split('\n').length;
    fill(this.lines, ...Array.from({ length: count }, (_, i) => el('span', { class: i + 1 === this.errorLine ? 'wrong' : null, text: String(i + 1) })));
    this.lines.scrollTop = this.area.scrollTop;
  }

  private key(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void this.run();
    } else if (event.key === 'Enter') {
      // The next line begins where this one does.
      const { selectionStart, value } = this.area;
      const indent = /^[ \t]*/.exec(value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart))![0];
      if (indent) {
        event.preventDefault();
        this.area.setRangeText(`\n${indent}`, selectionStart, this.area.selectionEnd, 'end');
        this.edited();
      }
    }
  }

  private async copyLink(button: HTMLElement): Promise<void> {
    const saved = await this.studio.attempt(() => this.studio.engine.request('save', {}));
    const scene = saved ? linkOf(await encodeScene(saved.text)) : linkOf(sharedCode() ?? '');
    const link = `${scene}${workMark(await encodeScene(JSON.stringify({ kind: this.kind, code: this.area.value } satisfies Work)))}`;
    setAttribute(button, 'data-link', link);
    await navigator.clipboard?.writeText(link).catch(() => undefined);
    setText(button, words.copied);
    setTimeout(() => setText(button, words.link), 1600);
  }

  // ---- running ----

  stop(): void {
    this.turn += 1;
    this.sandbox.stop();
    this.engine?.close();
    this.engine = null;
    setAttribute(this.body, 'data-state', 'stopped');
  }

  async run(): Promise<void> {
    this.stop();
    const turn = this.turn, { kind } = this;
    setText(this.note, '');
    this.errorLine = 0;
    this.showLines();
    fill(this.verdict, el('p', { text: words.trying }));
    setAttribute(this.body, 'data-state', 'trying');
    try {
      await this.sandbox.start(this.area.value);
      await this.judge(kind, turn);
      if (turn === this.turn) await this.move(kind, turn);
    } catch (error) {
      if (turn !== this.turn) return;
      this.showFailure(error);
    }
  }

  private showFailure(error: unknown): void {
    this.stop();
    if (error instanceof StudentFailure) {
      this.errorLine = error.line;
      this.showLines();
      fill(this.verdict, el('p', { class: 'refusal', role: 'alert', text: error.endless ? words.endless : words.line(error.line, error.message) }));
    } else if (error instanceof EngineFailure) fill(this.verdict, el('p', { class: 'refusal', role: 'alert', text: error.message }));
    else throw error;
    setAttribute(this.body, 'data-state', 'failed');
  }

  /** The engine chooses the cases, the sandbox answers, the engine says what the answers show. */
  private async judge(kind: Kind, turn: number): Promise<void> {
    const { engine } = this.studio;
    const code = this.area.value;
    const { cases } = await engine.request('gradeCases', { kind });
    const of = functionOf(kind);
    const told = await this.sandbox.ask({ kind: of, cases } as Parameters<Sandbox['ask']>[0]);
    if (turn !== this.turn || !('answers' in told)) return;
    const grade = await engine.request('gradeAnswers', { kind, answers: told.answers as number[][] | Both[] });
    if (turn !== this.turn) return;
    const findings = [...(grade.passed ? [] : hintsOf(code)), ...grade.findings];
    fill(this.verdict,
      el('p', { class: grade.passed ? 'right' : 'wrong' }, el('b', { text: grade.passed ? words.passed(grade.cases) : words.failed(grade.right, grade.cases) })),
      findings.length > 0 ? el('ul', {}, ...findings.map((text) => el('li', { text }))) : null);
    setAttribute(this.body, 'data-slips', grade.slips.join(' '));
  }

  /** Both nets, on one clock, until it is stopped. */
  private async move(kind: Kind, turn: number): Promise<void> {
    const { studio } = this;
    const implicit = kind === 'block' || kind === 'linearly_implicit_euler';
    const saved = studio.info ? await studio.attempt(() => studio.engine.request('save', {})) : null;
    const why = saved && studio.info ? whyNot(studio.info, saved.text, implicit) : 'parts';
    const motion = why ? null : await studio.motionOrNone();
    if (turn !== this.turn) return;
    if (why) setText(this.note, words.instead[why]);
    let h = why ? 0.002 : motion?.timeStep || studio.info!.simulation.timeStep || 0.001;
    const engine = new EngineClient(startWorker(), engineCode());
    this.engine = engine;
    let energy = 0, positions: Float32Array | null = null;
    engine.on('frame', (frame) => {
      energy = frame.energies[TOTAL] ?? 0;
      positions = frame.positions.slice();
      engine.giveBack(frame);
    });
    const opened = (): Promise<SceneInfo> => engine.request('open', { name: 'scene.json', text: runningText(why ? CHAIN : saved!.text, BESIDE[kind], h) });
    let info = await opened();
    // The scene's step may be one of another integrator.
    const { stableTimeStep } = await engine.request('motion', {});
    if (stableTimeStep !== null && stableTimeStep > 0 && h > 0.5 * stableTimeStep) {
      h = 0.5 * stableTimeStep;
      info = await opened();
      await engine.request('motion', {});
    }
    const net = studentNet(info, await engine.request('columns', {}), h);
    await this.sandbox.ask({ begin: net, by: functionOf(kind) as 'force' | 'block' | 'step' });
    this.trail = [];
    // Both from the first picture on.
    const start = { yours: NaN, engine: NaN };
    setAttribute(this.body, 'data-state', 'running');
    let steps = 0, began = performance.now(), grown = false;
    while (turn === this.turn && this.body.isConnected) {
      await new Promise((resolve) => { requestAnimationFrame(resolve); });
      const wanted = Math.min(40, Math.floor((performance.now() - began) / 1000 / h) - steps);
      if (wanted < 1) continue;
      if (wanted >= 40) began = performance.now() - (steps + wanted) * h * 1000;
      const [told]: [Answer | null, unknown] = await Promise.all([grown ? null : this.sandbox.ask({ advance: wanted }), engine.request('advance', { seconds: wanted * h })]);
      if (turn !== this.turn) return;
      steps += wanted;
      if (told && 'x' in told) {
        const yours = energyOf(net, told.x, told.v);
        grown = !Number.isFinite(yours) || told.x.some((value) => !Number.isFinite(value) || Math.abs(value) > 1e6);
        if (grown) fill(this.verdict, ...Array.from(this.verdict.childNodes), el('p', { class: 'refusal', text: words.grown(quantity(steps * h, 's', 3)) }));
        else this.show(info, net, told.x, positions);
        if (Number.isNaN(start.engine)) Object.assign(start, { yours, engine: energy });
        this.trail.push({ time: steps * h, yours: yours - start.yours, engine: energy - start.engine });
        if (this.trail.length > MOST_ROWS) this.trail.shift();
        this.drawGraph();
      }
      setText(this.caption, words.at(quantity(steps * h, 's', 3), quantity(h, 's', 3)));
      setAttribute(this.body, 'data-steps', String(steps));
    }
  }

  // ---- pictures ----

  private show(info: SceneInfo, net: StudentNet, x: number[], engine: Float32Array | null): void {
    const d = net.dimension, yours = positionsOf(net, x);
    const flat = (at: (node: number, axis: number) => number) => (node: number): [number, number] => (d === 2
      ? [at(node, 0), at(node, 1)]
      // Seen from the front, from the right and from above.
      : [0.87 * at(node, 0) - 0.5 * at(node, 1), at(node, 2) + 0.2 * at(node, 0) + 0.35 * at(node, 1)]);
    const drawn = flat((node, axis) => info.drawn[3 * node + axis]!);
    let low: [number, number] = [Infinity, Infinity], high: [number, number] = [-Infinity, -Infinity];
    for (let node = 0; node < info.nodeCount; node += 1) {
      const at = drawn(node);
      low = [Math.min(low[0], at[0]), Math.min(low[1], at[1])];
      high = [Math.max(high[0], at[0]), Math.max(high[1], at[1])];
    }
    const style = getComputedStyle(document.documentElement);
    this.drawNet(this.pictures.yours, info, flat((node, axis) => yours[node * d + axis]!), low, high, style.getPropertyValue('--select').trim() || '#6a45e0');
    if (engine) this.drawNet(this.pictures.engine, info, flat((node, axis) => engine[3 * node + axis]!), low, high, style.getPropertyValue('--ink2').trim() || '#555c66');
  }

  private drawNet(canvas: HTMLCanvasElement, info: SceneInfo, at: (node: number) => [number, number], low: [number, number], high: [number, number], colour: string): void {
    const context = canvasContext(canvas);
    if (!context) return;
    const { g, width, height } = context;
    // With room for its motion, more of it below.
    const wide = high[0] - low[0], tall = high[1] - low[1], room = Math.max(wide, tall, 1e-9) / 2;
    const scale = Math.min(width / (wide + room), height / (tall + room)), mx = (low[0] + high[0]) / 2, my = (low[1] + high[1]) / 2 - 0.2 * room;
    const point = (node: number): [number, number] => {
      const [x, y] = at(node);
      return [width / 2 + scale * (x - mx), height / 2 - scale * (y - my)];
    };
    g.strokeStyle = g.fillStyle = colour;
    g.lineWidth = 1.5;
    g.beginPath();
    for (let s = 0; s < info.springCount; s += 1) {
      g.moveTo(...point(info.ends[2 * s]!));
      g.lineTo(...point(info.ends[2 * s + 1]!));
    }
    g.stroke();
    for (let node = 0; node < info.nodeCount; node += 1) {
      const [x, y] = point(node), fixed = (info.fixed[node] ?? 0) !== 0;
      g.fillRect(x - (fixed ? 4 : 2), y - (fixed ? 4 : 2), fixed ? 8 : 4, fixed ? 8 : 4);
    }
  }

  private drawGraph(): void {
    const context = canvasContext(this.graph);
    if (!context || this.trail.length < 2) return;
    const { g, width, height } = context;
    const style = getComputedStyle(document.documentElement);
    // The engine's range and five times that: what grows beyond leaves the picture.
    const largest = Math.max(1e-12, ...this.trail.map((row) => Math.abs(row.engine)));
    const range = Math.max(largest, Math.min(5 * largest + 1e-9, Math.max(...this.trail.map((row) => Math.abs(row.yours)))));
    const from = this.trail[0]!.time, to = this.trail[this.trail.length - 1]!.time;
    g.strokeStyle = style.getPropertyValue('--line').trim() || '#e3e6ea';
    g.beginPath();
    g.moveTo(0, height / 2);
    g.lineTo(width, height / 2);
    g.stroke();
    for (const [name, token, wide] of [['engine', '--ink2', 3], ['yours', '--select', 1.5]] as const) {
      g.strokeStyle = style.getPropertyValue(token).trim() || '#555c66';
      g.lineWidth = wide;
      g.beginPath();
      this.trail.forEach((row, i) => {
        const x = ((row.time - from) / Math.max(to - from, 1e-12)) * width, y = height / 2 - (row[name] / range) * height * 0.45;
        if (i === 0) g.moveTo(x, y);
        else g.lineTo(x, y);
      });
      g.stroke();
    }
  }
}

export function openWrite(studio: Studio, work: Work | null = null): void {
  const panel = new Panel(studio, work);
  openOverlay(t.write.name, true, true, panel.element);
  // The sheet is gone by whatever closed it: so is what runs.
  const observer = new MutationObserver(() => {
    if (panel.element.isConnected) return;
    observer.disconnect();
    panel.stop();
  });
  observer.observe(document.body, { childList: true });
}
