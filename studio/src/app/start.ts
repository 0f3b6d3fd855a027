// What the page opens with: a shared scene, the file that the program serves, one's own work, or the opening scene.
import { t } from '../text';
import { isInPage, isServed, type Served, type ServedFile, servedFiles, shownInPage, watchServed } from '../shell/served';
import type { Autosave } from './autosave';
import { el, reducedMotion } from './dom';
import { isEmbedded } from './embed';
import type { Opening } from './opening';
import { decodeScene, sharedCode } from './share_link';
import type { SavedState } from '../panels/bar';
import type { Studio } from './studio';

const SHARED = 'shared.json';

export class Start {
  private readonly studio: Studio;
  private readonly autosave: Autosave;
  private readonly opening: Opening;
  private readonly stage: HTMLElement;
  private readonly saved: SavedState;
  private strip: HTMLElement | null = null;

  constructor(studio: Studio, autosave: Autosave, opening: Opening, stage: HTMLElement, saved: SavedState) {
    this.studio = studio;
    this.autosave = autosave;
    this.opening = opening;
    this.stage = stage;
    this.saved = saved;
    // Another scene opened over a shared one is one's own again.
    studio.signals.on('saved', () => {
      if (this.strip && studio.source && studio.source.name !== SHARED) this.forget(), this.autosave.resume();
    });
    window.addEventListener('hashchange', () => {
      if (sharedCode() !== null) void this.begin();
    });
  }

  async begin(): Promise<void> {
    const code = sharedCode();
    if (code !== null) {
      if (await this.openShared(code)) return;
      await this.openMine();
      this.studio.say(t.badLink);
      return;
    }
    const own = isInPage() ? shownInPage() : null;
    if (own) {
      this.autosave.paused = true;
      await this.openFiles(own.what, own.files, false);
      this.studio.signals.emit('saved');
      return;
    }
    if (isServed()) {
      this.follow();
      return;
    }
    const named = new URLSearchParams(location.search).get('scene');
    if (named && (await this.openAddress(named))) return;
    const wanted = new URLSearchParams(location.search).get('example');
    if (wanted && (await (await import('../panels/gallery')).openExampleById(this.studio, wanted))) return;
    await this.openMine();
  }

  /** One's own work as saved, else the opening scene. */
  async openMine(): Promise<void> {
    this.autosave.paused = false;
    const stored = this.autosave.load();
    if (stored && (await this.autosave.restore(stored))) {
      this.autosave.resume();
      return;
    }
    this.studio.clearProblem();
    await this.openOpening();
  }

  async openOpening(): Promise<void> {
    const { studio, opening } = this;
    const opened = studio.open({ name: 'sail.json', text: opening.text });
    const moves = !reducedMotion() && !isEmbedded();
    if (moves) {
      // A pulled sail is let go: a wave runs through its colours. Nobody waits for the answers in between.
      studio.engine.send('pull', { node: opening.pulled, point: opening.pulledTo, view: studio.stage.camera.viewHeight });
      studio.engine.send('play', { speed: studio.speed });
    }
    if ((await opened) && moves) setTimeout(() => studio.release(), 300);
  }

  /** A scene of the same site, by its address. */
  private async openAddress(address: string): Promise<boolean> {
    const url = new URL(address, location.href);
    if (url.origin !== location.origin || url.protocol === 'file:') return false;
    try {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(String(answer.status));
      return await this.studio.open({ name: url.pathname.split('/').pop() || 'scene.json', text: await answer.text() });
    } catch {
      this.studio.say(t.badLink);
      return false;
    }
  }

  private async openShared(code: string): Promise<boolean> {
    const text = await decodeScene(code);
    if (text === null) return false;
    this.autosave.paused = true;
    if (!(await this.studio.open({ name: SHARED, text }))) {
      this.autosave.paused = false;
      return false;
    }
    if (!isEmbedded()) this.showStrip();
    return true;
  }

  private forget(): void {
    this.strip?.remove();
    this.strip = null;
    history.replaceState(null, '', location.href.split('#')[0]);
  }

  private showStrip(): void {
    this.strip?.remove();
    this.strip = el('div', { class: 'strip card', role: 'status' }, el('span', { text: t.sharedStrip }),
      el('button', { class: 'btn small', type: 'button', text: t.backToMine, onclick: () => {
        this.forget();
        void this.openMine();
      } }),
      el('button', { class: 'btn small', type: 'button', text: t.resetShared, title: t.resetSharedAbout, onclick: () => void this.studio.attempt(() => this.studio.engine.request('reset', {})) }),
      el('button', { class: 'btn small', type: 'button', text: t.keepThis, onclick: () => {
        this.forget();
        this.autosave.resume();
      } }));
    this.stage.append(this.strip);
  }

  // What `tensio studio` shows, now and after each change of its files.
  private follow(): void {
    let opened = false;
    this.autosave.paused = true;
    watchServed(async (what) => {
      if (what.kind === 'nothing') await this.openMine();
      else if (!(await this.openServed(what, opened))) return;
      opened = true;
      this.studio.signals.emit('saved');
    }, () => this.studio.say(t.servedEnded));
  }

  private async openServed(what: Served, again: boolean): Promise<boolean> {
    const files = await servedFiles(what);
    return files !== null && this.openFiles(what, files, again);
  }

  private async openFiles(what: Pick<Served, 'kind' | 'name'>, files: ServedFile[], again: boolean): Promise<boolean> {
    const [main, ...others] = files;
    if (!main) return false;
    this.saved.text = t.bar.served(what.name);
    if (what.kind === 'results') {
      await this.studio.openRun(what.name, files);
      return true;
    }
    const json = /\.json$/i.test(main.name);
    const text = new TextDecoder().decode(main.bytes);
    // A saved file is an edit of the scene that is open: it can be undone.
    if (again && json && others.length === 0 && this.studio.info) await this.studio.edit([{ op: 'text', text }], 'text');
    else await this.studio.open({ name: main.name, ...(json ? { text } : { bytes: main.bytes }), ...(others.length > 0 ? { files: others } : {}) });
    return true;
  }
}
