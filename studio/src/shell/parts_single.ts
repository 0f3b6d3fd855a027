// Worker and engine as parts of the page: no fetch, so that it opens from a file. The worker is a classic script in a Blob.
import EngineWorker from '../worker/worker.ts?worker&inline';
import type { EngineCode } from '../protocol';

export function startWorker(): Worker {
  return new EngineWorker({ name: 'engine' });
}

// gzip in base64, put there by tools/finished_page.ts.
export function engineCode(): EngineCode {
  const text = atob(document.getElementById('tensio-engine')?.textContent ?? '');
  // A plain loop: ten times faster than Uint8Array.from().
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) packed[i] = text.charCodeAt(i);
  return { packed: packed.buffer };
}
