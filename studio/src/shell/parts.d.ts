// What differs between the page on a web server and the page in one file: how it gets its worker and the engine's code.
// `@shell` is one of parts_folder.ts and parts_single.ts; vite.config.ts chooses.

/// Starts the worker, which waits for its first message.
export declare function startWorker(): Worker;

/// engine.wasm, compiled once for all workers of the page, which sends it to each in the first message.
export declare function engineModule(): Promise<WebAssembly.Module>;
