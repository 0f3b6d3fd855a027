// The page inside another one (?embed): the stage, a play button, the legend, a link to the whole page. It wakes on a click,
// and never takes the wheel from the page around it.
import { t } from '../text';
import type { Commands } from './commands';
import { el, fill, setAttribute } from './dom';
import { icon } from './icons';
import type { Layout } from './layout';
import type { Studio } from './studio';

export const isEmbedded = (): boolean => new URLSearchParams(location.search).has('embed');

/** The address of this page without `embed`, or with it. */
export function embedAddress(link: string, embed: boolean): string {
  const url = new URL(link);
  if (embed) url.searchParams.set('embed', '');
  else url.searchParams.delete('embed');
  return url.href.replace(/embed=(?=&|#|$)/, 'embed');
}

/** The code for another page. */
export function embedCode(link: string, title: string): string {
  const quoted = title.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  return `<iframe src="${embedAddress(link, true).replace(/&/g, '&amp;')}" title="${quoted}" width="640" height="420" style="border:0" allow="fullscreen" loading="lazy"></iframe>`;
}

export function makeEmbed(studio: Studio, commands: Commands, layout: Layout): void {
  layout.app.classList.add('embed', 'asleep');
  const play = el('button', { class: 'play', type: 'button', onclick: () => {
    wake();
    commands.run('play');
  } });
  const back = el('a', { class: 'btn small', href: embedAddress(location.href, false), target: '_blank', rel: 'noopener', text: t.embed.open });
  const cover = el('button', { class: 'cover', type: 'button', 'aria-label': t.embed.wake, title: t.embed.wake, onclick: () => wake() });
  const wake = (): void => {
    layout.app.classList.remove('asleep');
    cover.remove();
    studio.stage.canvas.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
  };
  // Before the stage's own listener: the page around scrolls.
  layout.stage.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) event.stopPropagation();
  }, { capture: true, passive: true });
  layout.stage.append(cover, el('div', { class: 'embed-bar' }, play, back));
  studio.signals.on('state', () => {
    fill(play, icon(studio.playing ? 'pause' : 'play'));
    setAttribute(play, 'aria-label', studio.playing ? t.deck.pause : t.deck.play);
  }, true);
}
