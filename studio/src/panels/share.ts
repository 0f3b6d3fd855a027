// Share: a link, files, pictures, code; what to put into another page.
import { cppProgram, pythonProgram } from '../app/copy_code';
import type { Commands } from '../app/commands';
import { el, fill, setText, svg } from '../app/dom';
import { embedAddress, embedCode } from '../app/embed';
import { filmKind } from '../app/film_kind';
import { download, saveMesh, savePicture, saveTable, stem } from '../app/files';
import { qrCode, qrPath } from '../app/qr';
import { encodeScene, exampleLink, linkOf, LONGEST_LINK } from '../app/share_link';
import type { Studio } from '../app/studio';
import { theme } from '../app/theme';
import { t } from '../text';
import { share as shareWords } from '../text/en_share';
import { verify as words } from '../text/en_verify';
import { openOverlay } from './overlay';

/** Copies a text, and says so on the button for a moment. */
export function copyTo(button: HTMLElement, text: string): void {
  const before = button.textContent ?? '';
  const done = (): void => {
    setText(button, shareWords.copied);
    setTimeout(() => setText(button, before), 1600);
  };
  void navigator.clipboard?.writeText(text).then(done, () => {
    // Without the clipboard's permission: by a field that is marked.
    const area = el('textarea', { class: 'quiet', 'aria-hidden': 'true' });
    area.value = text;
    button.after(area);
    area.select();
    if (document.execCommand('copy')) done();
    area.remove();
    button.focus();
  });
}

/** The link as a QR code, or why there is none. */
export function qrPicture(link: string): HTMLElement {
  if (!/^https?:/.test(link)) return el('p', { class: 'note', text: shareWords.qrFile });
  const code = qrCode(link);
  if (!code) return el('p', { class: 'note', text: shareWords.qrTooLong });
  const side = code.size + 8;
  return el('div', { class: 'qr' }, svg('svg', { viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': shareWords.qrLabel },
    svg('rect', { width: String(side), height: String(side), fill: '#fff' }), svg('path', { d: qrPath(code), fill: '#000' })));
}

/** The scene as a link: an example as it is in the gallery has a name, anything else is in the link itself. */
async function sceneLink(studio: Studio, text: string, recorded: boolean): Promise<string> {
  const example = studio.info?.edited || recorded ? undefined : studio.source?.example;
  return embedAddress(example ? exampleLink(example) : linkOf(await encodeScene(text)), false);
}

export async function openShare(studio: Studio, commands: Commands): Promise<void> {
  const saved = await studio.attempt(() => studio.engine.request('save', {}));
  if (!saved || !studio.info) return;
  let { text } = saved, link = await sceneLink(studio, text, false);
  const title = studio.info.title || t.untitled;
  const { duration } = studio.info.simulation;
  const moves = duration > 0 ? { until: duration } : null;
  const projector = theme() === 'projector';
  const button = (name: string, run: (self: HTMLElement) => void, main = false): HTMLElement => {
    const self: HTMLElement = el('button', { class: main ? 'btn main' : 'btn', type: 'button', text: name, onclick: () => run(self) });
    return self;
  };
  /** A command of the page; its reason where it cannot run. The sheet is closed first where time goes on. */
  const command = (id: string, name: string): HTMLElement => {
    const reason = commands.reason(id);
    return el('button', {
      class: 'btn', type: 'button', text: name, 'aria-disabled': reason ? 'true' : undefined, title: reason || undefined, onclick: () => {
        if (reason) return;
        overlay.close();
        commands.run(id);
      },
    });
  };
  const linkPlace = el('div'), qr = el('div', { class: 'qr-place' });
  const codeButtons = el('div', { class: 'acts' });
  const showLink = (): void => {
    const fits = link.length <= LONGEST_LINK;
    const field = el('input', { type: 'text', readonly: true, 'aria-label': shareWords.link });
    field.value = link;
    fill(linkPlace,
      fits ? el('div', { class: 'share-row' }, el('div', { class: 'in' }, field), button(shareWords.copy, (self) => copyTo(self, link), true)) : null,
      el('p', { class: 'note', id: 'link-length', text: fits ? shareWords.length(link.length) : shareWords.tooLong(link.length) }));
    fill(qr, fits && projector ? qrPicture(link) : null);
    fill(codeButtons,
      button(shareWords.asScene, (self) => copyTo(self, text)),
      button(shareWords.asPython, (self) => copyTo(self, pythonProgram(text, title, moves))),
      button(shareWords.asCpp, (self) => copyTo(self, cppProgram(text, title, moves))),
      fits ? button(shareWords.asEmbed, (self) => copyTo(self, embedCode(link, title))) : null,
      fits && !projector ? button(shareWords.qr, () => qr.replaceChildren(qrPicture(link))) : null);
  };
  const note = el('p', { class: 'note', role: 'status' });
  const record = button(words.record, () => {
    if (record.getAttribute('aria-disabled') === 'true') return;
    record.setAttribute('aria-disabled', 'true');
    setText(note, words.recording);
    void import('../take/verify').then(({ recordResults }) => recordResults(saved.text)).then(async (made) => {
      ({ text } = made);
      link = await sceneLink(studio, text, true);
      setText(note, [words.recorded(made.rest, made.steps), ...made.notes].join(' '));
      showLink();
    }, (error: unknown) => {
      record.removeAttribute('aria-disabled');
      setText(note, error instanceof Error ? error.message : String(error));
    });
  });
  showLink();
  const film = filmKind();
  const moved = commands.reason('gif') === '';
  const overlay = openOverlay(shareWords.title, false, true, el('div', { class: 'body share' },
    el('h3', { text: shareWords.link }), linkPlace, qr, el('div', { class: 'acts' }, record), note,
    el('h3', { text: shareWords.save }),
    el('div', { class: 'acts' },
      button(shareWords.file, () => download(`${stem(studio)}.json`, text, 'application/json')), button(shareWords.picture, () => void savePicture(studio)), command('svg', t.take.vector),
      film ? command('film', shareWords.film(film.ending)) : null, command('gif', t.take.gif),
      button(shareWords.table, () => saveTable(studio)), button(shareWords.mesh, () => void saveMesh(studio, '.obj')), command('glb', moved ? t.take.gltf : t.take.still)),
    el('h3', { text: shareWords.copyAs }), codeButtons));
}
