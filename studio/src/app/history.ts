// What graphs show: time, energies, probes and the pull of every frame, in arrays that grow by doubling.
import { ENERGIES, SAMPLE_HEAD, type Frame, type TapeHistory } from '../protocol';

export const ENERGY_COUNT = ENERGIES.length;

export class History {
  rows = 0;
  times = new Float64Array(512);
  energies = new Float64Array(512 * ENERGY_COUNT);
  probes = new Float64Array(0);
  probeCount = 0;
  /** Magnitude of the pull. */
  pulls = new Float64Array(512);
  /** Tension of the chosen spring, as it was sampled: times and values. */
  readonly spark = { times: [] as number[], values: [] as number[], id: -1 };

  clear(probeCount: number): void {
    this.rows = 0;
    this.probeCount = probeCount;
    this.probes = new Float64Array(this.times.length * probeCount);
    this.spark.times.length = this.spark.values.length = 0;
  }

  get last(): number {
    return this.rows > 0 ? this.times[this.rows - 1]! : 0;
  }

  /** Adds the moments of a frame; those at or after them are cut off first. */
  add(frame: Frame): void {
    if (frame.probes.length !== this.probeCount) this.clear(frame.probes.length);
    const { samples } = frame;
    const probes = SAMPLE_HEAD + ENERGY_COUNT, width = probes + this.probeCount;
    if (samples.length === 0 || samples.length % width !== 0) {
      this.addRow(frame.time, frame.energies, frame.probes, frame.pull?.magnitude ?? 0);
      return;
    }
    for (let at = 0; at < samples.length; at += width)
      this.addRow(samples[at]!, samples.subarray(at + SAMPLE_HEAD, at + probes),
        samples.subarray(at + probes, at + width), samples[at + 2]! || 0);
  }

  private addRow(time: number, energies: Float64Array, probes: Float64Array, pull: number): void {
    if (this.rows > 0 && time <= this.times[this.rows - 1]!) this.cut(time);
    if (this.rows === this.times.length) this.grow(2 * this.rows);
    const row = this.rows;
    this.times[row] = time;
    this.energies.set(energies.subarray(0, ENERGY_COUNT), row * ENERGY_COUNT);
    this.probes.set(probes, row * this.probeCount);
    this.pulls[row] = pull;
    this.rows = row + 1;
  }

  /** Removes moments at this time and later. */
  cut(time: number): void {
    while (this.rows > 0 && this.times[this.rows - 1]! >= time) this.rows -= 1;
  }

  /** Takes the tape's own history, which has every moment that was recorded. */
  take(tape: TapeHistory): void {
    const rows = tape.times.length;
    if (rows > this.times.length) this.grow(rows);
    const probes = rows > 0 ? tape.probes.length / rows : this.probeCount;
    if (probes !== this.probeCount) this.clear(probes);
    this.times.set(tape.times);
    this.energies.set(tape.energies);
    this.probes.set(tape.probes);
    this.pulls.set(tape.pull.subarray(0, rows));
    this.rows = rows;
  }

  /** The last row at or before a time; -1 where there is none. */
  rowAt(time: number): number {
    let low = 0, high = this.rows;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle]! <= time + 1e-12) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  private grow(rows: number): void {
    const bigger = (old: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> => {
      const result = new Float64Array(length);
      result.set(old.subarray(0, Math.min(old.length, length)));
      return result;
    };
    this.times = bigger(this.times, rows);
    this.pulls = bigger(this.pulls, rows);
    this.energies = bigger(this.energies, rows * ENERGY_COUNT);
    this.probes = bigger(this.probes, rows * this.probeCount);
  }
}
