// A sheet over the page: closes by Escape, by its button, or by a click beside it; keeps the focus inside.
import { type Child, el } from '../app/dom';
import { icon } from '../app/icons';
import { t } from '../text';

let current: (() => void) | null = null;

export const overlayIsOpen = (): boolean => current !== null;
export const closeOverlay = (): void => current?.();

export function openOverlay(label: string, broad: boolean, heading: boolean, ...children: Child[]): { sheet: HTMLElement; close: () => void } {
  current?.();
  const before = document.activeElement as HTMLElement | null;
  const sheet = el('div', { class: `sheet card${broad ? ' broad' : ''}`, role: 'dialog', 'aria-modal': 'true', 'aria-label': label },
    heading ? el('div', { class: 'head' }, el('h2', { text: label }), el('button', { class: 'ib', type: 'button', 'aria-label': t.gallery.close, onclick: () => close() }, icon('close'))) : null,
    ...children);
  const scrim = el('div', { class: 'scrim' }, sheet);
  const close = (): void => {
    scrim.remove();
    current = null;
    before?.focus({ preventScroll: true });
  };
  scrim.addEventListener('pointerdown', (event) => {
    if (event.target === scrim) close();
  });
  scrim.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      close();
      event.preventDefault();
    } else if (event.key === 'Tab') {
      const items = [...sheet.querySelectorAll<HTMLElement>('button, input, textarea, select, a[href], [tabindex="0"]')].filter((item) => item.offsetParent !== null);
      const first = items[0], last = items[items.length - 1];
      if (!first || !last) return;
      if (event.shiftKey && document.activeElement === first) {
        last.focus();
        event.preventDefault();
      } else if (!event.shiftKey && document.activeElement === last) {
        first.focus();
        event.preventDefault();
      }
    }
    event.stopPropagation();
  });
  document.body.append(scrim);
  current = close;
  ((sheet.querySelector('input, textarea, button:not(.ib)') ?? sheet.querySelector('button')) as HTMLElement | null)?.focus({ preventScroll: true });
  return { sheet, close };
}
