// The shapes of a solve's iterations, for going through them one by one.
import type { Frame } from '../protocol';

const MOST_NODES = 3000, MOST_SHAPES = 120;

export class SolveSteps {
  /** Which iteration each shape is, from 0 on; and 3 numbers for each node. */
  readonly indices: number[] = [];
  readonly shapes: Float32Array[] = [];

  /** Takes the frame of an iteration; the first one begins again. */
  add({ iteration, positions, source }: Frame): void {
    if (source !== 'solving' || iteration < 0 || positions.length > 3 * MOST_NODES) return;
    if (this.indices.length > 0 && iteration <= this.indices[this.indices.length - 1]!) this.clear();
    if (this.shapes.length >= MOST_SHAPES) return;
    this.indices.push(iteration);
    this.shapes.push(positions.slice());
  }

  clear(): void {
    this.indices.length = this.shapes.length = 0;
  }

  /** From a shape to the next one, 3 numbers for each node, and the longest of these steps; null at the last. */
  stepAfter(at: number): { vectors: Float32Array; longest: number; node: number } | null {
    const from = this.shapes[at], to = this.shapes[at + 1];
    if (!from || !to || from.length !== to.length) return null;
    const vectors = new Float32Array(from.length);
    let most = 0, node = 0;
    for (let i = 0; i < from.length; i += 1) vectors[i] = to[i]! - from[i]!;
    for (let i = 0; i < from.length; i += 3) {
      const square = vectors[i]! ** 2 + vectors[i + 1]! ** 2 + vectors[i + 2]! ** 2;
      if (square > most) most = square, node = i / 3;
    }
    return { vectors, longest: Math.sqrt(most), node };
  }
}
