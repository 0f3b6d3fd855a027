// The menu of the right button, by what is under the pointer.
import type { Pick } from '../view/picking';
import { LAWS, type Law } from '../protocol';
import { t } from '../text';
import { openMenu } from '../panels/menu';
import type { Commands } from './commands';
import { pointAt } from './drag_kit';
import { addProbe } from './tool_drags';
import { toggleFixed } from './supports';
import { clipboard } from './clipboard';
import type { Studio } from './studio';

export function openContextMenu(
  studio: Studio, commands: Commands, pick: Pick | null, x: number, y: number, at: { left: number; top: number; bottom: number },
): void {
  const { info } = studio;
  if (!info) return;
  const key = (id: string): string => commands.key(id);
  if (pick?.kind === 'node') {
    const nodes = studio.choice.nodes.includes(pick.id) ? studio.choice.nodes : [pick.id];
    const fixed = nodes.every((node) => (info.fixed[node] ?? 0) !== 0);
    const loaded = nodes.some((node) => info.loads[3 * node] || info.loads[3 * node + 1] || info.loads[3 * node + 2]);
    openMenu(at, [
      { text: fixed ? t.menu.free : t.menu.fix, key: 'F', run: () => toggleFixed(studio, nodes) },
      { text: t.menu.load, key: 'L', run: () => { studio.choose({ nodes }); studio.setTool('load'); } },
      ...(loaded ? [{ text: t.menu.unload, run: () => void studio.edit([{ op: 'load', nodes, force: [0, 0, 0] }], 'load') }] : []),
      { text: t.menu.probe, key: 'P', run: () => addProbe(studio, 'node', pick.id) },
      null, { text: t.menu.delete, key: key('delete'), run: () => void studio.edit([{ op: 'deleteNodes', nodes }], 'delete') },
    ]);
  } else if (pick?.kind === 'spring') {
    const springs = studio.choice.springs.includes(pick.id) ? studio.choice.springs : [pick.id];
    const law = info.laws[pick.id];
    const set = info.sets.find((s) => pick.id >= s.first && pick.id < s.first + s.count);
    openMenu(at, [
      { text: t.menu.cut, key: 'X', run: () => void studio.edit([{ op: 'deleteSprings', springs }], 'cut') },
      { text: t.menu.split, run: () => void studio.edit([{ op: 'splitSpring', spring: pick.id }], 'split') },
      { text: t.menu.probe, key: 'P', run: () => addProbe(studio, 'spring', pick.id) },
      ...(set && set.count > 1 ? [{ text: t.menu.chooseSet, small: set.name, run: () => studio.choose({ springs: Array.from({ length: set.count }, (_, i) => set.first + i) }) }] : []),
      null,
      ...(['linear', 'cable', 'strut'] as Law[]).map((name) => ({
        text: t.laws[name], checked: LAWS[law ?? 0] === name, run: () => void studio.edit([{ op: 'springValues', springs, values: { law: name } }], 'springValues'),
      })),
    ]);
  } else if (pick?.kind === 'obstacle') {
    openMenu(at, [{ text: t.menu.delete, run: () => void studio.edit([{ op: 'deleteObstacle', index: pick.id }], 'deleteObstacle') }]);
  } else {
    const point = pointAt(studio, x, y);
    openMenu(at, [
      { text: t.menu.node, key: 'N', run: () => void studio.edit([{ op: 'addNode', at: point }], 'addNode') },
      { text: t.menu.sphere, run: () => void studio.edit([{ op: 'addObstacle', obstacle: { kind: 'sphere', point, radius: Number((0.1 * studio.stage.camera.viewHeight).toPrecision(2)) } }], 'addObstacle') },
      { text: t.menu.grid, checked: studio.stage.grid, run: () => commands.run('grid') },
      { text: t.menu.paste, key: key('paste'), reason: clipboard.text ? '' : t.reasons.noClipboard, run: () => commands.run('paste') },
      null, { text: t.menu.all, key: key('all'), run: () => commands.run('all') }, { text: t.menu.fit, key: key('fit'), run: () => commands.run('fit') },
    ]);
  }
}
