// The pattern of the stiffness matrix: a point for each block; those of the chosen springs are marked.
import type { Studio } from '../../app/studio';
import type { MatrixInfo } from '../../protocol';
import { plain } from '../../app/numbers';
import { t } from '../../text';
import { font, type Plot } from './axes';

export class MatrixPicture {
  private info: MatrixInfo | null = null;
  private revision = -1;
  private busy = false;

  /** Asks for the matrix of the scene shown, once for each change. */
  async refresh(studio: Studio, then: () => void): Promise<void> {
    const revision = studio.info?.revision ?? -1;
    if (this.busy || revision === this.revision || !studio.info || studio.info.nodeCount > 20000) return;
    this.busy = true;
    try {
      this.info = await studio.engine.request('matrix', {});
      this.revision = revision;
      then();
    } catch {
      this.info = null;
      this.revision = revision;
    } finally {
      this.busy = false;
    }
  }

  draw(plot: Plot, studio: Studio): void {
    const { g, palette, width, height, small, body } = plot;
    const { info } = this;
    if (!info || info.nodeCount === 0 || this.revision !== studio.info?.revision) return;
    const n = info.nodeCount;
    const size = Math.min(width - 64, height - 44), x0 = 14, y0 = 30;
    g.textBaseline = 'alphabetic';
    g.textAlign = 'left';
    g.font = font(body, 500);
    g.fillStyle = palette.text.ink;
    g.fillText(t.graphs.stiffness, 14, 19);
    const after = 14 + g.measureText(t.graphs.stiffness).width + 6;
    g.font = font(body);
    g.fillStyle = palette.text.ink3;
    g.fillText(t.graphs.blocks(n), after, 19);
    const blocks = 2 * info.rows.length - n;
    g.font = font(small);
    const [percent, word] = t.graphs.filled(`${plain((100 * blocks) / (n * n), 2, true)} %`).split(/ (?=\S+$)/);
    g.fillText(percent ?? '', x0 + size + 8, y0 + 10);
    g.fillText(word ?? '', x0 + size + 8, y0 + 25);
    g.strokeStyle = palette.text.line;
    g.strokeRect(x0 - 0.5, y0 - 0.5, size + 1, size + 1);
    g.fillStyle = palette.text.ink2;
    const dot = Math.max(0.9, size / n);
    for (let i = 0; i < info.rows.length; i += 1) {
      const row = info.rows[i]!, column = info.columns[i]!;
      g.fillRect(x0 + (size * column) / n, y0 + (size * row) / n, dot, dot);
      if (row !== column) g.fillRect(x0 + (size * row) / n, y0 + (size * column) / n, dot, dot);
    }
    for (const spring of studio.choice.springs.slice(0, 20)) {
      const a = studio.info.ends[2 * spring]!, b = studio.info.ends[2 * spring + 1]!;
      for (const [row, column] of [[a, b], [b, a]] as const) {
        g.fillStyle = palette.text.select;
        g.strokeStyle = palette.text.panel;
        g.lineWidth = 1.5;
        g.beginPath();
        g.arc(x0 + (size * (column + 0.5)) / n, y0 + (size * (row + 0.5)) / n, 4, 0, 7);
        g.fill();
        g.stroke();
      }
    }
  }
}
