// Numbers as the screen shows them: four significant digits, an SI prefix, a unit; and back.

export interface Shown {
  text: string;
  unit: string;
}

const PREFIXES: [number, string][] = [
  [1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n'],
];

/** Below this a smaller prefix is taken: 0.4244 m, but 1 ms. */
const SMALL: Record<string, number> = { s: 0.1, m: 0.001 };

// A unit that takes a prefix: a symbol at its begin that has none yet.
const PREFIXABLE = /^(N|J|Pa|Hz|W|s|m)(?![a-zA-Z²³^])/;

/** The factor and name of the prefix that suits a value in this unit. */
export function prefixFor(value: number, unit: string): [number, string] {
  const symbol = PREFIXABLE.exec(unit)?.[1];
  if (symbol === undefined || unit.startsWith('m/')) return [1, unit];
  const size = Math.abs(value);
  if (!(size > 0) || !Number.isFinite(size)) return [1, unit];
  if (size < 1000 && size >= (SMALL[symbol] ?? 0.01)) return [1, unit];
  for (const [factor, prefix] of PREFIXES) {
    if (factor > 1 && symbol === 's') continue;
    if (size >= factor * 0.99995) return [factor, prefix + unit];
  }
  return [1, unit];
}

const MINUS = '\u2212';

/** A number in at most `digits` significant digits; very large and small ones with a power of ten. */
export function plain(value: number, digits = 4, trim = false): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : MINUS + '∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  let text: string;
  if (size >= 10 ** Math.max(digits + 2, 6) || size < 1e-4) {
    const [mantissa, exponent] = value.toExponential(Math.max(0, Math.min(digits, 3) - 1)).split('e');
    text = `${trimmed(mantissa ?? '')}e${Number(exponent)}`;
  } else {
    const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size) + 1e-12));
    text = value.toFixed(decimals);
    if (trim) text = trimmed(text);
  }
  return text.replace(/-/g, MINUS);
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}

/** A value with a unit, as the parts that a row shows. */
export function shown(value: number, unit: string, digits = 4, trim = false): Shown {
  const [factor, name] = prefixFor(value, unit);
  return { text: plain(value / factor, digits, trim), unit: name };
}

/** The same as one text: "1.71 kN". */
export function quantity(value: number, unit: string, digits = 3, trim = true): string {
  const { text, unit: name } = shown(value, unit, digits, trim);
  return name ? `${text}\u00a0${name}` : text;
}

/** A whole number with a thin comma: 10,000. */
export const count = (value: number): string => value.toLocaleString('en-US');

/** Every digit, for copies and tooltips. */
export const exact = (value: number, unit: string): string => (unit ? `${value} ${unit}` : String(value));

/** Powers of ten as "2.1 × 10⁻¹³". */
export function power(value: number): string {
  if (!(Math.abs(value) > 0) || !Number.isFinite(value)) return plain(value);
  if (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e4) return plain(value, 2, true);
  const [mantissa, exponent] = value.toExponential(1).split('e');
  const raised = String(Number(exponent)).replace(/-/g, '⁻').replace(/\d/g, (d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(d)] ?? d);
  return `${(mantissa ?? '').replace('-', MINUS)}\u00a0×\u00a010${raised}`;
}

/** The next 1, 2 or 5 times a power of ten that is at least this. */
export function niceAbove(value: number): number {
  if (!(value > 0)) return 1;
  const base = 10 ** Math.floor(Math.log10(value));
  for (const factor of [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10])
    if (factor * base >= value * (1 - 1e-9)) return factor * base;
  return 10 * base;
}

/** A step of 1, 2 or 5 for ticks. */
export function niceStep(value: number): number {
  if (!(value > 0)) return 1;
  const base = 10 ** Math.floor(Math.log10(value));
  const share = value / base;
  return (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10) * base;
}

// ---- what a person types ----

const FACTORS: Record<string, number> = {
  T: 1e12, G: 1e9, M: 1e6, k: 1e3, h: 100, d: 0.1, c: 0.01, m: 1e-3, 'µ': 1e-6, u: 1e-6, n: 1e-9,
};

/** A typed value in the field's unit: "20 kN", "0.3", "=2*k". Gives a number, or why not. */
export function parseValue(
  text: string, unit: string, parameters: ReadonlyMap<string, number>,
): number | { reason: 'number' | 'unit' | 'formula' } {
  const input = text.trim().replace(/\u2212/g, '-').replace(/,(?=\d{3}\b)/g, '');
  if (input.startsWith('=')) {
    const value = evaluate(input.slice(1), parameters);
    return value === null || !Number.isFinite(value) ? { reason: 'formula' } : value;
  }
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/i.exec(input);
  if (!match) return { reason: 'number' };
  const value = Number(match[1]);
  const given = (match[2] ?? '').trim();
  if (!Number.isFinite(value)) return { reason: 'number' };
  if (given === '' || given === unit) return value;
  for (const [prefix, factor] of Object.entries(FACTORS))
    if (given === prefix + unit) return value * factor;
  if (given === '%' && unit === '') return value / 100;
  return { reason: 'unit' };
}

/** A formula of the scene file: + - * / ^, parentheses, min max abs sqrt sin cos exp, pi, parameters. */
export function evaluate(text: string, parameters: ReadonlyMap<string, number>): number | null {
  const tokens = text.match(/\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|[A-Za-z_]\w*|[-+*/^(),]|\S/gi) ?? [];
  let at = 0;
  const functions: Record<string, (...values: number[]) => number> = {
    min: Math.min, max: Math.max, abs: Math.abs, sqrt: Math.sqrt, sin: Math.sin, cos: Math.cos, exp: Math.exp,
  };
  class Bad extends Error {}
  const take = (token: string): boolean => (tokens[at] === token ? (at += 1, true) : false);
  const sum = (): number => {
    let value = product();
    for (;;) {
      if (take('+')) value += product();
      else if (take('-')) value -= product();
      else return value;
    }
  };
  const product = (): number => {
    let value = unary();
    for (;;) {
      if (take('*')) value *= unary();
      else if (take('/')) value /= unary();
      else return value;
    }
  };
  const unary = (): number => (take('-') ? -unary() : take('+') ? unary() : raised());
  const raised = (): number => {
    const base = atom();
    return take('^') ? base ** (take('-') ? -atom() : atom()) : base;
  };
  const atom = (): number => {
    const token = tokens[at++];
    if (token === undefined) throw new Bad();
    if (token === '(') {
      const value = sum();
      if (!take(')')) throw new Bad();
      return value;
    }
    if (/^[\d.]/.test(token)) return Number(token);
    const call = Object.hasOwn(functions, token) ? functions[token] : undefined;
    if (call && take('(')) {
      const values = [sum()];
      while (take(',')) values.push(sum());
      if (!take(')')) throw new Bad();
      return call(...values);
    }
    if (token === 'pi') return Math.PI;
    const value = parameters.get(token);
    if (value === undefined) throw new Bad();
    return value;
  };
  try {
    const value = sum();
    return at === tokens.length ? value : null;
  } catch (error) {
    if (error instanceof Bad || error instanceof RangeError) return null;
    throw error;
  }
}
