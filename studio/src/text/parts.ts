// A sentence with links: plain texts, stressed ones, nodes and springs; `first`: it begins the sentence.

export type Part = string | { b: string } | { node: number; first?: boolean } | { spring: number; first?: boolean };
export type Sentence = Part[];
