// Scenes from files: each has a folder of the engine's own, with the files that it refers to.
import type { Requests, SceneInfo } from '../protocol';
import type { Core } from './core';
import { nameOf } from './editing';
import { checked, fileIn, removeFolder, writeFiles } from './engine';

export class Files {
  private folder = '';
  private folders = 0;

  constructor(private readonly core: Core) {}

  open(args: Requests['open']['args']): SceneInfo {
    const { core } = this;
    const { engine, module } = core;
    const folder = this.newFolder();
    const bytes = args.bytes ?? new TextEncoder().encode(args.text ?? '');
    const path = fileIn(folder, args.name);
    writeFiles(module, folder, [
      ...(args.files ?? []), { name: path.slice(folder.length + 1), bytes },
    ]);
    const before = core.parts.editing.keepMoment();
    try {
      // Nothing of the present scene changes where the file cannot be read.
      checked(engine.open(path, args.name, args.dimension ?? 0));
    } catch (thrown) {
      removeFolder(module, folder);
      engine.dropState(before.state);
      throw thrown;
    }
    core.quiet();
    if (!args.asEdit) {
      engine.dropState(before.state);
      return this.adopt(args.name, folder);
    }
    core.forgetState();
    core.parts.editing.addStep(nameOf({ operations: [], verb: 'open' }, [args.name]), undefined, before);
    return core.sceneChanged(true);
  }

  openResult(args: Requests['openResult']['args']): SceneInfo {
    const { engine, module } = this.core;
    const folder = this.newFolder();
    writeFiles(module, folder, args.files);
    try {
      checked(engine.openResult(folder));
    } catch (thrown) {
      removeFolder(module, folder);
      throw thrown;
    }
    this.core.quiet();
    checked(engine.showRecorded(0));
    return this.adopt(args.name, folder);
  }

  create(dimension: 2 | 3): SceneInfo {
    this.core.quiet();
    checked(this.core.engine.create(dimension));
    const folder = this.newFolder();
    this.core.module.FS.mkdirTree(folder);
    return this.adopt('', folder);
  }

  golden(files: Requests['golden']['args']['files']): Record<string, string> {
    const { module } = this.core;
    for (const { name, bytes } of files) {
      module.FS.mkdirTree(`/${name.split('/').slice(0, -1).join('/')}`);
      module.FS.writeFile(`/${name}`, bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
    }
    return checked(module.golden(''));
  }

  private newFolder(): string {
    return `/open/${++this.folders}`;
  }

  /** The engine's scene becomes the one of the session, without a past. */
  private adopt(name: string, folder: string): SceneInfo {
    const { core } = this;
    if (this.folder && this.folder !== folder) removeFolder(core.module, this.folder);
    this.folder = folder;
    core.fileName = name;
    core.undo.clear();
    core.forgetState();
    core.setDocument();
    core.setOpened();
    return core.sceneChanged(true);
  }
}
