// The pattern of the stiffness matrix: a point for each block, rows of fixed nodes tinted. As nodes are numbered, and in the
// order in which a factorisation eliminates them, with what it fills in. A block under the pointer lights its spring, and a
// spring its blocks.
import type { Studio } from '../../app/studio';
import type { MatrixInfo } from '../../protocol';
import { plain } from '../../app/numbers';
import { t } from '../../text';
import { font, heading, type Plot } from './axes';
import { fillOf, minimumDegree, type Ordering } from './ordering';

/** More nodes than this are not ordered for a picture. */
const MOST_ORDERED = 2500;

interface Square {
  x0: number;
  y0: number;
  size: number;
  /** Where each node stands; null: as numbered. */
  place: Int32Array | null;
}

export class MatrixPicture {
  private info: MatrixInfo | null = null;
  private revision = -1;
  private busy = false;
  private ordering: Ordering | null = null;
  private filledAsNumbered = 0;
  private squares: Square[] = [];

  /** Asks for the matrix of the scene shown, once for each change. */
  async refresh(studio: Studio, then: () => void): Promise<void> {
    const revision = studio.info?.revision ?? -1;
    if (this.busy || revision === this.revision || !studio.info || studio.info.nodeCount > 20000) return;
    this.busy = true;
    try {
      this.info = await studio.engine.request('matrix', {});
      this.revision = revision;
      this.ordering = null;
      then();
    } catch {
      this.info = null;
      this.revision = revision;
    } finally {
      this.busy = false;
    }
  }

  private ready(studio: Studio): MatrixInfo | null {
    return this.info && this.info.nodeCount > 0 && this.revision === studio.info?.revision ? this.info : null;
  }

  private order(info: MatrixInfo): Ordering | null {
    if (info.nodeCount > MOST_ORDERED) return null;
    if (!this.ordering) {
      this.ordering = minimumDegree(info.nodeCount, info.rows, info.columns);
      this.filledAsNumbered = fillOf(info.nodeCount, info.rows, info.columns, Int32Array.from({ length: info.nodeCount }, (_, i) => i));
    }
    return this.ordering;
  }

  /** The small picture beside the residual. */
  draw(plot: Plot, studio: Studio): void {
    const info = this.ready(studio);
    if (!info) return;
    const { width, height } = plot;
    const size = Math.min(width - 64, height - 44);
    heading(plot, t.graphs.stiffness, t.graphs.blocks(info.nodeCount));
    this.squares = [{ x0: 14, y0: 30, size, place: null }];
    this.square(plot, studio, info, this.squares[0]!, []);
    this.note(plot, 14 + size + 8, 40, this.words(info, 0));
  }

  /** The tab: before and after ordering, side by side. */
  drawWide(plot: Plot, studio: Studio): void {
    const info = this.ready(studio);
    if (!info) return;
    const { height, width } = plot;
    const order = this.order(info);
    const y0 = 30, size = Math.min(height - y0 - 12, (width - 80) / (order ? 2.9 : 1.5));
    const right = 16 + size + Math.max(150, 0.1 * width);
    this.squares = [{ x0: 16, y0, size, place: null }];
    heading(plot, t.graphs.asNumbered, t.graphs.blocks(info.nodeCount), 16);
    this.square(plot, studio, info, this.squares[0]!, []);
    this.note(plot, 16 + size + 10, y0 + 10, [this.words(info, 0).join(' '), ...(order ? t.graphs.fillIn(this.filledAsNumbered) : [])]);
    if (!order) return;
    const square = { x0: right, y0, size, place: order.place };
    this.squares.push(square);
    heading(plot, t.graphs.ordered, t.graphs.minimumDegree, right);
    this.square(plot, studio, info, square, order.filled);
    this.note(plot, right + size + 10, y0 + 10, [this.words(info, order.filled.length).join(' '), ...t.graphs.fillIn(order.filled.length)]);
  }

  private words(info: MatrixInfo, filled: number): string[] {
    const n = info.nodeCount, blocks = 2 * (info.rows.length + filled) - n;
    return t.graphs.filled(`${plain((100 * blocks) / (n * n), 2, true)} %`).split(/ (?=\S+$)/);
  }

