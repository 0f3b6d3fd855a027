// The verdict: one sentence on the state, facts below it; a card where a decision is asked for.
import { el, fill } from '../app/dom';
import { quantity } from '../app/numbers';
import type { Studio } from '../app/studio';
import { IMPLICIT_INTEGRATORS } from '../protocol';
import { type Sentence, t } from '../text';
import { sentence, spokenText } from './sentence';

interface Act {
  text: string;
  run: () => void;
}

interface Verdict {
  tone: 'good' | 'warn' | 'alarm' | 'quiet';
  /** A card asks for a decision. */
  card: boolean;
  parts: Sentence;
  facts: string[];
  acts: Act[];
  /** Changes of this are announced. */
  state: string;
}

export function makeVerdict(studio: Studio, stage: HTMLElement, open: { text: () => void; gallery: () => void }): void {
  const dot = el('span', { class: 'dot' });
  const words = el('span');
  const heading = el('h2', {}, dot, words);
  const facts = el('div', { class: 'facts' });
  const acts = el('div', { class: 'acts' });
  const box = el('div', { class: 'verdict' }, heading, facts, acts);
  const status = el('div', { class: 'quiet', role: 'status' });
  const alert = el('div', { class: 'quiet', role: 'alert' });
  stage.append(box, status, alert);
  let shown = '', announced = '';

  const update = (): void => {
    const verdict = judge(studio, open);
    const key = JSON.stringify([verdict.tone, verdict.card, verdict.parts, verdict.facts, verdict.acts.map((a) => a.text)]);
    if (key === shown) return;
    // A link under the pointer must not be replaced while it is used.
    if (box.contains(document.activeElement) && verdict.state === announced && verdict.acts.length > 0) return;
    shown = key;
    box.className = `verdict${verdict.card ? ` card ${verdict.tone}` : ''}`;
    dot.className = verdict.tone === 'quiet' ? 'dot' : `dot ${verdict.tone}`;
    fill(words, ...sentence(studio, verdict.parts));
    fill(facts, ...verdict.facts.map((fact) => el('span', { text: fact })));
    facts.hidden = verdict.facts.length === 0;
    fill(acts, ...verdict.acts.map((act, i) => el('button', {
      class: i === 0 && verdict.card ? 'btn main' : 'btn', type: 'button', text: act.text, onclick: act.run,
    })));
    acts.hidden = verdict.acts.length === 0;
    stage.classList.toggle('dimmed', verdict.state === 'problem');
    if (verdict.state !== announced) {
      announced = verdict.state;
      const line = spokenText(verdict.parts);
      (verdict.tone === 'alarm' ? alert : status).textContent = line;
      (verdict.tone === 'alarm' ? status : alert).textContent = '';
    }
  };
  studio.signals.on(['state', 'rest', 'blowUp', 'problem', 'scene', 'motion', 'iteration'], update, true);
  // Numbers in a sentence that change sixty times a second could not be read.
  let last = 0;
  studio.signals.on('frame', () => {
    const now = performance.now();
    if (now - last < 120) return;
    last = now;
    update();
  });
}

const plainVerdict = (tone: Verdict['tone'], state: string, parts: Sentence, facts: string[] = [], acts: Act[] = []): Verdict =>
  ({ tone, card: false, parts, facts, acts, state });

function judge(studio: Studio, open: { text: () => void; gallery: () => void }): Verdict {
  const { info, state, problem } = studio;
  if (problem) return problemVerdict(studio, open.text);
  if (!info || !state) return plainVerdict('quiet', 'loading', t.verdict.loading);
  const units = info.units;
  const force = (value: number): string => quantity(value, units.given ? units.force : '');
  const seconds = (value: number): string => clock(value, units.given ? units.time : '');
  const { pull } = studio.now;
  if (info.nodeCount === 0) return plainVerdict('quiet', 'empty', t.verdict.empty, [], [{ text: t.verdict.acts.gallery, run: open.gallery }]);
  switch (state.mode) {
    case 'solving': {
      const last = studio.iterations[studio.iterations.length - 1];
      return plainVerdict('quiet', 'solving', t.verdict.solving(last?.index ?? 0, last?.residual ?? NaN), [],
        [{ text: t.verdict.acts.stop, run: () => studio.engine.send('stop', {}) }]);
    }
    case 'blown':
      return blownVerdict(studio);
    case 'rest':
    case 'not_converged':
      if (studio.rest) return restVerdict(studio, force);
      return plainVerdict(state.mode === 'rest' ? 'good' : 'quiet', state.mode, state.mode === 'rest' ? t.verdict.rest : t.verdict.editingPlain);
    case 'moving':
      return plainVerdict('good', 'moving', [...t.verdict.moving, ...(pull ? t.verdict.pull(pull.node, force(pull.magnitude)) : [])], motionFacts(studio));
    case 'paused':
      return plainVerdict('quiet', 'paused',
        [...t.verdict.paused(seconds(state.time)), ...(pull ? t.verdict.pull(pull.node, force(pull.magnitude)) : [])], motionFacts(studio));
    case 'recording':
      return plainVerdict('quiet', 'recording', t.verdict.recorded(seconds(state.time)));
    default: {
      if (info.springCount === 0) return plainVerdict('quiet', 'editing', t.verdict.noSprings);
      const { netForce, netForceNode } = studio.now;
      if (Number.isFinite(netForce) && netForceNode >= 0)
        return plainVerdict('quiet', 'editing', t.verdict.editing(force(netForce), netForceNode), sceneFacts(studio));
      return plainVerdict('quiet', 'editing', t.verdict.editingPlain, sceneFacts(studio));
    }
  }
}

