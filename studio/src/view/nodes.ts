// Nodes: dots, supports as triangles, rings of what is chosen or under the pointer. One instanced call.
import { type DataTexture, InstancedBufferAttribute } from 'three';
import { quadGeometry, quadMesh, type QuadMesh } from './quads';
import { FRAGMENT_HEAD, PICK_NODE, type SharedUniforms, VERTEX_HEAD } from './shared';

/** Bits of the bytes for each node; the lower three are the fixed axes. */
export const NODE_HOVER = 8, NODE_SELECT = 16, NODE_PULLED = 32, NODE_ALARM = 64, NODE_END = 128;

const VERTEX = VERTEX_HEAD + /* glsl */ `
in vec2 corner;
in uint node;
uniform usampler2D uNodeState;
uniform int uNodeWidth;
uniform float uRadius;
uniform int uAllAxes;
flat out int vState;
flat out int vId;
flat out float vRadius;
flat out float vFade;
flat out int vWhole;
out vec2 vAt;
void main() {
  int id = int(node);
  vId = id;
  vState = int(texelFetch(uNodeState, ivec2(id % uNodeWidth, id / uNodeWidth), 0).r);
  vec4 c = to_clip(node_position(id));
  int fixed_axes = vState & 7;
  vWhole = fixed_axes == uAllAxes ? 1 : 0;
  float radius = uRadius * uSize;
  bool marked = (vState & ${NODE_HOVER | NODE_SELECT | NODE_PULLED | NODE_ALARM | NODE_END}) != 0;
  if (c.w < 0.02 * uDistance || (radius < 0.3 && fixed_axes == 0 && !marked && uPick == 0)) {
    gl_Position = NOWHERE; return;
  }
  vRadius = radius;
  vFade = marked ? 0.0 : fade_of(c.w);
  float reach = max(14.0 * uSize, radius + 3.0);
  vec2 q = vec2(corner.x * 2.0 - 1.0, corner.y) * reach;
  vAt = q;
  float z = c.z / c.w - (marked ? 0.003 : 0.0008);
  gl_Position = vec4((to_pixels(c) + q) / (0.5 * uViewport), z, 1.0);
}`;

const FRAGMENT = FRAGMENT_HEAD + /* glsl */ `
uniform float uSize;
uniform vec3 uDot;
flat in int vState;
flat in int vId;
flat in float vRadius;
flat in float vFade;
flat in int vWhole;
in vec2 vAt;
// Distance to a triangle that stands below its tip.
float triangle(vec2 p, float half_base, float height) {
  p.y = -p.y;
  p.x = abs(p.x);
  vec2 side = normalize(vec2(height, -half_base));
  float slope = dot(p, side);
  return max(slope, p.y - height);
}
void over(inout vec3 rgb, inout float alpha, vec3 c, float a) {
  rgb = mix(rgb, c, a);
  alpha = alpha + a * (1.0 - alpha);
}
void main() {
  float r = length(vAt);
  if (uPick != 0) {
    if (r > 2.0) discard;
    colour = pick_colour(${PICK_NODE}, vId);
    return;
  }
  vec3 rgb = uStage;
  float alpha = 0.0;
  if ((vState & 7) != 0) {
    float s = uSize;
    vec2 p = vAt + vec2(0.0, -1.0 * s);
    float d = triangle(p, 6.3 * s, 10.0 * s);
    over(rgb, alpha, uStage, cover(d - 1.8));
    over(rgb, alpha, uInk, cover(d));
    // Free along some axis: an open triangle.
    if (vWhole == 0) over(rgb, alpha, uStage, cover(d + 2.2 * s));
  } else if (vRadius > 0.3) {
    over(rgb, alpha, uStage, cover(r - vRadius - 1.2));
    over(rgb, alpha, mix(uDot, uStage, vFade), cover(r - vRadius));
  }
  if ((vState & ${NODE_PULLED}) != 0) {
    over(rgb, alpha, uStage, cover(r - 6.5));
    over(rgb, alpha, uInk, cover(r - 5.0));
    over(rgb, alpha, uInk, 0.35 * cover(abs(r - 9.5) - 0.75));
  } else if ((vState & ${NODE_SELECT | NODE_END}) != 0) {
    over(rgb, alpha, uStage, cover(r - 4.2));
    over(rgb, alpha, uSelect, cover(abs(r - 4.2) - 1.0));
  } else if ((vState & ${NODE_HOVER}) != 0) {
    over(rgb, alpha, uInk, 0.8 * cover(abs(r - 8.0) - 0.75));
  }
  if ((vState & ${NODE_ALARM}) != 0) over(rgb, alpha, uAlarm, cover(abs(r - 10.0) - 1.0));
  if (alpha < 0.02) discard;
  colour = vec4(rgb, alpha);
}`;

export class Nodes {
  readonly mesh: QuadMesh;
  readonly uniforms;

  constructor(shared: SharedUniforms) {
    this.uniforms = {
      ...shared,
      uNodeState: { value: null as DataTexture | null },
      uNodeWidth: { value: 1 },
      uRadius: { value: 2.5 },
      uAllAxes: { value: 7 },
      uDot: { value: null as unknown },
    };
    this.mesh = quadMesh({ vertex: VERTEX, fragment: FRAGMENT }, this.uniforms, 4, false);
  }

  set(count: number): void {
    this.mesh.geometry.dispose();
    const geometry = quadGeometry();
    const ids = new Uint32Array(Math.max(1, count));
    for (let i = 0; i < count; i += 1) ids[i] = i;
    geometry.setAttribute('node', new InstancedBufferAttribute(ids, 1));
    geometry.instanceCount = count;
    this.mesh.geometry = geometry;
  }
}
