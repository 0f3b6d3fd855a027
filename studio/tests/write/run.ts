// A student's code in Node.js, in the very text that the sandbox's worker runs.
import { createContext, runInContext } from 'node:vm';
import { type Ask, functionOf, type Kind, type StudentError, type Told, workerText } from '../../src/write/student';

function told(kind: Kind, code: string, cases: object[]): Told {
  const all: Told[] = [];
  const scope: Record<string, unknown> = { postMessage: (message: Told) => all.push(message) };
  scope['self'] = scope;
  runInContext(workerText(code), createContext(scope), { filename: 'student.js' });
  (scope['onmessage'] as (event: { data: Ask }) => void)({ data: { id: 1, kind: functionOf(kind), cases } as Ask });
  return structuredClone(all[all.length - 1]!);
}

export function answersOf(kind: Kind, code: string, cases: object[]): number[][] | { x: number[]; v: number[] }[] {
  const last = told(kind, code, cases);
  if (!('answers' in last)) throw new Error(JSON.stringify(last));
  return last.answers;
}

export function errorOf(kind: Kind, code: string, cases: object[]): StudentError {
  const last = told(kind, code, cases);
  if (!('error' in last)) throw new Error(JSON.stringify(last));
  return last.error;
}
