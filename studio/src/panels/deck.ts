// The deck: transport above, and below it graphs on one time axis.
import { canvasContext, el, fill, isPhone, setAttribute, setText } from '../app/dom';
import type { Commands } from '../app/commands';
import type { Studio, Tab } from '../app/studio';
import { METHODS } from '../protocol';
import { t } from '../text';
import { icon } from '../app/icons';
import { emptyGraph, makePlot, type Plot } from './graphs/axes';
import { drawEnergy, type EnergyForm } from './graphs/energy';
import type { More } from './graphs/more';
import { drawPhase, Track } from './graphs/phase';
import { drawProbes } from './graphs/probes';
import { drawResidual } from './graphs/residual';
import { Sweep } from './graphs/sweep';
import { listenToGraph } from './graphs/pointer';
import { resetLens } from './graphs/time_axis';
import { openMenu } from './menu';
import { makeTransport } from './transport';
import { rove } from './tools';

const TABS: Tab[] = ['energy', 'probes', 'phase', 'modes', 'residual', 'matrix', 'eigenvalues', 'table'];

export interface Deck {
  /** Where the phone's sheet puts the inspector. */
  pane: HTMLElement;
  draw: () => void;
  track: Track;
}

export function makeDeck(studio: Studio, commands: Commands, deck: HTMLElement, side: HTMLElement): Deck {
  const track = new Track();
  let more: More | 'wanted' | null = null;
  const sweep = new Sweep();
  let form: EnergyForm = 'stack';
  /** Probes over time, over a parameter, or one (y) over another (x). */
  let probesOver: 'time' | 'parameter' | { x: number; y: number } = 'time';

  // ---- tabs ----
  const tabs = el('div', { class: 'tabs', role: 'tablist', 'aria-label': t.deck.tabsLabel });
  const phoneTabs: Tab[] = ['energy', 'spring', 'scene', 'probes', 'phase', 'modes', 'residual', 'matrix', 'eigenvalues', 'table'];
  const buttons = new Map<Tab, HTMLButtonElement>();
  const makeTabs = (): void => {
    buttons.clear();
    fill(tabs, ...(isPhone() ? phoneTabs : TABS).map((tab) => {
      const button = el('button', { type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-controls': 'graphs', text: t.deck.tabs[tab], onclick: () => studio.setTab(tab) });
      buttons.set(tab, button);
      return button;
    }));
  };
  rove(tabs, 'ArrowRight', 'ArrowLeft');

  // ---- graphs ----
  const canvas = el('canvas', { role: 'img', 'aria-label': t.graphs.label });
  const sideCanvas = el('canvas', { role: 'img', 'aria-label': t.graphs.phase });
  const pane = el('div', { class: 'pane', tabindex: '0' });
  const formButtons = (['stack', 'lines', 'drift'] as const).map((name) => el('button', {
    class: 'ib', type: 'button', text: t.graphs[name === 'drift' ? 'magnify' : name], onclick: () => {
      form = name;
      draw();
    },
  }));
  const methodButton = el('button', {
    class: 'ib', type: 'button', 'aria-haspopup': 'menu',
    onclick: () => openMenu(methodButton.getBoundingClientRect(), METHODS.map((method) => ({
      text: t.methods[method], checked: method === studio.method, run: () => {
        studio.method = method;
        void studio.findRest(method);
        draw();
      },
    }))),
  });
  const probeButton = el('button', {
    class: 'ib', type: 'button', 'aria-haspopup': 'menu', text: t.graphs.probesMenu,
    onclick: () => openMenu(probeButton.getBoundingClientRect(), [
      { text: t.graphs.overTime, checked: probesOver === 'time', run: () => setOver('time') },
      { text: t.graphs.overParameter, checked: probesOver === 'parameter', reason: (studio.info?.parameters.length ?? 0) === 0 ? t.graphs.noParameter : '', run: () => setOver('parameter') },
      ...pairs().map((pair) => ({
        text: t.graphs.overOther(studio.info!.probeColumns[pair.y]!, studio.info!.probeColumns[pair.x]!),
        checked: typeof probesOver === 'object' && probesOver.x === pair.x && probesOver.y === pair.y, run: () => setOver(pair),
      })),
      null,
      ...(studio.info?.probes ?? []).map((probe, index) => ({ text: `${t.graphs.removeProbe} ${probe.name}`, run: () => void studio.edit([{ op: 'deleteProbe', index }], 'deleteProbe') })),
      ...((studio.info?.probes.length ?? 0) === 0 ? [{ text: t.graphs.removeProbe, reason: t.graphs.noProbeYet, run: () => undefined }] : []),
    ]),
  });
  const setOver = (over: typeof probesOver): void => {
    probesOver = over;
    // A sweep is made of rest states that follow the slider.
    if (over === 'parameter' && !(studio.state?.live ?? false)) studio.toggleLive();
    draw();
  };
  /** Each probe over the one before it. */
  const pairs = (): { x: number; y: number }[] => Array.from({ length: Math.max(0, Math.min(4, studio.info?.probeColumns.length ?? 0) - 1) }, (_, i) => ({ x: i, y: i + 1 }));
  const take = (run: (taken: typeof import('./graphs/take')) => void): void => void import('./graphs/take').then(run);
  const takeButton = el('button', {
    class: 'ib', type: 'button', 'aria-haspopup': 'menu', 'aria-label': t.graphs.take, title: t.graphs.take,
    onclick: () => openMenu(takeButton.getBoundingClientRect(), [
      { text: t.graphs.copyPicture, reason: isList() ? t.graphs.notDrawn : '', run: () => take(({ copyGraph }) => void copyGraph(studio, canvas)) },
      { text: t.graphs.saveSvg, reason: isList() ? t.graphs.notDrawn : '', run: () => take(({ saveGraphSvg }) => saveGraphSvg(studio, canvas, drawMain)) },
      { text: t.graphs.saveCsv, reason: studio.tab === 'matrix' || studio.tab === 'eigenvalues' || studio.tab === 'table' ? t.graphs.noNumbers : '', run: () => (studio.tab === 'probes' && probesOver === 'parameter' ? others()?.saveSweep(studio, sweep) : take(({ saveGraphTable }) => saveGraphTable(studio, track))) },
      null, { text: t.graphs.everything, key: t.graphs.doubleClick, run: () => { resetLens(); draw(); } },
    ]),
  }, icon('more'));
  const corner = el('div', { class: 'corner' }, ...formButtons, methodButton, probeButton, takeButton);
  const main = el('div', { role: 'tabpanel', id: 'graphs' }, canvas, pane, corner);
  const second = el('div', {}, sideCanvas);
  const graphs = el('div', { class: 'graphs' }, main, second);

  const transport = makeTransport(studio, commands, tabs);
  const grip = el('button', { class: 'grip', type: 'button', 'aria-label': t.deck.grip });
  grip.addEventListener('click', () => {
    // Peek, half, full, and again.
    if (deck.classList.contains('peek')) deck.classList.remove('peek');
    else if (deck.classList.contains('full')) deck.classList.replace('full', 'peek');
    else deck.classList.add('full');
    studio.signals.emit('layout');
  });

  const arrange = (): void => {
    makeTabs();
    if (isPhone()) {
      fill(deck, grip, transport, tabs, graphs);
    } else {
      transport.querySelector('.tabs-place')?.replaceChildren(tabs);
      fill(deck, transport, graphs);
      if (side.parentElement === pane) document.getElementById('app')?.append(side);
      if (studio.tab === 'spring' || studio.tab === 'scene') studio.tab = 'energy';
    }
    show();
  };

  const isList = (): boolean => studio.tab === 'modes' || studio.tab === 'table' || studio.tab === 'spring' || studio.tab === 'scene';

  const show = (): void => {
    const { tab } = studio;
    for (const [name, button] of buttons) {
      setAttribute(button, 'aria-selected', String(name === tab));
      button.tabIndex = name === tab ? 0 : -1;
    }
    setAttribute(main, 'aria-labelledby', `tab-${tab}`);
    canvas.hidden = isList();
    pane.hidden = !isList();
    corner.hidden = isList() && tab !== 'modes';
    probeButton.hidden = tab !== 'probes';
    formButtons.forEach((button) => (button.hidden = tab !== 'energy'));
    methodButton.hidden = tab !== 'residual';
    corner.classList.toggle('top', tab === 'residual' || tab === 'phase' || tab === 'matrix' || tab === 'eigenvalues' || tab === 'modes');
    const both = tab === 'energy' || tab === 'probes' || tab === 'residual';
    graphs.classList.toggle('one', !both);
    second.hidden = !both;
    if (tab === 'spring' || tab === 'scene') {
      fill(pane, side);
      side.dataset['show'] = tab === 'spring' ? 'chosen' : 'scene';
    }
    draw();
  };

  // The node whose phase is drawn: the one chosen, else the one pulled last.
  const followed = (): number => {
    const chosen = studio.choice.nodes[0];
    if (chosen !== undefined) return chosen;
    const spring = studio.choice.springs[0];
    if (spring !== undefined && track.node < 0) return studio.info?.ends[2 * spring] ?? -1;
    return studio.now.pull?.node ?? track.node;
  };

  /** Null until they are there; then all is drawn again. */
  const others = (): More | null => {
    if (more === null) {
      more = 'wanted';
      void import('./graphs/more').then(({ makeMore }) => {
        more = makeMore(studio, canvas, sideCanvas, draw);
        corner.prepend(more.newton.element, more.sweepBox.element);
        draw();
      });
    }
    return more === 'wanted' ? null : more;
  };

  let plot: Plot | null = null;
  /** The large graph, with any pen. */
  const drawMain = (on: Plot): void => {
    const { tab } = studio;
    let words = t.graphs.label;
    if (tab === 'energy') drawEnergy(on, studio, form);
    else if (tab === 'phase') drawPhase(on, studio, track);
    else if (tab === 'residual') {
      const found = others();
      drawResidual(on, studio, found ? found.newton.at : -1);
    } else if (tab === 'probes' && probesOver === 'time') drawProbes(on, studio);
    else words = drawOther(on) || words;
    setAttribute(canvas, 'aria-label', words);
  };
  const drawOther = (on: Plot): string => {
    const { tab } = studio;
    const found = others();
    if (!found) emptyGraph(on, '');
    else if (tab === 'eigenvalues') return `${t.deck.tabs.eigenvalues}. ${found.plane.draw(on, studio, draw)}`;
    else if (tab === 'matrix') {
      void found.matrix.refresh(studio, draw);
      found.matrix.drawWide(on, studio);
    } else if (probesOver === 'parameter') found.drawSweep(on, studio, sweep);
    else if (probesOver !== 'time') found.drawPair(on, studio, probesOver.x, probesOver.y);
    return '';
  };
  const draw = (): void => {
    const { tab } = studio;
    formButtons.forEach((button, i) => setAttribute(button, 'aria-pressed', String(form === (['stack', 'lines', 'drift'] as const)[i])));
    setText(methodButton, `${t.graphs.method}: ${t.methods[studio.method]}`);
    const sweeping = tab === 'probes' && probesOver === 'parameter';
    if (more !== null && more !== 'wanted') more.sweepBox.update(sweeping);
    corner.classList.toggle('sweeping', sweeping);
    if (tab === 'modes') others()?.fillModes(studio, pane);
    else if (tab === 'table') others()?.table.draw(pane);
    else if (!isList()) {
      const context = canvasContext(canvas);
      if (context) {
        plot = makePlot(context.g, context.width, context.height, studio.stage.palette);
        drawMain(plot);
      }
    }
    if (second.hidden) return;
    const context = canvasContext(sideCanvas);
    if (!context) return;
    const sidePlot = makePlot(context.g, context.width, context.height, studio.stage.palette, false);
    if (tab !== 'residual') drawPhase(sidePlot, studio, track);
    else {
      const found = others();
      void found?.matrix.refresh(studio, draw);
      found?.matrix.draw(sidePlot, studio);
    }
  };

  listenToGraph(studio, canvas, { plot: () => (isList() ? null : plot), draw });

  // ---- when to draw ----
  let last = 0;
  studio.signals.on('frame', () => {
    const now = performance.now();
    const node = followed();
    track.follow(node, studio.info?.dimension === 2 ? 1 : 2);
    const phaseShown = studio.tab === 'phase' || (!second.hidden && studio.tab !== 'residual');
    if (studio.now.source === 'moving' && phaseShown && deck.offsetParent !== null) void track.sample(studio);
    // Graphs follow at 30 a second, lists at 4.
    if (now - last < (isList() ? 250 : 33)) return;
    last = now;
    if (studio.tab === 'table' || !isList()) draw();
  });
  studio.signals.on(['theme', 'iteration', 'modes', 'motion', 'rest', 'state', 'choice'], () => {
    if (studio.tab !== 'spring' && studio.tab !== 'scene') draw();
  });
  studio.signals.on('hover', () => {
    if (studio.tab === 'matrix' || studio.tab === 'residual') draw();
  });
  // A rest state that followed a slider: each one, also where several come before the next picture.
  studio.engine.on('rest', (rest) => {
    const { swept, info, now } = studio;
    if (!rest.live || rest.status !== 'converged' || !swept || !info) return;
    const value = info.parameters.find(({ name }) => name === swept)?.value ?? NaN;
    const probes = [...now.probes];
    sweep.add(swept, value, info.probeColumns.length > 0 && probes.some(Number.isFinite) ? probes : [rest.largestTension?.value ?? NaN]);
  });
  studio.signals.on('tab', show);
  studio.signals.on('opened', () => {
    resetLens();
    sweep.clear();
    probesOver = 'time';
    track.node = -1;
    track.clear();
  });
  new ResizeObserver(() => draw()).observe(graphs);
  window.matchMedia('(max-width: 640px)').addEventListener('change', arrange);
  arrange();
  return { pane, draw, track };
}
