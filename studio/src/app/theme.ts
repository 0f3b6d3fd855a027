// Light, dark, projector: what the system prefers until the user chooses.
import type { Studio } from './studio';

export type Theme = 'light' | 'dark' | 'projector';
const KEY = 'tensio.theme';

export const theme = (): Theme => (document.documentElement.dataset['theme'] as Theme | undefined) ?? 'light';

/** Before anything is drawn. */
export function startTheme(): void {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(KEY);
  } catch {
    // Without storage the system decides.
  }
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset['theme'] =
    stored === 'light' || stored === 'dark' || stored === 'projector' ? stored : dark ? 'dark' : 'light';
}

export function setTheme(studio: Studio, next: Theme): void {
  document.documentElement.dataset['theme'] = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // It still holds for this visit.
  }
  studio.stage.applyTheme();
  studio.colours.apply();
  studio.signals.emit('theme');
}
