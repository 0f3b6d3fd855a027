// Hands on the stage: hover, click, drag, double click, wheel, fingers. What a drag does stands in drags.ts.
import type { Pick } from '../view/picking';
import { type Drag, startDrag, type Touching } from './drags';
import { openContextMenu } from './context_menu';
import type { Commands } from './commands';
import { Loupe } from './loupe';
import { showHoverLabel } from './stage_labels';
import type { Studio } from './studio';
import { toggleFixed } from './supports';
import { nodeDrag } from './tool_drags';

const CLICK_PIXELS = 4, DOUBLE_MS = 350, LONG_MS = 450;

export class Gestures {
  private readonly studio: Studio;
  private readonly commands: Commands;
  private readonly box: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private drag: Drag | null = null;
  private down: { x: number; y: number; id: number; button: number; count: number; moved: boolean; pick: Pick | null | undefined; event: PointerEvent; last: PointerEvent } | null = null;
  private lastClick = { time: 0, x: 0, y: 0 };
  private hoverAt: { x: number; y: number } | null = null;
  private hoverBusy = false;
  private longPress = 0;
  private readonly loupe: Loupe;
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private pinch: { distance: number; angle: number; x: number; y: number } | null = null;

  constructor(studio: Studio, commands: Commands, box: HTMLElement) {
    this.studio = studio;
    this.commands = commands;
    this.box = box;
    this.canvas = studio.stage.canvas;
    this.loupe = new Loupe(studio, box);
    const { canvas } = this;
    canvas.addEventListener('pointerdown', (event) => void this.onDown(event));
    // Follows the pointer's own event; what is a second click is as fast as the system's settings ask for.
    canvas.addEventListener('mousedown', (event) => {
      if (this.down) this.down.count = event.detail;
    });
    canvas.addEventListener('pointermove', (event) => this.onMove(event));
    canvas.addEventListener('pointerup', (event) => void this.onUp(event));
    canvas.addEventListener('pointercancel', (event) => this.onCancel(event));
    canvas.addEventListener('pointerleave', () => {
      if (!this.down) this.leave();
    });
    canvas.addEventListener('wheel', (event) => this.onWheel(event), { passive: false });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    studio.signals.on('tool', () => this.showCursor());
  }

  private at(event: PointerEvent | WheelEvent): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  // ---- hover ----

  private async hover(): Promise<void> {
    if (this.hoverBusy || !this.hoverAt || this.down) return;
    this.hoverBusy = true;
    while (this.hoverAt && !this.down) {
      const { x, y }: { x: number; y: number } = this.hoverAt;
      this.hoverAt = null;
      const pick = await this.studio.stage.pick(x, y);
      if (pick === undefined || this.down) continue;
      this.studio.setHover(pick);
      showHoverLabel(this.studio);
      this.showCursor();
    }
    this.hoverBusy = false;
  }

  private leave(): void {
    this.hoverAt = null;
    this.studio.setHover(null);
    showHoverLabel(this.studio);
  }

  private showCursor(): void {
    const { hover, tool } = this.studio;
    this.box.dataset['cursor'] = this.drag ? (this.drag.cursor ?? 'grabbing') : tool !== 'hand' ? 'crosshair'
      : hover?.kind === 'spring' ? 'pointer' : hover ? 'grab' : 'default';
  }

  // ---- pointer ----

  private async onDown(event: PointerEvent): Promise<void> {
    // By the pointer no ring is wanted, whatever was used before.
    this.canvas.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
    const { x, y } = this.at(event);
    this.fingers.set(event.pointerId, { x, y });
    this.canvas.setPointerCapture(event.pointerId);
    if (this.fingers.size === 2) {
      this.startPinch();
      return;
    }
    if (this.fingers.size > 2) return;
    const touch = event.pointerType === 'touch';
    const down = { x, y, id: event.pointerId, button: event.button, count: 0, moved: false, pick: undefined as Pick | null | undefined, event, last: event };
    this.down = down;
    clearTimeout(this.longPress);
    if (touch) this.longPress = window.setTimeout(() => void this.menu(), LONG_MS);
    // Another pick may be on its way: ask until this one is answered.
    let pick: Pick | null | undefined;
    do {
      pick = await this.studio.stage.pick(x, y, touch);
      if (pick === undefined) await new Promise((resolve) => setTimeout(resolve, 4));
    } while (pick === undefined);
    down.pick = pick;
    if (this.down !== down) return;
    this.studio.setHover(pick);
    if (down.moved) this.begin();
  }

