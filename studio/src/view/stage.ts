// The stage: the renderer, its parts, and when it draws: only when something has changed.
import { Scene, Vector3, WebGLRenderer } from 'three';
import type { Frame, SceneInfo } from '../protocol';
import { Arrows } from './arrows';
import { type Insets, StageCamera, type ViewName } from './camera';
import { Faces } from './faces';
import { Ground } from './ground';
import { Labels } from './labels';
import { NetData } from './net_data';
import { Nodes } from './nodes';
import { Obstacles } from './obstacles';
import { Palette } from './palette';
import { type Pick, Picker } from './picking';
import { PullLine } from './pull_line';
import { sharedUniforms } from './shared';
import { looksOf } from './spring_looks';
import { Springs } from './springs';
import { niceStep } from '../app/numbers';
import { reducedMotion } from '../app/dom';

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly palette = new Palette();
  readonly camera = new StageCamera();
  readonly net = new NetData();
  readonly labels: Labels;
  /** Called after each draw. */
  onDraw: () => void = () => undefined;
  /** Called before each draw with the time; gives true to be called again. */
  onTick: (now: number) => boolean = () => false;
  insets: Insets = { top: 70, right: 40, bottom: 40, left: 80 };
  draws = 0;
  drawCalls = 0;
  info: SceneInfo | null = null;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly shared = sharedUniforms();
  private readonly springs = new Springs(this.shared);
  private readonly nodes = new Nodes(this.shared);
  private readonly faces = new Faces(this.shared);
  private readonly ground = new Ground();
  private readonly obstacles = new Obstacles(this.shared);
  private readonly loads = new Arrows(this.shared);
  private readonly vectors = new Arrows(this.shared);
  private readonly motions = new Arrows(this.shared);
  private readonly pullLine = new PullLine(this.shared);
  private readonly picker = new Picker();
  private scheduled = 0;
  private shaders: 'wanted' | 'compiling' | 'there' = 'wanted';
  private ground0 = 0;
  private lost = false;
  private readonly observer = new ResizeObserver(() => this.resize());

  constructor(canvas: HTMLCanvasElement, tags: HTMLElement) {
    this.canvas = canvas;
    this.labels = new Labels(tags);
    this.renderer = new WebGLRenderer({ canvas, antialias: false, stencil: true, alpha: false, powerPreference: 'high-performance' });
    this.renderer.autoClear = true;
    this.renderer.info.autoReset = true;
    this.scene.matrixWorldAutoUpdate = true;
    this.scene.add(
      this.ground.mesh, this.faces.shadow, this.faces.surface, this.obstacles.group, this.springs.mesh, this.nodes.mesh,
      this.loads.mesh, this.vectors.mesh, this.motions.mesh, this.pullLine.mesh,
    );
    this.loads.uniforms.uInwards.value = 1;
    // Nothing to draw before a scene is there.
    for (const mesh of [this.springs.mesh, this.nodes.mesh, this.faces.surface, this.faces.shadow, this.ground.mesh]) mesh.visible = false;
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.lost = true;
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.lost = false;
      this.draw();
    });
    this.springs.uniforms.uStops.value = this.palette.stops;
    this.applyTheme();
    this.observer.observe(canvas);
    this.resize();
  }

  /** Arrays that the stage has allocated; constant while frames come. */
  get allocations(): number {
    return this.net.allocations + this.loads.allocations + this.vectors.allocations + this.motions.allocations;
  }

  get picks(): number {
    return this.picker.count;
  }

  applyTheme(): void {
    const { palette, shared } = this;
    palette.read();
    this.renderer.setClearColor(palette.stage(), 1);
    shared.uStage.value.copy(palette.rgb.stage);
    shared.uInk.value.copy(palette.rgb.ink);
    shared.uSelect.value.copy(palette.rgb.select);
    shared.uAlarm.value.copy(palette.rgb.alarm);
    shared.uSize.value = palette.projector ? 1.5 : 1;
    this.nodes.uniforms.uDot.value = palette.rgb.ink2;
    this.faces.common.uDark.value = palette.dark ? 1 : 0;
    this.ground.uniforms.uGrid.value.copy(palette.rgb.grid);
    if (this.info?.dimension === 2) this.ground.uniforms.uGrid.value.lerp(palette.rgb.edge, 0.65);
    this.loads.uniforms.uColour.value.copy(palette.rgb.load);
    this.motions.uniforms.uColour.value.copy(palette.rgb.warn);
    this.draw();
  }

  /** Gives its context back: a page has few. */
  dispose(): void {
    this.observer.disconnect();
    if (this.scheduled !== 0) cancelAnimationFrame(this.scheduled);
    this.lost = true;
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  private resize(): void {
    if (this.lost) return;
    const width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    if (width < 2 || height < 2) return;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.shared.uViewport.value.set(width, height);
    this.shared.uRatio.value = ratio;
    this.ground.uniforms.uRatio.value = ratio;
    const first = this.camera.width <= 1;
    this.camera.resize(width, height);
    if (this.info && (!this.camera.moved || first)) this.fit(false);
    // At once: a canvas that changes its size is empty until it is drawn.
    this.render(performance.now());
  }

  // ---- what is shown ----

  /** A scene, new or changed. `fresh`: another one, so the camera starts again. */
  setScene(info: SceneInfo, fresh: boolean): void {
    const sameNet = this.info !== null && !fresh && this.info.topology === info.topology;
    this.info = info;
    const plane = info.dimension === 2;
    this.net.resize(info.nodeCount, info.springCount);
    if (!sameNet) {
      const { instances, thickness } = looksOf(info);
      this.net.allocations += this.springs.set(instances, thickness, info.springCount);
      this.nodes.set(info.nodeCount);
      this.faces.set(info.triangles, plane);
      this.net.springStates.data.fill(0);
      this.net.values.fill(NaN);
      this.net.nodeStates.data.fill(0);
    }
    this.shared.uPosition.value = this.net.gpuPositions.texture;
    this.shared.uWidth.value = this.net.gpuPositions.width;
    this.springs.uniforms.uValue.value = this.net.gpuValues.texture;
    this.springs.uniforms.uState.value = this.net.springStates.texture;
    this.springs.uniforms.uValueWidth.value = this.net.gpuValues.width;
    this.nodes.uniforms.uNodeState.value = this.net.nodeStates.texture;
    this.nodes.uniforms.uNodeWidth.value = this.net.nodeStates.width;
    this.nodes.uniforms.uAllAxes.value = plane ? 3 : 7;
    this.nodes.uniforms.uRadius.value = info.nodeCount <= 60 ? 3 : info.nodeCount <= 180 ? 2 : 0;
    this.springs.mesh.visible = info.springCount > 0;
    this.nodes.mesh.visible = info.nodeCount > 0;
    this.ground.mesh.visible = this.grid;
    this.net.setFixed(info.fixed);
    if (!sameNet || this.net.positions.length === info.positions.length) this.net.setPositions(info.positions);
    const reach = Math.max(1e-9, ...[0, 1, 2].map((i) => info.highest[i]! - info.lowest[i]!));
    this.size = info.nodeCount > 1 ? reach : 1;
    this.obstacles.set(info.obstacles, plane, this.size);
    this.vectors.uniforms.uCentre.value.set((info.lowest[0] + info.highest[0]) / 2, (info.lowest[1] + info.highest[1]) / 2, (info.lowest[2] + info.highest[2]) / 2);
    this.loads.set(info.loads, info.nodeCount, 0.12 * this.size);
    this.ground0 = Math.min(info.lowest[2], ...info.obstacles.filter((o) => o.kind === 'sphere').map((o) => o.point[2] - o.radius));
    if (fresh) {
      this.camera.reset(plane);
      this.vectors.hide();
      this.motions.hide();
      this.fit(false);
    }
    this.updateGround();
    this.applyTheme();
  }

  /** Largest extent of the drawn net. */
  size = 1;

  setFrame(frame: Frame): void {
    this.net.setPositions(frame.positions);
    this.net.setValues(frame.values, frame.flags);
    if (frame.obstacles.length > 0) this.obstacles.move(frame.obstacles);
    if (frame.arrow && frame.arrows.length === 3 * this.net.nodeCount) {
      const { palette } = this;
      const colour = frame.arrow === 'velocity' ? palette.rgb.kinetic : frame.arrow === 'reaction' ? palette.rgb.ink : palette.rgb.gravity;
      this.vectors.uniforms.uColour.value.copy(colour);
      this.vectors.uniforms.uInwards.value = frame.arrow === 'reaction' ? 2 : 0;
      this.vectors.set(frame.arrows, this.net.nodeCount, 0.12 * this.size);
    } else this.vectors.hide();
    this.draw();
  }

  hideVectors(): void {
    this.vectors.hide();
    this.draw();
  }

  /** Motions without resistance, or the steps of a solve, as arrows; the longest has this length in scene units. */
  setMotions(shape: Float32Array | null, longest = 0.1 * this.size): void {
    if (shape && shape.length === 3 * this.net.nodeCount) this.motions.set(shape, this.net.nodeCount, longest);
    else this.motions.hide();
    this.draw();
  }

  /** `decades` of a logarithmic scale, 0 for a linear one; `divisors`: an end for each spring instead of one for all. */
  setScale(end: number, signed: boolean, decades = 0, divisors: Float32Array | null = null): void {
    this.springs.uniforms.uScale.value = divisors ? 1 : end;
    this.springs.uniforms.uDecades.value = decades;
    if (this.net.divisors !== divisors) {
      this.net.divisors = divisors;
      this.net.uploadValues();
    }
    this.springs.uniforms.uStops.value = signed ? this.palette.stops : this.palette.usage;
    this.draw();
  }

  /** Whether the grid is drawn. */
  grid = true;

  setGrid(on: boolean): void {
    this.grid = on;
    this.ground.mesh.visible = on && this.info !== null;
    this.draw();
  }

  /** Fades all springs but those lit. */
  setDimmed(part: number): void {
    this.springs.uniforms.uDimmed.value = part;
    this.draw();
  }

  setPull(node: number, point: readonly [number, number, number] | null): void {
    this.pullLine.set(node, point);
    this.draw();
  }

  markObstacles(hover: number, selected: number): void {
    this.obstacles.mark(hover, selected);
    this.draw();
  }

  // ---- the camera ----

  /** What the camera fits: all nodes, and obstacles of a size like theirs. */
  private extent(): Float32Array {
    const extra: number[] = [];
    for (const { kind, point, pointB, radius, size } of this.info?.obstacles ?? []) {
      if (kind === 'plane') continue;
      const half = kind === 'box' ? size.map((length) => length / 2) : [radius, radius, radius];
      if (Math.max(...half) > 2 * this.size) continue;
      for (const centre of kind === 'capsule' ? [point, pointB] : [point])
        for (const sign of [-1, 1]) extra.push(...centre.map((value, axis) => (this.info?.dimension === 2 && axis === 2 ? 0 : value + sign * 0.8 * half[axis]!)));
    }
    if (extra.length === 0) return this.net.positions;
    const result = new Float32Array(this.net.positions.length + extra.length);
    result.set(this.net.positions);
    result.set(extra, this.net.positions.length);
    return result;
  }

  fit(animate: boolean): void {
    const points = this.extent();
    this.camera.fit(points, points.length / 3, this.insets, animate && !reducedMotion());
    this.updateGround();
    this.draw();
  }

  /** Fits again where the user has not moved the camera and the net has become much smaller or larger. */
  refit(): void {
    if (this.camera.moved) return;
    const p = this.net.positions;
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < p.length; i += 1) {
      low[i % 3] = Math.min(low[i % 3]!, p[i]!);
      high[i % 3] = Math.max(high[i % 3]!, p[i]!);
    }
    const ratio = Math.hypot(...low.map((value, axis) => high[axis]! - value)) / 2 / this.camera.radius;
    if (ratio < 0.7 || ratio > 1.3) this.fit(true);
  }

  turn(view: ViewName, animate: boolean): void {
    const points = this.extent();
    this.camera.turn(view, points, points.length / 3, this.insets, animate && !reducedMotion());
    this.draw();
  }

  /** Fits again where the user has not moved the camera. */
  setInsets(insets: Insets): void {
    this.insets = insets;
    if (this.info && !this.camera.moved) this.fit(false);
  }

  private updateGround(): void {
    const { info, ground } = this;
    if (!info) return;
    const plane = info.dimension === 2;
    const uniforms = ground.uniforms;
    uniforms.uFlat.value = plane ? 1 : 0;
    const centre = (i: 0 | 1 | 2): number => (info.nodeCount > 0 ? (info.lowest[i] + info.highest[i]) / 2 : 0);
    uniforms.uCentre.value.set(centre(0), centre(1), this.ground0);
    this.faces.common.uGround.value = this.ground0;
    if (!plane) {
      uniforms.uReach.value = 1.5 * Math.max(this.size, 1e-9);
      uniforms.uStep.value = niceStep(this.size / 12);
    }
  }

  // ---- drawing ----

  /** Draws at the next frame of the screen. */
  draw(): void {
    if (this.scheduled === 0) this.scheduled = requestAnimationFrame(this.render);
  }

  /** Shaders of the first picture are compiled while the page goes on: to wait for them would stop the page, and with it
   *  the start of the worker. */
  private hasShaders(): boolean {
    if (this.shaders === 'wanted' && this.info) {
      this.shaders = 'compiling';
      // A pull comes with the first frames that move.
      const seen = this.scene.children.filter((part) => part.visible || part === this.pullLine.mesh);
      void Promise.all(seen.map((part) => this.renderer.compileAsync(part, this.camera.three, this.scene))).then(() => {
        // What is asked of a program between two draw calls would wait for the first of them: all is asked before.
        for (const program of this.renderer.info.programs ?? []) {
          program.getUniforms();
          program.getAttributes();
        }
        this.shaders = 'there';
        this.draw();
      });
    }
    return this.shaders !== 'compiling';
  }

  private readonly render = (now: number): void => {
    this.scheduled = 0;
    if (this.lost || !this.hasShaders()) return;
    const again = this.onTick(now);
    const moving = this.camera.animate(now);
    const { camera, shared } = this;
    shared.uDistance.value = camera.distance;
    if (camera.plane) shared.uFade.value.set(1e30, 2e30);
    else shared.uFade.value.set(camera.distance - 0.7 * camera.radius, camera.distance + 1.3 * camera.radius);
    const uniforms = this.ground.uniforms;
    uniforms.uPixel.value = camera.pixel;
    if (camera.plane) {
      uniforms.uCentre.value.copy(camera.target);
      uniforms.uReach.value = camera.viewHeight * Math.max(1, camera.width / camera.heightPx);
      uniforms.uStep.value = niceStep(camera.pixel * 26);
    }
    this.renderer.render(this.scene, camera.three);
    this.draws += 1;
    this.drawCalls = this.renderer.info.render.calls;
    this.labels.place(camera, this.net.positions);
    this.onDraw();
    if (again || moving) this.draw();
  };

  pick(x: number, y: number, byTouch = false): Promise<Pick | null | undefined> {
    const { springs, nodes, obstacles, faces, ground, loads, vectors, motions, pullLine } = this;
    if (!this.info || this.lost) return Promise.resolve(null);
    return this.picker.pick(this.renderer, this.scene, this.camera, this.shared, {
      nodes: nodes.mesh, others: [springs.mesh, obstacles.group],
      hidden: [faces.shadow, faces.surface, ground.mesh, loads.mesh, vectors.mesh, motions.mesh, pullLine.mesh],
    }, x, y, byTouch);
  }

  /** The picture as a PNG. */
  picture(): Promise<Blob | null> {
    this.render(performance.now());
    return new Promise((resolve) => this.canvas.toBlob(resolve, 'image/png'));
  }

  /** The picture into another canvas of this size. */
  drawInto(g: CanvasRenderingContext2D, width: number, height: number): void {
    this.render(performance.now());
    g.drawImage(this.canvas, 0, 0, width, height);
  }

  readonly scratch = new Vector3();

  /** A node's point, in a vector that the next call changes. */
  nodePoint(node: number): Vector3 {
    const p = this.net.positions;
    return this.scratch.set(p[3 * node] ?? 0, p[3 * node + 1] ?? 0, p[3 * node + 2] ?? 0);
  }

  private readonly out = new Float64Array(3);

  /** Pixels of a node on the canvas. */
  nodePixels(node: number): [number, number] {
    const p = this.net.positions;
    this.camera.project(p[3 * node] ?? NaN, p[3 * node + 1] ?? NaN, p[3 * node + 2] ?? NaN, this.out);
    return [this.out[0]!, this.out[1]!];
  }
}
