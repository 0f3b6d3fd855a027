// Worker and engine as parts of the page: no fetch, so that it opens from a file. The worker is a classic script in a Blob.
import EngineWorker from '../worker/worker.ts?worker&inline';

export function startWorker(): Worker {
  return new EngineWorker({ name: 'engine' });
}

// gzip in base64, put there by tools/single_file.ts.
export async function engineBytes(): Promise<ArrayBuffer> {
  const text = document.getElementById('tensio-engine')?.textContent ?? '';
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}
