// The lower part of the inspector, always there: parameters as sliders, gravity, drag, the time step.
import { el, fill, setText } from '../../app/dom';
import { quantity } from '../../app/numbers';
import type { Studio } from '../../app/studio';
import type { ParameterInfo, Vector } from '../../protocol';
import { t } from '../../text';
import { slider, type Slider } from './fields';

/** The range of a parameter's slider: the one set for a sweep, the scene's, or up to four times its value. */
export function rangeOf({ ranges }: Pick<Studio, 'ranges'>, parameter: ParameterInfo): { min: number; max: number; log: boolean } {
  const { value, min, max, log } = parameter;
  const own = ranges.get(parameter.name);
  if (own) return { ...own, log: log && own.min > 0 };
  if (min !== null && max !== null) return { min, max, log };
  const size = Math.abs(value) || 1;
  return { min: min ?? (value < 0 ? -4 * size : 0), max: max ?? 4 * size, log: false };
}

export function makeSceneSection(studio: Studio, box: HTMLElement): void {
  const words = t.inspector;
  const all = el('button', { type: 'button', text: words.allSettings, onclick: () => studio.choose({}) });
  const sliders = el('div');
  const note = el('p', { class: 'note' });
  fill(box, el('h3', {}, words.scene, all), sliders, note);
  let shape = '';
  const byName = new Map<string, Slider>();
  let gravity: Slider | null = null, drag: Slider | null = null, step: Slider | null = null;
  // A moved slider re-solves or goes on playing; only the newest value is sent.
  let busy = false;
  let waiting: (() => Promise<unknown>) | null = null;
  const newest = (run: () => Promise<unknown>): void => {
    waiting = run;
    if (busy) return;
    busy = true;
    void (async () => {
      while (waiting) {
        const next = waiting as () => Promise<unknown>;
        waiting = null;
        await next();
      }
      busy = false;
    })();
  };

  const build = (): void => {
    const info = studio.info;
    if (!info) return;
    const shown = info.parameters.filter((parameter) => parameter.formula === '').slice(0, 6);
    const key = JSON.stringify([shown.map((parameter) => parameter.name), info.dimension]);
    if (key === shape) return;
    shape = key;
    byName.clear();
    for (const parameter of shown)
      byName.set(parameter.name, slider(parameter.label || parameter.name, (value, group) => {
        studio.swept = parameter.name;
        newest(() => studio.edit([{ op: 'parameters', values: { [parameter.name]: value } }], 'parameters', group));
      }));
    gravity = slider(words.gravity, (value, group) => newest(() => studio.edit([{ op: 'gravity', value: gravityOf(value) }], 'gravity', group)));
    drag = slider(words.drag, (value, group) => newest(() => studio.edit([{ op: 'drag', value }], 'drag', group)));
    step = slider(words.timeStep, (value, group) => newest(() => studio.edit([{ op: 'simulation', values: { timeStep: value } }], 'simulation', group)));
    fill(sliders, ...[...byName.values()].map((s) => s.element), gravity.element, drag.element, step.element);
  };
  const gravityOf = (size: number): Vector => {
    const info = studio.info!;
    const now = Math.hypot(...info.gravity);
    if (now > 0) return info.gravity.map((g) => (g / now) * size) as Vector;
    return info.dimension === 2 ? [0, -size, 0] : [0, 0, -size];
  };
  const update = (): void => {
    const { info, motion } = studio;
    if (!info || !gravity || !drag || !step) return;
    const units = info.units;
    for (const parameter of info.parameters) byName.get(parameter.name)?.set(parameter.value, rangeOf(studio, parameter), parameter.unit);
    const g = Math.hypot(...info.gravity);
    gravity.set(g, { min: 0, max: Math.max(20, 2 * g), log: false }, units.given ? units.acceleration : '');
    drag.set(info.drag, { min: 0, max: Math.max(5, 2 * info.drag), log: false }, units.given ? `1/${units.time}` : '');
    const time = units.given ? units.time : '';
    const used = motion?.timeStep ?? info.simulation.timeStep;
    const stable = motion?.stableTimeStep ?? null;
    if (used > 0) {
      const middle = stable ?? used;
      step.set(used, { min: Math.min(used, middle) / 30, max: Math.max(used * 1.05, middle * 5), log: true }, time, stable);
    }
    step.element.hidden = !(used > 0);
    setText(note, stable ? words.stableUpTo(quantity(stable, time), t.integrators[motion!.integrator])
      : motion?.implicit ? words.alwaysStable(capital(t.integrators[motion.integrator])) : words.stepUnknown);
  };
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  studio.signals.on(['scene', 'motion'], () => {
    build();
    update();
  }, true);
  // The stable step is worth knowing before the first step.
  studio.signals.on('scene', () => {
    if (studio.info && studio.info.springCount > 0 && studio.info.nodeCount < 20000) void studio.engine.request('motion', {}).then((motion) => {
      studio.motion = motion;
      studio.signals.soon('motion');
    }, () => undefined);
  });
}
