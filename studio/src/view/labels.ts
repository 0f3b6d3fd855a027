// Labels on the stage: a pool of elements that are moved by transforms, each at a node or at a point.
import { el, setText } from '../app/dom';
import type { StageCamera } from './camera';

export interface Label {
  text: string;
  /** A second, quieter text. */
  small?: string;
  /** A node, or a point of the scene. */
  node?: number;
  point?: readonly [number, number, number];
  /** dark: ink; quiet: on paper; plain: only text. */
  kind?: 'dark' | 'quiet' | 'plain';
  /** Pixels from the point to the label's anchor. */
  dx?: number;
  dy?: number;
  /** Where the label's own anchor is: 0 left or top, 0.5 centre, 1 right or bottom. */
  ax?: number;
  ay?: number;
}

interface Slot {
  element: HTMLElement;
  main: HTMLElement;
  small: HTMLElement;
  key: string;
  label: Label | null;
}

const POOL = 40;

export class Labels {
  private readonly slots: Slot[] = [];
  private readonly out = new Float64Array(3);

  constructor(layer: HTMLElement) {
    for (let i = 0; i < POOL; i += 1) {
      const main = el('span'), small = el('small');
      const element = el('div', { class: 'tag', hidden: true, 'aria-hidden': 'true' }, main, small);
      layer.append(element);
      this.slots.push({ element, main, small, key: '', label: null });
    }
  }

  /** Shows a label under a name, or changes it. More than the pool holds are left out. */
  show(key: string, label: Label): void {
    let slot = this.slots.find((s) => s.key === key) ?? this.slots.find((s) => s.key === '');
    if (!slot) return;
    slot.key = key;
    slot.label = label;
    setText(slot.main, label.text);
    setText(slot.small, label.small ?? '');
    slot.small.hidden = !label.small;
    const kind = label.kind === 'quiet' ? 'tag q' : label.kind === 'plain' ? 'tag plain' : 'tag';
    if (slot.element.className !== kind) slot.element.className = kind;
  }

  hide(key: string): void {
    const slot = this.slots.find((s) => s.key === key);
    if (slot) this.clear(slot);
  }

  /** Hides all labels whose name begins so. */
  hideAll(prefix: string): void {
    for (const slot of this.slots) if (slot.key.startsWith(prefix)) this.clear(slot);
  }

  private clear(slot: Slot): void {
    slot.key = '';
    slot.label = null;
    slot.element.hidden = true;
  }

  /** Moves all labels to where their points are now. */
  place(camera: StageCamera, positions: Float32Array): void {
    for (const slot of this.slots) {
      const label = slot.label;
      if (!label) continue;
      if (label.node !== undefined && label.node >= 0) {
        const i = 3 * label.node;
        camera.project(positions[i] ?? NaN, positions[i + 1] ?? NaN, positions[i + 2] ?? NaN, this.out);
      } else if (label.point) camera.project(label.point[0], label.point[1], label.point[2], this.out);
      const x = this.out[0]! + (label.dx ?? 0), y = this.out[1]! + (label.dy ?? 0);
      if (!Number.isFinite(x + y) || this.out[2]! <= 0) {
        slot.element.hidden = true;
        continue;
      }
      slot.element.hidden = false;
      const ax = (label.ax ?? 0.5) * -100, ay = (label.ay ?? 1) * -100;
      slot.element.style.transform =
        `translate(${Math.round(x)}px,${Math.round(y)}px) translate(${ax}%,${ay}%)`;
    }
  }
}
