// The form in which this browser records films: MP4 where it encodes it, else WebM.

const KINDS = [
  ['video/mp4;codecs=avc1.42E01E', '.mp4'], ['video/webm;codecs=vp9', '.webm'], ['video/webm;codecs=vp8', '.webm'], ['video/webm', '.webm'],
] as const;

/** The form that this browser can record; null where it records none. */
export function filmKind(): { type: string; ending: string } | null {
  if (typeof MediaRecorder === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype)) return null;
  const found = KINDS.find(([type]) => MediaRecorder.isTypeSupported(type));
  return found ? { type: found[0], ending: found[1] } : null;
}
