// Rest states by the value of a parameter: what a slider has left while Live was on.

const MOST = 4000;

export interface Dot {
  x: number;
  /** One for each probe, or the largest tension where there is none. */
  values: number[];
}

/** Rest states by the value of one parameter. */
export class Sweep {
  parameter = '';
  readonly dots: Dot[] = [];

  /** Takes a rest state; another parameter starts again. */
  add(parameter: string, x: number, values: readonly number[]): void {
    if (parameter !== this.parameter) this.dots.length = 0;
    this.parameter = parameter;
    if (!Number.isFinite(x) || !values.some(Number.isFinite)) return;
    // The same value again replaces its dot.
    const known = this.dots.findIndex((dot) => dot.x === x);
    if (known >= 0) this.dots.splice(known, 1);
    this.dots.push({ x, values: [...values] });
    if (this.dots.length > MOST) this.dots.shift();
  }

  clear(): void {
    this.dots.length = 0;
    this.parameter = '';
  }
}
