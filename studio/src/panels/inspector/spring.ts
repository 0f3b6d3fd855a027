// The inspector of one spring: tension with its history, length, strain, energy, properties, stiffness block.
import { canvasContext, el, fill, setText } from '../../app/dom';
import { plain, prefixFor, shown } from '../../app/numbers';
import type { Studio } from '../../app/studio';
import { LAWS, type Law, type SpringFacts, type SpringValues } from '../../protocol';
import { t } from '../../text';
import { openMenu } from '../menu';
import { link } from '../sentence';
import { choiceField, named, numberField, section, valueRow } from './fields';

export interface View<F> {
  elements: HTMLElement[];
  update: (facts: F) => void;
}

const KEEP = 600;

export function springView(studio: Studio, spring: number, head: HTMLElement): View<SpringFacts> {
  const words = t.inspector;
  const units = studio.info!.units;
  const unit = (name: 'force' | 'length' | 'energy' | 'stiffness' | 'time'): string => (units.given ? units[name] : '');
  const edit = (values: SpringValues, group?: string): void => void studio.edit([{ op: 'springValues', springs: [spring], values, scope }], 'springValues', group);
  let scope: 'springs' | 'sets' = 'springs';

  // ---- tension ----
  const sign = el('span', { class: 'sign' }), signBox = el('i'), signText = el('span');
  sign.append(signBox, signText);
  const number = el('span'), numberUnit = el('small');
  const spark = el('canvas', { 'aria-hidden': 'true' });
  const length = valueRow(words.length, 'l'), strain = valueRow(words.strain, 'ε'), energy = valueRow(words.energy, 'U');
  const tension = section(words.tension, sign,
    el('div', { class: 'big' }, el('div', { class: 'v' }, number, numberUnit), spark),
    el('div', { class: 'rows' }, ...length.cells, ...strain.cells, ...energy.cells));

  // ---- properties ----
  const from = el('button', { type: 'button', 'aria-haspopup': 'menu', title: words.scope.label });
  const law = choiceField<Law>(words.law, LAWS.filter((name) => name !== 'custom').map((name) => [name, t.laws[name]] as const), (value) => edit({ law: value }));
  let asAxial = false, asPretension = false, asTime = false;
  const stiffnessLabel = el('span'), restLabel = el('span');
  const stiffness = numberField(studio, { label: [stiffnessLabel], name: words.stiffness, commit: (v, g) => edit(asAxial ? { axialStiffness: v } : { stiffness: v }, g) });
  const rest = numberField(studio, { label: [restLabel], name: words.restLength, commit: (v, g) => edit(asPretension ? { pretension: v } : { restLength: v }, g) });
  const damping = numberField(studio, { label: named(words.damping, 'c'), name: words.damping, commit: (v, g) => edit(asTime ? { dampingTime: v } : { damping: v }, g) });
  const breaks = numberField(studio, {
    label: [words.breakAt], name: words.breakAt, none: words.never, commit: (v) => edit({ break: breakByForce ? { force: v } : { strain: v } }), clear: () => edit({ break: null }),
  });
  const yields = numberField(studio, {
    label: [words.yieldAt], name: words.yieldAt, none: words.never, commit: (v) => edit({ yield: yieldByForce ? { force: v } : { strain: v } }), clear: () => edit({ yield: null }),
  });
  let breakByForce = false, yieldByForce = false;
  // What is typed changes this spring; the menu extends it to its set.
  from.addEventListener('click', () => openMenu(from.getBoundingClientRect(), (['springs', 'sets'] as const).map((value) => ({
    text: words.scope[value], checked: value === scope, run: () => {
      scope = value;
      showFrom();
    },
  }))));
  let origin = '';
  const showFrom = (): void => setText(from, scope === 'sets' ? words.scope.changesSet : origin);
  const properties = section(words.properties, from, law.element, stiffness.element, rest.element, damping.element);
  const limits = section(words.limits, null, yields.element, breaks.element);

  // ---- block ----
  const blockUnit = el('span');
  const body = el('tbody');
  const along = valueRow(words.along, 'k'), across = valueRow(words.across, 'q');
  across.cells[0].replaceChildren(`${words.across} `, el('i', { class: 'm', text: 'q = T/l' }));
  const block = section(words.block, blockUnit, el('div', { class: 'mat' }, el('table', {}, body)), el('div', { class: 'rows' }, ...along.cells, ...across.cells));
  block.classList.add('low');

  // ---- equation ----
  const formula = el('p', { class: 'eq' });
  const equation = section(words.equation, null, formula);
  equation.hidden = true;

  const drawSpark = (): void => {
    const context = canvasContext(spark);
    const { times, values } = studio.history.spark;
    if (!context || values.length < 2) return;
    const { g, width, height } = context;
    let low = 0, high = 0;
    for (const value of values) low = Math.min(low, value), high = Math.max(high, value);
    if (high === low) high = low + 1;
    const y = (value: number): number => 3 + (height - 7) * (1 - (value - low) / (high - low));
    const x = (i: number): number => ((width - 4) * i) / (values.length - 1);
    const colour = studio.stage.palette.tone(values[values.length - 1]! >= 0 ? 0.72 : -0.72);
    g.strokeStyle = g.fillStyle = colour;
    g.lineWidth = 1.5;
    g.lineJoin = 'round';
    g.beginPath();
    values.forEach((value, i) => (i ? g.lineTo(x(i), y(value)) : g.moveTo(x(i), y(value))));
    g.stroke();
    g.lineTo(x(values.length - 1), y(0));
    g.lineTo(0, y(0));
    g.globalAlpha = 0.12;
    g.fill();
    g.globalAlpha = 1;
    g.beginPath();
    g.arc(width - 4, y(values[values.length - 1]!), 2.6, 0, 7);
    g.fill();
    void times;
  };

  return {
    elements: [tension, equation, properties, block, limits],
    update: (facts) => {
      fill(head, facts.setName ? `${facts.setName}, ` : null, link(studio, 'node', facts.nodes[0]), words.to, link(studio, 'node', facts.nodes[1]));
      // Tension.
      const big = shown(facts.tension, unit('force'), 3);
      setText(number, big.text);
      setText(numberUnit, big.unit);
      setText(signText, facts.broken ? words.brokenSign : facts.slack ? words.slackSign : facts.tension < 0 ? words.compressionSign : words.tensionSign);
      signBox.style.background = studio.stage.palette.tone(facts.slack || facts.broken ? 0 : Math.sign(facts.tension) * Math.max(0.5, Math.min(1, Math.abs(facts.tension) / Math.max(studio.scale.end, 1e-300))));
      length.set(facts.length, unit('length'));
      strain.set(facts.strain, '%', Number.isFinite(facts.strain) ? plain(facts.strain * 100, 3) : '–');
      energy.set(facts.energy, unit('energy'));
      const { spark: record } = studio.history;
      if (record.id !== spring) {
        record.id = spring;
        record.times.length = record.values.length = 0;
      }
      // A first value is a line already.
      if (record.values.length === 0) {
        record.times.push(studio.now.time);
        record.values.push(facts.tension);
      }
      record.times.push(studio.now.time);
      record.values.push(facts.tension);
      if (record.values.length > KEEP) {
        record.times.shift();
        record.values.shift();
      }
      drawSpark();
      // Properties.
      law.set(facts.law);
      const { given } = facts;
      asAxial = given.stiffnessAs === 'axial_stiffness' || given.stiffnessAs === 'youngs_modulus';
      asPretension = given.restLengthAs === 'pretension';
      asTime = given.dampingAs === 'damping_time';
      fill(stiffnessLabel, ...named(words.stiffness, asAxial ? 'EA' : 'k'));
      if (asAxial) stiffness.set(facts.axialStiffness, unit('force'));
      else stiffness.set(facts.stiffness, unit('stiffness'));
      fill(restLabel, ...(asPretension ? named(words.pretension, 'T', '0') : named(words.restLength, 'l', '0')));
      if (asPretension) rest.set(facts.pretension, unit('force'));
      else rest.set(Number.isFinite(facts.restLength) ? facts.restLength : null, unit('length'));
      if (asTime) damping.set(facts.dampingTime, unit('time'));
      else damping.set(facts.damping, units.given ? `${units.force} ${units.time}/${units.length}` : '');
      breakByForce = facts.break?.force != null;
      breaks.set(facts.break ? facts.break.force ?? facts.break.strain : null, breakByForce ? unit('force') : '');
      yieldByForce = facts.yield?.force != null;
      yields.set(facts.yield ? facts.yield.force ?? facts.yield.strain : null, yieldByForce ? unit('force') : '');
      origin = given.stiffness === 'spring' ? words.ownValues : given.stiffness === 'material' ? words.fromMaterial(facts.material) : words.asInSet(facts.setName);
      showFrom();
      // The block, all numbers in one unit.
      const largest = Math.max(...facts.block.map(Math.abs), Math.abs(facts.along), 1e-300);
      const [factor, prefixed] = prefixFor(largest, unit('stiffness'));
      setText(blockUnit, prefixed);
      const n = Math.round(Math.sqrt(facts.block.length));
      const digits = Math.max(0, 3 - Math.floor(Math.log10(largest / factor)));
      const fixed = (value: number): string => (value / factor).toFixed(Math.min(4, Math.max(0, digits))).replace('-', '\u2212').replace(/^\u2212(0\.?0*)$/, '$1');
      fill(body, ...Array.from({ length: n }, (_, i) => el('tr', {}, ...Array.from({ length: n }, (__, j) => el('td', { text: fixed(facts.block[i * n + j]!) })))));
      along.set(facts.along, prefixed, fixed(facts.along));
      across.set(facts.across, prefixed, fixed(facts.across));
      // T = k (l - l0) with numbers.
      equation.hidden = !studio.equations;
      if (studio.equations) fill(formula, ...lawFormula(facts, unit('force'), unit('length'), unit('stiffness')));
    },
  };
}

