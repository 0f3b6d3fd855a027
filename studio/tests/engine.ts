// The real engine and a session in Node.js, with a page that only listens.
import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import createEngine, { type EngineModule } from '@engine';
import { realClock, type Clock } from '../src/worker/clock';
import { Session } from '../src/worker/session';
import { EngineClient, type Port } from '../src/worker/client';
import type { Event, Events, EventName, FileContent, FromWorker, Request, ToWorker } from '../src/protocol';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const wasm = readFileSync(fileURLToPath(new URL('../engine/out/engine.wasm', import.meta.url)));

export const loadModule = (): Promise<EngineModule> =>
  createEngine({ wasmBinary: wasm, print: () => undefined, printErr: () => undefined });

export const examples: string[] = readdirSync(`${root}examples`)
  .filter((name) => existsSync(`${root}examples/${name}/scene.json`)).sort();

export const exampleText = (name: string): string =>
  readFileSync(`${root}examples/${name}/scene.json`, 'utf8');

/** The files of a folder that `chosen` takes. */
export const filesIn = (folder: string, chosen: (name: string) => boolean): FileContent[] =>
  readdirSync(folder).filter(chosen).map((name) => ({ name, bytes: new Uint8Array(readFileSync(`${folder}/${name}`)) }));

/** The tables that the scene of an example names, which lie beside it. */
export const exampleFiles = (name: string): FileContent[] =>
  filesIn(`${root}examples/${name}`, (file) => file.endsWith('.csv'));

/** A page and a worker in one thread: messages are copied as between the two. */
export class Page implements Port {
  readonly client: EngineClient;
  readonly session: Session;
  readonly events: Event[] = [];
  private listener: ((event: { data: FromWorker }) => void) | null = null;
  /** Whether frames are given back, as a page does. */
  givesBack = true;

  constructor(module: EngineModule, clock: Clock = realClock) {
    let session: Session | null = null;
    const early: FromWorker[] = [];
    const deliver = (message: FromWorker): void => {
      if (!this.listener) early.push(message);
      else this.listener({ data: message });
    };
    this.session = session = new Session(module, (message, transfer) => {
      const copy = structuredClone(message, { transfer: transfer as never });
      if ('event' in copy) {
        this.events.push(copy);
        if (copy.event === 'frame' && this.givesBack)
          this.session?.giveBack([copy.value.positions, copy.value.values, copy.value.flags,
            copy.value.arrows].map((array) => array.slice().buffer as ArrayBuffer));
      }
      deliver(copy);
    }, clock);
    void session;
    this.client = new EngineClient(this, { url: '' });
    for (const message of early) deliver(message);
  }

  postMessage(message: ToWorker): void {
    const copy = structuredClone(message);
    if ('request' in copy) void this.session.handle(copy as Request);
  }

  addEventListener(_type: 'message', listener: (event: { data: FromWorker }) => void): void {
    this.listener = listener;
  }

  of<K extends EventName>(name: K): Events[K][] {
    return this.events.filter((event) => event.event === name).map((event) => event.value as Events[K]);
  }

  last<K extends EventName>(name: K): Events[K] {
    const all = this.of(name);
    const found = all[all.length - 1];
    if (!found) throw new Error(`there was no ${name}`);
    return found;
  }
}

export const turns = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/** The clock of a machine that is never busy: time passes where the session waits, and a little wherever it looks. */
export function quietClock(): Clock {
  let time = 0;
  return {
    now: () => (time += 0.01),
    later: (f, milliseconds) => {
      const at = time + milliseconds;
      return setTimeout(() => {
        time = Math.max(time, at);
        f();
      }, milliseconds);
    },
    cancel: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  };
}

/** Waits for something that will come, however busy the machine is. */
export async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 20_000; ++i) {
    if (condition()) return;
    await turns(5);
  }
  throw new Error('it never came');
}

/** A page with an example open. */
export async function openExample(module: EngineModule, name: string): Promise<Page> {
  const page = new Page(module);
  await page.client.request('open', { name: 'scene.json', text: exampleText(name), files: exampleFiles(name) });
  return page;
}
