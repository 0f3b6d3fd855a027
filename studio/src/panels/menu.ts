// A menu that opens at a point or below a button; arrow keys walk, Escape closes.
import { el } from '../app/dom';

export interface Item {
  text: string;
  key?: string;
  small?: string;
  checked?: boolean;
  /** Why it cannot be chosen; empty where it can. */
  reason?: string;
  run: () => void;
}

let open: (() => void) | null = null;

/** Items, with null for a line between them. */
export function openMenu(at: DOMRect | { left: number; top: number; bottom: number }, items: (Item | null)[]): void {
  open?.();
  const before = document.activeElement as HTMLElement | null;
  const menu = el('div', { class: 'menu card', role: 'menu' });
  const close = (back: boolean): void => {
    menu.remove();
    document.removeEventListener('pointerdown', outside, true);
    open = null;
    if (back) before?.focus();
  };
  const outside = (event: Event): void => {
    if (!menu.contains(event.target as Node)) close(false);
  };
  for (const item of items) {
    if (!item) {
      menu.append(el('hr'));
      continue;
    }
    const disabled = Boolean(item.reason);
    menu.append(el('button', {
      type: 'button', role: item.checked === undefined ? 'menuitem' : 'menuitemradio', tabindex: '-1',
      'aria-checked': item.checked === undefined ? undefined : String(item.checked), 'aria-disabled': disabled ? 'true' : undefined,
      onclick: () => {
        if (disabled) return;
        close(true);
        item.run();
      },
    }, item.text, item.reason || item.small ? el('small', { text: item.reason || item.small }) : null, item.key ? el('kbd', { text: item.key }) : null));
  }
  menu.addEventListener('keydown', (event) => {
    const buttons = [...menu.querySelectorAll('button')];
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === 'Escape') close(true);
    else if (event.key === 'ArrowDown') buttons[(index + 1) % buttons.length]?.focus();
    else if (event.key === 'ArrowUp') buttons[(index - 1 + buttons.length) % buttons.length]?.focus();
    else if (event.key === 'Tab') close(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(menu);
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - width - 8))}px`;
  const below = at.bottom + 4;
  menu.style.top = `${below + height > window.innerHeight - 8 ? Math.max(8, at.top - height - 4) : below}px`;
  (menu.querySelector('[aria-checked="true"]') as HTMLElement | null ?? menu.querySelector('button'))?.focus();
  document.addEventListener('pointerdown', outside, true);
  open = () => close(false);
}

export const closeMenu = (): void => open?.();
export const menuIsOpen = (): boolean => open !== null;
