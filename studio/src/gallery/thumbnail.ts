// Small pictures of the gallery, as data: lines between nodes, and some frames of a real run.

export type PackedThumbnail = {
  dimension: number;
  nodes: number;
  springs: number;
  moves: boolean;
  /** uint16 in base64: the two ends of each line. */
  lines: string;
  /** xy: uint16, in a box of 4000 x 3000, y down; share: int8, the tension in hundredths of the scale's end. */
  frames: { xy: string; share: string }[];
};

export type Thumbnail = {
  lines: Uint16Array;
  frames: { xy: Uint16Array; share: Int8Array }[];
};

const bytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

export function unpacked(packed: PackedThumbnail): Thumbnail {
  return {
    lines: new Uint16Array(bytes(packed.lines).buffer),
    frames: packed.frames.map(({ xy, share }) => ({
      xy: new Uint16Array(bytes(xy).buffer),
      share: new Int8Array(bytes(share).buffer),
    })),
  };
}

/** A colour (CSS) for a share of the scale, from -1, compression, to 1, tension. */
export type Ramp = (share: number) => string;

/**
 * Draws the picture into a canvas of any size. `at` runs over the frames, from 0 to frames.length - 1; positions
 * between frames are interpolated.
 */
export function drawThumbnail(canvas: HTMLCanvasElement, picture: Thumbnail, at: number, ramp: Ramp): void {
  const context = canvas.getContext('2d');
  const last = picture.frames.length - 1;
  if (context === null || last < 0) return;
  const from = Math.max(0, Math.min(last, Math.floor(at)));
  const a = picture.frames[from]!;
  const b = picture.frames[Math.min(last, from + 1)]!;
  const part = Math.max(0, Math.min(1, at - from));
  const scale = Math.min(canvas.width / 4000, canvas.height / 3000);
  const left = (canvas.width - 4000 * scale) / 2;
  const top = (canvas.height - 3000 * scale) / 2;
  const x = (node: number): number => left + scale * (a.xy[2 * node]! * (1 - part) + b.xy[2 * node]! * part);
  const y = (node: number): number => top + scale * (a.xy[2 * node + 1]! * (1 - part) + b.xy[2 * node + 1]! * part);

  context.clearRect(0, 0, canvas.width, canvas.height);
  context.lineCap = 'round';
  const lines = picture.lines.length / 2;
  // Few springs are thick, many are thin.
  context.lineWidth = Math.max(0.6, Math.min(3, 40 / Math.sqrt(lines + 1))) * (canvas.width / 260);
  // By colour, from slack to stressed: what is stressed is seen.
  const byShare = new Map<number, number[]>();
  for (let i = 0; i < lines; i += 1) {
    const share = Math.round((a.share[i]! * (1 - part) + b.share[i]! * part) / 10);
    const found = byShare.get(share);
    if (found) found.push(i);
    else byShare.set(share, [i]);
  }
  for (const share of [...byShare.keys()].sort((p, q) => Math.abs(p) - Math.abs(q))) {
    context.strokeStyle = ramp(share / 10);
    context.beginPath();
    for (const i of byShare.get(share)!) {
      const p = picture.lines[2 * i]!;
      const q = picture.lines[2 * i + 1]!;
      context.moveTo(x(p), y(p));
      context.lineTo(x(q), y(q));
    }
    context.stroke();
  }
}
