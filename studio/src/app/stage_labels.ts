// Labels of what is under the pointer, chosen, pulled or broken.
import { isPhone } from './dom';
import { quantity } from './numbers';
import type { Studio } from './studio';
import { quantityText } from '../panels/legend';
import { t } from '../text';

const point: [number, number, number] = [0, 0, 0];

function middle(studio: Studio, spring: number): [number, number, number] {
  const { ends } = studio.info!;
  const p = studio.stage.net.positions, a = 3 * ends[2 * spring]!, b = 3 * ends[2 * spring + 1]!;
  for (let i = 0; i < 3; i += 1) point[i] = (p[a + i]! + p[b + i]!) / 2;
  return [point[0], point[1], point[2]];
}

function springLabel(studio: Studio, key: string, spring: number, small: string): void {
  studio.stage.labels.show(key, { text: t.stage.spelled(spring), small, point: middle(studio, spring), kind: 'quiet', dx: 26, dy: 0, ax: 0, ay: 0.5 });
}

/** The label of what the pointer is over. */
export function showHoverLabel(studio: Studio): void {
  const { hover, stage, info } = studio;
  if (!info || !hover || hover.kind === 'obstacle' || studio.now.pull || isPhone()) {
    stage.labels.hide('hover');
    stage.draw();
    return;
  }
  if (hover.kind === 'spring') {
    if (studio.choice.springs.includes(hover.id) && studio.choice.springs.length === 1) stage.labels.hide('hover');
    else springLabel(studio, 'hover', hover.id, quantityText(studio, studio.quantity, stage.net.values[hover.id] ?? NaN));
  } else {
    const fixed = info.fixed[hover.id] ?? 0;
    const name = studio.nodeName(hover.id);
    stage.labels.show('hover', {
      text: name ? `${t.graphs.nodeName(hover.id)}, ${name}` : t.graphs.nodeName(hover.id),
      ...(fixed ? { small: fixed === (info.dimension === 2 ? 3 : 7) ? t.stage.fixed : t.stage.partly } : {}),
      node: hover.id, kind: 'quiet', dx: 16, dy: -6, ax: 0, ay: 1,
    });
  }
  stage.draw();
}

const replayed = { strain: NaN, busy: false };

async function askStrain(studio: Studio, spring: number): Promise<void> {
  if (replayed.busy) return;
  replayed.busy = true;
  try {
    replayed.strain = (await studio.engine.request('inspectSpring', { spring })).strain;
  } catch {
    replayed.strain = NaN;
  } finally {
    replayed.busy = false;
  }
}

/** Labels that follow each frame: the pull's force, the chosen spring, the broken one. */
export function showFrameLabels(studio: Studio): void {
  const { stage, info, now, choice, blowUp } = studio;
  if (!info) return;
  const unit = info.units.given ? info.units.force : '';
  if (now.pull) stage.labels.show('pull', { text: quantity(now.pull.magnitude, unit), point: now.pull.point, dy: -18 });
  else stage.labels.hide('pull');
  const spring = choice.springs.length === 1 && choice.nodes.length === 0 ? choice.springs[0]! : -1;
  if (blowUp && blowUp.spring >= 0) {
    // While the last steps are replayed the strain counts up; else it is the one at failure.
    const replaying = now.source === 'replay';
    if (replaying) void askStrain(studio, blowUp.spring);
    springLabel(studio, 'chosen', blowUp.spring, t.stage.strain(replaying && Number.isFinite(replayed.strain) ? replayed.strain : blowUp.strain));
  }
  else if (spring >= 0 && spring < info.springCount) springLabel(studio, 'chosen', spring, quantityText(studio, studio.quantity, stage.net.values[spring] ?? NaN));
  else stage.labels.hide('chosen');
}
