// What differs between the page on a web server and the page in one file: how it gets its worker and the engine's code.
// `@shell` is one of parts_folder.ts and parts_single.ts; vite.config.ts chooses.
import type { EngineCode } from '../protocol';

/// Starts the worker, which waits for its first message.
export declare function startWorker(): Worker;

/// Where the worker finds engine.wasm: what the page sends it in the first message.
export declare function engineCode(): EngineCode;
