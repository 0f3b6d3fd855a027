// Keys of the whole page. Fields keep theirs; an open sheet or menu has its own.
import { menuIsOpen } from '../panels/menu';
import { overlayIsOpen } from '../panels/overlay';
import type { Commands } from './commands';

export function listenToKeys(commands: Commands, canvas: HTMLCanvasElement): void {
  window.addEventListener('keydown', (event) => {
    if (overlayIsOpen() || menuIsOpen() || event.isComposing) return;
    const target = event.target as HTMLElement | null;
    const typing = target instanceof HTMLInputElement ? target.type !== 'range' : target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
    const withControl = event.ctrlKey || event.metaKey;
    if (typing && !(withControl && event.key.toLowerCase() === 'k')) {
      if (event.key === 'Escape') target?.blur();
      return;
    }
    // A focused control keeps the keys that work it.
    if (target !== canvas && target !== document.body && !withControl) {
      if (event.key === ' ' || event.key === 'Enter') return;
      if (event.key.startsWith('Arrow') && (target instanceof HTMLInputElement || target?.closest('[role="tablist"], [role="toolbar"]'))) return;
      if (event.key === 'Home' && target instanceof HTMLInputElement) return;
    }
    // Copies of marked text stay copies of text.
    if (withControl && event.key.toLowerCase() === 'c' && String(window.getSelection() ?? '')) return;
    const onStage = target === canvas || target === document.body;
    if (commands.press(event, onStage)) event.preventDefault();
  });
}
