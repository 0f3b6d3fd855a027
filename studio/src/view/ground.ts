// The ground: in space a grid of lines that fades, in the plane a grid of dots. One quad.
import { BufferAttribute, BufferGeometry, DoubleSide, GLSL3, Mesh, RawShaderMaterial, Vector3 } from 'three';

const VERTEX = /* glsl */ `
precision highp float;
precision highp int;
in vec2 corner;
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
uniform vec3 uCentre;
uniform float uReach;
uniform int uFlat;
out vec2 vGround;
void main() {
  vec2 p = uCentre.xy + corner * uReach;
  vGround = p;
  gl_Position = projectionMatrix * viewMatrix * vec4(p, uFlat != 0 ? 0.0 : uCentre.z, 1.0);
}`;

const FRAGMENT = /* glsl */ `
precision highp float;
precision highp int;
uniform vec3 uGrid;
uniform vec3 uCentre;
uniform float uReach;
uniform float uStep;
uniform float uRatio;
uniform int uFlat;
uniform float uPixel;
in vec2 vGround;
layout(location = 0) out vec4 colour;
void main() {
  vec2 cell = vGround / uStep;
  if (uFlat != 0) {
    // Dots at the crossings, one in five larger.
    vec2 nearest = floor(cell + 0.5);
    float d = length(cell - nearest) * uStep / uPixel;
    bool big = mod(nearest.x, 5.0) == 0.0 && mod(nearest.y, 5.0) == 0.0;
    float alpha = clamp(0.5 - (d - (big ? 1.5 : 0.9)) * uRatio, 0.0, 1.0);
    if (alpha < 0.02) discard;
    colour = vec4(uGrid * (big ? 0.92 : 1.0), alpha);
    return;
  }
  vec2 width = fwidth(cell);
  vec2 line = abs(fract(cell - 0.5) - 0.5) / max(width, vec2(1e-6));
  vec2 share = clamp(1.0 - line, 0.0, 1.0) * clamp(1.6 - 3.0 * width, 0.0, 1.0);
  float fade = clamp(1.0 - length(vGround - uCentre.xy) / uReach, 0.0, 1.0);
  float alpha = max(share.x, share.y) * fade;
  if (alpha < 0.01) discard;
  colour = vec4(uGrid, alpha);
}`;

export class Ground {
  readonly mesh: Mesh<BufferGeometry, RawShaderMaterial>;
  readonly uniforms = {
    uGrid: { value: new Vector3() },
    uCentre: { value: new Vector3() },
    uReach: { value: 10 },
    uStep: { value: 1 },
    uRatio: { value: 1 },
    uFlat: { value: 0 },
    uPixel: { value: 1 },
  };

  constructor() {
    const geometry = new BufferGeometry();
    geometry.setAttribute('corner', new BufferAttribute(new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), 2));
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    const material = new RawShaderMaterial({
      glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: this.uniforms, transparent: true,
      depthWrite: false, depthTest: false, side: DoubleSide,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 0;
  }
}
