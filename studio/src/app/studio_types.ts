// What the page's state is made of.
import type { Frame, PullInfo } from '../protocol';

export type Topic =
  | 'scene' | 'opened' | 'frame' | 'state' | 'rest' | 'iteration' | 'motion' | 'blowUp' | 'problem' | 'choice' | 'hover'
  | 'tool' | 'theme' | 'scale' | 'modes' | 'arrow' | 'layout' | 'saved' | 'equations' | 'notice' | 'camera' | 'tab' | 'compare';

export type Tool = 'hand' | 'node' | 'spring' | 'fix' | 'load' | 'cut' | 'measure' | 'probe';
export type Tab = 'energy' | 'probes' | 'phase' | 'modes' | 'residual' | 'matrix' | 'eigenvalues' | 'table' | 'spring' | 'scene';

export interface Choice {
  nodes: number[];
  springs: number[];
  obstacle: number;
}

export interface Hover {
  kind: 'node' | 'spring' | 'obstacle';
  id: number;
}

export interface SceneFileSet {
  name: string;
  text?: string;
  bytes?: Uint8Array;
  files?: { name: string; bytes: Uint8Array }[];
  dimension?: 2 | 3;
  /** Of the gallery: the name of its folder. */
  example?: string;
}

/** The facts of the last frame that panels show. */
export interface Now {
  time: number;
  step: number;
  source: Frame['source'];
  energies: Float64Array;
  probes: Float64Array;
  pull: PullInfo | null;
  netForce: number;
  netForceNode: number;
  work: number;
  keptUp: number;
}
