// The header of a pane: its letter, integrator and step as menus, and what its run has come to in a word.
import { el, fill, setAttribute, setText } from '../../app/dom';
import { icon } from '../../app/icons';
import { quantity } from '../../app/numbers';
import { INTEGRATORS } from '../../protocol';
import { t } from '../../text';
import { type Item, openMenu } from '../menu';
import type { Compare } from './compare';
import type { Pane, Result } from './pane';
import { nameOf, stepsOffered, valuesOffered, valueText } from './what';

const heads = new WeakMap<Pane, { key: string; result: HTMLElement; dot: HTMLElement }>();

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Shows it; the menus are made again only where settings have changed. What differs stands first, in bold. */
export function showHead(compare: Compare, pane: Pane, word: Result, result: string): void {
  const { by } = compare;
  const info = compare.studio.info!;
  const unit = info.units.given ? info.units.time : '';
  const { integrator, timeStep, value } = pane.settings;
  const name = capital(t.integrators[integrator]), step = quantity(timeStep, unit, 3), differing = value === null ? '' : `${nameOf(info, by)} ${valueText(info, by, value)}`;
  setAttribute(pane.canvas, 'aria-label', t.compare.pane(pane.letter, t.integrators[integrator], step, differing, result));
  const key = `${by} ${differing} ${integrator} ${step} ${compare.baseStep}`;
  let head = heads.get(pane);
  if (head?.key !== key) {
    const menu = (text: string, label: string, strong: boolean, items: () => Item[]): HTMLElement => {
      const button: HTMLElement = el('button', {
        class: 'ib', type: 'button', 'aria-haspopup': 'menu', 'aria-label': label, onclick: () => openMenu(button.getBoundingClientRect(), items()),
      }, strong ? el('b', { text }) : text, strong ? icon('down') : null);
      return button;
    };
    const set = (change: Partial<Pane['settings']>): void => void compare.change(pane, { ...pane.settings, ...change });
    const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
    const integrators = menu(name, t.compare.chooseIntegrator(pane.letter, name), by === 'integrator', () => INTEGRATORS.filter((other) => other !== 'auto').map((other) => ({
      text: t.integrators[other], checked: other === integrator, run: () => set({ integrator: other }),
    })));
    const steps = menu(step, t.compare.chooseStep(pane.letter, step), by === 'step', () => stepsOffered(compare.baseStep).map((other) => ({
      text: quantity(other, unit, 3), checked: near(other, timeStep), run: () => set({ timeStep: other }),
    })));
    const values = value === null ? null : menu(differing, t.compare.chooseValue(pane.letter, differing), true, () => valuesOffered(by, info, compare.baseStep, compare.studio.motion).map((other) => ({
      text: valueText(info, by, other), checked: near(other, value), run: () => set({ value: other }),
    })));
    head = { key, result: el('span', { class: 'result' }), dot: el('span', { class: 'dot alarm', hidden: true }) };
    fill(pane.head, el('span', { class: 'letter', text: pane.letter }), ...(values ? [values] : by === 'step' ? [steps] : [integrators]), ...(values ? [integrators, steps] : by === 'step' ? [integrators] : [steps]),
      el('span', { class: 'grow' }), head.dot, head.result);
    heads.set(pane, head);
    // Its line in the graph is named by what differs.
    if (by === 'integrator') delete pane.named;
    else pane.named = value === null ? step : valueText(info, by, value);
  }
  setText(head.result, result);
  head.dot.hidden = word !== 'stopped';
  pane.element.classList.toggle('blown', word === 'stopped');
  pane.element.classList.toggle('last', compare.lastClicked === pane);
}
