// The phase plot of one node: velocity over position; the trail fades over 1.5 s, the dot is now.
import { niceStep, plain } from '../../app/numbers';
import type { Studio } from '../../app/studio';
import { t } from '../../text';
import { font, hairline, heading, type Plot, ticks, widened } from './axes';
import type { Pen } from './pen';

const KEEP = 2000;

/** Position and velocity of one node, sampled with the frames. */
export class Track {
  node = -1;
  /** 2: z in space, 1: y in the plane. */
  axis = 2;
  readonly times: number[] = [];
  readonly positions: number[] = [];
  readonly velocities: number[] = [];
  private busy = false;

  follow(node: number, axis: number): void {
    if (node === this.node && axis === this.axis) return;
    this.node = node;
    this.axis = axis;
    this.clear();
  }

  clear(): void {
    this.times.length = this.positions.length = this.velocities.length = 0;
  }

  /** Asks the engine, whose velocity is exact; one question at a time. */
  async sample(studio: Studio): Promise<void> {
    if (this.busy || this.node < 0 || this.node >= (studio.info?.nodeCount ?? 0)) return;
    this.busy = true;
    const node = this.node, time = studio.now.time;
    try {
      const facts = await studio.engine.request('inspectNode', { node });
      if (node !== this.node) return;
      while (this.times.length > 0 && this.times[this.times.length - 1]! >= time) {
        this.times.pop();
        this.positions.pop();
        this.velocities.pop();
      }
      this.times.push(time);
      this.positions.push(facts.position[this.axis as 0]);
      this.velocities.push(facts.velocity[this.axis as 0]);
      if (this.times.length > KEEP) {
        this.times.shift();
        this.positions.shift();
        this.velocities.shift();
      }
    } catch {
      // The node has gone; another will be followed.
      this.node = -1;
    } finally {
      this.busy = false;
    }
  }
}

export function drawPhase(plot: Plot, studio: Studio, track: Track): void {
  const { g, palette, width, height, small, body } = plot;
  const left = 40, right = 16, top = 32, bottom = height - 30;
  const units = studio.info?.units;
  heading(plot, t.graphs.phase, track.node >= 0 ? t.graphs.nodeName(track.node) : '');
  const n = track.times.length;
  if (n < 2) {
    if (track.node < 0) wrap(g, t.graphs.noPhase, 14, 44, width - 28, body + 6);
    return;
  }
  let x0 = Infinity, x1 = -Infinity, fastest = 1e-300;
  for (let i = 0; i < n; i += 1) {
    x0 = Math.min(x0, track.positions[i]!);
    x1 = Math.max(x1, track.positions[i]!);
    fastest = Math.max(fastest, Math.abs(track.velocities[i]!));
  }
  fastest *= 1.1;
  [x0, x1] = x0 === 0 && x1 === 0 ? [-0.5, 0.5] : widened(x0, x1);
  const pad = 0.06 * (x1 - x0);
  const x = (value: number): number => left + ((width - left - right) * (value - x0 + pad)) / (x1 - x0 + 2 * pad);
  const y = (value: number): number => top + ((bottom - top) * (1 - (value + fastest) / (2 * fastest)));
  g.font = font(small);
  const vStep = niceStep(fastest * 0.6), xStep = niceStep((x1 - x0 + 2 * pad) / 2.4);
  for (const value of [-vStep, 0, vStep]) {
    const at = hairline(plot, y(value), left, width - right);
    g.fillStyle = palette.text.ink3;
    g.textAlign = 'right';
    g.fillText(plain(value, 2, true), left - 7, at + 4);
  }
  g.textAlign = 'center';
  for (const value of ticks(x0, x1, xStep))
    if (x(value) < width - right - 36 && x(value) > left) g.fillText(plain(value, 3, true), x(value), height - 11);
  g.textAlign = 'right';
  const axis = 'xyz'[track.axis] ?? 'z';
  g.fillText(units?.given ? `${axis}, ${units.length}` : axis, width - right, height - 11);
  g.fillText(units?.given ? `v, ${units.velocity}` : 'v', width - right, 19);
  g.lineCap = 'round';
  g.lineWidth = 1.5;
  const now = studio.now.time;
  // In pieces of equal strength, so that a long trail needs few strokes.
  const pieces = 12;
  let from = 1;
  for (let piece = 0; piece < pieces; piece += 1) {
    const until = piece === pieces - 1 ? n : Math.floor((n * (piece + 1)) / pieces);
    if (until <= from) continue;
    g.globalAlpha = Math.max(0.12, Math.min(1, 1 - (now - track.times[until - 1]!) / 1.5));
    g.strokeStyle = palette.text.ink;
    g.beginPath();
    g.moveTo(x(track.positions[from - 1]!), y(track.velocities[from - 1]!));
    for (let i = from; i < until; i += 1) g.lineTo(x(track.positions[i]!), y(track.velocities[i]!));
    g.stroke();
    from = until;
  }
  g.globalAlpha = 1;
  g.fillStyle = palette.text.ink;
  g.strokeStyle = palette.text.panel;
  g.lineWidth = 2;
  g.beginPath();
  g.arc(x(track.positions[n - 1]!), y(track.velocities[n - 1]!), 5, 0, 7);
  g.fill();
  g.stroke();
}

/** Words over several lines. */
export function wrap(g: Pen, text: string, x: number, y: number, width: number, pitch: number): void {
  let line = '';
  let at = y;
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (g.measureText(longer).width > width && line) {
      g.fillText(line, x, at);
      line = word;
      at += pitch;
    } else line = longer;
  }
  g.fillText(line, x, at);
}