  private note(plot: Plot, x: number, y: number, lines: string[]): void {
    const { g, palette, small } = plot;
    g.font = font(small);
    g.textAlign = 'left';
    g.textBaseline = 'alphabetic';
    g.fillStyle = palette.text.ink3;
    lines.forEach((line, i) => g.fillText(line, x, y + i * (small + 4)));
  }

  private square(plot: Plot, studio: Studio, info: MatrixInfo, { x0, y0, size, place }: Square, filled: readonly [number, number][]): void {
    const { g, palette } = plot;
    const n = info.nodeCount, dot = Math.max(0.9, size / n);
    const at = (node: number): number => (size * (place ? place[node]! : node)) / n;
    const fixed = studio.info?.fixed;
    // Rows and columns of fixed nodes are no unknowns.
    g.fillStyle = palette.text.hover;
    if (n <= 4000) for (let node = 0; node < n; node += 1) {
      if (!fixed?.[node]) continue;
      g.fillRect(x0, y0 + at(node), size, dot);
      g.fillRect(x0 + at(node), y0, dot, size);
    }
    g.strokeStyle = palette.text.line;
    g.lineWidth = 1;
    g.strokeRect(x0 - 0.5, y0 - 0.5, size + 1, size + 1);
    const both = (a: number, b: number): void => {
      g.fillRect(x0 + at(a), y0 + at(b), dot, dot);
      if (a !== b) g.fillRect(x0 + at(b), y0 + at(a), dot, dot);
    };
    g.fillStyle = palette.text.tension5;
    for (const [a, b] of filled) both(a, b);
    g.fillStyle = palette.text.ink2;
    for (let i = 0; i < info.rows.length; i += 1) both(info.rows[i]!, info.columns[i]!);
    // What is chosen or under the pointer.
    const hovered = studio.hover?.kind === 'spring' ? [studio.hover.id] : [];
    for (const spring of [...studio.choice.springs.slice(0, 20), ...hovered]) {
      const a = studio.info!.ends[2 * spring], b = studio.info!.ends[2 * spring + 1];
      if (a === undefined || b === undefined) continue;
      for (const [row, column] of [[a, b], [b, a]] as const) {
        g.fillStyle = palette.text.select;
        g.strokeStyle = palette.text.panel;
        g.lineWidth = 1.5;
        g.beginPath();
        g.arc(x0 + at(column) + dot / 2, y0 + at(row) + dot / 2, 4, 0, 7);
        g.fill();
        g.stroke();
      }
    }
  }

  /** The spring whose block is nearest to a pixel, within 5; -1 for none. */
  springAt(studio: Studio, x: number, y: number): number {
    const info = this.ready(studio);
    if (!info) return -1;
    for (const { x0, y0, size, place } of this.squares) {
      if (x < x0 || x > x0 + size || y < y0 || y > y0 + size) continue;
      const n = info.nodeCount;
      const at = (node: number): number => (size * ((place ? place[node]! : node) + 0.5)) / n;
      let best = -1, distance = 5;
      const { ends, springCount } = studio.info!;
      for (let spring = 0; spring < springCount; spring += 1) {
        const a = at(ends[2 * spring]!), b = at(ends[2 * spring + 1]!);
        const d = Math.min(Math.hypot(x - x0 - a, y - y0 - b), Math.hypot(x - x0 - b, y - y0 - a));
        if (d < distance) best = spring, distance = d;
      }
      return best;
    }
    return -1;
  }

  /** Lights springs from a canvas that shows the picture. */
  listen(studio: Studio, canvas: HTMLCanvasElement, shown: () => boolean): void {
    canvas.addEventListener('pointermove', (event) => {
      if (!shown()) return;
      const spring = this.springAt(studio, event.offsetX, event.offsetY);
      canvas.style.cursor = spring >= 0 ? 'pointer' : 'default';
      studio.setHover(spring >= 0 ? { kind: 'spring', id: spring } : null);
    });
    canvas.addEventListener('pointerleave', () => {
      if (shown()) studio.setHover(null);
    });
    canvas.addEventListener('click', (event) => {
      if (!shown()) return;
      const spring = this.springAt(studio, event.offsetX, event.offsetY);
      if (spring >= 0) studio.choose({ springs: [spring] });
    });
  }
}
