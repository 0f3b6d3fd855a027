// The pointer on a pane: every camera moves with it, and what it is over or chooses is marked in all panes.
import { listenToCanvas } from '../../view/canvas_pointer';
import type { Compare } from './compare';
import type { Pane } from './pane';

export function listenToPane(compare: Compare, pane: Pane): void {
  listenToCanvas(pane.stage, () => compare.panes.map((each) => each.stage), {
    hover: (what) => compare.hover(what),
    choose: (what) => compare.choose(pane, what),
  });
}
