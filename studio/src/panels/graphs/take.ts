// A graph to take away: as a table of numbers, as SVG, as a picture on the clipboard.
import { download, stem } from '../../app/files';
import { ENERGY_COUNT } from '../../app/history';
import type { Studio } from '../../app/studio';
import { ENERGIES } from '../../protocol';
import { t } from '../../text';
import { makePlot, type Plot } from './axes';
import { SvgPen } from './pen';
import type { Track } from './phase';

type Cell = number | string;

/** A text of comma-separated values; those with signs of their own are quoted. */
export function csv(rows: readonly (readonly Cell[])[]): string {
  const cell = (value: Cell): string => {
    const text = String(value);
    return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  return `${rows.map((row) => row.map(cell).join(',')).join('\n')}\n`;
}

/** The numbers behind the graph that is shown; the first row names the columns. */
export function tableOf(studio: Studio, track: Track): Cell[][] {
  const { history, info } = studio;
  switch (studio.tab) {
    case 'residual':
      return [['method', 'iteration', 'residual', 'energy'], ...[...studio.olderCurves, studio.iterations]
        .flatMap((curve) => curve.map(({ method, index, residual, energy }) => [method, index, residual, energy]))];
    case 'phase':
      return [['time', `${'xyz'[track.axis]}[${track.node}]`, `v${'xyz'[track.axis]}[${track.node}]`],
        ...track.times.map((time, i) => [time, track.positions[i]!, track.velocities[i]!])];
    case 'modes':
      return [['mode', 'kind', 'frequency', 'eigenvalue'], ...(studio.modes?.modes ?? []).map((mode, i) => [i + 1, mode.kind, mode.frequency, mode.eigenvalue])];
    default: {
      const probes = studio.tab === 'probes';
      const rows: Cell[][] = [['time', ...(probes ? info?.probeColumns ?? [] : ENERGIES)]];
      for (let row = 0; row < history.rows; row += 1) {
        const values = probes ? history.probes.subarray(row * history.probeCount, (row + 1) * history.probeCount)
          : history.energies.subarray(row * ENERGY_COUNT, (row + 1) * ENERGY_COUNT);
        rows.push([history.times[row]!, ...values]);
      }
      return rows;
    }
  }
}

const name = (studio: Studio, ending: string): string => `${stem(studio)}-${studio.tab}${ending}`;

export function saveGraphTable(studio: Studio, track: Track): void {
  download(name(studio, '.csv'), csv(tableOf(studio, track)), 'text/csv');
}

/** The graph as SVG: drawn again, by the same code, with another pen. */
export function graphSvg(studio: Studio, canvas: HTMLCanvasElement, draw: (plot: Plot) => void): string {
  const scratch = document.createElement('canvas').getContext('2d')!;
  const pen = new SvgPen((text, font) => {
    scratch.font = font;
    return scratch.measureText(text);
  });
  const width = canvas.clientWidth, height = canvas.clientHeight;
  draw(makePlot(pen, width, height, studio.stage.palette));
  return pen.picture(width, height, studio.stage.palette.text.panel, `${studio.info?.title || t.untitled}: ${t.deck.tabs[studio.tab]}`);
}

export function saveGraphSvg(studio: Studio, canvas: HTMLCanvasElement, draw: (plot: Plot) => void): void {
  download(name(studio, '.svg'), graphSvg(studio, canvas, draw), 'image/svg+xml');
}

/** The picture of a canvas on its own paper, to the clipboard. */
export async function copyGraph(studio: Studio, canvas: HTMLCanvasElement): Promise<void> {
  const paper = document.createElement('canvas');
  paper.width = canvas.width;
  paper.height = canvas.height;
  const g = paper.getContext('2d')!;
  g.fillStyle = studio.stage.palette.text.panel;
  g.fillRect(0, 0, paper.width, paper.height);
  g.drawImage(canvas, 0, 0);
  const picture = new Promise<Blob>((resolve, reject) => paper.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    studio.say(t.said.copied);
  } catch {
    // Without a clipboard it is a file.
    download(name(studio, '.png'), await picture, 'image/png');
  }
}