  private begin(): void {
    clearTimeout(this.longPress);
    this.drag = startDrag(this.studio, this.box, this.touching(this.down!));
    this.showCursor();
    showHoverLabel(this.studio);
    // The pointer may have gone on before what is under it was found.
    this.follow(this.down!.last);
  }

  private follow(event: PointerEvent): void {
    if (!this.drag) return;
    const { x, y } = this.at(event);
    if (event.pointerType === 'touch' && this.down?.pick) this.loupe.show(x, y);
    this.drag.move(x, y, this.keys(event));
  }

  private onMove(event: PointerEvent): void {
    const { x, y } = this.at(event);
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, { x, y });
    if (this.pinch) {
      this.movePinch();
      return;
    }
    const { down } = this;
    if (!down || down.id !== event.pointerId) {
      if (event.pointerType !== 'touch' && event.buttons === 0) {
        this.hoverAt = { x, y };
        void this.hover();
      }
      return;
    }
    down.last = event;
    if (this.drag) {
      this.follow(event);
    } else if (down.moved || Math.hypot(x - down.x, y - down.y) > CLICK_PIXELS) {
      down.moved = true;
      if (down.pick !== undefined) this.begin();
    }
  }

  private async onUp(event: PointerEvent): Promise<void> {
    clearTimeout(this.longPress);
    this.fingers.delete(event.pointerId);
    if (this.pinch) {
      if (this.fingers.size < 2) this.pinch = null;
      this.down = null;
      return;
    }
    const { down } = this;
    if (!down || down.id !== event.pointerId) return;
    // A click or a quick drag may be over before its pick is there.
    while (down.pick === undefined) await new Promise((resolve) => setTimeout(resolve, 4));
    if (this.drag && this.down === down) {
      const { x, y } = this.at(event);
      this.drag.end(x, y);
      this.loupe.hide();
      this.drag = null;
      this.down = null;
      this.showCursor();
      return;
    }
    if (this.down === down) this.down = null;
    if (down.moved) return;
    if (down.button === 2) this.openMenu(down);
    else if (down.button === 0) this.click(down);
  }

  private onCancel(event: PointerEvent): void {
    clearTimeout(this.longPress);
    this.fingers.delete(event.pointerId);
    this.loupe.hide();
    this.drag?.cancel();
    this.drag = null;
    this.down = null;
    this.pinch = null;
    this.showCursor();
  }

  // ---- clicks ----

  private click(down: NonNullable<Gestures['down']>): void {
    // When it happened, not when what is under it was found: on a busy machine that may be later. The browser counts the
    // clicks of a mouse; those of fingers are counted here.
    const now = down.event.timeStamp;
    const again = down.event.pointerType === 'mouse' ? down.count > 0 && down.count % 2 === 0
      : now - this.lastClick.time < DOUBLE_MS && Math.hypot(down.x - this.lastClick.x, down.y - this.lastClick.y) < 8;
    this.lastClick = again ? { time: 0, x: 0, y: 0 } : { time: now, x: down.x, y: down.y };
    const { studio } = this;
    const pick = down.pick ?? null;
    // In an empty scene the first click makes the first node.
    const first = studio.tool === 'hand' && studio.info?.nodeCount === 0 && !pick;
    if (first) {
      nodeDrag(studio, this.touching(down)).end(down.x, down.y, true);
      return;
    }
    if (studio.tool !== 'hand') {
      const drag = startDrag(studio, this.box, this.touching(down));
      drag.end(down.x, down.y, true);
      return;
    }
    if (again) {
      this.doubleClick(pick);
      return;
    }
    if (!pick) {
      if (!this.keys(down.event).shift) studio.choose({});
    } else if (pick.kind === 'obstacle') studio.choose({ obstacle: pick.id });
    else if (this.keys(down.event).shift) studio.toggleChoice(pick.kind, pick.id);
    else studio.choose(pick.kind === 'node' ? { nodes: [pick.id] } : { springs: [pick.id] });
    showHoverLabel(studio);
  }

  private touching(down: NonNullable<Gestures['down']>): Touching {
    return { x: down.x, y: down.y, pick: down.pick ?? null, ...this.keys(down.event), button: down.button, touch: down.event.pointerType === 'touch' };
  }

  /** Keys that are held, or the buttons that stand for them by touch. */
  private keys(event: PointerEvent): { alt: boolean; shift: boolean; ctrl: boolean } {
    const { held } = this.studio;
    return { alt: event.altKey || held.alt, shift: event.shiftKey || held.shift, ctrl: event.ctrlKey || event.metaKey };
  }

  private doubleClick(pick: Pick | null): void {
    const { studio } = this;
    if (!pick) this.commands.run('fit');
    else if (pick.kind === 'node') toggleFixed(studio, [pick.id]);
    else if (pick.kind === 'spring') void studio.edit([{ op: 'splitSpring', spring: pick.id }], 'split');
    else {
      studio.choose({ obstacle: pick.id });
      document.querySelector<HTMLElement>('.side .chosen input')?.focus();
    }
  }

  private async menu(): Promise<void> {
    const { down } = this;
    if (!down) return;
    // What is under the finger may not be known yet.
    while (down.pick === undefined) await new Promise((resolve) => setTimeout(resolve, 4));
    // Moves come with the frames of the screen: on a busy machine one may still be waiting.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => { requestAnimationFrame(resolve); });
    if (this.down !== down || down.moved || this.pinch) return;
    this.openMenu(down);
    this.down = null;
    this.fingers.clear();
  }

  private openMenu(down: NonNullable<Gestures['down']>): void {
    const box = this.canvas.getBoundingClientRect();
    openContextMenu(this.studio, this.commands, down.pick ?? null, down.x, down.y, { left: box.left + down.x, top: box.top + down.y, bottom: box.top + down.y });
  }

  // ---- zoom ----

  private onWheel(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = this.at(event);
    const { camera } = this.studio.stage;
    const amount = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    camera.zoom(1.0015 ** Math.max(-400, Math.min(400, amount)), x, y);
    this.studio.stage.draw();
  }

  private startPinch(): void {
    clearTimeout(this.longPress);
    this.loupe.hide();
    this.drag?.cancel();
    this.drag = null;
    this.pinch = this.readPinch();
  }

  private readPinch(): { distance: number; angle: number; x: number; y: number } {
    const [a, b] = [...this.fingers.values()];
    return {
      distance: Math.max(10, Math.hypot(a!.x - b!.x, a!.y - b!.y)), angle: Math.atan2(b!.y - a!.y, b!.x - a!.x), x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2,
    };
  }

  private movePinch(): void {
    if (!this.pinch || this.fingers.size < 2) return;
    const next = this.readPinch();
    const { camera } = this.studio.stage;
    camera.pan(next.x - this.pinch.x, next.y - this.pinch.y);
    camera.zoom(this.pinch.distance / next.distance, next.x, next.y);
    // A twist turns the view, also where the net leaves no empty place.
    let turn = next.angle - this.pinch.angle;
    if (turn > Math.PI) turn -= 2 * Math.PI;
    if (turn < -Math.PI) turn += 2 * Math.PI;
    if (Math.abs(turn) > 0.004) camera.orbit((-turn * 180) / Math.PI, 0);
    this.pinch = next;
    this.studio.stage.draw();
  }
}
