// Whether this browser gives the bits that a scene has recorded: a mark in the bar, and a sheet with the results. The engine
// computes them in a worker of its own, which can be ended.
import '../style/take.css';
import { engineCode, startWorker } from '@shell';
import { el, fill } from '../app/dom';
import type { Studio } from '../app/studio';
import { openOverlay } from '../panels/overlay';
import type { RecordReport, VerifyReport } from '../protocol';
import { verify as words } from '../text/en_verify';
import { EngineClient, EngineFailure } from '../worker/client';

/** Nobody asked for it: after this time it is ended, and goes on when it is asked for. */
const LONGEST_MS = 30_000;
/** The motion is recorded as far as it comes in this time. */
const RECORD_SECONDS = 10;

type State = { report: VerifyReport } | { failed: string } | 'verifying' | 'ended';

/** Runs one request in an engine of its own, with the scene of this text. */
async function beside<T>(text: string, work: (engine: EngineClient) => Promise<T>, keep: (engine: EngineClient) => void): Promise<T> {
  const engine = new EngineClient(startWorker(), engineCode());
  keep(engine);
  try {
    await engine.request('open', { name: 'scene.json', text });
    return await work(engine);
  } finally {
    engine.close();
  }
}

/** The scene of this text with the results of this engine. */
export const recordResults = (text: string): Promise<RecordReport> => beside(text, (engine) => engine.request('record', { seconds: RECORD_SECONDS }), () => undefined);

export class Verifier {
  private readonly chip = el('button', { class: 'verify-mark', type: 'button', 'aria-haspopup': 'dialog', onclick: () => this.open() });
  private engine: EngineClient | null = null;
  private state: State = 'verifying';
  private timer = 0;
  /** Grows with each scene: what an older one still does is nobody's. */
  private turn = 0;
  private place: HTMLElement | null = null;

  constructor(private readonly studio: Studio, bar: HTMLElement) {
    bar.querySelector('.saved')!.after(this.chip);
  }

  /** The scene that is open now; ends what an earlier one began. */
  async begin(limit = LONGEST_MS): Promise<void> {
    this.end();
    const turn = this.turn;
    this.show('verifying');
    const saved = await this.studio.attempt(() => this.studio.engine.request('save', {}));
    if (!saved || turn !== this.turn) return;
    if (limit > 0) this.timer = window.setTimeout(() => {
      this.end();
      this.show('ended');
    }, limit);
    try {
      const report = await beside(saved.text, (engine) => engine.request('verify', {}), (engine) => { this.engine = engine; });
      if (turn === this.turn) this.show({ report });
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      if (turn === this.turn) this.show({ failed: error.message });
    }
    if (turn === this.turn) clearTimeout(this.timer);
  }

  /** No scene with results is open any more. */
  leave(): void {
    this.end();
    this.chip.hidden = true;
  }

  private end(): void {
    this.turn += 1;
    clearTimeout(this.timer);
    this.engine?.close();
    this.engine = null;
  }

  private show(state: State): void {
    this.state = state;
    const v = words;
    const same = typeof state === 'object' && 'report' in state && state.report.results.every((result) => result.same);
    const kind = state === 'verifying' || state === 'ended' ? state : same ? 'same' : 'different';
    this.chip.hidden = false;
    this.chip.dataset['state'] = kind;
    fill(this.chip, el('span', { class: 'sign', 'aria-hidden': 'true', text: { verifying: '…', ended: '?', same: '✓', different: '✗' }[kind] }), el('span', { class: 'word', text: v[kind] }));
    this.chip.title = typeof state === 'object' && 'report' in state ? v.verdict(state.report)[0]! : v.title;
    this.fillSheet();
  }

  private open(): void {
    this.place = el('div');
    openOverlay(words.title, false, true, el('div', { class: 'body verify' }, this.place, el('p', { class: 'note', text: words.about }), el('p', { class: 'note', text: words.program })));
    this.fillSheet();
  }

  private fillSheet(): void {
    const { place, state } = this;
    if (!place?.isConnected) return;
    const v = words;
    if (state === 'verifying') fill(place, el('p', { text: `${v.verifying} …` }));
    else if (state === 'ended') fill(place, el('p', { text: v.slow }), el('div', { class: 'acts' }, el('button', { class: 'btn', type: 'button', text: v.again, onclick: () => void this.begin(0) })));
    else if ('failed' in state) fill(place, el('p', { class: 'refusal', text: state.failed }));
    else {
      const [first, ...others] = v.verdict(state.report);
      const same = state.report.results.every((result) => result.same);
      fill(place, el('p', { class: same ? 'same' : 'different' }, el('b', { text: first! })), ...others.map((text) => el('p', { text })),
        el('ul', {}, ...v.lines(state.report).map((text) => el('li', { text }))));
    }
  }
}
