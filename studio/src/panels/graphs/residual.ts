// The residual of each iteration on a logarithmic axis, with the tolerance; curves of other methods stay in grey.
import type { Studio } from '../../app/studio';
import { niceStep } from '../../app/numbers';
import type { Iteration } from '../../protocol';
import { t } from '../../text';
import { emptyGraph, font, hairline, heading, type Plot, ticks } from './axes';
import { band, lens } from './time_axis';

/** `shown`: which of the recorded shapes is on the stage, -1 for none. */
export function drawResidual(plot: Plot, studio: Studio, shown = -1): void {
  const { g, palette, height, small } = plot;
  const left = plot.left, right = plot.width - 24, top = 32, bottom = height - 30;
  heading(plot, t.graphs.residual, t.graphs.byIteration, 16, 18);
  const curves = [...studio.olderCurves, studio.iterations].filter((curve) => curve.length > 0);
  if (curves.length === 0) {
    emptyGraph(plot, t.graphs.noResidual);
    return;
  }
  const tolerance = curves[curves.length - 1]![0]!.tolerance || 1e-10;
  let high = -Infinity, low = Math.log10(tolerance) - 1, most = 4;
  for (const curve of curves)
    for (const { residual, index } of curve) {
      if (!(residual > 0) || !Number.isFinite(residual)) continue;
      high = Math.max(high, Math.log10(residual));
      low = Math.min(low, Math.log10(residual));
      most = Math.max(most, index);
    }
  if (!Number.isFinite(high)) high = 0;
  high = Math.ceil(high);
  low = Math.max(Math.floor(low), high - 24);
  const span = lens.iterations ?? { from: 0, to: most };
  const x = (index: number): number => left + ((right - left) * (index - span.from)) / (span.to - span.from);
  const y = (value: number): number => top + ((bottom - top) * (high - Math.log10(Math.max(value, 1e-300)))) / (high - low);

  g.font = font(small);
  const step = Math.max(1, Math.round(niceStep((high - low) / 4)));
  for (let e = Math.floor(high / step) * step; e >= low; e -= step) {
    const at = hairline(plot, y(10 ** e), left, right);
    g.fillStyle = palette.text.ink3;
    g.textAlign = 'right';
    if (e === 0) g.fillText('1', left - 8, at + 4);
    else {
      g.font = font(Math.round(small * 0.82));
      const exponent = String(e).replace('-', '\u2212');
      g.fillText(exponent, left - 8, at);
      const wide = g.measureText(exponent).width;
      g.font = font(small);
      g.fillText('10', left - 9 - wide, at + 4);
    }
  }
  g.strokeStyle = palette.text.good;
  g.setLineDash([4, 4]);
  g.beginPath();
  g.moveTo(left, y(tolerance));
  g.lineTo(right, y(tolerance));
  g.stroke();
  g.setLineDash([]);
  g.fillStyle = palette.text.good;
  g.textAlign = 'right';
  g.fillText(t.graphs.tolerance, right, y(tolerance) - 5);

  const placed: [number, number][] = [[right - 30, y(tolerance) - 5]];
  const draw = (curve: Iteration[], current: boolean): void => {
    const failed = current && studio.rest !== null && studio.rest.status !== 'converged';
    g.strokeStyle = failed ? palette.text.alarm : current ? palette.text.ink : palette.text.edge;
    g.lineWidth = current ? 1.75 : 1.25;
    g.lineJoin = 'round';
    g.beginPath();
    let begun = false;
    for (const { index, residual } of curve) {
      if (!(residual > 0) || !Number.isFinite(residual)) continue;
      if (begun) g.lineTo(x(index), y(residual));
      else g.moveTo(x(index), y(residual));
      begun = true;
    }
    g.stroke();
    if (curve.length <= 200)
      curve.forEach(({ index, residual }, i) => {
        if (!(residual > 0) || !Number.isFinite(residual)) return;
        const last = i === curve.length - 1;
        const done = current && last && residual <= tolerance;
        g.fillStyle = done ? palette.text.good : failed ? palette.text.alarm : current ? palette.text.ink : palette.text.edge;
        g.beginPath();
        g.arc(x(index), y(residual), done ? 4.5 : current ? 2.8 : 2, 0, 7);
        g.fill();
      });
    const end = curve[curve.length - 1];
    if (end && curves.length > 1 && end.residual > 0) {
      g.font = font(small);
      g.fillStyle = current ? palette.text.ink : palette.text.ink3;
      const name = t.methods[end.method];
      const wide = g.measureText(name).width;
      const beside = x(end.index) + 8 + wide < right;
      g.textAlign = beside ? 'left' : 'right';
      // Names that would cover each other stand one above the other.
      const at = x(end.index);
      let line = Math.max(top + 8, y(end.residual) - 6);
      while (placed.some(([px, py]) => Math.abs(px - at) < 110 && Math.abs(py - line) < 13)) line -= 13;
      placed.push([at, line]);
      g.fillText(name, at + (beside ? 8 : -8), line);
    }
  };
  g.save();
  g.beginPath();
  g.rect(left - 6, 0, right - left + 12, bottom + 8);
  g.clip();
  for (const curve of studio.olderCurves) draw(curve, false);
  draw(studio.iterations, true);
  const here = studio.iterations.find(({ index }) => index === studio.solveSteps.indices[shown]);
  if (here && here.residual > 0) {
    g.strokeStyle = palette.text.select;
    g.lineWidth = 2;
    g.beginPath();
    g.arc(x(here.index), y(here.residual), 6, 0, 7);
    g.stroke();
  }
  band({ ...plot, right: plot.width - right, top: top + 6, bottom });
  g.restore();
  g.font = font(small);
  g.fillStyle = palette.text.ink3;
  g.textAlign = 'center';
  const tick = Math.max(1, Math.round(niceStep((span.to - span.from) / 8)));
  for (const index of ticks(span.from, span.to, tick)) g.fillText(String(Math.round(index)), x(index), height - 10);
}
