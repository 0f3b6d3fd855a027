// A port to the worker that keeps messages until the engine's code is there, so that nobody has to wait for it.
import type { Port } from '../worker/client';
import type { ToWorker } from '../protocol';

export function waitingPort(worker: Worker, code: Promise<WebAssembly.Module>): Port {
  let kept: [ToWorker, Transferable[]][] | null = [];
  void code.then((wasm) => {
    for (const [message, transfer] of kept ?? []) {
      if ('start' in message) worker.postMessage({ start: { wasm } });
      else worker.postMessage(message, transfer);
    }
    kept = null;
  }, () => undefined);
  return {
    postMessage: (message, transfer = []) => {
      if (kept) kept.push([message, transfer]);
      else worker.postMessage(message, transfer);
    },
    addEventListener: (type, listener) => worker.addEventListener(type, listener as (event: MessageEvent) => void),
    terminate: () => worker.terminate(),
  };
}
