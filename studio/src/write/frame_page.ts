// The frame that a student's code runs in: without the page's origin, without a network, and with one worker. Its script is the
// same text every time, so that the page's policy can name its hash.

/** Starts a worker from a text, and passes on what both sides say. */
export const FRAME_SCRIPT = `let worker = null;
addEventListener('message', (event) => {
  if (event.source !== parent) return;
  const { start, ask } = event.data;
  if (typeof start === 'string') {
    worker?.terminate();
    worker = new Worker(URL.createObjectURL(new Blob([start], { type: 'text/javascript' })));
    worker.onmessage = (told) => parent.postMessage({ told: told.data }, '*');
    worker.onerror = (error) => {
      error.preventDefault();
      parent.postMessage({ failed: { message: String(error.message), line: error.lineno | 0 } }, '*');
    };
  } else if (ask !== undefined) worker?.postMessage(ask);
});
parent.postMessage({ frame: true }, '*');
`;

/** The frame's page. `hash`: that of its script, as a policy writes it. */
export const framePage = (hash: string): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${hash}'; worker-src blob:; connect-src 'none'"><script>${FRAME_SCRIPT}</script>`;
