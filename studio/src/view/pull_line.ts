// The dotted line from a pulled node to the pointer.
import { BufferAttribute, BufferGeometry, GLSL3, Mesh, RawShaderMaterial, Vector3 } from 'three';
import { FRAGMENT_HEAD, type SharedUniforms, VERTEX_HEAD } from './shared';

const VERTEX = VERTEX_HEAD + /* glsl */ `
in vec2 corner;
uniform int uNode;
uniform vec3 uPoint;
flat out float vLength;
out vec2 vAt;
void main() {
  vec4 a = to_clip(node_position(uNode)), b = to_clip(uPoint);
  vec2 pa = to_pixels(a), pb = to_pixels(b);
  vec2 d = pb - pa;
  float l = max(length(d), 1e-3);
  vec2 t = d / l, n = vec2(-t.y, t.x);
  float along = corner.x * l;
  vAt = vec2(along, corner.y * 2.0 * uSize);
  vLength = l;
  gl_Position = vec4((pa + t * along + n * vAt.y) / (0.5 * uViewport), -0.99, 1.0);
}`;

const FRAGMENT = FRAGMENT_HEAD + /* glsl */ `
uniform float uSize;
flat in float vLength;
in vec2 vAt;
void main() {
  float x = mod(vAt.x, 6.0 * uSize) - 1.5 * uSize;
  float d = length(vec2(max(abs(x) - 1.0 * uSize, 0.0), vAt.y)) - 0.75 * uSize;
  float alpha = vAt.x < 8.0 ? 0.0 : cover(d);
  if (alpha < 0.02) discard;
  colour = vec4(uInk, alpha);
}`;

export class PullLine {
  readonly mesh: Mesh<BufferGeometry, RawShaderMaterial>;
  private readonly uniforms;

  constructor(shared: SharedUniforms) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('corner', new BufferAttribute(new Float32Array([0, -1, 1, -1, 0, 1, 1, 1]), 2));
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    this.uniforms = { ...shared, uNode: { value: 0 }, uPoint: { value: new Vector3() } };
    const material = new RawShaderMaterial({
      glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: this.uniforms, transparent: true,
      depthTest: false, depthWrite: false,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 6;
    this.mesh.visible = false;
  }

  set(node: number, point: readonly [number, number, number] | null): void {
    this.mesh.visible = point !== null;
    if (point) {
      this.uniforms.uNode.value = node;
      this.uniforms.uPoint.value.set(point[0], point[1], point[2]);
    }
  }
}
