// Topics that parts of the page listen to.

export class Signals<Topic extends string> {
  private readonly listeners = new Map<Topic, Set<() => void>>();
  private readonly waiting = new Set<Topic>();

  /** Calls `listener` whenever one of the topics has changed, and once now where `now` is set. */
  on(topics: Topic | readonly Topic[], listener: () => void, now = false): void {
    for (const topic of typeof topics === 'string' ? [topics] : topics) {
      let set = this.listeners.get(topic);
      if (!set) this.listeners.set(topic, (set = new Set()));
      set.add(listener);
    }
    if (now) listener();
  }

  emit(topic: Topic): void {
    for (const listener of this.listeners.get(topic) ?? []) listener();
  }

  /** Emits once before the next frame of the screen, however often it is called. */
  soon(topic: Topic): void {
    if (this.waiting.has(topic)) return;
    this.waiting.add(topic);
    requestAnimationFrame(() => {
      this.waiting.delete(topic);
      this.emit(topic);
    });
  }
}