/** The law with the numbers of this spring. */
function lawFormula(facts: SpringFacts, force: string, length: string, stiffness: string): (Node | string)[] {
  const v = (name: string, sub?: string): HTMLElement => el('var', {}, name, sub ? el('sub', { text: sub }) : null);
  const q = (value: number, unit: string): string => {
    const s = shown(value, unit, 4);
    return s.unit ? `${s.text}\u00a0${s.unit}` : s.text;
  };
  if (facts.law === 'force_density') return [v('T'), ' = ', v('q'), ' ', v('l'), ` = ${q(facts.across, stiffness)} · ${q(facts.length, length)} = ${q(facts.tension, force)}`];
  if (facts.law === 'constant_tension') return [v('T'), ' = ', v('T', '0'), ` = ${q(facts.tension, force)}`];
  const parts: (Node | string)[] = [v('T'), ' = ', v('k'), ' (', v('l'), ' − ', v('l', '0'), `) = ${q(facts.stiffness, stiffness)} (${q(facts.length, length)} − ${q(facts.restLength, length)}) = ${q(facts.stiffness * (facts.length - facts.restLength), force)}`];
  if (facts.slack) parts.push(', ', v('T'), ' = 0');
  parts.push(el('br'), v('K'), ' = ', v('k'), ' ', v('n n'), el('sup', { text: 'T' }), ' + ', v('q'), ' (', v('I'), ' − ', v('n n'), el('sup', { text: 'T' }), '), ', v('q'), ` = ${q(facts.across, stiffness)}`);
  return parts;
}
