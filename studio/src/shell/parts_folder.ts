// Worker and engine as files of their own beside the page.
import engineUrl from '../../engine/out/engine.wasm?url';

export function startWorker(): Worker {
  return new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module', name: 'engine' });
}

export async function engineBytes(): Promise<ArrayBuffer> {
  const answer = await fetch(engineUrl);
  if (!answer.ok) throw new Error(`engine.wasm: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}
