// The keyboard on the stage: walk from node to node, through the springs of one, put and pull by arrows.
import type { Vector } from '../protocol';
import { t } from '../text';
import { quantityText } from '../panels/legend';
import { quantity } from './numbers';
import type { Studio } from './studio';

const DIRECTIONS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Walk {
  active = false;
  private node = -1;
  private springIndex = -1;
  private readonly studio: Studio;
  private readonly spoken: HTMLElement;
  private pulled: Vector | null = null;
  private burst = { time: 0, group: 0 };

  constructor(studio: Studio, canvas: HTMLCanvasElement, spoken: HTMLElement) {
    this.studio = studio;
    this.spoken = spoken;
    canvas.addEventListener('keydown', (event) => {
      if (this.press(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
    canvas.addEventListener('keyup', (event) => {
      if (event.key === 'Shift') this.letGo();
    });
    canvas.addEventListener('blur', () => this.letGo());
    studio.signals.on('choice', () => this.speak());
  }

  private press(event: KeyboardEvent): boolean {
    const { studio } = this;
    if (!this.active) {
      if (event.key !== 'Enter' || (studio.info?.nodeCount ?? 0) === 0) return false;
      this.active = true;
      this.go(studio.choice.nodes[0] ?? this.central());
      return true;
    }
    const direction = DIRECTIONS[event.key];
    if (event.key === 'Escape') {
      this.active = false;
      this.letGo();
      studio.choose({});
      return true;
    }
    if (event.key === '[' || event.key === ']') {
      this.spring(event.key === ']' ? 1 : -1);
      return true;
    }
    if (!direction || event.ctrlKey) return false;
    if (event.altKey) this.put(direction);
    else if (event.shiftKey) this.pull(direction);
    else this.next(direction);
    return true;
  }

  private go(node: number): void {
    if (node < 0) return;
    this.node = node;
    this.springIndex = -1;
    this.studio.choose({ nodes: [node] });
  }

  private central(): number {
    const { stage, info } = this.studio;
    let best = -1, distance = Infinity;
    for (let node = 0; node < (info?.nodeCount ?? 0); node += 1) {
      const [x, y] = stage.nodePixels(node);
      const d = Math.hypot(x - stage.camera.width / 2, y - stage.camera.heightPx / 2);
      if (d < distance) best = node, distance = d;
    }
    return best;
  }

  /** The nearest node that way; what lies off the direction counts double. */
  private next([dx, dy]: [number, number]): void {
    const { stage, info } = this.studio;
    const [x0, y0] = stage.nodePixels(this.node);
    let best = -1, cost = Infinity;
    for (let node = 0; node < (info?.nodeCount ?? 0); node += 1) {
      const [x, y] = stage.nodePixels(node);
      const along = (x - x0) * dx + (y - y0) * dy, across = Math.abs((x - x0) * dy - (y - y0) * dx);
      if (along <= 1 || across > 2 * along) continue;
      const c = along + 2 * across;
      if (c < cost) best = node, cost = c;
    }
    this.go(best);
  }

  private spring(step: number): void {
    const { info } = this.studio;
    if (!info) return;
    const own: number[] = [];
    for (let spring = 0; spring < info.springCount; spring += 1)
      if (info.ends[2 * spring] === this.node || info.ends[2 * spring + 1] === this.node) own.push(spring);
    if (own.length === 0) return;
    this.springIndex = (this.springIndex + step + own.length) % own.length;
    this.studio.choose({ springs: [own[this.springIndex]!] });
  }

  private offset([dx, dy]: [number, number], pixels: number): Vector {
    const { camera } = this.studio.stage;
    const s = camera.pixel * pixels;
    return [0, 1, 2].map((i) => (camera.right.getComponent(i) * dx - camera.up.getComponent(i) * dy) * s) as Vector;
  }

  private put(direction: [number, number]): void {
    const by = this.offset(direction, 8);
    const from = this.studio.position(this.node);
    // Keys within 0.8 s are one step of undo.
    const now = performance.now();
    if (now - this.burst.time > 800) this.burst.group += 1;
    this.burst.time = now;
    void this.studio.edit([{ op: 'move', nodes: [this.node], to: [from[0] + by[0], from[1] + by[1], from[2] + by[2]] }], 'put', `keys-${this.burst.group}`);
  }

  private pull(direction: [number, number]): void {
    const by = this.offset(direction, 24);
    const start = this.pulled ?? this.studio.position(this.node);
    this.pulled = [start[0] + by[0], start[1] + by[1], start[2] + by[2]];
    this.studio.showPulled(this.node);
    this.studio.engine.send('pull', { node: this.node, point: this.pulled, view: this.studio.stage.camera.viewHeight });
  }

  private letGo(): void {
    if (!this.pulled) return;
    this.pulled = null;
    this.studio.showPulled(-1);
    this.studio.release();
  }

  /** The spoken line for what is chosen. */
  private speak(): void {
    const { studio } = this;
    const { info, choice } = studio;
    if (!info) return;
    const node = choice.nodes[0], spring = choice.springs[0];
    let line = '';
    if (spring !== undefined)
      line = t.stage.spoken(t.stage.spring(spring), [quantityText(studio, studio.quantity, studio.stage.net.values[spring] ?? NaN)]);
    else if (node !== undefined) {
      const axes = info.dimension === 2 ? 2 : 3;
      const unit = info.units.given ? info.units.length : '';
      const where = studio.position(node).slice(0, axes).map((value, i) => `${'xyz'[i]} ${quantity(value, unit)}`);
      const bits = info.fixed[node] ?? 0;
      const support = bits === 0 ? t.stage.free : bits === (axes === 2 ? 3 : 7) ? t.stage.fixed : t.stage.partly;
      line = t.stage.spoken(t.stage.node(node, studio.nodeName(node)), [...where, support]);
    }
    if (this.spoken.textContent !== line) this.spoken.textContent = line;
  }
}
