// Runs a student's code: in a worker, inside a frame without origin and network. What does not answer within a second is ended.
import { framePage, FRAME_SCRIPT } from './frame_page';
import { type Ask, LINES_BEFORE, type StudentError, type Told, workerText } from './student';

/** Of its own work; a machine that is busy gets more time to start it. */
const LONGEST_MS = 1000;
const STARTS_MS = 20_000;
/** Time is counted in pieces: one that lasts longer on a busy machine, which also keeps the worker waiting, is one piece. */
const PIECE_MS = 50;

export class StudentFailure extends Error {
  readonly line: number;
  /** It was ended because it did not answer. */
  readonly endless: boolean;
  constructor({ message, line }: StudentError, endless = false) {
    super(message);
    this.line = line;
    this.endless = endless;
  }
}

let scriptHash: string | null = null;
async function hashOfScript(): Promise<string> {
  // Pages from files have no crypto.subtle in some browsers: without a hash the page's own policy decides.
  scriptHash ??= await crypto.subtle?.digest('SHA-256', new TextEncoder().encode(FRAME_SCRIPT))
    .then((digest) => `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`) ?? 'unsafe-inline';
  return scriptHash;
}

export type Answer = Exclude<Told, { alive: true } | { read: true } | { begun: number }>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

export class Sandbox {
  private frame: HTMLIFrameElement | null = null;
  private waiting: { id: number; resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;
  private started: { resolve: () => void; reject: (error: Error) => void } | null = null;
  private timer = 0;
  private next = 1;
  private readonly listener = (event: MessageEvent): void => this.receive(event);

  get running(): boolean {
    return this.frame !== null;
  }

  /** Starts this code in a new frame; fails where it cannot be read, or does not end. */
  async start(source: string): Promise<void> {
    this.stop();
    const page = framePage(await hashOfScript());
    await new Promise<void>((resolve, reject) => {
      this.started = { resolve, reject };
      window.addEventListener('message', this.listener);
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.setAttribute('hidden', '');
      frame.setAttribute('title', 'student code');
      frame.srcdoc = page;
      this.frame = frame;
      this.text = workerText(source);
      this.limit(STARTS_MS);
      document.body.append(frame);
    });
  }
  private text = '';

  /** One question at a time. */
  ask(question: WithoutId<Ask>): Promise<Answer> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      if (!this.frame?.contentWindow) {
        reject(new StudentFailure({ message: 'it is not running', line: 0 }));
        return;
      }
      this.waiting = { id, resolve, reject };
      this.limit(STARTS_MS);
      this.frame.contentWindow.postMessage({ ask: { ...question, id } }, '*');
    });
  }

  stop(): void {
    clearTimeout(this.timer);
    window.removeEventListener('message', this.listener);
    // Its worker goes with it, whatever that is doing.
    this.frame?.remove();
    this.frame = null;
    const error = new StudentFailure({ message: 'it was stopped', line: 0 });
    this.started?.reject(error);
    this.waiting?.reject(error);
    this.started = this.waiting = null;
  }

  private limit(milliseconds: number): void {
    clearTimeout(this.timer);
    let pieces = Math.ceil(milliseconds / PIECE_MS);
    const count = (): void => {
      pieces -= 1;
      if (pieces > 0) this.timer = window.setTimeout(count, PIECE_MS);
      else this.fail(new StudentFailure({ message: '', line: 0 }, true));
    };
    this.timer = window.setTimeout(count, PIECE_MS);
  }

  private fail(error: Error): void {
    const { started, waiting } = this;
    this.started = this.waiting = null;
    this.stop();
    started?.reject(error);
    waiting?.reject(error);
  }

  private receive(event: MessageEvent): void {
    if (!this.frame || event.source !== this.frame.contentWindow) return;
    const data = event.data as { frame?: unknown; told?: Told; failed?: StudentError } | null;
    if (typeof data !== 'object' || data === null) return;
    if (data.frame === true && this.text !== '') {
      this.frame.contentWindow?.postMessage({ start: this.text }, '*');
      this.text = '';
    } else if (data.failed) {
      this.fail(new StudentFailure({ message: String(data.failed.message).replace(/^Uncaught /, ''), line: Math.max(0, Number(data.failed.line) - LINES_BEFORE) }));
    } else if (data.told) this.tell(data.told);
  }

  private tell(told: Told): void {
    if ('alive' in told) {
      // It runs; from here on the second counts.
      this.limit(LONGEST_MS);
    } else if ('read' in told) {
      // The script came to its end. Until it is asked it has nothing to do.
      clearTimeout(this.timer);
      this.started?.resolve();
      this.started = null;
    } else if ('begun' in told) {
      this.limit(LONGEST_MS);
    } else if (this.waiting && told.id === this.waiting.id) {
      clearTimeout(this.timer);
      const { waiting } = this;
      this.waiting = null;
      if ('error' in told) waiting.reject(new StudentFailure({ message: String(told.error.message), line: Number(told.error.line) || 0 }));
      else waiting.resolve(told);
    }
  }
}
