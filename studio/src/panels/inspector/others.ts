// The inspector of several things, of an obstacle, and of the scene where nothing is chosen.
import { el, type Child } from '../../app/dom';
import type { Commands } from '../../app/commands';
import type { Studio } from '../../app/studio';
import { toggleFixed } from '../../app/supports';
import { removeChosen } from '../../app/actions';
import { INTEGRATORS, LAWS, type Law, METHODS, type ObstacleInfo, type SpringValues, type Vector } from '../../protocol';
import { t } from '../../text';
import { choiceField, numberField, section, textField } from './fields';

const button = (text: string, run: () => void): HTMLElement => el('button', { class: 'btn small', type: 'button', text, onclick: run });

/** Shared values, else "mixed". */
export function severalView(studio: Studio): HTMLElement[] {
  const words = t.inspector;
  const info = studio.info!;
  const { nodes, springs } = studio.choice;
  const elements: HTMLElement[] = [];
  const units = info.units;
  if (springs.length > 0) {
    const edit = (values: SpringValues, group?: string): void => void studio.edit([{ op: 'springValues', springs, values }], 'springValues', group);
    const laws = new Set(springs.map((spring) => info.laws[spring]));
    const law = choiceField<Law>(words.law, LAWS.filter((name) => name !== 'custom').map((name) => [name, t.laws[name]] as const), (value) => edit({ law: value }));
    law.set(laws.size === 1 ? LAWS[[...laws][0]!]! : null);
    const stiffness = numberField(studio, { label: [words.stiffness, el('i', { class: 'm', text: 'k' })], name: words.stiffness, none: words.mixed, commit: (value, group) => edit({ stiffness: value }, group) });
    const damping = numberField(studio, { label: [words.damping, el('i', { class: 'm', text: 'c' })], name: words.damping, none: words.mixed, commit: (value, group) => edit({ damping: value }, group) });
    // Values of at most 200 of them are compared; more would not be read by anyone.
    void Promise.all(springs.slice(0, 200).map((spring) => studio.engine.request('inspectSpring', { spring }))).then((all) => {
      const same = (pick: (f: (typeof all)[number]) => number): number | null => {
        const first = all[0] ? pick(all[0]) : NaN;
        return all.every((f) => Math.abs(pick(f) - first) <= 1e-9 * Math.abs(first)) && springs.length <= 200 ? first : null;
      };
      stiffness.set(same((f) => f.stiffness), units.given ? units.stiffness : '');
      damping.set(same((f) => f.damping), units.given ? `${units.force} ${units.time}/${units.length}` : '');
    }, () => undefined);
    elements.push(section(words.properties, null, law.element, stiffness.element, damping.element));
  }
  if (nodes.length > 0) {
    const masses = new Set(nodes.map((node) => info.masses[node]));
    const mass = numberField(studio, { label: [words.mass, el('i', { class: 'm', text: 'm' })], name: words.mass, none: words.mixed, commit: (value, group) => void studio.edit([{ op: 'nodeValues', nodes, mass: value }], 'nodeValues', group) });
    mass.set(masses.size === 1 ? Number((info.masses[nodes[0]!] ?? 0).toPrecision(7)) : null, units.given ? units.mass : '');
    elements.push(section(null, null, mass.element));
  }
  const fixed = nodes.length > 0 && nodes.every((node) => (info.fixed[node] ?? 0) !== 0);
  elements.push(section(null, null, el('div', { class: 'acts' },
    nodes.length > 0 ? button(fixed ? words.freeAll : words.fixAll, () => toggleFixed(studio, nodes)) : null,
    springs.length > 0 && nodes.length === 0 ? button(words.cutAll, () => void studio.edit([{ op: 'deleteSprings', springs }], 'cut')) : null,
    button(words.deleteAll, () => removeChosen(studio)))));
  return elements;
}

