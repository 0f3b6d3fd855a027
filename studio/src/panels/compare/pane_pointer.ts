// The pointer on a pane: every camera moves with it, and what it is over or chooses is marked in all panes.
import type { Compare } from './compare';
import type { Pane } from './pane';

const CLICK_PIXELS = 4;

export function listenToPane(compare: Compare, pane: Pane): void {
  const { canvas } = pane;
  let down: { x: number; y: number; moved: boolean } | null = null;
  let busy = false;
  const each = (run: (camera: Pane['stage']['camera']) => void): void => {
    for (const { stage } of compare.panes) {
      run(stage.camera);
      stage.draw();
    }
  };
  const pick = async (x: number, y: number): Promise<{ kind: 'node' | 'spring'; id: number } | null> => {
    const found = await pane.stage.pick(x, y);
    return found && found.kind !== 'obstacle' ? { kind: found.kind, id: found.id } : null;
  };
  canvas.addEventListener('pointerdown', (event) => {
    down = { x: event.offsetX, y: event.offsetY, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    const { offsetX: x, offsetY: y } = event;
    if (!down) {
      if (busy || event.pointerType === 'touch') return;
      busy = true;
      void pick(x, y).then((what) => compare.hover(what)).finally(() => { busy = false; });
      return;
    }
    if (!down.moved && Math.hypot(x - down.x, y - down.y) <= CLICK_PIXELS) return;
    down.moved = true;
    const dx = x - down.x, dy = y - down.y;
    each((camera) => (camera.plane || event.buttons > 1 ? camera.pan(dx, dy) : camera.orbit(dx, dy)));
    down.x = x;
    down.y = y;
  });
  canvas.addEventListener('pointerup', (event) => {
    const was = down;
    down = null;
    if (was && !was.moved) void pick(event.offsetX, event.offsetY).then((what) => compare.choose(pane, what));
  });
  canvas.addEventListener('pointercancel', () => { down = null; });
  canvas.addEventListener('pointerleave', () => compare.hover(null));
  canvas.addEventListener('dblclick', () => {
    for (const { stage } of compare.panes) stage.fit(true);
  });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const amount = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    each((camera) => camera.zoom(1.0015 ** Math.max(-400, Math.min(400, amount)), event.offsetX, event.offsetY));
  }, { passive: false });
}
