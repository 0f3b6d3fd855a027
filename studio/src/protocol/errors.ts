// Why a request was refused.

export interface Problem {
  file: string;
  /** From 1; 0 where there is no text. */
  line: number;
  column: number;
  /** JSON pointer to the value, "/springs/0/ends/12", or empty. */
  pointer: string;
  /** The value as it is written. */
  value: string;
  message: string;
}

export interface EngineError {
  /** content: bad input; io: a file is missing; limit: too large; state: not possible now;
   *  internal: a fault of the program. */
  kind: 'content' | 'io' | 'limit' | 'state' | 'internal';
  /** At least one. */
  problems: Problem[];
}
