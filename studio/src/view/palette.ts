// The colours of the theme, read from the style sheet, as numbers for shaders and texts for canvases.
import { Color, SRGBColorSpace, Vector3 } from 'three';

const NAMES = [
  'stage', 'panel', 'sunk', 'hover', 'line', 'edge', 'ink', 'ink2', 'ink3', 'on-ink', 'select', 'alarm', 'good', 'warn',
  'load', 'grid', 'kinetic', 'elastic', 'gravity', 'lost', 'work', 'compression1', 'compression5', 'zero', 'tension5',
  'tension1', 'use0', 'use5', 'use1',
] as const;
export type ColourName = (typeof NAMES)[number];

export class Palette {
  readonly text = {} as Record<ColourName, string>;
  readonly rgb = {} as Record<ColourName, Vector3>;
  /** Five stops from compression to tension, for a share of -1 to 1. */
  readonly stops: Vector3[] = Array.from({ length: 5 }, () => new Vector3());
  /** Of quantities without a sign, for a share of 0 to 1. */
  readonly usage: Vector3[] = Array.from({ length: 5 }, () => new Vector3());
  dark = false;
  projector = false;

  constructor() {
    for (const name of NAMES) this.rgb[name] = new Vector3();
    this.read();
  }

  read(): void {
    const style = getComputedStyle(document.documentElement);
    // A canvas gives every way to write a colour (#fff, white) as #ffffff.
    const canvas = document.createElement('canvas').getContext('2d')!;
    for (const name of NAMES) {
      canvas.fillStyle = '#000000';
      canvas.fillStyle = style.getPropertyValue(`--${name}`).trim();
      const text = canvas.fillStyle;
      this.text[name] = text;
      const value = Number.parseInt(text.slice(1, 7), 16);
      this.rgb[name].set(((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255);
    }
    const scale: ColourName[] = ['compression1', 'compression5', 'zero', 'tension5', 'tension1'];
    scale.forEach((name, i) => this.stops[i]!.copy(this.rgb[name]));
    // A scale without a sign uses the right half of the same five stops.
    const usage: ColourName[] = ['use0', 'use0', 'use0', 'use5', 'use1'];
    usage.forEach((name, i) => this.usage[i]!.copy(this.rgb[name]));
    const theme = document.documentElement.dataset['theme'];
    this.dark = theme === 'dark';
    this.projector = theme === 'projector';
  }

  stage(): Color {
    const { x, y, z } = this.rgb.stage;
    return new Color().setRGB(x, y, z, SRGBColorSpace);
  }

  /** The colour of a share of the scale, for canvases and elements. */
  tone(share: number, usage = false): string {
    const stops = usage ? this.usage : this.stops;
    const at = (Math.max(-1, Math.min(1, Number.isFinite(share) ? share : 0)) + 1) * 2;
    const index = Math.min(3, Math.floor(at));
    const part = at - index;
    const a = stops[index]!, b = stops[index + 1]!;
    const mix = (from: number, to: number): number => Math.round(255 * (from + (to - from) * part));
    return `rgb(${mix(a.x, b.x)},${mix(a.y, b.y)},${mix(a.z, b.z)})`;
  }
}
