// Parts of the graphs: pictures as SVG, and the order of a factorisation.
import { describe, expect, test } from 'vitest';
import { fillOf, minimumDegree } from '../src/panels/graphs/ordering';
import { SvgPen } from '../src/panels/graphs/pen';

/** A grid of n x n nodes with springs along its lines, as pairs. */
function grid(n: number): { rows: number[]; columns: number[] } {
  const rows: number[] = [], columns: number[] = [];
  for (let i = 0; i < n; i += 1)
    for (let j = 0; j < n; j += 1) {
      if (i + 1 < n) rows.push((i + 1) * n + j), columns.push(i * n + j);
      if (j + 1 < n) rows.push(i * n + j + 1), columns.push(i * n + j);
    }
  return { rows, columns };
}

describe('the order of elimination', () => {
  test('a chain and a star fill nothing in', () => {
    expect(minimumDegree(6, [1, 2, 3, 4, 5], [0, 1, 2, 3, 4]).filled).toEqual([]);
    // From its middle a star would fill in completely.
    const star = minimumDegree(6, [1, 2, 3, 4, 5], [0, 0, 0, 0, 0]);
    expect(star.filled).toEqual([]);
    expect(fillOf(6, [1, 2, 3, 4, 5], [0, 0, 0, 0, 0], [0, 1, 2, 3, 4, 5])).toBe(10);
  });

  test('is a permutation, and its fill is what elimination in that order gives', () => {
    const { rows, columns } = grid(12);
    const { order, place, filled } = minimumDegree(144, rows, columns);
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 144 }, (_, i) => i));
    order.forEach((node, step) => expect(place[node]).toBe(step));
    expect(filled.length).toBe(fillOf(144, rows, columns, place));
    // Row by row, each column of a grid of n x n gets a profile of n: (n - 1) (n - 1) (n - 1) new blocks.
    const asDrawn = fillOf(144, rows, columns, Array.from({ length: 144 }, (_, i) => i));
    expect(asDrawn).toBe(11 * 11 * 11);
    expect(filled.length).toBeLessThan(0.75 * asDrawn);
  });
});

describe('a graph as SVG', () => {
  const pen = (): SvgPen => new SvgPen((text) => ({ width: 6 * text.length }) as TextMetrics);

  test('keeps paths, dashes, clips and alignment, and texts as text', () => {
    const g = pen();
    g.save();
    g.beginPath();
    g.rect(10, 10, 80, 40);
    g.clip();
    g.strokeStyle = '#123456';
    g.setLineDash([3, 2]);
    g.beginPath();
    g.moveTo(0, 0);
    g.lineTo(50.126, 20);
    g.stroke();
    g.restore();
    g.font = '500 12px "Inter Variable", sans-serif';
    g.textAlign = 'right';
    g.fillText('<b>&', 90, 12);
    const text = g.picture(100, 60, '#ffffff', 'Energy');
    expect(text).toContain('<path d="M0 0L50.13 20" fill="none" stroke="#123456" stroke-width="1" stroke-dasharray="3 2" clip-path="url(#clip1)"/>');
    expect(text).toContain('text-anchor="end"');
    expect(text).toContain('>&lt;b&gt;&amp;</text>');
    expect(text).not.toContain('<b>');
    // After restore nothing is clipped or dashed.
    expect(text.slice(text.indexOf('<text'))).not.toContain('clip');
  });

  test('a hatched fill is one pattern, however often it is used', () => {
    const g = pen();
    for (let i = 0; i < 3; i += 1) {
      g.fillStyle = g.hatch('#888888');
      g.fillRect(0, 0, 10, 10);
    }
    const text = g.picture(10, 10, '#fff', 'x');
    expect(text.match(/<pattern/g)).toHaveLength(1);
    expect(text.match(/fill="url\(#hatch1\)"/g)).toHaveLength(3);
  });
});
