// Fixing and freeing nodes.
import type { Studio } from './studio';

/** Fixes free nodes; frees them where all are fixed. */
export function toggleFixed(studio: Studio, nodes: number[]): void {
  if (nodes.length === 0) return;
  const fixed = studio.info?.fixed;
  const all = nodes.every((node) => (fixed?.[node] ?? 0) !== 0);
  void studio.edit([all ? { op: 'free', nodes } : { op: 'fix', nodes }], all ? 'free' : 'fix');
}
