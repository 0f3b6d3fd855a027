// The legend: what colours the springs, their histogram, the ramp. A bar under the pointer lights its springs; dragging
// changes the end of the scale.
import { canvasContext, el, fill, setAttribute, setText } from '../app/dom';
import { icon } from '../app/icons';
import { quantity } from '../app/numbers';
import { BARS, barOf, SCALE_KINDS, shareOf } from '../app/scale';
import type { Studio } from '../app/studio';
import { QUANTITIES, type Quantity } from '../protocol';
import { t } from '../text';
import { openMenu } from './menu';

/** The unit in which a quantity is shown. */
export function unitOf(studio: Studio, name: Quantity): string {
  const units = studio.info?.units;
  if (!units?.given) return '';
  return { tension: units.force, force_density: units.stiffness, strain: '', energy: units.energy, utilisation: '' }[name];
}

/** A value of a quantity as text: strains in percent. */
export function quantityText(studio: Studio, name: Quantity, value: number, digits = 3): string {
  if (name === 'strain' || name === 'utilisation') return quantity(value * 100, '%', digits);
  return quantity(value, unitOf(studio, name), digits);
}

export function makeLegend(studio: Studio, stage: HTMLElement): void {
  const name = el('span');
  const menuButton = el('button', { type: 'button', 'aria-haspopup': 'menu', title: t.legend.menu }, name, icon('down'));
  const number = el('span');
  const canvas = el('canvas', { role: 'img', 'aria-label': t.legend.histogram });
  const lowWord = el('span', { class: 'word' }), lowValue = el('span'), highValue = el('span'), highWord = el('span', { class: 'word' });
  const low = el('span', {}, lowWord, ' ', lowValue), middle = el('span'), high = el('span', {}, highValue, ' ', highWord);
  const beyond = el('div', { class: 'beyond' });
  const box = el('div', { class: 'legend', role: 'group', 'aria-label': t.legend.label },
    el('div', { class: 'cap' }, menuButton, number), canvas, el('div', { class: 'ticks' }, low, middle, high), beyond);
  stage.append(box);

  menuButton.addEventListener('click', () => openMenu(menuButton.getBoundingClientRect(), [
    ...QUANTITIES.map((q) => ({
      text: t.quantity[q], checked: q === studio.quantity, run: () => studio.colours.setQuantity(q),
      reason: q === 'utilisation' && !studio.info?.hasStrength ? t.noStrength : '',
    })),
    null, ...SCALE_KINDS.map((kind) => ({
      text: t.legend.kinds[kind], checked: kind === studio.scale.kind, run: () => studio.colours.setKind(kind),
      reason: kind === 'set' && (studio.info?.sets.length ?? 0) < 2 ? t.legend.oneSet : '',
    })),
    null, { text: t.legend.auto, checked: !studio.scale.manual, run: () => studio.colours.setEnd(null) },
  ]));

  const update = (): void => {
    const { scale, quantity: q, info } = studio;
    setText(name, t.quantity[q]);
    setText(number, info ? t.legend.springs(info.springCount, scale.kind) : '');
    const [less, more] = t.legend.ends[q];
    const end = scale.kind === 'set' ? t.legend.ownEnd : quantityText(studio, q, scale.end);
    setText(lowWord, scale.signed ? less : '');
    setText(lowValue, scale.signed ? (less ? end : `\u2212${end}`) : '0');
    setText(middle, scale.signed ? '0' : '');
    setText(highValue, end);
    setText(highWord, more);
    // One line always, so that nothing jumps.
    setText(beyond, scale.beyond > 0 ? t.legend.beyond(scale.beyond) : '\u00a0');
    box.hidden = !info || info.springCount === 0;
  };

  const draw = (): void => {
    const context = canvasContext(canvas);
    if (!context) return;
    const { g, width, height } = context;
    const { scale } = studio;
    const { palette } = studio.stage;
    const usage = studio.quantity === 'utilisation';
    const ramp = 8, room = height - ramp;
    const share = (part: number): number => (scale.signed ? 2 * part - 1 : part);
    const gradient = g.createLinearGradient(0, 0, width, 0);
    for (let i = 0; i <= 8; i += 1) gradient.addColorStop(i / 8, palette.tone(share(i / 8), usage));
    g.fillStyle = gradient;
    g.beginPath();
    g.roundRect(0, room, width, ramp, 2);
    g.fill();
    let most = 0;
    for (const bar of scale.bars) most = Math.max(most, bar);
    if (most === 0) return;
    const step = width / BARS;
    for (let i = 0; i < BARS; i += 1) {
      const n = scale.bars[i]!;
      if (n === 0) continue;
      // By the root: one spring beside a thousand must be seen.
      const h = Math.max(3, Math.sqrt(n / most) * (room - 1));
      g.fillStyle = palette.tone(share((i + 0.5) / BARS), usage);
      g.fillRect(i * step + 0.5, room - h, step - 1, h);
    }
  };
  const all = (): void => {
    update();
    draw();
  };
  studio.signals.on(['scale', 'scene', 'theme'], all, true);
  let last = 0;
  studio.signals.on('frame', () => {
    const now = performance.now();
    if (now - last < 100) return;
    last = now;
    all();
  });
  new ResizeObserver(draw).observe(canvas);

  // The pointer: light a bar, or drag the end of the scale.
  let from: { x: number; end: number } | null = null;
  const lightBar = (x: number): void => {
    const bar = Math.max(0, Math.min(BARS - 1, Math.floor((x / canvas.clientWidth) * BARS)));
    const { values } = studio.stage.net;
    const lit: number[] = [];
    for (let i = 0; i < values.length && lit.length < 20000; i += 1) {
      const value = values[i]!;
      if (value === value && barOf(shareOf(studio.scale, value, i), studio.scale.signed) === bar) lit.push(i);
    }
    studio.light(lit);
  };
  canvas.addEventListener('pointerdown', (event) => {
    from = { x: event.offsetX, end: studio.scale.end };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (from) {
      const moved = event.offsetX - from.x;
      const right = from.x > canvas.clientWidth / 2 || !studio.scale.signed;
      if (Math.abs(moved) > 2) studio.colours.setEnd(from.end * 1.012 ** (right ? moved : -moved));
    } else lightBar(event.offsetX);
  });
  const stop = (): void => {
    from = null;
  };
  canvas.addEventListener('pointerup', stop);
  canvas.addEventListener('pointercancel', stop);
  canvas.addEventListener('pointerleave', () => studio.light([]));
  canvas.addEventListener('dblclick', () => studio.colours.setEnd(null));
  setAttribute(canvas, 'title', t.legend.histogram);
  fill(beyond, '\u00a0');
}
