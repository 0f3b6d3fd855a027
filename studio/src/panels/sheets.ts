// Help, and the scene's text.
import { type Commands, keyText } from '../app/commands';
import { el, setText } from '../app/dom';
import type { Studio } from '../app/studio';
import { t } from '../text';
import { help as helpWords } from '../text/en_share';
import { openOverlay } from './overlay';

export function openHelp(commands: Commands): void {
  const gestures = el('ul', { class: 'keys' }, ...helpWords.rows.map(([hand, what]) => el('li', {}, el('span', {}, el('b', { text: hand }), ` ${what}`))));
  const keys = el('ul', { class: 'keys' }, ...commands.all().filter((command) => command.keys).map((command) =>
    el('li', {}, el('span', { text: command.name }), el('kbd', { text: keyText(command.keys![0]!) }))));
  const single = el('button', {
    class: 'switch', type: 'button', role: 'switch', 'aria-checked': String(commands.singleKeys), onclick: () => {
      commands.singleKeys = !commands.singleKeys;
      single.setAttribute('aria-checked', String(commands.singleKeys));
    },
  }, el('i'), el('span', { text: `${helpWords.singleKeys}: ${helpWords.singleKeysAbout}` }));
  openOverlay(helpWords.title, true, true, el('div', { class: 'body' }, el('h3', { text: helpWords.gestures }), gestures, el('h3', { text: helpWords.keys }), keys, single));
}

export async function openText(studio: Studio): Promise<void> {
  // Where a file could not be read, its own text is what needs mending.
  const failed = studio.problem !== null && studio.failedText !== null;
  const saved = failed ? { text: studio.failedText! } : await studio.attempt(() => studio.engine.request('save', {}));
  if (!saved) return;
  const area = el('textarea', { class: 'source', spellcheck: 'false', 'aria-label': t.text.label });
  area.value = saved.text;
  const line = el('p', { class: 'refusal', role: 'alert' });
  const problem = studio.problem?.problems[0];
  if (failed && problem) setText(line, `${problem.line}:${problem.column} ${problem.message}`);
  const { close } = openOverlay(t.text.title, true, true, el('div', { class: 'body' }, area, line, el('div', { class: 'acts' },
    el('button', {
      class: 'btn main', type: 'button', text: t.text.apply, onclick: () => void apply(),
    }), el('button', { class: 'btn', type: 'button', text: t.text.close, onclick: () => close() }))));
  if (failed && problem && problem.line > 0) {
    const lines = area.value.split('\n');
    const start = lines.slice(0, problem.line - 1).reduce((sum, text) => sum + text.length + 1, 0) + Math.max(0, problem.column - 1);
    area.focus();
    area.setSelectionRange(start, Math.min(area.value.length, start + 1));
  }
  const apply = async (): Promise<void> => {
    try {
      if (failed) await studio.openOrThrow({ name: studio.failedName, text: area.value });
      else await studio.engine.request('edit', { operations: [{ op: 'text', text: area.value }], verb: 'text' });
      studio.clearProblem();
      close();
    } catch (error) {
      const first = (error as { problems?: { line: number; column: number; message: string }[] }).problems?.[0];
      setText(line, first ? `${first.line}:${first.column} ${first.message}` : String(error));
    }
  };
}
