// Three hints, each once, ever: pull, free, find rest.
import { t } from '../text';
import { el, fill, isPhone } from './dom';
import { onRelease } from './drags';
import { icon } from './icons';
import type { Studio } from './studio';

const KEY = 'tensio.hints';
type Hint = 'pull' | 'free' | 'rest';

export function startHints(studio: Studio, stage: HTMLElement): void {
  const seen = new Set<string>();
  try {
    for (const name of (localStorage.getItem(KEY) ?? '').split(',')) seen.add(name);
  } catch {
    // Without storage they come again.
  }
  const box = el('div', { class: 'hint card', role: 'note', hidden: true });
  stage.append(box);
  let shown: Hint | null = null;

  const done = (hint: Hint): void => {
    seen.add(hint);
    try {
      localStorage.setItem(KEY, [...seen].join(','));
    } catch {
      // As above.
    }
    if (shown === hint) {
      shown = null;
      box.hidden = true;
    }
  };
  const show = (hint: Hint): void => {
    if (seen.has(hint) || (studio.info?.springCount ?? 0) === 0) return;
    shown = hint;
    const touch = isPhone() || window.matchMedia('(pointer: coarse)').matches;
    const words = { pull: touch ? t.hints.pullTouch : t.hints.pull, free: touch ? t.hints.freeTouch : t.hints.free, rest: touch ? t.hints.restTouch : t.hints.rest };
    fill(box, el('span', { text: words[hint] }), el('button', { class: 'ib', type: 'button', 'aria-label': t.hints.close, onclick: () => done(hint) }, icon('close')));
    box.hidden = false;
  };
  setTimeout(() => show('pull'), 2000);
  onRelease.listener = () => {
    done('pull');
    if (!seen.has('free')) setTimeout(() => show('free'), 600);
  };
  let fixed = -1;
  studio.signals.on('scene', () => {
    // There is nothing to pull in an empty scene.
    box.hidden = shown === null || (studio.info?.springCount ?? 0) === 0;
    const count = studio.info?.fixed.reduce((sum, bits) => sum + (bits ? 1 : 0), 0) ?? 0;
    if (fixed >= 0 && count !== fixed && shown === 'free') {
      done('free');
      setTimeout(() => show('rest'), 600);
    }
    fixed = count;
  });
  studio.signals.on('rest', () => {
    if (studio.rest) done('rest');
  });
}