export function obstacleView(studio: Studio, index: number): HTMLElement[] {
  const words = t.inspector;
  const info = studio.info!;
  const obstacle = info.obstacles[index];
  if (!obstacle) return [];
  const axes = info.dimension === 2 ? 2 : 3;
  const length = info.units.given ? info.units.length : '';
  const edit = (values: Partial<ObstacleInfo>, group?: string): void => void studio.edit([{ op: 'obstacle', index, values }], 'obstacle', group);
  const vector = (label: string, key: 'point' | 'size' | 'normal', unit: string): HTMLElement[] => Array.from({ length: axes }, (_, axis) => {
    const field = numberField(studio, {
      label: [`${label} `, el('i', { class: 'm', text: 'xyz'[axis] })], name: `${label} ${'xyz'[axis]}`, commit: (value, group) => {
        const next: Vector = [...obstacle[key]];
        next[axis as 0] = value;
        edit({ [key]: next }, group);
      },
    });
    field.set(obstacle[key][axis]!, unit);
    return field.element;
  });
  const single = (label: string, key: 'radius' | 'friction' | 'restitution', unit: string): HTMLElement => {
    const field = numberField(studio, { label: [label], name: label, commit: (value, group) => edit({ [key]: value }, group) });
    field.set(obstacle[key], unit);
    return field.element;
  };
  const parts: Child[] = [...vector(obstacle.kind === 'plane' ? words.point : words.centre, 'point', length)];
  if (obstacle.kind === 'plane') parts.push(...vector(words.normal, 'normal', ''));
  if (obstacle.kind === 'sphere' || obstacle.kind === 'capsule') parts.push(single(words.radius, 'radius', length));
  if (obstacle.kind === 'box') parts.push(...vector(words.boxSize, 'size', length));
  parts.push(single(words.friction, 'friction', ''), single(words.restitution, 'restitution', ''));
  return [section(words.obstacles[obstacle.kind], null, ...parts), section(null, null, button(words.deleteAll, () => removeChosen(studio)))];
}

/** Nothing chosen: the scene's own settings. */
export function sceneView(studio: Studio, commands: Commands): HTMLElement[] {
  const words = t.inspector;
  const info = studio.info!;
  const title = textField(words.title, (value) => void studio.edit([{ op: 'title', value }], 'title'), true);
  title.set(info.title);
  const integrator = choiceField(words.integrator, INTEGRATORS.map((name) => [name, t.integrators[name]] as const), (value) => void studio.edit([{ op: 'simulation', values: { integrator: value } }], 'simulation'));
  integrator.set(info.simulation.integrator);
  const accuracy = choiceField(words.accuracy, [['full', words.accuracies.full], ['preview', words.accuracies.preview]] as const, (value) => void studio.edit([{ op: 'simulation', values: { accuracy: value } }], 'simulation'));
  accuracy.set(info.simulation.accuracy);
  const method = choiceField(words.method, METHODS.map((name) => [name, t.methods[name]] as const), (value) => {
    studio.method = value;
    studio.signals.soon('state');
  });
  method.set(studio.method);
  const elements = [
    section(null, null, title.element, info.description ? el('p', { class: 'note', text: info.description }) : null,
      info.units.given ? null : el('p', { class: 'note', text: words.noUnits })),
    section(words.solvers, null, integrator.element, accuracy.element, method.element),
  ];
  const wind = info.wind;
  if (wind) {
    const axes = info.dimension === 2 ? 2 : 3;
    elements.push(section(words.wind, null, ...Array.from({ length: axes }, (_, axis) => {
      const field = numberField(studio, {
        label: [words.windAxis('xyz'[axis]!)], name: words.windAxis('xyz'[axis]!), commit: (value, group) => {
          const velocity: Vector = [...wind.velocity];
          velocity[axis as 0] = value;
          void studio.edit([{ op: 'wind', value: { velocity, density: wind.density, dragCoefficient: wind.dragCoefficient } }], 'wind', group);
        },
      });
      field.set(wind.velocity[axis]!, info.units.given ? info.units.velocity : '');
      return field.element;
    })));
  }
  if (info.assumedMasses)
    elements.push(section(null, null, el('p', { class: 'note', text: words.assumedMasses(info.assumedMasses.nodes) }), button(words.keepMasses, () => commands.run('keepMasses'))));
  const notes = [...info.warnings.map((warning) => warning.message), ...info.remarks];
  if (notes.length > 0) elements.push(section(words.warnings, null, ...notes.slice(0, 6).map((text) => el('p', { class: 'note', text }))));
  return elements;
}
