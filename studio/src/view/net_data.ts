// The net's arrays on both sides: positions, values and states as textures, and the same numbers for gestures and labels.
import {
  DataTexture, FloatType, NearestFilter, RedFormat, RedIntegerFormat, RGBAFormat, UnsignedByteType,
  type PixelFormat, type TextureDataType,
} from 'three';

const LARGEST_WIDTH = 2048;

function texture(data: Float32Array | Uint8Array, width: number, height: number, format: PixelFormat, type: TextureDataType): DataTexture {
  const result = new DataTexture(data as Float32Array<ArrayBuffer>, width, height, format, type);
  result.minFilter = NearestFilter;
  result.magFilter = NearestFilter;
  result.generateMipmaps = false;
  result.unpackAlignment = 1;
  result.needsUpdate = true;
  return result;
}

/** One texture of bytes or floats with room for `count` items. */
class Column<T extends Float32Array | Uint8Array> {
  data: T;
  texture: DataTexture;
  width: number;
  private readonly make: (length: number) => T;
  private readonly format: PixelFormat;
  private readonly type: TextureDataType;
  private readonly parts: number;

  constructor(make: (length: number) => T, format: PixelFormat, type: TextureDataType, parts: number) {
    this.make = make;
    this.format = format;
    this.type = type;
    this.parts = parts;
    this.width = 1;
    this.data = make(parts);
    this.texture = texture(this.data, 1, 1, format, type);
  }

  /** True where new arrays were needed. */
  reserve(count: number): boolean {
    const width = Math.min(LARGEST_WIDTH, Math.max(1, count));
    const height = Math.max(1, Math.ceil(count / width));
    if (this.data.length === width * height * this.parts) return false;
    this.texture.dispose();
    this.data = this.make(width * height * this.parts);
    this.texture = texture(this.data, width, height, this.format, this.type);
    this.width = width;
    return true;
  }
}

export class NetData {
  nodeCount = 0;
  springCount = 0;
  /** 3 for each node: where the nodes are drawn now. */
  positions = new Float32Array(0);
  /** One for each spring. */
  values = new Float32Array(0);
  readonly gpuPositions = new Column((n) => new Float32Array(n), RGBAFormat, FloatType, 4);
  readonly gpuValues = new Column((n) => new Float32Array(n), RedFormat, FloatType, 1);
  /** Of springs: bits of a frame and marks. */
  readonly springStates = new Column((n) => new Uint8Array(n), RedIntegerFormat, UnsignedByteType, 1);
  /** Of nodes: fixed axes and marks. */
  readonly nodeStates = new Column((n) => new Uint8Array(n), RedIntegerFormat, UnsignedByteType, 1);
  /** Arrays allocated so far; the same from frame to frame. */
  allocations = 0;

  resize(nodeCount: number, springCount: number): void {
    if (this.positions.length !== 3 * nodeCount) {
      this.positions = new Float32Array(3 * nodeCount);
      this.allocations += 1;
    }
    if (this.values.length !== springCount) {
      this.values = new Float32Array(springCount);
      this.allocations += 1;
    }
    this.nodeCount = nodeCount;
    this.springCount = springCount;
    if (this.gpuPositions.reserve(nodeCount)) this.allocations += 1;
    if (this.nodeStates.reserve(nodeCount)) this.allocations += 1;
    if (this.gpuValues.reserve(springCount)) this.allocations += 1;
    if (this.springStates.reserve(springCount)) this.allocations += 1;
  }

  setPositions(positions: Float32Array): void {
    const { nodeCount, positions: own } = this;
    if (positions.length !== own.length) return;
    own.set(positions);
    this.uploadPositions(own, nodeCount);
  }

  /** Shows other positions than those kept, such as a swinging mode. */
  uploadPositions(positions: Float32Array, nodeCount: number): void {
    const gpu = this.gpuPositions.data;
    for (let i = 0, from = 0, to = 0; i < nodeCount; i += 1, from += 3, to += 4) {
      gpu[to] = positions[from]!;
      gpu[to + 1] = positions[from + 1]!;
      gpu[to + 2] = positions[from + 2]!;
    }
    this.gpuPositions.texture.needsUpdate = true;
  }

  setValues(values: Float32Array, flags: Uint8Array): void {
    if (values.length === this.springCount) {
      this.values.set(values);
      this.uploadValues();
    }
    if (flags.length === this.springCount) {
      const states = this.springStates.data;
      for (let i = 0; i < flags.length; i += 1) states[i] = (states[i]! & 0xf8) | (flags[i]! & 7);
      this.springStates.texture.needsUpdate = true;
    }
  }

  /** What each value is divided by before it is drawn, one for each spring; null: nothing. */
  divisors: Float32Array | null = null;

  uploadValues(): void {
    const { values, divisors } = this, gpu = this.gpuValues.data;
    if (divisors?.length === values.length) for (let i = 0; i < values.length; i += 1) gpu[i] = values[i]! / divisors[i]!;
    else gpu.set(values);
    this.gpuValues.texture.needsUpdate = true;
  }

  /** Sets the fixed axes of all nodes. */
  setFixed(fixed: Uint8Array): void {
    const states = this.nodeStates.data;
    for (let i = 0; i < fixed.length; i += 1) states[i] = (states[i]! & 0xf8) | (fixed[i]! & 7);
    this.nodeStates.texture.needsUpdate = true;
  }

  /** Gives one mark to these springs and takes it from all others. */
  markSprings(bit: number, springs: Iterable<number>): void {
    const states = this.springStates.data;
    for (let i = 0; i < this.springCount; i += 1) states[i] = states[i]! & ~bit;
    for (const spring of springs) if (spring >= 0 && spring < this.springCount) states[spring] = states[spring]! | bit;
    this.springStates.texture.needsUpdate = true;
  }

  markNodes(bit: number, nodes: Iterable<number>): void {
    const states = this.nodeStates.data;
    for (let i = 0; i < this.nodeCount; i += 1) states[i] = states[i]! & ~bit;
    for (const node of nodes) if (node >= 0 && node < this.nodeCount) states[node] = states[node]! | bit;
    this.nodeStates.texture.needsUpdate = true;
  }
}
