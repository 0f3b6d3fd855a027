// The worker's entry: loads the engine, then passes messages to a session. Requests are answered in
// the order in which they come.
import createEngine from '@engine';
import type { FromWorker, Request, ToWorker } from '../protocol';
import { asError } from './engine';
import { Session } from './session';

const scope = self as unknown as {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};
const post = (message: FromWorker, transfer: Transferable[]): void =>
  scope.postMessage(message, transfer);

const failed = (thrown: unknown): void => post({ id: 0, error: asError(thrown) }, []);

let session: Session | null = null;
let waiting: Request[] = [];

async function start(wasm: WebAssembly.Module): Promise<void> {
  try {
    const module = await createEngine({ instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(wasm, imports).then(done, failed);
      return {};
    } });
    session = new Session(module, post);
    for (const request of waiting) void session.handle(request);
    waiting = [];
  } catch (thrown) {
    failed(thrown);
  }
}

scope.onmessage = (event) => {
  const message = event.data;
  if ('start' in message) void (message.start.wasm && start(message.start.wasm));
  else if ('giveBack' in message) session?.giveBack(message.giveBack);
  else if (session) void session.handle(message);
  else waiting.push(message);
};
