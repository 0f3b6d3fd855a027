// Springs: one instanced draw call of quads that face the camera. Ends come from the texture of positions, colour
// from the texture of values, state (slack, broken, chosen) from a texture of bytes.
import { type DataTexture, InstancedBufferAttribute, Vector3 } from 'three';
import { quadGeometry, quadMesh, type QuadMesh } from './quads';
import { FRAGMENT_HEAD, PICK_SPRING, type SharedUniforms, VERTEX_HEAD } from './shared';

/** Bits of the texture of states; the lower three are those of a frame. */
export const STATE_SLACK = 1, STATE_BROKEN = 2, STATE_YIELDED = 4, STATE_HOVER = 8, STATE_SELECT = 16,
  STATE_ALARM = 32, STATE_LIT = 64, STATE_DIM = 128;

/** Shapes of springs in small nets. */
export const SHAPE_LINE = 0, SHAPE_ZIGZAG = 1, SHAPE_BAR = 2;

const VERTEX = VERTEX_HEAD + /* glsl */ `
in vec2 corner;            // along 0..1, across -1..1
in uvec4 spring;           // two nodes, shape and number of teeth, id
in float thickness;
uniform sampler2D uValue;
uniform usampler2D uState;
uniform float uScale;
uniform float uDecades;      // of a logarithmic scale; 0: linear
uniform int uValueWidth;
flat out float vShare;
flat out float vLength;
flat out float vHalf;
flat out float vFade;
flat out int vShape;
flat out float vTeeth;
flat out int vState;
flat out int vId;
flat out float vReach;
out vec2 vAt;
void main() {
  int id = int(spring.w);
  ivec2 at = ivec2(id % uValueWidth, id / uValueWidth);
  int state = int(texelFetch(uState, at, 0).r);
  vState = state;
  vId = id;
  if ((state & ${STATE_BROKEN}) != 0 && (state & ${STATE_ALARM}) == 0) { gl_Position = NOWHERE; return; }
  vec4 a = to_clip(node_position(int(spring.x)));
  vec4 b = to_clip(node_position(int(spring.y)));
  // What is behind the eye is cut off.
  float near = 0.02 * uDistance;
  if (a.w < near && b.w < near) { gl_Position = NOWHERE; return; }
  if (a.w < near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  else if (b.w < near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 pa = to_pixels(a), pb = to_pixels(b);
  vec2 d = pb - pa;
  float l = length(d);
  vec2 t = l > 1e-3 ? d / l : vec2(1.0, 0.0);
  vec2 n = vec2(-t.y, t.x);
  float value = texelFetch(uValue, at, 0).r;
  float share = value / uScale;
  if (!(abs(share) < 1e30)) share = 0.0;
  if (uDecades > 0.0 && abs(share) <= 1.0) share = sign(share) * max(0.0, 1.0 + log(max(abs(share), 1e-30)) / (2.302585 * uDecades));
  vShare = share;
  float w = 0.5 * (a.w + b.w);
  float size = near_size(w);
  float half_width = 0.5 * thickness * uSize * size * (0.85 + 0.55 * min(abs(share), 1.0));
  if ((state & ${STATE_HOVER | STATE_LIT}) != 0) half_width += 0.9;
  if ((state & ${STATE_SELECT}) != 0) half_width = max(half_width, 1.3);
  if (abs(share) > 1.0) half_width = max(half_width, 1.1);
  if ((state & ${STATE_ALARM}) != 0) half_width = 2.5;
  vHalf = half_width;
  vShape = int(spring.z) & 255;
  vTeeth = float(spring.z >> 8u);
  if (vShape == ${SHAPE_ZIGZAG} && l < 40.0) vShape = ${SHAPE_LINE};
  // How far the quad reaches from the axis.
  float reach = half_width;
  if (vShape == ${SHAPE_ZIGZAG}) reach += 5.5 * uSize;
  if ((state & ${STATE_SELECT}) != 0) reach += 4.5;
  if ((state & ${STATE_ALARM}) != 0) reach = 9.0;
  if (uPick != 0) reach = max(half_width, 1.0) + 0.5;
  vReach = reach;
  reach += 1.0;
  float along = mix(-reach, l + reach, corner.x);
  vec2 p = pa + t * along + n * corner.y * reach;
  float s = clamp(along / max(l, 1e-3), 0.0, 1.0);
  vAt = vec2(along, corner.y * reach);
  vLength = l;
  vFade = (state & ${STATE_SELECT | STATE_ALARM | STATE_HOVER}) != 0 ? 0.0 : fade_of(w);
  float z = mix(a.z / a.w, b.z / b.w, s);
  if ((state & ${STATE_SELECT | STATE_ALARM | STATE_HOVER}) != 0) z -= 0.002;
  // w is 1, so that distances in pixels stay straight over the quad.
  gl_Position = vec4(p / (0.5 * uViewport), z, 1.0);
}`;

