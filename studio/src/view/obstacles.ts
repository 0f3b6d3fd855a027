// Obstacles: planes, spheres, boxes, capsules, as quiet shaded bodies.
import {
  BoxGeometry, BufferGeometry, CapsuleGeometry, CylinderGeometry, DoubleSide, GLSL3, Group, MathUtils, Matrix4, Mesh, PlaneGeometry,
  Quaternion, RawShaderMaterial, SphereGeometry, Vector3,
} from 'three';
import type { ObstacleInfo } from '../protocol';
import { FRAGMENT_HEAD, PICK_OBSTACLE, type SharedUniforms } from './shared';

const VERTEX = /* glsl */ `
precision highp float;
precision highp int;
in vec3 position;
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
uniform mat4 modelMatrix;
out vec3 vWorld;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vWorld = world.xyz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const FRAGMENT = FRAGMENT_HEAD + /* glsl */ `
uniform int uId;
uniform int uPlane;
uniform int uMark;
uniform float uOpacity;
in vec3 vWorld;
void main() {
  if (uPick != 0) { colour = pick_colour(${PICK_OBSTACLE}, uId); return; }
  vec3 normal = cross(dFdx(vWorld), dFdy(vWorld));
  float size = length(normal);
  float light = size > 0.0 ? dot(normal / size, normalize(vec3(0.35, -0.45, 0.82))) : 1.0;
  float shade = uPlane != 0 ? 0.13 : 0.09 + 0.10 * (1.0 - light);
  vec3 rgb = mix(uStage, uInk, shade);
  if (uMark == 2) rgb = mix(rgb, uSelect, 0.35);
  else if (uMark == 1) rgb = mix(rgb, uInk, 0.08);
  colour = vec4(rgb, uOpacity);
}`;

const Z = new Vector3(0, 0, 1), Y = new Vector3(0, 1, 0);

export class Obstacles {
  readonly group = new Group();
  private readonly homes: Vector3[] = [];
  private readonly shared: SharedUniforms;

  constructor(shared: SharedUniforms) {
    this.shared = shared;
    this.group.renderOrder = 1;
  }

  set(list: readonly ObstacleInfo[], plane: boolean, reach: number): void {
    for (const child of this.group.children) {
      const mesh = child as Mesh<BufferGeometry, RawShaderMaterial>;
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    this.group.clear();
    this.homes.length = 0;
    list.forEach((obstacle, index) => this.add(obstacle, index, plane, reach));
  }

  private add(obstacle: ObstacleInfo, index: number, plane: boolean, reach: number): void {
    const matrix = new Matrix4();
    const home = new Vector3();
    let geometry: BufferGeometry;
    if (obstacle.kind === 'sphere') {
      geometry = new SphereGeometry(obstacle.radius, 48, 32);
      home.fromArray(obstacle.point);
    } else if (obstacle.kind === 'box') {
      geometry = new BoxGeometry(obstacle.size[0], obstacle.size[1], plane ? 1e-6 : obstacle.size[2]);
      home.fromArray(obstacle.point);
      const [x, y, z] = obstacle.rotate.map((degrees) => MathUtils.degToRad(degrees));
      const turn = new Matrix4();
      matrix.makeRotationX(x ?? 0).premultiply(turn.makeRotationY(y ?? 0)).premultiply(turn.makeRotationZ(z ?? 0));
    } else if (obstacle.kind === 'capsule') {
      const from = new Vector3().fromArray(obstacle.point), to = new Vector3().fromArray(obstacle.pointB);
      const axis = to.clone().sub(from);
      const length = axis.length();
      geometry = new CapsuleGeometry(obstacle.radius, length, 12, 32);
      home.copy(from).add(to).multiplyScalar(0.5);
      if (length > 0) matrix.makeRotationFromQuaternion(new Quaternion().setFromUnitVectors(Y, axis.normalize()));
    } else {
      const normal = new Vector3().fromArray(obstacle.normal).normalize();
      home.fromArray(obstacle.point);
      const depth = 6 * reach;
      if (plane) {
        // A half of the plane: a large square below its line.
        geometry = new PlaneGeometry(4 * depth, depth).translate(0, -depth / 2, 0) as unknown as BufferGeometry;
        matrix.makeRotationFromQuaternion(new Quaternion().setFromUnitVectors(Y, normal));
      } else {
        // A disc: a square has corners that point at nothing.
        geometry = new CylinderGeometry(1.2 * reach, 1.2 * reach, 1e-4 * reach, 96).rotateX(Math.PI / 2);
        matrix.makeRotationFromQuaternion(new Quaternion().setFromUnitVectors(Z, normal));
      }
    }
    const material = new RawShaderMaterial({
      glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT, side: DoubleSide,
      transparent: obstacle.kind === 'plane', depthWrite: obstacle.kind !== 'plane',
      uniforms: {
        ...this.shared, uId: { value: index }, uPlane: { value: plane ? 1 : 0 }, uMark: { value: 0 },
        uOpacity: { value: obstacle.kind === 'plane' && !plane ? 0.3 : 1 },
      },
    });
    const mesh = new Mesh(geometry, material);
    mesh.matrixAutoUpdate = false;
    mesh.matrix.copy(matrix).setPosition(home.x, home.y, plane ? -0.01 * reach : home.z);
    mesh.matrixWorldNeedsUpdate = true;
    mesh.renderOrder = 1;
    mesh.frustumCulled = false;
    this.homes.push(mesh.position.setFromMatrixPosition(mesh.matrix).clone());
    this.group.add(mesh);
  }

  /** Displacements, 3 numbers each. */
  move(by: Float32Array): void {
    this.group.children.forEach((mesh, i) => {
      const home = this.homes[i];
      mesh.matrixWorldNeedsUpdate = true;
      if (home && by.length >= 3 * i + 3)
        mesh.matrix.setPosition(home.x + by[3 * i]!, home.y + by[3 * i + 1]!, home.z + by[3 * i + 2]!);
    });
  }

  mark(hover: number, selected: number): void {
    this.group.children.forEach((mesh, i) => {
      const uniforms = (mesh as Mesh<BufferGeometry, RawShaderMaterial>).material.uniforms;
      uniforms['uMark']!.value = i === selected ? 2 : i === hover ? 1 : 0;
    });
  }
}
