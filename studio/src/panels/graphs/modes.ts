// The list of modes: frequency, kind, a bar; a click swings the net in one of them.
import { el, fill } from '../../app/dom';
import { plain, quantity } from '../../app/numbers';
import type { Studio } from '../../app/studio';
import { t } from '../../text';

export function fillModes(studio: Studio, pane: HTMLElement): void {
  const { modes, info } = studio;
  const compute = el('button', { class: 'btn small', type: 'button', text: modes ? t.graphs.againModes : t.graphs.computeModes, onclick: () => void studio.computeModes() });
  if (!modes || modes.modes.length === 0) {
    fill(pane, el('p', { class: 'empty', text: modes?.problem || t.graphs.noModes }), compute);
    return;
  }
  const unit = info?.units.given ? info.units.frequency : '';
  const highest = Math.max(...modes.modes.map((mode) => Math.abs(mode.eigenvalue)), 1e-300);
  const rows = modes.modes.map((mode, index) => {
    const bar = el('span', { class: 'meter' });
    bar.style.width = `${Math.max(1, 100 * Math.sqrt(Math.abs(mode.eigenvalue) / highest))}%`;
    const on = studio.swinging === index;
    return el('tr', { 'aria-selected': String(on) },
      el('td', { text: String(index + 1) }),
      el('td', { class: 'r', text: Number.isFinite(mode.frequency) && modes.hasMass ? quantity(mode.frequency, unit, 4, false) : plain(mode.eigenvalue) }),
      el('td', { text: t.graphs.kinds[mode.kind] }),
      el('td', {}, bar),
      el('td', {}, el('button', {
        class: 'btn small', type: 'button', 'aria-pressed': String(on), text: on ? t.graphs.swinging : t.graphs.swing, 'aria-label': `${on ? t.graphs.swinging : t.graphs.swing}: ${t.graphs.mode} ${index + 1}`,
        onclick: () => studio.swing(index),
      })));
  });
  const widths = ['8%', '18%', '18%', '40%', '16%'];
  const heads = [t.graphs.mode, t.graphs.frequency, t.graphs.kind, t.graphs.shape, t.graphs.swing].map((text, i) => {
    const th = el('th', { text, scope: 'col', class: i === 1 ? 'r' : '' });
    th.style.width = widths[i]!;
    return th;
  });
  fill(pane,
    modes.assumedMasses ? el('p', { class: 'note', text: t.graphs.assumed }) : null,
    el('table', { class: 'list' }, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...rows)), compute);
}

const offsets = { buffer: new Float32Array(0) };

/** Moves the drawn net along the swinging mode; true while one swings. */
export function swingNow(studio: Studio, now: number): boolean {
  const mode = studio.modes?.modes[studio.swinging];
  const start = studio.modes?.positions;
  const { net } = studio.stage;
  if (!mode || !start || start.length !== 3 * net.nodeCount) return false;
  if (offsets.buffer.length !== start.length) offsets.buffer = new Float32Array(start.length);
  // Between half a swing and two a second, at 8 % of the net's size.
  const all = studio.modes!.modes;
  const fastest = Math.max(...all.map((other) => Math.abs(other.frequency) || 0), 1e-300);
  const rate = Number.isFinite(mode.frequency) ? 0.5 + 1.5 * Math.min(1, Math.abs(mode.frequency) / fastest) : 0.5;
  const amplitude = 0.08 * studio.stage.size * Math.sin((2 * Math.PI * rate * now) / 1000);
  const { buffer } = offsets;
  for (let i = 0; i < start.length; i += 1) buffer[i] = start[i]! + amplitude * mode.shape[i]!;
  net.uploadPositions(buffer, net.nodeCount);
  return true;
}
