// Instanced quads with shaders of their own: what springs, nodes and arrows are drawn with.
import { BufferAttribute, GLSL3, InstancedBufferGeometry, type IUniform, Mesh, RawShaderMaterial } from 'three';

export type QuadMesh = Mesh<InstancedBufferGeometry, RawShaderMaterial>;

/** A quad whose corners are along 0..1 and across -1..1. */
export function quadGeometry(): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  const corners = new BufferAttribute(new Float32Array([0, -1, 1, -1, 0, 1, 1, 1]), 2);
  geometry.setAttribute('corner', corners);
  geometry.setIndex([0, 1, 2, 2, 1, 3]);
  return geometry;
}

/** A mesh of such quads; those with a higher order are drawn later. */
export function quadMesh(
  shaders: { vertex: string; fragment: string }, uniforms: Record<string, IUniform>, order: number, depthWrite: boolean,
): QuadMesh {
  const material = new RawShaderMaterial({
    glslVersion: GLSL3, vertexShader: shaders.vertex, fragmentShader: shaders.fragment, uniforms, transparent: true, depthWrite,
  });
  const mesh = new Mesh(quadGeometry(), material);
  mesh.frustumCulled = false;
  mesh.renderOrder = order;
  return mesh;
}
