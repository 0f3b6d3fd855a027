// Picking on the GPU: what is near the pointer is drawn as ids into a small target around it, and read back
// without waiting. The nearest pixel wins; nodes before springs before obstacles.
import {
  type Blending, Color, type Material, type Mesh, NearestFilter, NoBlending, NormalBlending, type Object3D, RGBAFormat, type Scene, UnsignedByteType, type Vector2,
  WebGLRenderTarget, type WebGLRenderer,
} from 'three';
import type { StageCamera } from './camera';
import { PICK_NODE, PICK_OBSTACLE, PICK_SPRING, type SharedUniforms } from './shared';

export interface Pick {
  kind: 'node' | 'spring' | 'obstacle';
  id: number;
}

interface Target {
  size: number;
  gpu: WebGLRenderTarget;
  pixels: Uint8Array;
}

export class Picker {
  private readonly mouse = makeTarget(19);
  private readonly touch = makeTarget(45);
  private readonly clear = new Color(0, 0, 0);
  private readonly kept = new Color();
  private busy = false;
  /** Draws so far, for tests. */
  count = 0;

  /** What is at this pixel; null for nothing; undefined where an earlier answer is still on its way. */
  async pick(
    renderer: WebGLRenderer, scene: Scene, camera: StageCamera, shared: SharedUniforms,
    parts: { nodes: Mesh; others: Object3D[]; hidden: Object3D[] }, x: number, y: number, byTouch: boolean,
  ): Promise<Pick | null | undefined> {
    if (this.busy) return undefined;
    this.busy = true;
    try {
      const target = byTouch ? this.touch : this.mouse;
      this.draw(renderer, scene, camera, shared, parts, x, y, target);
      await renderer.readRenderTargetPixelsAsync(target.gpu, 0, 0, target.size, target.size, target.pixels);
      return nearest(target, byTouch ? 22 : 9, byTouch ? 16 : 6);
    } catch {
      // The context was given back or lost meanwhile.
      return null;
    } finally {
      this.busy = false;
    }
  }

  private draw(
    renderer: WebGLRenderer, scene: Scene, camera: StageCamera, shared: SharedUniforms,
    parts: { nodes: Mesh; others: Object3D[]; hidden: Object3D[] }, x: number, y: number, target: Target,
  ): void {
    this.count += 1;
    const viewport = shared.uViewport.value as Vector2;
    const { x: width, y: height } = viewport;
    const half = (target.size - 1) / 2;
    const visible = parts.hidden.map((part) => part.visible);
    const othersVisible = parts.others.map((part) => part.visible);
    for (const part of parts.hidden) part.visible = false;
    camera.three.setViewOffset(camera.width, camera.heightPx, Math.round(x) - half, Math.round(y) - half, target.size, target.size);
    shared.uPick.value = 1;
    // Ids must not be mixed with what is behind them.
    blend(parts.others, NoBlending);
    blend([parts.nodes], NoBlending);
    viewport.set(target.size, target.size);
    renderer.getClearColor(this.kept);
    const alpha = renderer.getClearAlpha();
    renderer.setRenderTarget(target.gpu);
    renderer.setClearColor(this.clear, 0);
    const auto = renderer.autoClear;
    renderer.autoClear = false;
    renderer.clear(true, true, true);
    parts.nodes.visible = false;
    renderer.render(scene, camera.three);
    // Nodes over everything.
    renderer.clear(false, true, true);
    parts.nodes.visible = true;
    for (const part of parts.others) part.visible = false;
    renderer.render(scene, camera.three);
    parts.others.forEach((part, i) => (part.visible = othersVisible[i]!));
    parts.hidden.forEach((part, i) => (part.visible = visible[i]!));
    renderer.autoClear = auto;
    renderer.setRenderTarget(null);
    renderer.setClearColor(this.kept, alpha);
    shared.uPick.value = 0;
    blend(parts.others, NormalBlending);
    blend([parts.nodes], NormalBlending);
    viewport.set(width, height);
    camera.three.clearViewOffset();
  }
}

function blend(parts: Object3D[], blending: Blending): void {
  for (const part of parts)
    part.traverse((object) => {
      const material = (object as Mesh).material as Material | undefined;
      if (material) material.blending = blending;
    });
}

function makeTarget(size: number): Target {
  const gpu = new WebGLRenderTarget(size, size, {
    format: RGBAFormat, type: UnsignedByteType, minFilter: NearestFilter, magFilter: NearestFilter, depthBuffer: true,
    generateMipmaps: false,
  });
  return { size, gpu, pixels: new Uint8Array(4 * size * size) };
}

function nearest(target: Target, nodeRadius: number, springRadius: number): Pick | null {
  const { size, pixels } = target;
  const half = (size - 1) / 2;
  const best = { node: Infinity, spring: Infinity, obstacle: Infinity };
  const id = { node: -1, spring: -1, obstacle: -1 };
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const at = 4 * (row * size + column);
      const kind = pixels[at + 3];
      if (!kind) continue;
      const name = kind === PICK_NODE ? 'node' : kind === PICK_SPRING ? 'spring' : kind === PICK_OBSTACLE ? 'obstacle' : null;
      if (!name) continue;
      const distance = Math.hypot(column - half, row - half);
      if (distance >= best[name]) continue;
      best[name] = distance;
      id[name] = pixels[at]! | (pixels[at + 1]! << 8) | (pixels[at + 2]! << 16);
    }
  if (best.node <= nodeRadius) return { kind: 'node', id: id.node };
  if (best.spring <= springRadius) return { kind: 'spring', id: id.spring };
  if (best.obstacle < 1) return { kind: 'obstacle', id: id.obstacle };
  return null;
}
