// A machine that is busier than any: with TENSIO_LATE=N frames of the screen, messages of workers and files come up to N ms
// late, each by another amount, in their order; and the tests look and act late. What fails then fails somewhere by chance.
import type { BrowserContext, Page } from 'playwright-core';

/** The longest delay in ms; 0 for none. */
export const LATE = Number(process.env.TENSIO_LATE ?? 0);

const wait = (longest: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, longest * Math.random() ** 3); });

// Runs in the page before its scripts.
function makeLate(longest: number): void {
  const some = (): number => longest * Math.random() ** 3;
  const { requestAnimationFrame: frame, setTimeout: after } = window;
  const handles = new Map<number, number>();
  let handle = 0;
  window.requestAnimationFrame = (run) => {
    const own = (handle += 1);
    const timer = after(() => { handles.set(own, -frame((now) => { handles.delete(own); run(now); })); }, some() / 2);
    handles.set(own, timer);
    return own;
  };
  window.cancelAnimationFrame = (own) => {
    const is = handles.get(own) ?? 0;
    if (is > 0) clearTimeout(is);
    handles.delete(own);
  };
  // One queue in each direction keeps the order.
  const queue = (): ((run: () => void) => void) => {
    let last = Promise.resolve();
    return (run) => { last = last.then(() => new Promise<void>((resolve) => { after(() => { run(); resolve(); }, some() / 4); })); };
  };
  const Own = window.Worker;
  window.Worker = class extends Own {
    private readonly there = queue();
    private readonly back = queue();
    private ended = false;
    override postMessage(message: unknown, transfer?: unknown): void {
      // What is handed over is gone at once, as without delay.
      const copy: unknown = structuredClone(message, Array.isArray(transfer) ? { transfer: transfer as Transferable[] } : {});
      this.there(() => super.postMessage(copy));
    }
    override addEventListener(type: string, listener: unknown, ...rest: unknown[]): void {
      const call = listener as (event: Event) => void;
      const late = type === 'message' ? (event: Event) => this.back(() => { if (!this.ended) call(event); }) : call;
      (Own.prototype.addEventListener as (...args: unknown[]) => void).call(this, type, late, ...rest);
    }
    override terminate(): void {
      this.ended = true;
      super.terminate();
    }
  };
}

export async function lateContext(context: BrowserContext): Promise<void> {
  await context.addInitScript(makeLate, LATE);
  await context.route(/\.(js|mjs|wasm|json|woff2)(\?|$)/, async (route) => {
    await wait(LATE);
    // A page that was closed meanwhile asks no more.
    await route.continue().catch(() => undefined);
  });
}

/** The test itself is late, too: before what it reads and what it does. */
export function latePage(page: Page): void {
  const late = (owner: object, names: readonly string[]): void => {
    for (const name of names) {
      const own = (owner as Record<string, (...args: unknown[]) => Promise<unknown>>)[name]!.bind(owner);
      (owner as Record<string, unknown>)[name] = async (...args: unknown[]) => {
        await wait(LATE);
        return own(...args);
      };
    }
  };
  late(page, ['evaluate', 'goto', 'reload']);
  late(page.keyboard, ['press']);
  late(page.mouse, ['click', 'move', 'down', 'up', 'dblclick']);
}
