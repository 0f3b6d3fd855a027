// Every command of the page by name, with its key.
import { ARROWS, INTEGRATORS, METHODS, QUANTITIES } from '../protocol';
import { t } from '../text';
import { SPEEDS } from '../panels/transport';
import { TOOLS } from '../panels/tools';
import { clipboard } from './clipboard';
import type { Command, Commands } from './commands';
import { addProbe } from './tool_drags';
import { toggleFixed } from './supports';
import { saveMesh, savePicture, saveScene, openFiles } from './files';
import { isPhone } from './dom';
import { filmKind } from './film_kind';
import { setTheme, theme } from './theme';
import type { Studio, Tool } from './studio';

/** What overlays and layout do; main.ts fills it in. */
export interface Surfaces {
  gallery: () => void;
  palette: () => void;
  help: () => void;
  share: () => void;
  text: () => void;
  side: () => void;
  deck: () => void;
  compare: () => void;
  write: () => void;
  film: () => void;
  /** A picture, an animation or a mesh, by the ending of its name. */
  take: (ending: 'svg' | 'gif' | 'glb') => void;
}

const KEYS: Record<Tool, string> = { hand: 'v', node: 'n', spring: 's', fix: 'f', load: 'l', cut: 'x', measure: 'm', probe: 'p' };

