// By touch, a loupe shows what the finger covers: the middle of the picture under it, twice as large.
import { el } from './dom';
import type { Studio } from './studio';

const SIZE = 104, ZOOM = 2;

export class Loupe {
  private readonly canvas = el('canvas', { class: 'loupe', hidden: true, 'aria-hidden': 'true' });
  private readonly studio: Studio;
  private at: { x: number; y: number } | null = null;

  constructor(studio: Studio, stage: HTMLElement) {
    this.studio = studio;
    stage.append(this.canvas);
    // Right after a draw the picture can still be read.
    studio.signals.on('camera', () => this.copy());
  }

  show(x: number, y: number): void {
    this.at = { x, y };
    this.canvas.hidden = false;
    this.studio.stage.draw();
  }

  hide(): void {
    this.at = null;
    this.canvas.hidden = true;
  }

  private copy(): void {
    if (!this.at) return;
    const source = this.studio.stage.canvas;
    const ratio = source.width / Math.max(1, source.clientWidth);
    const { canvas } = this;
    if (canvas.width !== Math.round(SIZE * ratio)) canvas.width = canvas.height = Math.round(SIZE * ratio);
    const g = canvas.getContext('2d');
    if (!g) return;
    const part = (SIZE / ZOOM) * ratio;
    g.drawImage(source, this.at.x * ratio - part / 2, this.at.y * ratio - part / 2, part, part, 0, 0, canvas.width, canvas.height);
    // Away from the finger, inside the stage.
    const left = this.at.x < source.clientWidth / 2 ? source.clientWidth - SIZE - 16 : 16;
    canvas.style.left = `${left}px`;
    canvas.style.top = '120px';
  }
}
