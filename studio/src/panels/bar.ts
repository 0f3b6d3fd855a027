// The bar: title, saved state, search, undo, redo, themes, help, share.
import { el, fill, setAttribute, setText } from '../app/dom';
import type { Commands } from '../app/commands';
import { icon, type IconName, mark } from '../app/icons';
import type { Studio } from '../app/studio';
import { theme } from '../app/theme';
import { t } from '../text';
import { openedCompare } from './compare/opened';
import { openMenu } from './menu';

/** What the saved state says; main.ts keeps it. */
export interface SavedState {
  text: string;
}

export function makeBar(studio: Studio, commands: Commands, bar: HTMLElement, saved: SavedState): void {
  const title = el('span');
  const titleButton = el('button', { class: 'title', type: 'button', 'aria-haspopup': 'dialog', onclick: () => commands.run('gallery') }, title, icon('down'));
  const savedText = el('span', { class: 'saved', role: 'status' });
  const button = (id: string, name: IconName, label: string, extra = 'wide'): HTMLButtonElement => el('button', {
    class: `ib ${extra}`, type: 'button', 'aria-label': label, title: tip(commands, id, label), onclick: () => commands.run(id),
  }, icon(name));
  const undo = button('undo', 'undo', t.bar.undo(null), '');
  const redo = button('redo', 'redo', t.bar.redo(null));
  const compare = el('button', { class: 'ib wide', type: 'button', title: tip(commands, 'compare', t.compare.command), onclick: () => commands.run('compare') }, icon('compare'), el('span', { class: 'word', text: t.compare.name }));
  const projector = button('projector', 'projector', t.bar.projector);
  const themeButton = button('theme', 'moon', t.bar.dark);
  const search = el('button', { class: 'ib wide', type: 'button', 'aria-label': `${t.bar.search} Ctrl K`, title: t.bar.search, onclick: () => commands.run('palette') },
    icon('search'), el('kbd', { text: 'Ctrl K' }));
  const share = el('button', { class: 'btn wide', type: 'button', onclick: () => commands.run('share') }, icon('share'), t.bar.share);
  const more = el('button', {
    class: 'ib only-phone', type: 'button', 'aria-label': t.bar.more, 'aria-haspopup': 'menu',
    onclick: () => openMenu(more.getBoundingClientRect(), ['redo', 'palette', 'compare', 'write', 'share', 'theme', 'projector', 'help'].map((id) => ({
      text: commands.get(id)?.name ?? id, reason: commands.reason(id), run: () => commands.run(id),
    }))),
  }, icon('more'));
  fill(bar,
    el('h1', { class: 'mark', 'aria-label': t.product }, mark(), el('span', { text: t.product })),
    el('span', { class: 'sep' }), titleButton, savedText, el('span', { class: 'grow' }),
    search, el('span', { class: 'sep wide' }), undo, redo, el('span', { class: 'sep wide' }),
    compare, button('write', 'write', t.write.name), projector, themeButton, button('help', 'help', t.bar.help), button('inspector', 'side', t.commands.inspector, 'narrow'), share, more);

  const update = (): void => {
    const file = studio.source?.name;
    const name = studio.info?.title || (file && file !== 'scene.json' ? file : t.untitled);
    setText(title, name);
    setAttribute(titleButton, 'aria-label', `${name}. ${t.bar.gallery}`);
    document.title = `${name} – ${t.product}`;
    setText(savedText, studio.notice || saved.text);
    for (const [element, edit, label, none] of [
      [undo, studio.state?.undo ?? null, t.bar.undo, t.bar.nothingToUndo], [redo, studio.state?.redo ?? null, t.bar.redo, t.bar.nothingToRedo],
    ] as const) {
      setAttribute(element, 'aria-label', label(edit));
      setAttribute(element, 'title', edit ? label(edit) : `${label(null)}: ${none}`);
      setAttribute(element, 'aria-disabled', edit ? null : 'true');
    }
  };
  studio.signals.on(['scene', 'state', 'saved', 'notice'], update, true);
  const showTheme = (): void => {
    setAttribute(projector, 'aria-pressed', String(theme() === 'projector'));
    const dark = theme() === 'dark';
    fill(themeButton, icon(dark ? 'sun' : 'moon'));
    setAttribute(themeButton, 'aria-label', dark ? t.bar.light : t.bar.dark);
    setAttribute(themeButton, 'title', dark ? t.bar.light : t.bar.dark);
  };
  studio.signals.on('theme', showTheme, true);
  studio.signals.on('compare', () => setAttribute(compare, 'aria-pressed', String(openedCompare() !== null)), true);
}

/** A tooltip with the command's key. */
export function tip(commands: Commands, id: string, label: string): string {
  const key = commands.key(id);
  return key ? `${label} (${key})` : label;
}
