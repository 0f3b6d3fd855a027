// A sentence with links: plain texts, stressed ones, nodes and springs.

export type Part = string | { b: string } | { node: number } | { spring: number };
export type Sentence = Part[];
