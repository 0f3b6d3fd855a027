// The register of commands: each has a name, a key, and says whether it can run now, else why not.

export interface Command {
  id: string;
  name: string;
  group: string;
  /** Such as "Ctrl+Z", "Space", "Shift+R", "r". */
  keys?: string[];
  /** True, or the reason why not. */
  enabled?: () => true | string;
  /** Edits: its single key acts only while the stage has the focus. */
  stageOnly?: boolean;
  run: () => void;
}

const NAMES: Record<string, string> = {
  ' ': 'Space', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', Delete: 'Del', '+': '+', '-': '−',
};

/** A key as people read it: "Ctrl Z". */
export const keyText = (key: string): string =>
  key.split(/\+(?=.)/).map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(' ');

/** A key event as the register spells it. */
export function keyOf(event: KeyboardEvent): string {
  const parts: string[] = [];
  if (event.ctrlKey || event.metaKey) parts.push('Ctrl');
  if (event.altKey) parts.push('Alt');
  // Shift belongs to the sign for signs, and stands for itself for letters and named keys.
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.shiftKey && (event.key.length > 1 || /[a-z ]/i.test(event.key))) parts.push('Shift');
  parts.push(key);
  return parts.join('+');
}

export class Commands {
  private readonly list = new Map<string, Command>();
  private readonly byKey = new Map<string, Command>();
  /** Keys without Ctrl can be switched off. */
  singleKeys = true;

  add(...commands: Command[]): void {
    for (const command of commands) {
      this.list.set(command.id, command);
      for (const key of command.keys ?? []) this.byKey.set(key, command);
    }
  }

  all(): Command[] {
    return [...this.list.values()];
  }

  get(id: string): Command | undefined {
    return this.list.get(id);
  }

  key(id: string): string {
    const key = this.list.get(id)?.keys?.[0];
    return key === undefined ? '' : keyText(key);
  }

  /** While something else has the stage: what these commands do there, and why others cannot run. */
  private over: { runs: Map<string, () => void>; reason: string } | null = null;

  /** Lets some commands do something else, keeps those named in `same`, and blocks all others; null ends that. */
  take(over: { runs: Record<string, () => void>; same: readonly string[]; reason: string } | null): void {
    if (!over) {
      this.over = null;
      return;
    }
    const runs = new Map(Object.entries(over.runs));
    for (const id of over.same) {
      const command = this.list.get(id);
      if (command) runs.set(id, command.run);
    }
    this.over = { runs, reason: over.reason };
  }

  /** Why a command cannot run now; empty where it can. */
  reason(id: string): string {
    if (this.over) return this.over.runs.has(id) ? '' : this.over.reason;
    const able = this.list.get(id)?.enabled?.() ?? true;
    return able === true ? '' : able;
  }

  run(id: string): void {
    const command = this.list.get(id);
    if (command && this.reason(id) === '') (this.over?.runs.get(id) ?? command.run)();
  }

  /** Runs the command of a key. True where there was one. */
  press(event: KeyboardEvent, onStage: boolean): boolean {
    const key = keyOf(event);
    const command = this.byKey.get(key);
    if (!command) return false;
    const single = !key.includes('Ctrl+');
    if (single && !this.singleKeys && key !== 'Escape') return false;
    if (command.stageOnly && !onStage) return false;
    this.run(command.id);
    return true;
  }
}
