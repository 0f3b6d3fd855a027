// What colours the springs, and by which scale: the end follows the values until the user sets it.
import type { Frame, Quantity } from '../protocol';
import { countBars, DECADES, isSigned, newScale, type ScaleKind, scaleEnd, setDivisors } from './scale';
import type { Studio } from './studio';

export class Colours {
  quantity: Quantity = 'tension';
  readonly scale = newScale();
  /** The end is to be found again with the next values. */
  due = true;
  private readonly studio: Studio;

  constructor(studio: Studio) {
    this.studio = studio;
  }

  setQuantity(quantity: Quantity): void {
    const { studio, scale } = this;
    this.quantity = quantity;
    scale.signed = isSigned(quantity);
    scale.manual = false;
    this.due = true;
    studio.engine.send('show', { quantity });
    studio.engine.send('frame', {});
    studio.signals.emit('scale');
  }

  setKind(kind: ScaleKind): void {
    this.scale.kind = kind;
    this.rescale(this.studio.stage.net.values);
  }

  /** Sets the end; null: from the values. */
  setEnd(end: number | null): void {
    const { scale } = this;
    scale.manual = end !== null;
    if (end !== null) {
      scale.end = end;
      this.apply();
    } else this.rescale(this.studio.stage.net.values);
  }

  /** With each frame, once the stage has its values. */
  follow(frame: Frame): void {
    const { scale, studio } = this;
    const { net } = studio.stage;
    if (this.due && frame.quantity === this.quantity) this.rescale(net.values);
    countBars(scale, net.values);
    // A scale that most springs have left shows nothing.
    if (frame.source === 'moving' && !scale.manual && scale.beyond > 0.6 * net.springCount) this.rescale(net.values);
  }

  private rescale(values: Float32Array): void {
    const { scale, studio } = this;
    const end = scale.manual ? scale.end : scaleEnd(values, this.quantity);
    // Before anything is stressed there is nothing to measure: the next frames decide.
    this.due = end === 0;
    scale.end = end || 1;
    scale.divisors = scale.kind === 'set' ? setDivisors(studio.info?.sets ?? [], values, this.quantity, end) : null;
    this.apply();
  }

  /** Shows the scale on the stage and in the legend. */
  apply(): void {
    const { scale, studio } = this;
    scale.signed = isSigned(this.quantity);
    countBars(scale, studio.stage.net.values);
    studio.stage.setScale(scale.end, this.quantity !== 'utilisation', scale.kind === 'log' ? DECADES : 0, scale.divisors);
    studio.signals.soon('scale');
  }
}
