// The page's skeleton: bar, stage with what floats on it, inspector, deck.
import { el } from './dom';
import { t } from '../text';

export interface Layout {
  app: HTMLElement;
  bar: HTMLElement;
  stage: HTMLElement;
  canvas: HTMLCanvasElement;
  tags: HTMLElement;
  side: HTMLElement;
  deck: HTMLElement;
  /** Spoken lines for the stage. */
  spoken: HTMLElement;
}

export function makeLayout(root: HTMLElement): Layout {
  const canvas = el('canvas', { tabindex: '0', role: 'application', 'aria-label': t.stage.label, 'aria-describedby': 'stage-about' });
  const tags = el('div', { class: 'tags' });
  const spoken = el('div', { class: 'quiet', 'aria-live': 'polite' });
  const bar = el('header', { class: 'bar' });
  const stage = el('main', { class: 'stage' },
    canvas, tags, el('p', { class: 'quiet', id: 'stage-about', text: t.stage.about }), spoken);
  const side = el('aside', { class: 'side', 'aria-label': t.inspector.label });
  const deck = el('section', { class: 'deck', 'aria-label': t.deck.label });
  root.append(bar, stage, side, deck);
  return { app: root, bar, stage, canvas, tags, side, deck, spoken };
}
