// Worker and engine as files of their own beside the page.
import engineUrl from '../../engine/out/engine.wasm?url';

export function startWorker(): Worker {
  return new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module', name: 'engine' });
}

let compiled: Promise<WebAssembly.Module> | null = null;

export function engineModule(): Promise<WebAssembly.Module> {
  return (compiled ??= compile());
}

// While it is loaded, where the server says what it is.
async function compile(): Promise<WebAssembly.Module> {
  const answer = await fetch(engineUrl);
  if (!answer.ok) throw new Error(`engine.wasm: ${answer.status} ${answer.statusText}`);
  return /^application\/wasm\b/.test(answer.headers.get('Content-Type') ?? '')
    ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}
