// The header of a pane: its letter, integrator and step as menus, and what its run has come to in a word.
import { el, fill, setAttribute, setText } from '../../app/dom';
import { icon } from '../../app/icons';
import { quantity } from '../../app/numbers';
import { INTEGRATORS } from '../../protocol';
import { t } from '../../text';
import { openMenu } from '../menu';
import type { Compare } from './compare';
import type { Pane, Result } from './pane';

const FACTORS = [0.25, 0.5, 1, 2, 4, 8, 16];

const heads = new WeakMap<Pane, { key: string; result: HTMLElement; dot: HTMLElement }>();

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Shows it; the menus are made again only where integrator or step have changed. */
export function showHead(compare: Compare, pane: Pane, word: Result, result: string): void {
  const { units } = compare.studio.info!;
  const unit = units.given ? units.time : '';
  const { integrator, timeStep } = pane.settings;
  const name = capital(t.integrators[integrator]), step = quantity(timeStep, unit, 3);
  setAttribute(pane.canvas, 'aria-label', t.compare.pane(pane.letter, t.integrators[integrator], step, result));
  const key = `${integrator} ${step} ${compare.baseStep}`;
  let head = heads.get(pane);
  if (head?.key !== key) {
    const integrators = el('button', {
      class: 'ib', type: 'button', 'aria-haspopup': 'menu', 'aria-label': t.compare.chooseIntegrator(pane.letter, name),
      onclick: () => openMenu(integrators.getBoundingClientRect(), INTEGRATORS.filter((other) => other !== 'auto').map((other) => ({
        text: t.integrators[other], checked: other === integrator, run: () => void compare.change(pane, { ...pane.settings, integrator: other }),
      }))),
    }, el('b', { text: name }), icon('down'));
    const steps = el('button', {
      class: 'ib', type: 'button', 'aria-haspopup': 'menu', 'aria-label': t.compare.chooseStep(pane.letter, step),
      onclick: () => openMenu(steps.getBoundingClientRect(), FACTORS.map((factor) => factor * compare.baseStep).map((other) => ({
        text: quantity(other, unit, 3), checked: Math.abs(other / timeStep - 1) < 1e-9, run: () => void compare.change(pane, { ...pane.settings, timeStep: other }),
      }))),
    }, step);
    head = { key, result: el('span', { class: 'result' }), dot: el('span', { class: 'dot alarm', hidden: true }) };
    fill(pane.head, el('span', { class: 'letter', text: pane.letter }), integrators, steps, el('span', { class: 'grow' }), head.dot, head.result);
    heads.set(pane, head);
  }
  setText(head.result, result);
  head.dot.hidden = word !== 'stopped';
  pane.element.classList.toggle('blown', word === 'stopped');
  pane.element.classList.toggle('last', compare.lastClicked === pane);
}
