// Calls of the engine: an answer, or an exception that carries the engine's error object.
import type { Answer, EngineModule } from '@engine';
import type { EngineError, FileContent } from '../protocol';

export class Refusal extends Error {
  readonly error: EngineError;
  constructor(error: EngineError) {
    super(error.problems[0]?.message ?? error.kind);
    this.error = error;
  }
}

export const refuse = (kind: EngineError['kind'], message: string): Refusal =>
  new Refusal({ kind, problems: [
    { file: '', line: 0, column: 0, pointer: '', value: '', message },
  ] });

export function checked<T extends object>(answer: Answer<T>): T {
  if ('error' in answer) throw new Refusal(answer.error);
  return answer;
}

/** Anything that was thrown, as an error of the protocol. */
export function asError(thrown: unknown): EngineError {
  if (thrown instanceof Refusal) return thrown.error;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return refuse('internal', message).error;
}

// A name in the engine's own folder: no part of it leads out of there.
const inside = (name: string): string =>
  name.split(/[/\\]/).filter((part) => part !== '' && part !== '.' && part !== '..').join('/');

/** Puts files into a folder of the engine. */
export function writeFiles(module: EngineModule, folder: string, files: FileContent[]): void {
  module.FS.mkdirTree(folder);
  for (const file of files) {
    const path = `${folder}/${inside(file.name) || 'file'}`;
    module.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    module.FS.writeFile(path, file.bytes instanceof Uint8Array ? file.bytes : new Uint8Array(file.bytes));
  }
}

export function fileIn(folder: string, name: string): string {
  const base = inside(name);
  return `${folder}/${base.slice(base.lastIndexOf('/') + 1) || 'scene.json'}`;
}

export function removeFolder(module: EngineModule, folder: string): void {
  const { FS } = module;
  for (const name of FS.readdir(folder)) {
    if (name === '.' || name === '..') continue;
    const path = `${folder}/${name}`;
    if (FS.isDir(FS.stat(path).mode)) removeFolder(module, path);
    else FS.unlink(path);
  }
  FS.rmdir(folder);
}
