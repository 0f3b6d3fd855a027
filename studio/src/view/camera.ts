// The camera: it looks at a target from an azimuth and an elevation; the plane is seen from above. One lens for both:
// a very long one is as good as parallel projection.
import { MathUtils, Matrix4, PerspectiveCamera, Vector3 } from 'three';

export type ViewName = 'top' | 'front' | 'side' | 'free';

export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

const FREE_LENS = 26, LONG_LENS = 0.8;
const FREE_AZIMUTH = MathUtils.degToRad(50), FREE_ELEVATION = MathUtils.degToRad(22);
const EASE_MS = 240;

interface Pose {
  target: Vector3;
  azimuth: number;
  elevation: number;
  /** Scene units that the window's height shows at the target. */
  height: number;
  lens: number;
}

const newPose = (): Pose => ({ target: new Vector3(), azimuth: 0, elevation: 0, height: 1, lens: FREE_LENS });

function copyPose(to: Pose, from: Pose): void {
  to.target.copy(from.target);
  to.azimuth = from.azimuth;
  to.elevation = from.elevation;
  to.height = from.height;
  to.lens = from.lens;
}

export class StageCamera {
  readonly three = new PerspectiveCamera(FREE_LENS, 1, 0.1, 100);
  readonly right = new Vector3(1, 0, 0);
  readonly up = new Vector3(0, 0, 1);
  readonly back = new Vector3(0, -1, 0);
  readonly eye = new Vector3();
  width = 1;
  heightPx = 1;
  view: ViewName = 'free';
  plane = false;
  /** The user has moved it: it no longer fits itself to the net. */
  moved = false;
  /** Distance from the eye to the target. */
  distance = 1;
  private readonly pose = newPose();
  private readonly from = newPose();
  private readonly to = newPose();
  private animationStart = -1;
  private readonly matrix = new Matrix4();
  private readonly point = new Vector3();
  /** Radius of what is drawn, about the target. */
  radius = 1;

  constructor() {
    this.three.matrixAutoUpdate = false;
    this.reset(false);
  }

  /** The first pose of a scene. */
  reset(plane: boolean): void {
    this.plane = plane;
    this.moved = false;
    this.view = plane ? 'top' : 'free';
    this.pose.azimuth = plane ? 0 : FREE_AZIMUTH;
    this.pose.elevation = plane ? Math.PI / 2 : FREE_ELEVATION;
    this.pose.lens = plane ? LONG_LENS : FREE_LENS;
    this.animationStart = -1;
    this.update();
  }

  get target(): Vector3 {
    return this.pose.target;
  }

  get azimuth(): number {
    return this.pose.azimuth;
  }

  get elevation(): number {
    return this.pose.elevation;
  }

  /** Scene units that the whole height of the view shows. */
  get viewHeight(): number {
    return this.pose.height;
  }

  /** Scene units of a pixel at the target. */
  get pixel(): number {
    return this.pose.height / this.heightPx;
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.heightPx = Math.max(1, height);
    this.update();
  }

  /** Matrices from the pose. */
  update(): void {
    const { azimuth: a, elevation: e } = this.pose;
    this.right.set(Math.cos(a), Math.sin(a), 0);
    this.back.set(Math.sin(a) * Math.cos(e), -Math.cos(a) * Math.cos(e), Math.sin(e));
    this.up.crossVectors(this.back, this.right);
    const half = MathUtils.degToRad(this.pose.lens) / 2;
    this.distance = this.pose.height / (2 * Math.tan(half));
    this.eye.copy(this.pose.target).addScaledVector(this.back, this.distance);
    this.matrix.makeBasis(this.right, this.up, this.back).setPosition(this.eye);
    const camera = this.three;
    camera.matrix.copy(this.matrix);
    camera.matrixWorld.copy(this.matrix);
    camera.matrixWorldInverse.copy(this.matrix).invert();
    camera.fov = this.pose.lens;
    camera.aspect = this.width / this.heightPx;
    const reach = 3 * Math.max(this.radius, this.pose.height);
    camera.near = Math.max(this.distance * 0.02, this.distance - reach);
    camera.far = this.distance + reach * 3;
    camera.updateProjectionMatrix();
  }

