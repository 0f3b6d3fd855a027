// The page's side of the protocol: requests as promises, events as callbacks.
import type {
  EngineCode, EngineError, Event, EventName, Events, Frame, FromWorker, RequestName, Requests, ToWorker,
} from '../protocol';

/** An answer of the engine that is an error; `problems` has the fields. */
export class EngineFailure extends Error {
  readonly kind: EngineError['kind'];
  readonly problems: EngineError['problems'];
  constructor(error: EngineError) {
    super(error.problems.map((problem) => problem.message).join('\n'));
    this.name = 'EngineFailure';
    this.kind = error.kind;
    this.problems = error.problems;
  }
}

const wasClosed = (): EngineFailure => new EngineFailure({ kind: 'state', problems: [
  { file: '', line: 0, column: 0, pointer: '', value: '', message: 'The engine was closed.' },
] });

/** What a Worker, and a worker of a test, have in common. */
export interface Port {
  postMessage(message: ToWorker, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { data: FromWorker }) => void): void;
  terminate?(): void;
}

/** Marks in the browser's own record of its times: when the engine is there, and when the first frame comes in which
 *  something has moved. */
const MARKS = { engine: 'tensio-engine', moving: 'tensio-moving' };
const marked = new Set<string>();
function markOnce(message: Event): void {
  const name = message.event === 'ready' ? MARKS.engine
    : message.event === 'frame' && message.value.source === 'moving' && message.value.step > 0 ? MARKS.moving : null;
  if (name === null || marked.has(name)) return;
  marked.add(name);
  performance.mark(name);
}

type Listener = (value: never) => void;
interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class EngineClient {
  private readonly port: Port;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Map<EventName, Set<Listener>>();
  private nextId = 1;
  private closed = false;
  /** Fulfilled when the engine is loaded. Requests may be sent before. */
  readonly ready: Promise<{ version: string }>;

  /** Requests may be sent at once: the worker keeps them until its engine is there. */
  constructor(port: Port, code: EngineCode) {
    this.port = port;
    port.addEventListener('message', (event) => this.receive(event.data));
    this.ready = new Promise((resolve, reject) => {
      this.on('ready', resolve);
      this.waiting.set(0, { resolve: () => undefined, reject });
    });
    // Who wants to know calls `ready`; a failure is not an unhandled one.
    this.ready.catch(() => undefined);
    port.postMessage({ start: code }, 'packed' in code ? [code.packed] : []);
  }

  /** Fails with EngineFailure where the engine says no. */
  request<K extends RequestName>(
    request: K, args: Requests[K]['args'], transfer: Transferable[] = [],
  ): Promise<Requests[K]['result']> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      if (this.closed) {
        reject(wasClosed());
        return;
      }
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.port.postMessage({ id, request, args } as ToWorker, transfer);
    });
  }

  /** Requests without an answer yet. */
  get unanswered(): number {
    return this.waiting.size - (this.waiting.has(0) ? 1 : 0);
  }

  /** The same where nobody waits for the answer; errors come as the event `error`. */
  send<K extends RequestName>(request: K, args: Requests[K]['args']): void {
    this.request(request, args).catch((error: unknown) => {
      if (error instanceof EngineFailure)
        this.tell('error', { kind: error.kind, problems: error.problems });
    });
  }

  /** Calls `listener` with every event of that name; the result ends that. */
  on<K extends EventName>(event: K, listener: (value: Events[K]) => void): () => void {
    let set = this.listeners.get(event);
    if (!set) this.listeners.set(event, (set = new Set()));
    set.add(listener as Listener);
    return () => set.delete(listener as Listener);
  }

  /** Gives the arrays of a frame back to the worker, which fills them again. Call it once for each
   *  frame, when it is on the GPU; its arrays are empty after that. */
  giveBack(frame: Frame): void {
    const buffers: ArrayBuffer[] = [];
    for (const array of [frame.positions, frame.values, frame.flags, frame.arrows])
      if (array.buffer.byteLength > 0) buffers.push(array.buffer as ArrayBuffer);
    if (buffers.length > 0) this.port.postMessage({ giveBack: buffers }, buffers);
  }

  /** Ends the worker. Requests that wait fail, and so do later ones. */
  close(): void {
    this.closed = true;
    this.port.terminate?.();
    for (const waiting of this.waiting.values()) waiting.reject(wasClosed());
    this.waiting.clear();
  }

  private receive(message: FromWorker): void {
    if ('event' in message) {
      markOnce(message);
      this.tell(message.event, message.value);
      return;
    }
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    this.waiting.delete(message.id);
    if ('error' in message) waiting.reject(new EngineFailure(message.error));
    else waiting.resolve(message.value);
  }

  private tell<K extends EventName>(event: K, value: Events[K]): void {
    for (const listener of this.listeners.get(event) ?? [])
      (listener as (value: Events[K]) => void)(value);
  }
}