export function clock(value: number, unit: string): string {
  return unit ? `${value.toFixed(3)}\u00a0${unit}` : value.toFixed(3);
}

function sceneFacts(studio: Studio): string[] {
  const { info } = studio;
  if (!info) return [];
  const facts = [t.inspector.size(info.nodeCount, info.springCount)];
  if (!info.units.given) facts.push(t.verdict.facts.noUnits);
  return facts;
}

function motionFacts(studio: Studio): string[] {
  const { motion, info, now, state } = studio;
  const facts: string[] = [];
  const unit = info?.units.given ? info.units.time : '';
  if (motion) {
    facts.push(t.integrators[motion.integrator]);
    const share = motion.stableTimeStep ? motion.timeStep / motion.stableTimeStep : null;
    facts.push(t.verdict.facts.step(quantity(motion.timeStep, unit), share, quantity(motion.stableTimeStep ?? 0, unit, 2)));
  }
  if (state?.playing && now.work > 0) facts.push(t.verdict.facts.work(now.work));
  if (motion?.assumedMasses) facts.push(t.verdict.facts.assumed);
  else if (info && !info.units.given) facts.push(t.verdict.facts.noUnits);
  return facts.slice(0, 4);
}

function restVerdict(studio: Studio, force: (value: number) => string): Verdict {
  const rest = studio.rest!;
  const { info } = studio;
  const words = t.verdict;
  const facts = [
    words.facts.iterations(rest.iterations), words.facts.residual(rest.residual),
    rest.slack.length === 0 ? words.facts.nothingSlack : words.facts.slack(rest.slack.length),
  ];
  if (rest.lowestStiffness !== null && info)
    facts.push(words.facts.lowest(quantity(rest.lowestStiffness, info.units.given ? info.units.stiffness : '')));
  const slackAct: Act[] = rest.slack.length > 0
    ? [{ text: words.acts.slackShow, run: () => studio.choose({ springs: [...rest.slack].slice(0, 5000) }) }] : [];
  if (rest.status !== 'converged') {
    const parts = rest.status === 'no_equilibrium' ? words.noEquilibrium
      : rest.status === 'interrupted' ? words.interrupted : words.notConverged(rest.iterations);
    const acts: Act[] = rest.method !== 'newton'
      ? [{ text: words.acts.useNewton, run: () => { studio.method = 'newton'; void studio.findRest('newton'); } }]
      : [{ text: words.acts.useLbfgs, run: () => void studio.findRest('lbfgs') }];
    acts.push({ text: words.acts.play, run: () => studio.togglePlay() });
    return {
      tone: 'warn', card: true, parts, state: 'not_converged', acts,
      facts: [t.methods[rest.method], words.facts.residual(rest.residual)],
    };
  }
  const mechanisms = rest.freeMotions?.mechanism ?? 0;
  if (mechanisms > 0 && !rest.live) {
    const nodes = rest.mechanismNodes;
    const acts: Act[] = [{ text: words.acts.show, run: () => showMechanism(studio) }];
    const node = nodes[nodes.length > 1 ? 1 : 0];
    if (node !== undefined)
      acts.push({ text: words.acts.fix(node), run: () => void studio.edit([{ op: 'fix', nodes: [node] }], 'fix').then(() => studio.findRest()) });
    return { tone: 'warn', card: true, parts: words.mechanism(mechanisms, nodes), facts, acts, state: 'mechanism' };
  }
  const { pull } = studio.now;
  if (rest.live && pull) return plainVerdict('good', 'rest', words.livePull(pull.node, force(pull.magnitude)), facts.slice(0, 3));
  const head = rest.stable === true ? words.stable : rest.stable === false && rest.negativeModes ? words.unstable(rest.negativeModes)
    : rest.neutral ? words.neutral : rest.stable === false ? words.unstable(null) : words.rest;
  const { largestTension: tension, largestCompression: compression } = rest;
  const tail = tension && (!compression || Math.abs(tension.value) >= Math.abs(compression.value))
    ? words.largestTension(force(Math.abs(tension.value)), tension.spring)
    : compression ? words.largestCompression(force(Math.abs(compression.value)), compression.spring) : [];
  return plainVerdict(rest.stable === false && rest.negativeModes ? 'warn' : 'good', 'rest', [...head, ...tail], facts.slice(0, 4), slackAct);
}

