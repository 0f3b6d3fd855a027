// A small window for tests: what the page shows, read only.
import { openedCompare } from '../panels/compare/opened';
import { lens } from '../panels/graphs/time_axis';
import type { Studio } from './studio';

export interface Hook {
  readonly ready: boolean;
  readonly mode: string;
  readonly time: number;
  readonly step: number;
  readonly playing: boolean;
  readonly live: boolean;
  readonly title: string;
  readonly nodes: number;
  readonly springs: number;
  readonly revision: number;
  readonly fixed: number[];
  readonly choice: { nodes: number[]; springs: number[]; obstacle: number };
  readonly hover: { kind: string; id: number } | null;
  readonly pull: { node: number; magnitude: number } | null;
  readonly tool: string;
  readonly rest: { status: string; stable: boolean | null; iterations: number; residual: number } | null;
  readonly blowUp: { spring: number; time: number; safeStep: number | null } | null;
  readonly problem: string;
  /** Requests that the engine has not answered yet: while there are some, more may change. */
  readonly unanswered: number;
  /** The last step of the tape. */
  readonly recorded: number;
  readonly undo: boolean;
  readonly redo: boolean;
  readonly verdict: string;
  readonly scaleEnd: number;
  readonly camera: { azimuth: number; elevation: number; height: number; target: [number, number, number] };
  /** What Compare shows; null where it is closed. */
  readonly compare: { time: number; busy: boolean; by: string; panes: { letter: string; integrator: string; timeStep: number; time: number; step: number; blown: boolean; drift: number; value: number | null; errors: number[]; azimuth: number }[] } | null;
  /** The stretch of time that graphs are zoomed to, and the moment that is pinned. */
  readonly lens: { span: { from: number; to: number } | null; pinned: number | null };
  /** Of the stage, in CSS pixels of the page. */
  nodeAt(node: number): [number, number];
  springAt(spring: number): [number, number];
  readonly draws: number;
  readonly drawCalls: number;
  readonly picks: number;
  /** Arrays that the stage has allocated so far. */
  readonly allocations: number;
  readonly memory: number;
  readonly frames: number;
  /** The golden hashes as the page's engine computes them; `files` are the scenes that they need. */
  golden(files: { name: string; text: string }[]): Promise<Record<string, string>>;
}

declare global {
  interface Window {
    __tensio?: Hook;
  }
}

export function installHook(studio: Studio): void {
  let frames = 0;
  studio.engine.on('frame', () => {
    frames += 1;
  });
  const pageOf = (x: number, y: number): [number, number] => {
    const box = studio.stage.canvas.getBoundingClientRect();
    return [box.left + x, box.top + y];
  };
  const hook: Hook = {
    get ready() { return studio.info !== null && studio.state !== null; },
    get mode() { return studio.state?.mode ?? 'loading'; },
    get time() { return studio.now.time; },
    get step() { return studio.now.step; },
    get playing() { return studio.playing; },
    get live() { return studio.state?.live ?? false; },
    get title() { return studio.info?.title ?? ''; },
    get nodes() { return studio.info?.nodeCount ?? 0; },
    get springs() { return studio.info?.springCount ?? 0; },
    get revision() { return studio.info?.revision ?? -1; },
    get fixed() { return [...(studio.info?.fixed ?? [])].flatMap((bits, node) => (bits ? [node] : [])); },
    get choice() { return { nodes: [...studio.choice.nodes], springs: [...studio.choice.springs], obstacle: studio.choice.obstacle }; },
    get hover() { return studio.hover ? { ...studio.hover } : null; },
    get pull() { return studio.now.pull ? { node: studio.now.pull.node, magnitude: studio.now.pull.magnitude } : null; },
    get tool() { return studio.tool; },
    get rest() {
      const { rest } = studio;
      return rest ? { status: rest.status, stable: rest.stable, iterations: rest.iterations, residual: rest.residual } : null;
    },
    get blowUp() {
      const { blowUp } = studio;
      return blowUp ? { spring: blowUp.spring, time: blowUp.time, safeStep: blowUp.safeStep } : null;
    },
    get problem() { return studio.problem?.problems[0]?.message ?? ''; },
    get unanswered() { return studio.engine.unanswered; },
    get recorded() { return studio.state?.tape.endStep ?? 0; },
    get undo() { return Boolean(studio.state?.undo); },
    get redo() { return Boolean(studio.state?.redo); },
    get verdict() { return document.querySelector('.verdict h2')?.textContent ?? ''; },
    get camera() {
      const { azimuth, elevation, viewHeight, target } = studio.stage.camera;
      return { azimuth, elevation, height: viewHeight, target: [target.x, target.y, target.z] as [number, number, number] };
    },
    get compare() {
      const compare = openedCompare();
      return compare && {
        time: compare.time, busy: compare.busy, by: compare.by,
        panes: compare.panes.map((pane) => ({
          letter: pane.letter, integrator: pane.settings.integrator, timeStep: pane.settings.timeStep, time: pane.time, step: pane.step, blown: pane.blown !== null,
          drift: pane.drift(pane.history.rows - 1), value: pane.settings.value, errors: [...pane.errors.values], azimuth: pane.stage.camera.azimuth,
        })),
      };
    },
    get lens() { return { span: lens.span && { ...lens.span }, pinned: lens.pinned }; },
    get scaleEnd() { return studio.scale.end; },
    nodeAt: (node) => pageOf(...studio.stage.nodePixels(node)),
    springAt: (spring) => {
      const ends = studio.info?.ends;
      const [ax, ay] = studio.stage.nodePixels(ends?.[2 * spring] ?? -1), [bx, by] = studio.stage.nodePixels(ends?.[2 * spring + 1] ?? -1);
      return pageOf((ax + bx) / 2, (ay + by) / 2);
    },
    get draws() { return studio.stage.draws; },
    get drawCalls() { return studio.stage.drawCalls; },
    get picks() { return studio.stage.picks; },
    get allocations() { return studio.stage.allocations; },
    get memory() { return studio.state?.memory ?? 0; },
    get frames() { return frames; },
    golden: (files) => studio.engine.request('golden', {
      files: files.map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) })),
    }),
  };
  Object.defineProperty(window, '__tensio', { value: Object.freeze(hook), configurable: true });
}
