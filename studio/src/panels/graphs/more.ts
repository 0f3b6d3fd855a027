// Graphs that are loaded when one of them is first shown: the page begins to move without them.
import type { Studio } from '../../app/studio';
import { MatrixPicture } from './matrix';
import { fillModes } from './modes';
import { NewtonSteps } from './newton_steps';
import { StepPlane } from './step_plane';
import { drawPair, drawSweep } from './sweep_graph';
import { saveSweep, SweepBox } from './sweep_box';
import { NetTable } from './table';

export interface More {
  matrix: MatrixPicture;
  plane: StepPlane;
  newton: NewtonSteps;
  fillModes: typeof fillModes;
  table: NetTable;
  sweepBox: SweepBox;
  saveSweep: typeof saveSweep;
  drawPair: typeof drawPair;
  drawSweep: typeof drawSweep;
}

export function makeMore(studio: Studio, canvas: HTMLCanvasElement, side: HTMLCanvasElement, redraw: () => void): More {
  const matrix = new MatrixPicture(), plane = new StepPlane();
  matrix.listen(studio, canvas, () => studio.tab === 'matrix');
  matrix.listen(studio, side, () => studio.tab === 'residual');
  plane.listen(canvas, () => studio.tab === 'eigenvalues', redraw);
  return { matrix, plane, newton: new NewtonSteps(studio, redraw), table: new NetTable(studio), sweepBox: new SweepBox(studio), saveSweep, fillModes, drawPair, drawSweep };
}
