// Numbers as the page shows and reads them.
import { describe, expect, it } from 'vitest';
import { evaluate, niceAbove, niceStep, parseValue, plain, power, quantity, shown } from '../src/app/numbers';

const none = new Map<string, number>();

describe('numbers on the screen', () => {
  it('have four significant digits, an SI prefix and a true minus', () => {
    expect(shown(1712, 'N')).toEqual({ text: '1.712', unit: 'kN' });
    expect(shown(-0.4244, 'm')).toEqual({ text: '\u22120.4244', unit: 'm' });
    expect(shown(0.001, 's')).toEqual({ text: '1.000', unit: 'ms' });
    expect(shown(61.4, 'N/m')).toEqual({ text: '61.40', unit: 'N/m' });
    expect(quantity(12310, 'N/m')).toBe('12.3\u00a0kN/m');
  });

  it('give no prefix to units that have none, such as kg, %, m/s', () => {
    expect(shown(20000, 'kg').unit).toBe('kg');
    expect(shown(2500, 'm/s').unit).toBe('m/s');
    expect(shown(0.00001, 'm/s²').unit).toBe('m/s²');
    expect(shown(0.002, 'mm').unit).toBe('mm');
  });

  it('name values that are none', () => {
    expect(plain(NaN)).toBe('–');
    expect(plain(-Infinity)).toBe('\u2212∞');
    expect(plain(0)).toBe('0');
  });

  it('write small residuals as powers of ten', () => {
    expect(power(2.1e-13)).toBe('2.1\u00a0×\u00a010⁻¹³');
    expect(power(120)).toBe('120');
  });

  it('round scales up and ticks to 1, 2, 5', () => {
    expect(niceAbove(237)).toBe(250);
    expect(niceAbove(250)).toBe(250);
    expect(niceAbove(0.0101)).toBeCloseTo(0.012, 12);
    expect([niceStep(1.2), niceStep(3), niceStep(60)]).toEqual([1, 2, 50]);
  });
});

describe('typed values', () => {
  it('take prefixes, units and formulas', () => {
    expect(parseValue('20 kN', 'N', none)).toBe(20000);
    expect(parseValue('\u22123.5', 'm', none)).toBe(-3.5);
    expect(parseValue('5 mm', 'm', none)).toBeCloseTo(0.005, 15);
    expect(parseValue('=2*k + 1', 'N', new Map([['k', 10]]))).toBe(21);
  });

  it('are refused with a reason where they mean nothing', () => {
    expect(parseValue('abc', 'N', none)).toEqual({ reason: 'number' });
    expect(parseValue('5 kg', 'N', none)).toEqual({ reason: 'unit' });
    expect(parseValue('=2*x', 'N', none)).toEqual({ reason: 'formula' });
    expect(parseValue('=1/0', 'N', none)).toEqual({ reason: 'formula' });
  });

  it('follow the grammar of the scene file', () => {
    expect(evaluate('-2^2', none)).toBe(-4);
    expect(evaluate('min(3, 2, 5) * sqrt(16) / (1 + 1)', none)).toBe(4);
    expect(evaluate('cos(pi)', none)).toBe(-1);
    for (const bad of ['', '2 +', '(1', '2 3', 'constructor', 'alert(1)', '1;2', 'min()']) expect(evaluate(bad, none)).toBeNull();
    expect(evaluate('('.repeat(100000), none)).toBeNull();
  });
});
