// The worker's entry: loads the engine, then passes messages to a session. Requests are answered in
// the order in which they come.
import createEngine from '@engine';
import type { EngineCode, FromWorker, Request, ToWorker } from '../protocol';
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

// It is compiled while it comes, where its type is known.
async function compiled(code: EngineCode): Promise<WebAssembly.Module> {
  const answer = 'url' in code ? await fetch(code.url)
    : new Response(new Blob([code.packed]).stream().pipeThrough(new DecompressionStream('gzip')),
      { headers: { 'Content-Type': 'application/wasm' } });
  if (!answer.ok) throw new Error(`engine.wasm: ${answer.status} ${answer.statusText}`);
  return /^application\/wasm\b/.test(answer.headers.get('Content-Type') ?? '')
    ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

async function start(code: EngineCode): Promise<void> {
  try {
    const wasm = await compiled(code);
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
  if ('start' in message) void start(message.start);
  else if ('giveBack' in message) session?.giveBack(message.giveBack);
  else if (session) void session.handle(message);
  else waiting.push(message);
};