  // ---- moving ----

  orbit(dx: number, dy: number): void {
    if (this.plane) return;
    this.stopAnimation();
    if (this.view !== 'free') {
      this.view = 'free';
      this.pose.lens = FREE_LENS;
    }
    this.pose.azimuth -= dx * 0.008;
    this.pose.elevation = MathUtils.clamp(this.pose.elevation + dy * 0.008, -1.35, Math.PI / 2);
    this.moved = true;
    this.update();
  }

  pan(dx: number, dy: number): void {
    this.stopAnimation();
    this.pose.target.addScaledVector(this.right, -dx * this.pixel).addScaledVector(this.up, dy * this.pixel);
    this.moved = true;
    this.update();
  }

  /** Zooms by a factor; what is under the pointer stays there. */
  zoom(factor: number, x: number, y: number): void {
    this.stopAnimation();
    const height = MathUtils.clamp(this.pose.height * factor, this.radius * 1e-4, this.radius * 200);
    const real = height / this.pose.height;
    const px = (x - this.width / 2) * this.pixel, py = (this.heightPx / 2 - y) * this.pixel;
    this.pose.target.addScaledVector(this.right, px * (1 - real)).addScaledVector(this.up, py * (1 - real));
    this.pose.height = height;
    this.moved = true;
    this.update();
  }

  // ---- fitting ----

  /** Shows all nodes in what the panels leave free. */
  fit(positions: Float32Array, count: number, insets: Insets, animate: boolean): void {
    copyPose(this.from, this.pose);
    // A turn under way is finished first, or its middle would stay.
    this.stopAnimation();
    if (this.view === 'free' && !this.plane) this.pose.lens = FREE_LENS;
    this.fitPose(positions, count, insets);
    this.moved = false;
    this.startAnimation(animate);
  }

  /** Turns to a named view and fits. */
  turn(view: ViewName, positions: Float32Array, count: number, insets: Insets, animate: boolean): void {
    copyPose(this.from, this.pose);
    this.stopAnimation();
    this.view = this.plane ? 'top' : view;
    const pose = this.pose;
    pose.lens = view === 'free' ? FREE_LENS : LONG_LENS;
    if (view === 'top') pose.azimuth = 0, pose.elevation = Math.PI / 2;
    if (view === 'front') pose.azimuth = 0, pose.elevation = 0;
    if (view === 'side') pose.azimuth = Math.PI / 2, pose.elevation = 0;
    if (view === 'free') pose.azimuth = FREE_AZIMUTH, pose.elevation = FREE_ELEVATION;
    this.fitPose(positions, count, insets);
    this.moved = false;
    this.startAnimation(animate);
  }

