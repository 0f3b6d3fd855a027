// The command palette: every command and example by name.
import { cards } from '../gallery/cards';
import { type Command, type Commands, keyText } from '../app/commands';
import { el, fill } from '../app/dom';
import { icon } from '../app/icons';
import type { Studio } from '../app/studio';
import { t } from '../text';
import { openExampleById } from './gallery';
import { openOverlay } from './overlay';

export function openPalette(studio: Studio, commands: Commands): void {
  const examples: Command[] = cards.map((card) => ({ id: `example.${card.id}`, name: t.commands.openExample(card.title), group: 'file', run: () => void openExampleById(studio, card.id) }));
  const all = [...commands.all(), ...examples];
  const field = el('input', { type: 'text', placeholder: t.palette.field, 'aria-label': t.palette.field, role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'palette-list', spellcheck: 'false', autocomplete: 'off' });
  const list = el('ul', { class: 'palette-list', id: 'palette-list', role: 'listbox', 'aria-label': t.palette.label });
  const { close } = openOverlay(t.palette.label, false, false, el('div', { class: 'palette-field' }, icon('search'), field), list);
  let found: Command[] = [];
  // Examples are no commands of the register: where it is taken they are blocked as the gallery is.
  const reason = (command: Command): string => commands.reason(commands.get(command.id) ? command.id : 'gallery');
  let index = 0;

  const run = (command: Command | undefined): void => {
    if (!command || reason(command) !== '') return;
    close();
    if (commands.get(command.id)) commands.run(command.id);
    else command.run();
  };
  const show = (): void => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = all.filter((command) => words.every((word) => `${command.name} ${t.groups[command.group] ?? ''}`.toLowerCase().includes(word))).slice(0, 60);
    index = Math.min(index, Math.max(0, found.length - 1));
    fill(list, ...(found.length === 0 ? [el('li', { 'aria-disabled': 'true', text: t.palette.none })] : found.map((command, i) => {
      const why = reason(command);
      return el('li', {
        id: `palette-${i}`, role: 'option', 'aria-selected': String(i === index), 'aria-disabled': why === '' ? undefined : 'true',
        onclick: () => run(command), onpointermove: () => {
          if (index !== i) {
            index = i;
            mark();
          }
        },
      }, el('span', { text: command.name }), el('small', { text: why === '' ? t.groups[command.group] ?? '' : why }), ...(command.keys ?? []).slice(0, 1).map((key) => el('kbd', { text: keyText(key) })));
    })));
    mark();
  };
  const mark = (): void => {
    [...list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === index)));
    field.setAttribute('aria-activedescendant', `palette-${index}`);
    list.children[index]?.scrollIntoView({ block: 'nearest' });
  };
  field.addEventListener('input', () => {
    index = 0;
    show();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') index = (index + 1) % Math.max(1, found.length);
    else if (event.key === 'ArrowUp') index = (index - 1 + found.length) % Math.max(1, found.length);
    else if (event.key === 'Enter') run(found[index]);
    else return;
    event.preventDefault();
    mark();
  });
  show();
}