// The first mechanism swings as a mode does.
function showMechanism(studio: Studio): void {
  const { rest, info } = studio;
  if (!rest || !info) return;
  studio.modes = {
    revision: info.revision, positions: studio.stage.net.positions.slice(), problem: '', hasMass: false, assumedMasses: null,
    unknowns: 0, complete: false, selfStresses: rest.selfStresses, mechanisms: rest.mechanisms, seconds: 0,
    modes: [{ kind: 'zero', eigenvalue: 0, frequency: 0, growthRate: 0, modalMass: 1, shape: rest.mechanismShape }],
  };
  studio.setTab('modes');
  studio.swing(0);
}

function blownVerdict(studio: Studio): Verdict {
  const { blowUp, info } = studio;
  const words = t.verdict;
  const unit = info?.units.given ? info.units.time : '';
  if (!blowUp) return { tone: 'alarm', card: true, parts: words.blown(clock(studio.state?.time ?? 0, unit)), facts: [], acts: [], state: 'blown' };
  const step = (value: number): string => quantity(value, unit, 3);
  const parts: Sentence = [];
  if (blowUp.status === 'not_converged') parts.push(...words.stopped(clock(blowUp.time, unit)));
  else {
    parts.push(...words.blown(clock(blowUp.time, unit)));
    if (blowUp.spring >= 0 && Number.isFinite(blowUp.strain)) parts.push(...words.blownStrain(blowUp.spring, blowUp.strain));
    else parts.push(...words.blownOther(blowUp.reason));
  }
  const acts: Act[] = [];
  const { safeStep, betterIntegrator } = blowUp;
  if (safeStep !== null) {
    parts.push(...(betterIntegrator
      ? words.blownIntegrator(t.integrators[betterIntegrator], step(safeStep)) : words.blownStep(step(blowUp.timeStep), step(safeStep))));
    acts.push({ text: words.acts.useStep(step(safeStep)), run: () => cure(studio, { timeStep: safeStep, ...(betterIntegrator ? { integrator: betterIntegrator } : {}) }) });
  }
  if (!IMPLICIT_INTEGRATORS.includes(blowUp.integrator))
    acts.push({ text: words.acts.implicit, run: () => cure(studio, { integrator: 'implicit_euler' }) });
  acts.push({ text: words.acts.replay, run: () => studio.engine.send('replay', { steps: 30, perSecond: 5 }) });
  const facts = blowUp.status === 'blew_up' && blowUp.spring >= 0 && Number.isFinite(blowUp.lastGoodStrain)
    ? [words.facts.lastGood(blowUp.lastGoodStrain)] : [];
  return { tone: 'alarm', card: true, parts, facts, acts: acts.slice(0, 3), state: 'blown' };
}

/** Changes the integrator or step, goes back to the start and plays. */
async function cure(studio: Studio, values: { timeStep?: number; integrator?: 'implicit_euler' | NonNullable<Studio['blowUp']>['integrator'] }): Promise<void> {
  await studio.edit([{ op: 'simulation', values }], 'simulation');
  await studio.attempt(() => studio.engine.request('rewind', {}));
  studio.history.clear(studio.info?.probeColumns.length ?? 0);
  studio.engine.send('play', { speed: studio.speed });
}

function problemVerdict(studio: Studio, openText: () => void): Verdict {
  const problems = studio.problem!.problems;
  const first = problems[0] ?? { file: '', line: 0, column: 0, message: '' };
  const own = studio.source?.name ?? '';
  // The engine's messages begin small and end open: here each is a sentence.
  const message = first.message.charAt(0).toUpperCase() + first.message.slice(1).replace(/([^.!?])$/, '$1.');
  const parts = first.file && first.file !== own && first.file !== 'scene.json'
    ? t.verdict.problemFile(first.file, first.line, first.column, message)
    : t.verdict.problem(first.line, first.column, message);
  const acts: Act[] = [];
  if (first.line > 0) acts.push({ text: t.verdict.acts.openText, run: openText });
  acts.push({ text: t.verdict.acts.close, run: () => studio.clearProblem() });
  return {
    tone: 'alarm', card: true, parts, acts, state: 'problem', facts: problems.length > 1 ? [t.verdict.more(problems.length - 1)] : [],
  };
}