export function addActions(studio: Studio, commands: Commands, surfaces: Surfaces): void {
  const c = t.commands;
  const { engine } = studio;
  const hasScene = (): true | string => (studio.info ? true : t.reasons.noScene);
  const hasNodes = (): true | string => ((studio.info?.nodeCount ?? 0) > 0 ? true : t.deck.noNodes);
  const hasRecorded = (): boolean => (studio.info?.recording.length ?? 0) > 1 || (studio.state?.tape.frames ?? 0) > 1;
  const chosen = (): true | string =>
    (studio.choice.nodes.length + studio.choice.springs.length > 0 || studio.choice.obstacle >= 0 ? true : t.reasons.nothingChosen);
  const make = (group: string, list: Omit<Command, 'group'>[]): void => commands.add(...list.map((command) => ({ ...command, group })));

  make('time', [
    { id: 'play', name: c.play, keys: [' '], enabled: hasNodes, run: () => studio.togglePlay() },
    { id: 'step', name: c.step, keys: ['ArrowRight'], enabled: hasNodes, run: () => engine.send('step', { steps: 1 }) },
    { id: 'back', name: c.back, keys: ['ArrowLeft'], enabled: hasNodes, run: () => engine.send('step', { steps: -1 }) },
    { id: 'frame', name: c.frame, keys: ['Shift+ArrowRight'], enabled: hasNodes, run: () => engine.send('step', { steps: 10 }) },
    { id: 'frameBack', name: c.frameBack, keys: ['Shift+ArrowLeft'], enabled: hasNodes, run: () => engine.send('step', { steps: -10 }) },
    {
      id: 'home', name: c.home, keys: ['Home'], enabled: hasNodes, run: () => {
        studio.stopSwinging();
        engine.send('rewind', {});
        studio.history.clear(studio.info?.probeColumns.length ?? 0);
      },
    },
    { id: 'faster', name: c.faster, keys: ['+', '='], run: () => studio.setSpeed(SPEEDS.find((s) => s > studio.speed) ?? studio.speed) },
    { id: 'slower', name: c.slower, keys: ['-'], run: () => studio.setSpeed([...SPEEDS].reverse().find((s) => s < studio.speed) ?? studio.speed) },
    { id: 'replay', name: c.replay, enabled: () => (studio.blowUp ? true : t.reasons.notBlown), run: () => engine.send('replay', { steps: 30, perSecond: 5 }) },
  ]);
  make('rest', [
    { id: 'rest', name: c.rest, keys: ['r'], enabled: hasNodes, run: () => void studio.findRest() },
    { id: 'live', name: c.live, keys: ['Shift+r'], enabled: hasNodes, run: () => studio.toggleLive() },
    { id: 'modes', name: c.modes, enabled: hasNodes, run: () => { studio.setTab('modes'); void studio.computeModes(); } },
    ...METHODS.map((method) => ({
      id: `solve.${method}`, name: c.solve(t.methods[method]), enabled: hasNodes, run: () => {
        studio.method = method;
        studio.setTab('residual');
        void studio.findRest(method);
      },
    })),
  ]);
  make('edit', [
    { id: 'undo', name: c.undo, keys: ['Ctrl+z'], enabled: () => (studio.state?.undo ? true : t.bar.nothingToUndo), run: () => engine.send('undo', {}) },
    { id: 'redo', name: c.redo, keys: ['Ctrl+Shift+z', 'Ctrl+y'], enabled: () => (studio.state?.redo ? true : t.bar.nothingToRedo), run: () => engine.send('redo', {}) },
    { id: 'delete', name: c.delete, keys: ['Delete', 'Backspace'], stageOnly: true, enabled: chosen, run: () => removeChosen(studio) },
    { id: 'copy', name: c.copy, keys: ['Ctrl+c'], enabled: chosen, run: () => void copyChosen(studio) },
    { id: 'paste', name: c.paste, keys: ['Ctrl+v'], enabled: () => (clipboard.text ? true : t.reasons.noClipboard), run: () => void paste(studio) },
    { id: 'duplicate', name: c.duplicate, keys: ['Ctrl+d'], enabled: chosen, run: () => void copyChosen(studio).then(() => paste(studio)) },
    {
      id: 'all', name: c.all, keys: ['Ctrl+a'], enabled: hasScene,
      run: () => studio.choose({ nodes: Array.from({ length: studio.info!.nodeCount }, (_, i) => i), springs: Array.from({ length: studio.info!.springCount }, (_, i) => i) }),
    },
    { id: 'keepShape', name: c.keepShape, enabled: hasNodes, run: () => void studio.edit([{ op: 'keepShape' }], 'keepShape').then((reply) => reply && studio.say(t.said.kept)) },
    { id: 'keepMasses', name: c.keepMasses, enabled: () => (studio.info?.assumedMasses ? true : t.reasons.noMasses), run: () => void studio.edit([{ op: 'keepMasses' }], 'keepMasses') },
    { id: 'reset', name: c.reset, enabled: hasScene, run: () => void studio.attempt(() => engine.request('reset', {})) },
    { id: 'text', name: c.text, enabled: hasScene, run: surfaces.text },
  ]);
  make('tools', [
    ...TOOLS.map((tool) => ({
      id: `tool.${tool}`, name: c.tool(t.tools[tool]), keys: [KEYS[tool]], stageOnly: tool === 'node' || tool === 'spring' || tool === 'cut',
      run: () => useTool(studio, tool),
    })),
    {
      id: 'escape', name: c.escape, keys: ['Escape'], run: () => {
        studio.stage.labels.hide('measure');
        studio.stage.setPull(-1, null);
        if (studio.tool !== 'hand') studio.setTool('hand');
        else studio.choose({});
      },
    },
  ]);
  make('view', [
    { id: 'fit', name: c.fit, keys: ['z'], enabled: hasScene, run: () => studio.stage.fit(true) },
    { id: 'top', name: c.top, keys: ['1'], enabled: hasScene, run: () => studio.stage.turn('top', true) },
    { id: 'front', name: c.front, keys: ['2'], enabled: hasScene, run: () => studio.stage.turn('front', true) },
    { id: 'side', name: c.side, keys: ['3'], enabled: hasScene, run: () => studio.stage.turn('side', true) },
    { id: 'free', name: c.free, keys: ['4'], enabled: hasScene, run: () => studio.stage.turn('free', true) },
    { id: 'inspector', name: c.inspector, keys: ['i'], run: surfaces.side },
    { id: 'deck', name: c.deck, keys: ['d'], run: surfaces.deck },
    { id: 'compare', name: t.compare.command, keys: ['c'], enabled: () => ((studio.info?.springCount ?? 0) > 0 ? (studio.state?.mode === 'recording' ? t.deck.recording : true) : t.deck.noNodes), run: surfaces.compare },
    { id: 'write', name: t.write.command, run: surfaces.write },
    { id: 'theme', name: c.theme, run: () => setTheme(studio, theme() === 'dark' ? 'light' : 'dark') },
    { id: 'projector', name: c.projector, run: () => setTheme(studio, theme() === 'projector' ? 'light' : 'projector') },
  ]);
  make('show', [
    {
      id: 'colour', name: c.colour, keys: ['t'], enabled: hasScene, run: () => {
        const able = QUANTITIES.filter((q) => q !== 'utilisation' || studio.info?.hasStrength);
        studio.colours.setQuantity(able[(able.indexOf(studio.quantity) + 1) % able.length]!);
      },
    },
    ...QUANTITIES.map((q) => ({
      id: `colour.${q}`, name: c.colourBy(t.quantity[q].toLowerCase()), run: () => studio.colours.setQuantity(q),
      enabled: (): true | string => (q === 'utilisation' && !studio.info?.hasStrength ? t.noStrength : true),
    })),
    {
      id: 'arrows', name: c.arrows, keys: ['a'], enabled: hasScene, run: () => {
        const list = [null, ...ARROWS];
        studio.setArrow(list[(list.indexOf(studio.arrow) + 1) % list.length] ?? null);
      },
    },
    ...[null, ...ARROWS].map((arrow) => ({ id: `arrows.${arrow ?? 'none'}`, name: c.arrowsOf(t.arrows[arrow ?? 'none'].toLowerCase()), run: () => studio.setArrow(arrow) })),
    { id: 'grid', name: c.grid, enabled: hasScene, run: () => studio.stage.setGrid(!studio.stage.grid) },
    { id: 'equations', name: c.equations, keys: ['e'], run: () => { studio.equations = !studio.equations; studio.signals.emit('equations'); } },
    { id: 'table', name: c.table, run: () => studio.setTab('table') },
    { id: 'matrix', name: c.matrix, enabled: hasNodes, run: () => studio.setTab('matrix') },
    { id: 'eigenvalues', name: c.eigenvalues, enabled: hasNodes, run: () => studio.setTab('eigenvalues') },
    ...INTEGRATORS.map((integrator) => ({
      id: `integrate.${integrator}`, name: c.integrate(t.integrators[integrator]), enabled: hasScene, run: () => void studio.edit([{ op: 'simulation', values: { integrator } }], 'simulation'),
    })),
  ]);
  make('file', [
    { id: 'gallery', name: c.gallery, keys: ['g'], run: surfaces.gallery },
    { id: 'open', name: c.open, keys: ['Ctrl+o'], run: () => openFiles(studio) },
    { id: 'save', name: c.save, keys: ['Ctrl+s'], enabled: hasScene, run: () => void saveScene(studio) },
    { id: 'picture', name: c.picture, enabled: hasScene, run: () => void savePicture(studio) },
    { id: 'film', name: c.film, enabled: () => (filmKind() ? hasNodes() : t.reasons.noFilm), run: surfaces.film },
    { id: 'svg', name: t.take.commands.svg, enabled: hasScene, run: () => surfaces.take('svg') },
    { id: 'gif', name: t.take.commands.gif, enabled: () => (hasRecorded() ? true : t.take.nothing), run: () => surfaces.take('gif') },
    { id: 'glb', name: t.take.commands.glb, enabled: hasScene, run: () => surfaces.take('glb') },
    { id: 'mesh', name: c.mesh, enabled: hasScene, run: () => void saveMesh(studio, '.obj') },
    { id: 'share', name: c.share, enabled: hasScene, run: surfaces.share },
    { id: 'newPlane', name: c.newPlane, run: () => void studio.create(2) },
    { id: 'newSpace', name: c.newSpace, run: () => void studio.create(3) },
    { id: 'palette', name: c.palette, keys: ['Ctrl+k'], run: surfaces.palette },
    { id: 'help', name: c.help, keys: ['?'], run: surfaces.help },
  ]);
}

