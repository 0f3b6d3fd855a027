// Counts with their noun: "1 spring", "10,000 springs".
import { count } from '../app/numbers';

export const plural = (n: number, one: string, many: string): string => `${count(n)} ${n === 1 ? one : many}`;
