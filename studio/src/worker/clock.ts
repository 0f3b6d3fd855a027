// Time and turns, so that tests can have their own.
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Calls f after so many milliseconds, and after messages that wait. */
  later(f: () => void, milliseconds: number): unknown;
  cancel(handle: unknown): void;
}

export const realClock: Clock = {
  now: () => performance.now(),
  later: (f, milliseconds) => setTimeout(f, milliseconds),
  cancel: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** Of a screen. */
export const FRAME_MS = 1000 / 60;

/** One call that is to come: asked for again it is put off, or cancelled. */
export class Due {
  private handle: unknown = null;
  constructor(private readonly clock: Clock) {}
  get waits(): boolean { return this.handle !== null; }
  in(milliseconds: number, f: () => void): void {
    this.cancel();
    this.handle = this.clock.later(() => {
      this.handle = null;
      f();
    }, milliseconds);
  }
  cancel(): void {
    if (this.handle !== null) this.clock.cancel(this.handle);
    this.handle = null;
  }
}

/** Lets messages that wait be handled. */
export const turn = (clock: Clock): Promise<void> =>
  new Promise((resolve) => { clock.later(resolve, 0); });