/** F and P act on a choice at once; other tools wait for the stage. */
function useTool(studio: Studio, tool: Tool): void {
  const { choice } = studio;
  if (tool === 'fix' && choice.nodes.length > 0 && studio.tool === 'hand' && !isPhone()) {
    toggleFixed(studio, choice.nodes);
    return;
  }
  if (tool === 'probe' && studio.tool === 'hand' && choice.nodes.length + choice.springs.length > 0) {
    for (const node of choice.nodes.slice(0, 4)) addProbe(studio, 'node', node);
    for (const spring of choice.springs.slice(0, 4)) addProbe(studio, 'spring', spring);
    return;
  }
  studio.setTool(tool);
}

export function removeChosen(studio: Studio): void {
  const { nodes, springs, obstacle } = studio.choice;
  const operations: Parameters<Studio['edit']>[0] = [];
  if (springs.length > 0) operations.push({ op: 'deleteSprings', springs });
  if (nodes.length > 0) operations.push({ op: 'deleteNodes', nodes });
  if (obstacle >= 0) operations.push({ op: 'deleteObstacle', index: obstacle });
  studio.choose({});
  if (operations.length > 0) void studio.edit(operations, 'delete');
}

async function copyChosen(studio: Studio): Promise<void> {
  const info = studio.info!;
  const nodes = new Set(studio.choice.nodes);
  for (const spring of studio.choice.springs) nodes.add(info.ends[2 * spring]!).add(info.ends[2 * spring + 1]!);
  const copied = await studio.attempt(() => studio.engine.request('copy', { nodes: [...nodes] }));
  if (!copied) return;
  clipboard.text = copied.text;
  clipboard.pasted = 0;
  studio.say(t.said.copied);
}

async function paste(studio: Studio): Promise<void> {
  if (!clipboard.text) return;
  clipboard.pasted += 1;
  const by = 0.06 * studio.stage.size * clipboard.pasted;
  const reply = await studio.edit([{ op: 'paste', text: clipboard.text, by: [by, studio.info?.dimension === 2 ? -by : by, 0] }], 'paste');
  if (reply) studio.choose({ nodes: reply.addedNodes, springs: reply.addedSprings });
}
