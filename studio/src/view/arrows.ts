// Arrows at nodes: loads, velocity, net force, reactions, motions of a mechanism. One instanced call for each kind.
import { DynamicDrawUsage, InstancedBufferAttribute, Vector3 } from 'three';
import { quadGeometry, quadMesh, type QuadMesh } from './quads';
import { FRAGMENT_HEAD, type SharedUniforms, VERTEX_HEAD } from './shared';

const VERTEX = VERTEX_HEAD + /* glsl */ `
in vec2 corner;
in uint node;
in vec3 vector;
uniform float uLength;       // scene units for a vector of length 1
uniform float uInwards;      // 1: the arrow's head is at the node; 2: it is where the arrow points into the net
uniform vec3 uCentre;
flat out float vLength;
flat out float vFade;
out vec2 vAt;
void main() {
  vec3 p = node_position(int(node));
  vec3 v = vector * uLength;
  bool inwards = uInwards > 1.5 ? dot(vector, uCentre - p) > 0.0 : uInwards > 0.5;
  vec3 from = inwards ? p - v : p, to = inwards ? p : p + v;
  vec4 a = to_clip(from), b = to_clip(to);
  float near = 0.02 * uDistance;
  if (a.w < near || b.w < near || dot(vector, vector) == 0.0) { gl_Position = NOWHERE; return; }
  vec2 pa = to_pixels(a), pb = to_pixels(b);
  vec2 d = pb - pa;
  float l = length(d);
  if (l < 3.0) { gl_Position = NOWHERE; return; }
  vec2 t = d / l, n = vec2(-t.y, t.x);
  // A gap at the node, so that it stays visible.
  float gap = min(4.0 * uSize, 0.3 * l);
  if (inwards) pb -= t * gap; else pa += t * gap;
  l -= gap;
  float reach = 6.0 * uSize;
  float along = mix(-reach, l + reach, corner.x);
  vAt = vec2(along, corner.y * reach);
  vLength = l;
  vFade = fade_of(a.w);
  gl_Position = vec4((pa + t * along + n * corner.y * reach) / (0.5 * uViewport), mix(a.z / a.w, b.z / b.w,
    clamp(along / l, 0.0, 1.0)) - 0.001, 1.0);
}`;

const FRAGMENT = FRAGMENT_HEAD + /* glsl */ `
uniform vec3 uColour;
uniform float uSize;
uniform float uOpacity;
flat in float vLength;
flat in float vFade;
in vec2 vAt;
void main() {
  float s = uSize, head = min(10.0 * s, 0.6 * vLength);
  float from_tip = vLength - vAt.x;
  float shaft = max(abs(vAt.y) - 0.9 * s, max(-vAt.x, vAt.x - (vLength - 0.7 * head)));
  float wedge = max((abs(vAt.y) - from_tip * 0.45) * 0.91, max(from_tip - head, -from_tip));
  float d = min(shaft, wedge);
  float alpha = cover(d);
  float halo = cover(d - 1.5);
  if (halo < 0.02) discard;
  colour = vec4(mix(uStage, mix(uColour, uStage, vFade), alpha), max(alpha, 0.75 * halo) * uOpacity);
}`;

export class Arrows {
  readonly mesh: QuadMesh;
  readonly uniforms;
  private nodes = new Uint32Array(0);
  private vectors = new Float32Array(0);
  /** Arrays allocated so far. */
  allocations = 0;

  constructor(shared: SharedUniforms) {
    this.uniforms = {
      ...shared,
      uColour: { value: new Vector3() },
      uLength: { value: 1 },
      uInwards: { value: 0 },
      uCentre: { value: new Vector3() },
      uOpacity: { value: 1 },
    };
    this.mesh = quadMesh({ vertex: VERTEX, fragment: FRAGMENT }, this.uniforms, 5, false);
    this.mesh.visible = false;
  }

  /** Vectors of all nodes, 3 numbers each: those that are not 0 are drawn, the longest `length` scene units long. */
  set(vectors: Float32Array, nodeCount: number, length: number): void {
    if (this.nodes.length < nodeCount) {
      this.nodes = new Uint32Array(nodeCount);
      this.vectors = new Float32Array(3 * nodeCount);
      this.allocations += 2;
      this.mesh.geometry.dispose();
      const geometry = quadGeometry();
      const nodes = new InstancedBufferAttribute(this.nodes, 1);
      const attribute = new InstancedBufferAttribute(this.vectors, 3);
      nodes.setUsage(DynamicDrawUsage);
      attribute.setUsage(DynamicDrawUsage);
      geometry.setAttribute('node', nodes);
      geometry.setAttribute('vector', attribute);
      this.mesh.geometry = geometry;
    }
    let largest = 0;
    for (let i = 0; i < 3 * nodeCount; i += 3) {
      const size = vectors[i]! ** 2 + vectors[i + 1]! ** 2 + vectors[i + 2]! ** 2;
      if (size > largest) largest = size;
    }
    largest = Math.sqrt(largest);
    let count = 0;
    // Arrows shorter than a hundredth of the longest would be dust.
    const least = (largest * 0.01) ** 2;
    for (let i = 0; i < nodeCount; i += 1) {
      const x = vectors[3 * i]!, y = vectors[3 * i + 1]!, z = vectors[3 * i + 2]!;
      const size = x * x + y * y + z * z;
      if (!(size > least) || size === 0) continue;
      this.nodes[count] = i;
      this.vectors[3 * count] = x;
      this.vectors[3 * count + 1] = y;
      this.vectors[3 * count + 2] = z;
      count += 1;
    }
    const geometry = this.mesh.geometry;
    geometry.instanceCount = count;
    geometry.getAttribute('node').needsUpdate = true;
    geometry.getAttribute('vector').needsUpdate = true;
    this.uniforms.uLength.value = largest > 0 ? length / largest : 1;
    this.mesh.visible = count > 0;
  }

  hide(): void {
    this.mesh.visible = false;
  }
}
