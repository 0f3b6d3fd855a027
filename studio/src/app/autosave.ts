// Saves the scene in this browser a moment after each change, and finds it again.
import { t } from '../text';
import type { SavedState } from '../panels/bar';
import { isEmbedded } from './embed';
import type { SceneFileSet, Studio } from './studio';

const KEY = 'tensio.scene';
/** Edited work that another scene has replaced: the gallery offers it. */
const KEPT = 'tensio.kept';
const LARGEST = 4_000_000;

interface Stored {
  /** The file as it was opened: Reset returns to it. */
  source: { name: string; text: string } | null;
  /** The scene as it is now. */
  text: string;
  /** Whether it differs from the file. */
  edited: boolean;
  title: string;
}

export class Autosave {
  /** Off while a shared scene is shown, so that one's own is kept. */
  paused = false;
  /** What the bar says then. */
  pausedText: string = t.bar.shared;
  private readonly studio: Studio;
  private readonly saved: SavedState;
  private timer = 0;
  private revision = -1;

  constructor(studio: Studio, saved: SavedState) {
    this.studio = studio;
    this.saved = saved;
    // Inside another page nothing is kept.
    if (isEmbedded()) return;
    studio.signals.on('scene', () => this.soon());
    window.addEventListener('pagehide', () => {
      if (this.timer) void this.save();
    });
  }

  load(key = KEY): Stored | null {
    try {
      const text = localStorage.getItem(key);
      if (!text) return null;
      const stored = JSON.parse(text) as Stored;
      return typeof stored.text === 'string' ? stored : null;
    } catch {
      return null;
    }
  }

  /** Opens what was saved: the file first, then the changes as one step, so that Reset still works. */
  async restore(stored: Stored): Promise<boolean> {
    const source: SceneFileSet = stored.source ?? { name: 'scene.json', text: stored.text };
    if (!(await this.studio.open(source))) return this.studio.open({ name: 'scene.json', text: stored.text });
    if (stored.source && stored.edited)
      await this.studio.edit([{ op: 'text', text: stored.text }], 'restore');
    return true;
  }

  private soon(): void {
    if (this.paused) {
      this.say(this.pausedText);
      return;
    }
    this.say(t.bar.saving);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.save(), 700);
  }

  async save(): Promise<void> {
    this.timer = 0;
    const { studio } = this;
    if (this.paused || !studio.info || studio.info.revision === this.revision) return;
    const revision = studio.info.revision;
    try {
      const { text } = await studio.engine.request('save', {});
      const source = studio.source?.text !== undefined && !studio.source.files ? { name: studio.source.name, text: studio.source.text } : null;
      const stored: Stored = { source, text, edited: studio.info.edited || source === null, title: studio.info.title };
      const whole = JSON.stringify(stored);
      if (whole.length > LARGEST) throw new Error('too large');
      const before = this.load();
      if (before?.edited && before.source?.text !== source?.text) localStorage.setItem(KEPT, JSON.stringify(before));
      localStorage.setItem(KEY, whole);
      this.revision = revision;
      // A change that came meanwhile is not saved yet.
      if (!this.timer) this.say(t.bar.saved);
    } catch {
      this.say(t.bar.notSaved);
    }
  }

  /** Work that the gallery can bring back; null where there is none. */
  kept(): Stored | null {
    return this.paused ? this.load() : this.load(KEPT);
  }

  /** Saves from now on, also what is open now. */
  resume(): void {
    this.paused = false;
    this.revision = -1;
    this.soon();
  }

  private say(text: string): void {
    this.saved.text = text;
    this.studio.signals.emit('saved');
  }
}
