// The language of the page. Another one is another file with the same keys.
import { en } from './en';

export const t = en;
export type { Part, Sentence } from './parts';
