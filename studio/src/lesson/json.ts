// JSON with the line and column of every value and key, so that a mistake can be named by its place.

/** A value as it stands in a text. Lines and columns count from 1. */
export interface Item {
  value: unknown;
  line: number;
  column: number;
  /** Of an object: its fields, with the place of each key. */
  fields?: Map<string, { key: { line: number; column: number }; item: Item }>;
  /** Of a list. */
  items?: Item[];
}

export class Misplaced extends Error {
  constructor(readonly line: number, readonly column: number, message: string) {
    super(message);
  }
}

/** No lesson needs more levels; a text of nothing but brackets has them. */
const DEEPEST = 200;

/** Reads a text; throws Misplaced. */
export function readJson(text: string): Item {
  let at = 0, line = 1, begun = 0;
  const column = (): number => at - begun + 1;
  const fail = (message: string): never => {
    throw new Misplaced(line, column(), message);
  };
  const blank = (): void => {
    for (; at < text.length; at += 1) {
      const sign = text[at]!;
      if (sign === '\n') {
        line += 1;
        begun = at + 1;
      } else if (sign !== ' ' && sign !== '\t' && sign !== '\r' && sign !== '\ufeff') return;
    }
  };
  const seen = (): string => (at < text.length ? `“${text[at]}”` : 'the end of the text');
  const quoted = (): string => {
    const begin = at;
    for (at += 1; ; at += 1) {
      const sign = text[at];
      if (sign === undefined || sign === '\n') fail('This text has no closing quotation mark.');
      if (sign === '\\') at += 1;
      else if (sign === '"') break;
    }
    at += 1;
    try {
      return JSON.parse(text.slice(begin, at)) as string;
    } catch {
      at = begin;
      return fail('This text holds a sign that JSON does not allow: write \\n for a new line, \\\\ for a backslash.');
    }
  };
  const simple = (): unknown => {
    const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/.exec(text.slice(at, at + 60))?.[0];
    if (word === undefined) return fail(`A value is expected here, not ${seen()}.`);
    at += word.length;
    return JSON.parse(word);
  };
  const value = (depth: number): Item => {
    blank();
    if (depth > DEEPEST) fail(`There are more than ${DEEPEST} brackets within each other.`);
    const place = { line, column: column() };
    if (text[at] === '{') return { ...place, ...object(depth) };
    if (text[at] === '[') return { ...place, ...list(depth) };
    return { ...place, value: text[at] === '"' ? quoted() : simple() };
  };
  /** True after a comma, false after the closing bracket. */
  const goesOn = (closing: string): boolean => {
    blank();
    const sign = text[at];
    if (sign !== ',' && sign !== closing) fail(`A comma or “${closing}” is expected here, not ${seen()}.`);
    at += 1;
    return sign === ',';
  };
  const object = (depth: number): Pick<Item, 'value' | 'fields'> => {
    const fields = new Map<string, { key: { line: number; column: number }; item: Item }>();
    at += 1;
    blank();
    if (text[at] === '}') at += 1;
    else
      do {
        blank();
        const key = { line, column: column() };
        if (text[at] !== '"') fail(`A key in quotation marks is expected here, not ${seen()}.`);
        const name = quoted();
        if (fields.has(name)) throw new Misplaced(key.line, key.column, `“${name}” stands here twice.`);
        blank();
        if (text[at] !== ':') fail(`A colon is expected here, not ${seen()}.`);
        at += 1;
        fields.set(name, { key, item: value(depth + 1) });
      } while (goesOn('}'));
    return { fields, value: Object.fromEntries([...fields].map(([name, { item }]) => [name, item.value])) };
  };
  const list = (depth: number): Pick<Item, 'value' | 'items'> => {
    const items: Item[] = [];
    at += 1;
    blank();
    if (text[at] === ']') at += 1;
    else do items.push(value(depth + 1)); while (goesOn(']'));
    return { items, value: items.map((item) => item.value) };
  };
  const whole = value(0);
  blank();
  if (at < text.length) fail(`The lesson has ended; ${seen()} is too much.`);
  return whole;
}
