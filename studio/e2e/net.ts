// What tests do on the page, as a person does: by pointer, by keys, by buttons with their names.
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import type { Hook } from '../src/app/hook';
import { PATIENCE } from './browser';

export class Net {
  constructor(readonly page: Page) {}

  /** A field of what the page shows. */
  get<K extends keyof Hook>(name: K): Promise<Hook[K]> {
    return this.page.evaluate((key) => window.__tensio![key as 'ready'], name) as Promise<Hook[K]>;
  }

  /** Until a claim about the page is true; `given` reaches the browser. */
  async until<T>(claim: (tensio: Hook, given: T) => boolean, given: T): Promise<void> {
    if (!(await this.within(PATIENCE / 1000, claim, given))) throw new Error(`not true: ${claim.toString()}\n${await this.facts()}`);
  }

  /** Whether a claim becomes true within so many seconds, for what may be tried again. */
  async within<T>(seconds: number, claim: (tensio: Hook, given: T) => boolean, given: T): Promise<boolean> {
    const text = `window.__tensio !== undefined && (${claim.toString()})(window.__tensio, ${JSON.stringify(given)})`;
    const end = Date.now() + 1000 * seconds;
    while (!(await this.page.evaluate<boolean>(text))) {
      if (Date.now() > end) return false;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return true;
  }

  /** What the page shows, for messages. */
  async facts(): Promise<string> {
    return JSON.stringify(await this.page.evaluate(() => {
      const tensio = window.__tensio;
      return tensio && {
        mode: tensio.mode, time: tensio.time, step: tensio.step, title: tensio.title, problem: tensio.problem, verdict: tensio.verdict, rest: tensio.rest,
        blowUp: tensio.blowUp, choice: tensio.choice, hover: tensio.hover, tool: tensio.tool, fixed: tensio.fixed.length,
      };
    }));
  }

  ready(): Promise<void> {
    return this.until((tensio) => tensio.ready, null);
  }

  button(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' }).first().click();
  }

  /** A command by its name, through the palette. */
  async command(name: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.page.getByRole('dialog').getByRole('combobox').fill(name);
    await this.page.keyboard.press('Enter');
  }

  /** An example by its title, through the palette: faster than by the gallery, which draws a picture of each. */
  async openNamed(title: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    const palette = this.page.getByRole('dialog');
    await palette.getByRole('combobox').fill(title);
    await palette.getByRole('option').filter({ hasText: `Open \u201c${title}\u201d` }).click();
  }

  /** The example of 21 nodes, opened and not yet moving. */
  async openChain(): Promise<void> {
    await this.openExample('A hanging chain');
    await this.until((tensio) => tensio.nodes === 21 && tensio.time === 0 && !tensio.playing, null);
  }

  async openExample(title: string): Promise<void> {
    await this.page.locator('header .title').click();
    await this.page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`) }).first().click();
  }

  async pause(): Promise<void> {
    if (await this.get('playing')) await this.button('Pause');
    await this.until((tensio) => !tensio.playing, null);
  }

  nodeAt(node: number): Promise<[number, number]> {
    return this.still('nodeAt', node);
  }

  springAt(spring: number): Promise<[number, number]> {
    return this.still('springAt', spring);
  }

  // Where it is once layout and camera have come to rest; at once where the net itself moves.
  private still(which: 'nodeAt' | 'springAt', id: number): Promise<[number, number]> {
    return this.page.evaluate(([name, of]) => new Promise<[number, number]>((resolve) => {
      let last: [number, number] | null = null, frames = 0;
      const look = (): void => {
        const tensio = window.__tensio!;
        const at = tensio[name](of);
        const moved = last === null || Math.hypot(at[0] - last[0], at[1] - last[1]) > 0.01;
        frames = moved ? 0 : frames + 1;
        last = at;
        if (frames >= 2 || tensio.playing || tensio.pull !== null) resolve(at);
        else requestAnimationFrame(look);
      };
      look();
    }), [which, id] as const);
  }

  /** Until the engine has answered all that it was asked: nothing changes any more by itself. */
  settled(): Promise<void> {
    return this.until((tensio) => tensio.unanswered === 0, null);
  }

  /** Until the page has shown this text, if only for a moment. */
  async said(text: string): Promise<void> {
    await this.until((_, words) => (window as unknown as { __said: Set<string> }).__said.has(words), text);
  }

  /** What a click has put on the clipboard. */
  async copiedBy(click: () => Promise<void>): Promise<string> {
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    await click();
    const end = Date.now() + PATIENCE;
    for (;;) {
      const text = await this.page.evaluate(() => navigator.clipboard.readText());
      if (text !== '') return text;
      if (Date.now() > end) throw new Error('nothing was copied');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Presses on a node, moves by so many pixels, and holds; release with `page.mouse.up()`. */
  async grab(node: number, dx: number, dy: number): Promise<void> {
    const [x, y] = await this.nodeAt(node);
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
    await this.page.mouse.move(x + dx, y + dy, { steps: 4 });
  }

  async doubleClick(x: number, y: number): Promise<void> {
    await this.page.mouse.dblclick(x, y);
  }

  /** A node that lies on the stage, away from the others, by its place on the screen. */
  async freeNode(): Promise<number> {
    const node = await this.page.evaluate(() => {
      const tensio = window.__tensio!;
      const fixed = new Set(tensio.fixed);
      const box = document.querySelector('canvas[role=application]')!.getBoundingClientRect();
      let best = -1, distance = Infinity;
      for (let i = 0; i < tensio.nodes; i += 1) {
        if (fixed.has(i)) continue;
        const [x, y] = tensio.nodeAt(i);
        if (document.elementFromPoint(x, y)?.tagName !== 'CANVAS') continue;
        const d = Math.hypot(x - box.left - box.width / 2, y - box.top - box.height / 2);
        if (d < distance) [best, distance] = [i, d];
      }
      return best;
    });
    expect(node).toBeGreaterThanOrEqual(0);
    return node;
  }
}
