// What was recorded, moment by moment: the page goes to each, shows it, and returns to where it was.
import { el, setText } from '../app/dom';
import type { Studio } from '../app/studio';
import { t } from '../text';

/** Evenly spaced times of the tape, or of a recorded run, first and last among them; empty where nothing was recorded. */
export function recordedTimes(studio: Studio, most: number): number[] {
  const recording = [...(studio.info?.recording ?? [])];
  if (recording.length > 1) {
    const count = Math.min(most, recording.length);
    return Array.from({ length: count }, (_, i) => recording[Math.round((i / (count - 1)) * (recording.length - 1))]!);
  }
  const tape = studio.state?.tape;
  if (!tape || !(tape.end > tape.start) || tape.frames < 2) return [];
  const count = Math.max(2, Math.min(most, tape.endStep - tape.startStep + 1));
  return Array.from({ length: count }, (_, i) => tape.start + (i / (count - 1)) * (tape.end - tape.start));
}

/** Visits these times in their order. False where it was stopped, or a moment could not be shown. */
export async function visitMoments(studio: Studio, stage: HTMLElement, times: readonly number[], visit: (index: number) => Promise<void> | void): Promise<boolean> {
  const { time } = studio.now;
  let stopped = false;
  const text = el('span');
  const strip = el('div', { class: 'strip card', role: 'status' }, text, el('button', { class: 'btn small main', type: 'button', text: t.take.stop, onclick: () => { stopped = true; } }));
  stage.append(strip);
  const went = await studio.attempt(async () => {
    for (const [i, moment] of times.entries()) {
      if (stopped) break;
      setText(text, t.take.making(i + 1, times.length));
      await studio.engine.request('seek', { time: moment });
      await visit(i);
    }
    await studio.engine.request('seek', { time });
    return true;
  });
  strip.remove();
  return went !== null && !stopped;
}
