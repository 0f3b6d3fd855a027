// What all shaders of the stage share: uniforms, and the code that fetches a node's position.
import { type DataTexture, Vector2, Vector3 } from 'three';

export interface SharedUniforms {
  [name: string]: { value: unknown };
  uPosition: { value: DataTexture | null };
  uWidth: { value: number };
  /** CSS pixels of the target. */
  uViewport: { value: Vector2 };
  /** Device pixels for each CSS pixel. */
  uRatio: { value: number };
  uStage: { value: Vector3 };
  uInk: { value: Vector3 };
  uSelect: { value: Vector3 };
  uAlarm: { value: Vector3 };
  /** Distance from the eye to what it looks at: there a pixel has its own size. */
  uDistance: { value: number };
  /** Where the fade with depth begins and ends, as distances from the eye. */
  uFade: { value: Vector2 };
  /** 1 for the design's sizes, more for the projector. */
  uSize: { value: number };
  /** 1 while ids are drawn for picking. */
  uPick: { value: number };
}

export function sharedUniforms(): SharedUniforms {
  return {
    uPosition: { value: null },
    uWidth: { value: 1 },
    uViewport: { value: new Vector2(1, 1) },
    uRatio: { value: 1 },
    uStage: { value: new Vector3() },
    uInk: { value: new Vector3() },
    uSelect: { value: new Vector3() },
    uAlarm: { value: new Vector3() },
    uDistance: { value: 1 },
    uFade: { value: new Vector2(0, 1) },
    uSize: { value: 1 },
    uPick: { value: 0 },
  };
}

export const VERTEX_HEAD = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
uniform sampler2D uPosition;
uniform int uWidth;
uniform vec2 uViewport;
uniform float uDistance;
uniform vec2 uFade;
uniform float uSize;
uniform int uPick;
ivec2 place(int i) { return ivec2(i % uWidth, i / uWidth); }
vec3 node_position(int i) { return texelFetch(uPosition, place(i), 0).xyz; }
vec4 to_clip(vec3 p) { return projectionMatrix * viewMatrix * vec4(p, 1.0); }
// In pixels from the centre.
vec2 to_pixels(vec4 c) { return c.xy / c.w * 0.5 * uViewport; }
float fade_of(float w) { return 0.5 * clamp((w - uFade.x) / max(uFade.y - uFade.x, 1e-20), 0.0, 1.0); }
// Things farther away are smaller, but stay visible.
float near_size(float w) { return clamp(uDistance / w, 0.55, 1.6); }
const vec4 NOWHERE = vec4(2.0, 2.0, 2.0, 1.0);
`;

export const FRAGMENT_HEAD = /* glsl */ `
precision highp float;
precision highp int;
uniform vec3 uStage;
uniform vec3 uInk;
uniform vec3 uSelect;
uniform vec3 uAlarm;
uniform float uRatio;
uniform int uPick;
layout(location = 0) out vec4 colour;
float cover(float distance_px) { return clamp(0.5 - distance_px * uRatio, 0.0, 1.0); }
// Kind in alpha, id in the colour.
vec4 pick_colour(int kind, int id) {
  return vec4(float(id & 255), float((id >> 8) & 255), float((id >> 16) & 255), float(kind)) / 255.0;
}
`;

export const PICK_NODE = 1, PICK_SPRING = 2, PICK_OBSTACLE = 3;
