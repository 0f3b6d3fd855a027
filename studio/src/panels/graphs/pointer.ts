// The pointer on a graph: along the bar or at the playhead it scrubs; on the curves a drag zooms, a click pins a moment, and
// a double click shows everything again.
import type { Studio } from '../../app/studio';
import type { Plot } from './axes';
import { lens, resetLens, timeAt, timeSpan, xOf } from './time_axis';

const CLICK_PIXELS = 4, HANDLE_PIXELS = 7;

export interface GraphPointer {
  /** The plot as it was drawn last; null where no graph is shown. */
  plot: () => Plot | null;
  draw: () => void;
}

type Part = 'bar' | 'curves' | 'iterations' | null;

export function listenToGraph(studio: Studio, canvas: HTMLCanvasElement, { plot, draw }: GraphPointer): void {
  let pressed: { part: Part; x: number; moved: boolean } | null = null;
  let seeking = false, wanted: number | null = null;

  const seek = async (time: number): Promise<void> => {
    wanted = time;
    if (seeking) return;
    seeking = true;
    while (wanted !== null) {
      const next: number = wanted;
      wanted = null;
      await studio.attempt(() => studio.engine.request('seek', { time: next }));
    }
    seeking = false;
  };
  const scrub = (x: number): void => {
    const p = plot(), tape = studio.state?.tape;
    if (!p || !tape) return;
    void seek(Math.max(tape.start, Math.min(tape.end, timeAt(p, timeSpan(studio), x))));
  };

  /** What lies under the pointer. */
  const partAt = (x: number, y: number): Part => {
    const p = plot();
    if (!p || studio.tab === 'phase' || studio.tab === 'matrix') return null;
    if (studio.tab === 'residual') return y > 28 && studio.iterations.length > 0 ? 'iterations' : null;
    if (x > p.width - p.right + 8 || x < p.left - 8) return null;
    if (y > p.bottom + 2 || Math.abs(x - xOf(p, timeSpan(studio), studio.now.time)) < HANDLE_PIXELS) return 'bar';
    return 'curves';
  };

  canvas.addEventListener('pointerdown', (event) => {
    const part = partAt(event.offsetX, event.offsetY);
    if (!part || event.button !== 0) return;
    pressed = { part, x: event.offsetX, moved: false };
    canvas.setPointerCapture(event.pointerId);
    if (part !== 'bar') return;
    if (studio.playing) studio.engine.send('pause', {});
    scrub(event.offsetX);
  });
  canvas.addEventListener('pointermove', (event) => {
    const p = plot();
    if (!p) return;
    const { offsetX: x, offsetY: y } = event;
    if (pressed) {
      if (pressed.part === 'bar') scrub(x);
      else if (pressed.moved || Math.abs(x - pressed.x) > CLICK_PIXELS) {
        pressed.moved = true;
        lens.band = [pressed.x, x];
        draw();
      }
      return;
    }
    const part = partAt(x, y);
    canvas.style.cursor = part === 'bar' ? 'ew-resize' : part ? 'crosshair' : 'default';
    lens.hover = part === 'curves' ? timeAt(p, timeSpan(studio), x) : null;
    draw();
  });
  canvas.addEventListener('pointerup', (event) => {
    const p = plot(), was = pressed;
    pressed = null;
    lens.band = null;
    if (!p || !was || was.part === 'bar') return;
    const [x0, x1] = [Math.min(was.x, event.offsetX), Math.max(was.x, event.offsetX)];
    if (was.part === 'iterations') {
      if (was.moved) lens.iterations = stretch(p.left, p.width - 24, lens.iterations ?? { from: 0, to: lastIteration(studio) }, x0, x1);
    } else if (was.moved) lens.span = stretch(p.left, p.width - p.right, timeSpan(studio), x0, x1);
    else {
      // A click on the pin takes it away.
      const time = timeAt(p, timeSpan(studio), event.offsetX);
      const near = lens.pinned !== null && Math.abs(xOf(p, timeSpan(studio), lens.pinned) - event.offsetX) < HANDLE_PIXELS;
      lens.pinned = near ? null : time;
    }
    draw();
  });
  canvas.addEventListener('pointercancel', () => {
    pressed = null;
    lens.band = null;
    draw();
  });
  canvas.addEventListener('pointerleave', () => {
    lens.hover = null;
    draw();
  });
  canvas.addEventListener('wheel', (event) => {
    const p = plot();
    if (!p || partAt(event.offsetX, event.offsetY) === null || studio.tab === 'residual') return;
    event.preventDefault();
    const span = timeSpan(studio), time = timeAt(p, span, event.offsetX), factor = 1.0015 ** event.deltaY;
    lens.span = { from: Math.max(0, time - (time - span.from) * factor), to: time + (span.to - time) * factor };
    draw();
  }, { passive: false });
  canvas.addEventListener('dblclick', () => {
    resetLens();
    draw();
  });
}

const lastIteration = (studio: Studio): number =>
  Math.max(4, ...[...studio.olderCurves, studio.iterations].map((curve) => curve[curve.length - 1]?.index ?? 0));

/** The stretch between two pixels, of one that lies between left and right. */
function stretch(left: number, right: number, whole: { from: number; to: number }, x0: number, x1: number): { from: number; to: number } {
  const at = (x: number): number => whole.from + ((whole.to - whole.from) * (Math.max(left, Math.min(right, x)) - left)) / (right - left);
  const from = at(x0), to = at(x1);
  return to > from ? { from, to } : whole;
}
