// Worker and engine as files of their own beside the page.
import engineUrl from '../../engine/out/engine.wasm?url';
import type { EngineCode } from '../protocol';

export function startWorker(): Worker {
  return new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module', name: 'engine' });
}

export function engineCode(): EngineCode {
  return { url: new URL(engineUrl, location.href).href };
}
