// Share: a link, files, pictures, code; what to put into another page.
import { cppProgram, pythonProgram } from '../app/copy_code';
import { el, setText, svg } from '../app/dom';
import { embedAddress, embedCode } from '../app/embed';
import { filmKind, toggleFilm } from '../app/film';
import { saveMesh, savePicture, saveScene, saveTable } from '../app/files';
import { qrCode, qrPath } from '../app/qr';
import { encodeScene, exampleLink, linkOf, LONGEST_LINK } from '../app/share_link';
import type { Studio } from '../app/studio';
import { theme } from '../app/theme';
import { t } from '../text';
import { openOverlay } from './overlay';

/** Copies a text, and says so on the button for a moment. */
function copyTo(button: HTMLElement, text: string): void {
  const before = button.textContent ?? '';
  const done = (): void => {
    setText(button, t.share.copied);
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
function qrPicture(link: string): HTMLElement {
  if (!/^https?:/.test(link)) return el('p', { class: 'note', text: t.share.qrFile });
  const code = qrCode(link);
  if (!code) return el('p', { class: 'note', text: t.share.qrTooLong });
  const side = code.size + 8;
  return el('div', { class: 'qr' }, svg('svg', { viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': t.share.qrLabel },
    svg('rect', { width: String(side), height: String(side), fill: '#fff' }), svg('path', { d: qrPath(code), fill: '#000' })));
}

export async function openShare(studio: Studio, stage: HTMLElement): Promise<void> {
  const saved = await studio.attempt(() => studio.engine.request('save', {}));
  if (!saved || !studio.info) return;
  // An example as it is in the gallery has a name; anything else is in the link itself.
  const example = studio.info.edited ? undefined : studio.source?.example;
  const link = embedAddress(example ? exampleLink(example) : linkOf(await encodeScene(saved.text)), false);
  const field = el('input', { type: 'text', readonly: true, 'aria-label': t.share.link });
  field.value = link;
  const fits = link.length <= LONGEST_LINK;
  const button = (text: string, run: (self: HTMLElement) => void, main = false): HTMLElement => {
    const self: HTMLElement = el('button', { class: main ? 'btn main' : 'btn', type: 'button', text, onclick: () => run(self) });
    return self;
  };
  const qr = el('div', { class: 'qr-place' });
  const projector = theme() === 'projector';
  if (fits && projector) qr.append(qrPicture(link));
  const film = filmKind();
  const title = studio.info.title || t.untitled;
  const { duration } = studio.info.simulation;
  const moves = duration > 0 ? { until: duration } : null;
  const overlay = openOverlay(t.share.title, false, true, el('div', { class: 'body share' },
    el('h3', { text: t.share.link }),
    fits ? el('div', { class: 'share-row' }, el('div', { class: 'in' }, field), button(t.share.copy, (self) => copyTo(self, link), true)) : null,
    el('p', { class: 'note', id: 'link-length', text: fits ? t.share.length(link.length) : t.share.tooLong(link.length) }),
    qr,
    el('h3', { text: t.share.save }),
    el('div', { class: 'acts' },
      button(t.share.file, () => void saveScene(studio)), button(t.share.picture, () => void savePicture(studio)),
      film ? button(t.share.film(film.ending), () => {
        overlay.close();
        toggleFilm(studio, stage);
      }) : null,
      button(t.share.table, () => saveTable(studio)), button(t.share.mesh, () => void saveMesh(studio, '.obj'))),
    el('h3', { text: t.share.copyAs }),
    el('div', { class: 'acts' },
      button(t.share.asScene, (self) => copyTo(self, saved.text)),
      button(t.share.asPython, (self) => copyTo(self, pythonProgram(saved.text, title, moves))),
      button(t.share.asCpp, (self) => copyTo(self, cppProgram(saved.text, title, moves))),
      fits ? button(t.share.asEmbed, (self) => copyTo(self, embedCode(link, title))) : null,
      fits && !projector ? button(t.share.qr, () => qr.replaceChildren(qrPicture(link))) : null)));
}
