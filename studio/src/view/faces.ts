// Faces: one mesh on the texture of positions, with normals by derivatives; flattened, it is the shadow.
import {
  BufferAttribute, BufferGeometry, DoubleSide, EqualStencilFunc, GLSL3, IncrementStencilOp, Mesh, RawShaderMaterial,
} from 'three';
import { FRAGMENT_HEAD, type SharedUniforms, VERTEX_HEAD } from './shared';

const VERTEX = VERTEX_HEAD + /* glsl */ `
in uint node;
uniform float uGround;
uniform int uFlat;
out vec3 vWorld;
void main() {
  vec3 p = node_position(int(node));
  if (uFlat != 0) {
    float h = p.z - uGround;
    p = vec3(p.x + 0.12 * h, p.y + 0.2 * h, uGround);
  }
  vWorld = p;
  gl_Position = to_clip(p);
}`;

const FRAGMENT = FRAGMENT_HEAD + /* glsl */ `
uniform int uFlat;
uniform int uDark;
uniform int uPlane;
in vec3 vWorld;
void main() {
  if (uFlat != 0) {
    colour = uDark != 0 ? vec4(0.0, 0.0, 0.0, 0.30) : vec4(uInk, 0.042);
    return;
  }
  if (uPlane != 0) {
    colour = vec4(uInk, 0.06);
    return;
  }
  vec3 normal = cross(dFdx(vWorld), dFdy(vWorld));
  float size = length(normal);
  float light = size > 0.0 ? abs(dot(normal / size, normalize(vec3(0.35, -0.45, 0.82)))) : 1.0;
  colour = uDark != 0 ? vec4(0.75, 0.82, 0.94, 0.015 + 0.06 * light) : vec4(uInk, 0.012 + 0.075 * (1.0 - light));
}`;

export class Faces {
  readonly surface: Mesh<BufferGeometry, RawShaderMaterial>;
  readonly shadow: Mesh<BufferGeometry, RawShaderMaterial>;
  readonly common = { uGround: { value: 0 }, uDark: { value: 0 }, uPlane: { value: 0 } };

  constructor(shared: SharedUniforms) {
    const make = (flat: number): Mesh<BufferGeometry, RawShaderMaterial> => {
      const material = new RawShaderMaterial({
        glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false,
        depthTest: flat === 0, side: DoubleSide,
        uniforms: { ...shared, ...this.common, uFlat: { value: flat } },
      });
      if (flat) {
        // Each pixel once, however many faces lie over each other.
        material.stencilWrite = true;
        material.stencilFunc = EqualStencilFunc;
        material.stencilRef = 0;
        material.stencilZPass = IncrementStencilOp;
      }
      const mesh = new Mesh(new BufferGeometry(), material);
      mesh.frustumCulled = false;
      return mesh;
    };
    this.shadow = make(1);
    this.shadow.renderOrder = 1;
    this.surface = make(0);
    this.surface.renderOrder = 2;
  }

  set(triangles: Int32Array, plane: boolean): void {
    this.surface.geometry.dispose();
    const geometry = new BufferGeometry();
    geometry.setAttribute('node', new BufferAttribute(new Uint32Array(triangles), 1));
    geometry.setDrawRange(0, triangles.length);
    this.surface.geometry = geometry;
    this.shadow.geometry = geometry;
    this.surface.visible = triangles.length > 0;
    this.shadow.visible = triangles.length > 0 && !plane;
    this.common.uPlane.value = plane ? 1 : 0;
  }
}