  private fitPose(positions: Float32Array, count: number, insets: Insets): void {
    const stride = Math.max(1, Math.floor(count / 4000));
    let x0 = Infinity, y0 = Infinity, z0 = Infinity, x1 = -Infinity, y1 = -Infinity, z1 = -Infinity;
    for (let i = 0; i < count; i += stride) {
      const x = positions[3 * i]!, y = positions[3 * i + 1]!, z = positions[3 * i + 2]!;
      if (!Number.isFinite(x + y + z)) continue;
      x0 = Math.min(x0, x), x1 = Math.max(x1, x), y0 = Math.min(y0, y), y1 = Math.max(y1, y);
      z0 = Math.min(z0, z), z1 = Math.max(z1, z);
    }
    if (!(x1 >= x0)) x0 = y0 = z0 = -1, x1 = y1 = z1 = 1;
    this.radius = Math.max(Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2, 1e-9);
    if (x1 === x0 && y1 === y0 && z1 === z0) this.radius = 1;
    this.pose.target.set((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
    this.pose.height = 2.2 * this.radius;
    const free = {
      width: Math.max(80, this.width - insets.left - insets.right),
      height: Math.max(80, this.heightPx - insets.top - insets.bottom),
    };
    const out = this.projected;
    // Perspective is not linear: a few rounds bring the picture into its frame.
    for (let round = 0; round < 6; round += 1) {
      this.update();
      let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
      for (let i = 0; i < count; i += stride) {
        this.project(positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!, out);
        if (!Number.isFinite(out[0]! + out[1]!)) continue;
        left = Math.min(left, out[0]!), right = Math.max(right, out[0]!);
        top = Math.min(top, out[1]!), bottom = Math.max(bottom, out[1]!);
      }
      if (!(right >= left)) return;
      const scale = Math.max((right - left) / free.width, (bottom - top) / free.height, 1e-9);
      const cx = (left + right) / 2 - (insets.left + free.width / 2);
      const cy = (top + bottom) / 2 - (insets.top + free.height / 2);
      this.pose.target.addScaledVector(this.right, cx * this.pixel).addScaledVector(this.up, -cy * this.pixel);
      if (right - left > 1 || bottom - top > 1) this.pose.height *= scale;
    }
    this.update();
  }

  private startAnimation(animate: boolean): void {
    if (!animate) {
      this.animationStart = -1;
      this.update();
      return;
    }
    copyPose(this.to, this.pose);
    // The shorter turn.
    const turn = Math.PI * 2;
    this.from.azimuth = this.to.azimuth + MathUtils.euclideanModulo(this.from.azimuth - this.to.azimuth + Math.PI, turn) - Math.PI;
    copyPose(this.pose, this.from);
    this.animationStart = performance.now();
    this.update();
  }

  private stopAnimation(): void {
    if (this.animationStart >= 0) {
      copyPose(this.pose, this.to);
      this.animationStart = -1;
    }
  }

  /** Moves on towards its aim; true while it is on its way. */
  animate(now: number): boolean {
    if (this.animationStart < 0) return false;
    const part = Math.min(1, (now - this.animationStart) / EASE_MS);
    const eased = 1 - (1 - part) ** 3;
    const { pose, from, to } = this;
    pose.target.lerpVectors(from.target, to.target, eased);
    pose.azimuth = MathUtils.lerp(from.azimuth, to.azimuth, eased);
    pose.elevation = MathUtils.lerp(from.elevation, to.elevation, eased);
    pose.height = from.height * (to.height / from.height) ** eased;
    pose.lens = from.lens * (to.lens / from.lens) ** eased;
    if (part >= 1) this.animationStart = -1;
    this.update();
    return part < 1;
  }

  // ---- between scene and screen ----

  private readonly projected = new Float64Array(3);

  /** Pixels from the left and from the top, and the distance along the view. */
  project(x: number, y: number, z: number, out: Float64Array): void {
    const dx = x - this.eye.x, dy = y - this.eye.y, dz = z - this.eye.z;
    const depth = -(dx * this.back.x + dy * this.back.y + dz * this.back.z);
    const scale = this.distance / Math.max(depth, 1e-9 * this.distance) / this.pixel;
    out[0] = this.width / 2 + (dx * this.right.x + dy * this.right.y + dz * this.right.z) * scale;
    out[1] = this.heightPx / 2 - (dx * this.up.x + dy * this.up.y + dz * this.up.z) * scale;
    out[2] = depth;
  }

  /** The point under a pixel in the plane that faces the camera and contains `through`. */
  unproject(px: number, py: number, through: Vector3, out: Vector3): Vector3 {
    this.point.copy(through).sub(this.eye);
    const depth = -this.point.dot(this.back);
    const scale = (depth / this.distance) * this.pixel;
    return out.copy(this.eye).addScaledVector(this.back, -depth)
      .addScaledVector(this.right, (px - this.width / 2) * scale)
      .addScaledVector(this.up, (this.heightPx / 2 - py) * scale);
  }

  /** The point under a pixel in a horizontal plane; null where the ray does not meet it. */
  onLevel(px: number, py: number, level: number, out: Vector3): Vector3 | null {
    this.unproject(px, py, this.pose.target, out);
    const direction = this.point.copy(out).sub(this.eye);
    if (Math.abs(direction.z) < 1e-9 * direction.length()) return null;
    const part = (level - this.eye.z) / direction.z;
    return part > 0 ? out.copy(this.eye).addScaledVector(direction, part) : null;
  }
}
