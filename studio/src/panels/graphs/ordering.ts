// The order in which a sparse factorisation eliminates nodes: always one with the fewest neighbours left (minimum degree).
// The graph of what is left is kept as it is, so this is for pictures of a few thousand nodes.

export interface Ordering {
  /** Nodes in the order of their elimination. */
  order: Int32Array;
  /** Where each node stands in it. */
  place: Int32Array;
  /** Pairs of nodes whose block the factor has although the matrix has not. */
  filled: [number, number][];
}

/** `rows`, `columns`: the pairs of nodes with a block, one half of the matrix. */
export function minimumDegree(nodeCount: number, rows: ArrayLike<number>, columns: ArrayLike<number>): Ordering {
  const near: Set<number>[] = Array.from({ length: nodeCount }, () => new Set());
  for (let i = 0; i < rows.length; i += 1) {
    const a = rows[i]!, b = columns[i]!;
    if (a !== b) near[a]!.add(b), near[b]!.add(a);
  }
  // Nodes by degree, so that the next is found without looking at all.
  const byDegree: Set<number>[] = [];
  const shelf = (degree: number): Set<number> => (byDegree[degree] ??= new Set());
  near.forEach((set, node) => shelf(set.size).add(node));
  const order = new Int32Array(nodeCount), place = new Int32Array(nodeCount);
  const filled: [number, number][] = [];
  const move = (node: number, change: () => void): void => {
    shelf(near[node]!.size).delete(node);
    change();
    shelf(near[node]!.size).add(node);
  };
  let lowest = 0;
  for (let step = 0; step < nodeCount; step += 1) {
    lowest = Math.max(0, lowest - 1);
    while (shelf(lowest).size === 0) lowest += 1;
    const node = shelf(lowest).values().next().value!;
    shelf(lowest).delete(node);
    order[step] = node;
    place[node] = step;
    const others = [...near[node]!];
    for (const other of others) move(other, () => near[other]!.delete(node));
    // What was joined through this node is joined now.
    for (let i = 0; i < others.length; i += 1)
      for (let j = i + 1; j < others.length; j += 1) {
        const a = others[i]!, b = others[j]!;
        if (near[a]!.has(b)) continue;
        filled.push([a, b]);
        move(a, () => near[a]!.add(b));
        move(b, () => near[b]!.add(a));
      }
    near[node]!.clear();
  }
  return { order, place, filled };
}

/** How many blocks a factorisation adds where nodes are eliminated in this order. */
export function fillOf(nodeCount: number, rows: ArrayLike<number>, columns: ArrayLike<number>, place: ArrayLike<number>): number {
  // Of each column the next one: row sets are merged upwards along the elimination tree.
  const below: Set<number>[] = Array.from({ length: nodeCount }, () => new Set());
  let given = 0;
  for (let i = 0; i < rows.length; i += 1) {
    const a = place[rows[i]!]!, b = place[columns[i]!]!;
    if (a === b) continue;
    given += 1;
    below[Math.min(a, b)]!.add(Math.max(a, b));
  }
  let all = 0;
  for (let column = 0; column < nodeCount; column += 1) {
    const set = below[column]!;
    all += set.size;
    let parent = Infinity;
    for (const row of set) if (row < parent) parent = row;
    if (parent < Infinity) for (const row of set) if (row !== parent) below[parent]!.add(row);
    below[column] = new Set();
  }
  return all - given;
}
