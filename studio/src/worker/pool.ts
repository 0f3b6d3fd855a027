// Arrays of frames that go to the page and come back: after the first few frames nothing is
// allocated.
export class Pool {
  private readonly free = new Map<number, ArrayBuffer[]>();
  private flying = 0;
  private lastSent = -Infinity;
  /** How many arrays were made: a test sees that it stays. */
  made = 0;

  /** Whether another frame may be sent: fewer than `most` are with the page, or it is slow to give
   *  them back. */
  may(most: number, now: number): boolean {
    return this.flying < most || now - this.lastSent > 250;
  }

  sent(now: number): void {
    this.flying++;
    this.lastSent = now;
  }

  takeBack(buffers: ArrayBuffer[]): void {
    this.flying = Math.max(0, this.flying - 1);
    for (const buffer of buffers) {
      const list = this.free.get(buffer.byteLength);
      if (!list) this.free.set(buffer.byteLength, [buffer]);
      else if (list.length < 32) list.push(buffer);
    }
    // Sizes of nets that are gone.
    if (this.free.size > 12) this.free.clear();
  }

  floats(from: Float32Array): Float32Array<ArrayBuffer> {
    const array = new Float32Array(this.buffer(from.byteLength));
    array.set(from);
    return array;
  }

  bytes(from: Uint8Array): Uint8Array<ArrayBuffer> {
    const array = new Uint8Array(this.buffer(from.byteLength));
    array.set(from);
    return array;
  }

  private buffer(bytes: number): ArrayBuffer {
    const found = bytes > 0 ? this.free.get(bytes)?.pop() : undefined;
    if (found) return found;
    if (bytes > 0) this.made++;
    return new ArrayBuffer(bytes);
  }
}