const FRAGMENT = FRAGMENT_HEAD + /* glsl */ `
uniform vec3 uStops[5];
uniform float uDimmed;
flat in float vShare;
flat in float vLength;
flat in float vHalf;
flat in float vFade;
flat in int vShape;
flat in float vTeeth;
flat in int vState;
flat in int vId;
flat in float vReach;
in vec2 vAt;
vec3 tone(float share) {
  float at = (clamp(share, -1.0, 1.0) + 1.0) * 2.0;
  int i = int(min(floor(at), 3.0));
  return mix(uStops[i], uStops[i + 1], at - float(i));
}
void main() {
  float x = vAt.x, y = vAt.y;
  float beyond = max(max(-x, x - vLength), 0.0);
  float axis = length(vec2(beyond, y));
  if (uPick != 0) {
    if (axis > vReach) discard;
    colour = pick_colour(${PICK_SPRING}, vId);
    return;
  }
  float across = y;
  float d;
  if (vShape == ${SHAPE_ZIGZAG}) {
    // Straight ends, and between them a fixed number of teeth, so that stretching shows.
    float lead = 0.16 * vLength, body = vLength - 2.0 * lead;
    float u = (x - lead) / body;
    float amplitude = vReach - vHalf;
    if ((vState & ${STATE_SELECT}) != 0) amplitude -= 4.5;
    // Teeth closer than 4 pixels would be a block.
    float teeth = max(2.0, min(vTeeth, floor(body / 4.0)));
    if (u > 0.0 && u < 1.0) {
      float phase = u * teeth;
      float tri = 2.0 * abs(2.0 * fract(phase + 0.25) - 1.0) - 1.0;
      float edge = smoothstep(0.0, 0.5 / teeth, min(u, 1.0 - u));
      float slope = 4.0 * amplitude * edge * teeth / body;
      across = (y + tri * amplitude * edge) / sqrt(1.0 + slope * slope);
    }
    d = length(vec2(beyond, across)) - vHalf;
  } else {
    // Bars end square, so that a mast does not stick out of its joint.
    d = vShape == ${SHAPE_BAR} ? max(abs(y) - vHalf, max(-x, x - vLength)) : axis - vHalf;
  }
  vec3 base = tone(vShare);
  if ((vState & ${STATE_SLACK}) != 0) base = uStops[2];
  vec3 ink = base;
  // A round bar: lighter in its middle, darker at its rim.
  if (vHalf > 1.4) {
    float r = clamp(across / vHalf, -1.0, 1.0);
    ink *= 0.86 + 0.17 * sqrt(1.0 - r * r);
  }
  // Beyond the end of the scale: a dark core.
  if (abs(vShare) > 1.001) ink *= mix(0.6, 1.0, clamp((abs(across) - max(0.3 * vHalf, 0.3)) * 1.5 + 0.5, 0.0, 1.0));
  if ((vState & ${STATE_ALARM}) != 0) ink = uAlarm;
  ink = mix(ink, uStage, vFade);
  if (uDimmed > 0.0 && (vState & ${STATE_LIT | STATE_SELECT | STATE_HOVER}) == 0) ink = mix(ink, uStage, uDimmed);
  float alpha = cover(d);
  if ((vState & ${STATE_SLACK}) != 0 && fract(x / 7.0) > 0.58) alpha = 0.0;
  vec3 result = ink;
  if ((vState & ${STATE_SELECT}) != 0) {
    // A casing in the colour of choice around a gap.
    float body = vShape == ${SHAPE_ZIGZAG} ? axis - vReach + 4.5 : axis - vHalf;
    float gap = cover(body - 2.0), casing = cover(body - 4.0);
    result = mix(mix(uSelect, uStage, gap), ink, alpha);
    alpha = casing;
  } else if ((vState & ${STATE_ALARM}) != 0) {
    float halo = cover(axis - 8.0);
    result = uAlarm;
    alpha = max(alpha, 0.25 * halo);
  }
  if (alpha < 0.02) discard;
  colour = vec4(result, alpha);
}`;

export class Springs {
  readonly mesh: QuadMesh;
  readonly uniforms;
  private capacity = 0;

  constructor(shared: SharedUniforms) {
    this.uniforms = {
      ...shared,
      uValue: { value: null as DataTexture | null },
      uState: { value: null as DataTexture | null },
      uValueWidth: { value: 1 },
      uScale: { value: 1 },
      uDecades: { value: 0 },
      uStops: { value: Array.from({ length: 5 }, () => new Vector3()) },
      uDimmed: { value: 0 },
    };
    this.mesh = quadMesh({ vertex: VERTEX, fragment: FRAGMENT }, this.uniforms, 3, true);
  }

  /** Two nodes, shape and id for each spring, and its thickness in pixels. Gives the number of arrays allocated. */
  set(instances: Uint32Array, thickness: Float32Array, count: number): number {
    const geometry = this.mesh.geometry;
    if (count > this.capacity || this.capacity === 0) {
      this.mesh.geometry.dispose();
      this.mesh.geometry = quadGeometry();
      this.mesh.geometry.setAttribute('spring', new InstancedBufferAttribute(instances, 4));
      this.mesh.geometry.setAttribute('thickness', new InstancedBufferAttribute(thickness, 1));
      this.capacity = instances.length / 4;
      this.mesh.geometry.instanceCount = count;
      return 2;
    }
    const spring = geometry.getAttribute('spring') as InstancedBufferAttribute;
    const thick = geometry.getAttribute('thickness') as InstancedBufferAttribute;
    (spring.array as Uint32Array).set(instances.subarray(0, count * 4));
    (thick.array as Float32Array).set(thickness.subarray(0, count));
    spring.needsUpdate = true;
    thick.needsUpdate = true;
    geometry.instanceCount = count;
    return 0;
  }
}
