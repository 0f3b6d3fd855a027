// The pointer on one of several stages that show the same net: every camera moves with it; what it is over or clicks is
// passed on.
import type { Stage } from './stage';

const CLICK_PIXELS = 4;

export type Pointed = { kind: 'node' | 'spring'; id: number } | null;

export function listenToCanvas(stage: Stage, stages: () => readonly Stage[], hands: { hover: (what: Pointed) => void; choose: (what: Pointed) => void }): void {
  const { canvas } = stage;
  let down: { x: number; y: number; moved: boolean } | null = null;
  let busy = false;
  const each = (run: (camera: Stage['camera']) => void): void => {
    for (const other of stages()) {
      run(other.camera);
      other.draw();
    }
  };
  const pick = async (x: number, y: number): Promise<Pointed> => {
    const found = await stage.pick(x, y);
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
      void pick(x, y).then((what) => hands.hover(what)).finally(() => { busy = false; });
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
    if (was && !was.moved) void pick(event.offsetX, event.offsetY).then((what) => hands.choose(what));
  });
  canvas.addEventListener('pointercancel', () => { down = null; });
  canvas.addEventListener('pointerleave', () => hands.hover(null));
  canvas.addEventListener('dblclick', () => {
    for (const other of stages()) other.fit(true);
  });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const amount = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    each((camera) => camera.zoom(1.0015 ** Math.max(-400, Math.min(400, amount)), event.offsetX, event.offsetY));
  }, { passive: false });
}
