// The inspector: above what is chosen, below the scene's parameters. Numbers follow the net ten times a second.
import { el, fill, isPhone } from '../../app/dom';
import type { Commands } from '../../app/commands';
import { icon } from '../../app/icons';
import type { Studio } from '../../app/studio';
import { t } from '../../text';
import { nodeView } from './node';
import { obstacleView, sceneView, severalView } from './others';
import { makeSceneSection } from './scene';
import { springView } from './spring';

export function makeInspector(studio: Studio, commands: Commands, side: HTMLElement): void {
  const name = el('b'), head = el('small');
  const close = el('button', { class: 'ib', type: 'button', 'aria-label': t.inspector.close, title: t.inspector.close, onclick: () => studio.choose({}) }, icon('close'));
  const who = el('div', { class: 'who' }, el('div', {}, name, head), close);
  const body = el('div');
  const chosen = el('div', { class: 'chosen', tabindex: '-1' }, who, body);
  const scene = el('section', { class: 'scene' });
  fill(side, chosen, scene);
  makeSceneSection(studio, scene);

  let refresh: (() => Promise<void>) | null = null;
  let busy = false;
  let shownKey = '';

  const build = (): void => {
    const { choice, info } = studio;
    const { nodes, springs, obstacle } = choice;
    const revision = nodes.length + springs.length === 1 ? info?.topology : info?.revision;
    const key = JSON.stringify([nodes.length > 3 ? nodes.length : nodes, springs.length > 3 ? [springs.length, springs[0]] : springs, obstacle, revision, info?.dimension]);
    if (key === shownKey) {
      void update();
      return;
    }
    // A field in use stays until it is left.
    if (body.contains(document.activeElement) && nodes.length + springs.length === 0 && shownKey !== '' && obstacle < 0 && document.activeElement instanceof HTMLInputElement) return;
    shownKey = key;
    refresh = null;
    if (!info) return;
    close.hidden = nodes.length + springs.length === 0 && obstacle < 0;
    if (springs.length === 1 && nodes.length === 0) {
      const spring = springs[0]!;
      name.textContent = t.inspector.spring(spring);
      head.textContent = '';
      const view = springView(studio, spring, head);
      fill(body, ...view.elements);
      refresh = async () => {
        const facts = await studio.engine.request('inspectSpring', { spring });
        if (studio.choice.springs[0] === spring) view.update(facts);
      };
    } else if (nodes.length === 1 && springs.length === 0) {
      const node = nodes[0]!;
      name.textContent = t.stage.node(node, studio.nodeName(node));
      head.textContent = '';
      const view = nodeView(studio, node, head);
      fill(body, ...view.elements);
      refresh = async () => {
        const facts = await studio.engine.request('inspectNode', { node });
        if (studio.choice.nodes[0] === node) view.update(facts);
      };
    } else if (obstacle >= 0) {
      name.textContent = t.inspector.obstacle(obstacle, info.obstacles[obstacle]?.name ?? '');
      head.textContent = t.inspector.obstacles[info.obstacles[obstacle]?.kind ?? 'sphere'];
      fill(body, ...obstacleView(studio, obstacle));
    } else if (nodes.length + springs.length > 0) {
      name.textContent = t.inspector.severalTitle;
      head.textContent = t.inspector.several(nodes.length, springs.length);
      fill(body, ...severalView(studio));
    } else {
      name.textContent = info.title || t.untitled;
      head.textContent = t.inspector.size(info.nodeCount, info.springCount);
      fill(body, ...sceneView(studio, commands));
    }
    void update();
  };
  const update = async (): Promise<void> => {
    if (busy || !refresh || (side.offsetParent === null && !isPhone())) return;
    busy = true;
    try {
      await refresh();
    } catch {
      // The thing has gone; the next choice rebuilds the panel.
    } finally {
      busy = false;
    }
  };
  studio.signals.on(['choice', 'scene'], build, true);
  studio.signals.on('equations', () => void update());
  studio.signals.on('theme', () => void update());
  let last = 0;
  studio.signals.on('frame', () => {
    const now = performance.now();
    if (now - last < 100) return;
    last = now;
    void update();
  });
}
