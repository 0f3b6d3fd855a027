// Fields of the inspector: numbers with units that scrub by their label, choices, toggles, sliders.
import { type Child, el, setAttribute, setText } from '../../app/dom';
import { icon } from '../../app/icons';
import { exact, parseValue, plain, prefixFor } from '../../app/numbers';
import type { Studio } from '../../app/studio';
import { t } from '../../text';

/** A name with its symbol in italics: "Length l". */
export function named(text: string, symbol?: string, sub?: string): Child[] {
  return [text, symbol ? el('i', { class: 'm' }, symbol, sub ? el('sub', { text: sub }) : null) : null];
}

export function section(title: string | Node | null, right: Node | string | null, ...children: Child[]): HTMLElement {
  return el('section', {}, title === null ? null : el('h3', {}, title, right === null ? null : typeof right === 'string' ? el('span', { text: right }) : right), ...children);
}

/** A row of a name and a value that is only shown. */
export function valueRow(text: string, symbol?: string, sub?: string): { cells: [HTMLElement, HTMLElement]; set: (value: number, unit: string, text?: string) => void } {
  const value = el('span'), unit = el('span', { class: 'u' });
  const cell = el('span', { class: 'v' }, value, unit);
  return {
    cells: [el('span', {}, ...named(text, symbol, sub)), cell],
    set: (number, name, shown) => {
      const [factor, prefixed] = prefixFor(number, name);
      setText(value, shown ?? plain(number / factor));
      setText(unit, shown === undefined ? prefixed : name);
      setAttribute(cell, 'title', exact(number, name));
    },
  };
}

export interface NumberField {
  element: HTMLElement;
  /** Shows a value, unless the user is typing. */
  set: (value: number | null, unit: string) => void;
  input: HTMLInputElement;
}

let groups = 0;

interface NumberOptions {
  label: Child[];
  name: string;
  commit: (value: number, group?: string) => void;
  /** Text where there is no value: "mixed", "never". */
  none?: string;
  /** An empty field is allowed and means none. */
  clear?: () => void;
  positive?: boolean;
}

export function numberField(studio: Studio, options: NumberOptions): NumberField {
  const input = el('input', { type: 'text', inputmode: 'decimal', spellcheck: 'false', autocomplete: 'off', 'aria-label': options.name });
  const unit = el('span', { class: 'u' });
  const box = el('div', { class: 'in' }, input, unit);
  const label = el('label', { class: 'scrub' }, ...options.label);
  const refusal = el('div', { class: 'refusal', role: 'alert', hidden: true });
  const element = el('div', { class: 'fld' }, label, box, refusal);
  let value: number | null = null, base = '', factor = 1;

  const show = (): void => {
    const [f, prefixed] = value === null ? [1, base] : prefixFor(value, base);
    factor = f;
    input.value = value === null ? '' : plain(value / f, 5, true);
    input.placeholder = value === null ? options.none ?? '' : '';
    setText(unit, value === null ? '' : prefixed);
    setAttribute(box, 'title', value === null ? null : exact(value, base));
  };
  const refuse = (text: string): void => {
    refusal.hidden = text === '';
    setText(refusal, text);
    setAttribute(input, 'aria-invalid', text ? 'true' : null);
  };
  const commit = (): void => {
    const text = input.value.trim();
    if (text === '' && (options.clear || value === null)) {
      refuse('');
      if (value !== null) options.clear?.();
      return;
    }
    const parameters = new Map((studio.info?.parameters ?? []).map((p) => [p.name, p.value]));
    const parsed = parseValue(text, base, parameters);
    if (typeof parsed !== 'number') {
      refuse(parsed.reason === 'unit' ? t.inspector.refuse.unit(base) : t.inspector.refuse[parsed.reason]);
      return;
    }
    // A bare number is in the unit that the field shows.
    const bare = /^[+\-\u2212\d.e,]+$/i.test(text);
    const next = bare ? parsed * factor : parsed;
    refuse('');
    if (value === null || Math.abs(next - value) > 1e-12 * Math.abs(value)) options.commit(next);
  };
  input.addEventListener('focus', () => {
    if (value !== null) input.value = String(Number((value / factor).toPrecision(12)));
    input.select();
  });
  input.addEventListener('blur', () => {
    commit();
    if (refusal.hidden) show();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      commit();
      if (refusal.hidden) input.blur();
    } else if (event.key === 'Escape') {
      refuse('');
      show();
      input.blur();
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && value !== null) {
      event.preventDefault();
      const step = (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 0.1 : 0.01);
      options.commit(value === 0 ? step * factor : value * (1 + step), `keys-${options.name}`);
      input.blur();
      input.focus();
    }
    event.stopPropagation();
  });
  label.addEventListener('click', () => input.focus());
  // Dragging the label changes the value by a hundredth for each two pixels.
  label.addEventListener('pointerdown', (event) => {
    if (value === null) return;
    const start = value, x0 = event.clientX, group = `scrub-${(groups += 1)}`;
    label.setPointerCapture(event.pointerId);
    const move = (e: PointerEvent): void => {
      const d = e.clientX - x0;
      if (Math.abs(d) < 3) return;
      const next = start === 0 ? d * 0.01 : start * 1.005 ** (Math.sign(start) * d);
      options.commit(Number(next.toPrecision(4)), group);
    };
    const stop = (): void => {
      label.removeEventListener('pointermove', move);
      label.removeEventListener('pointerup', stop);
    };
    label.addEventListener('pointermove', move);
    label.addEventListener('pointerup', stop);
  });
  return {
    element, input,
    set: (next, name) => {
      value = next !== null && Number.isFinite(next) ? next : null;
      base = name;
      if (document.activeElement !== input) show();
    },
  };
}

export function textField(label: string, commit: (text: string) => void, wide = false): { element: HTMLElement; set: (text: string) => void } {
  const input = el('input', { type: 'text', 'aria-label': label, spellcheck: 'false' });
  let value = '';
  input.addEventListener('blur', () => {
    if (input.value !== value) commit(input.value);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') input.blur();
    event.stopPropagation();
  });
  return {
    element: el('div', { class: wide ? 'fld stacked' : 'fld' }, el('label', { text: label }), el('div', { class: 'in text' }, input)),
    set: (text) => {
      value = text;
      if (document.activeElement !== input) input.value = text;
    },
  };
}

export function choiceField<T extends string>(label: string, entries: readonly (readonly [T, string])[], commit: (value: T) => void): { element: HTMLElement; set: (value: T | null) => void } {
  const select = el('select', { 'aria-label': label }, ...entries.map(([value, text]) => el('option', { value, text })));
  const mixed = el('option', { value: '', text: t.inspector.mixed, disabled: true, hidden: true });
  select.append(mixed);
  select.addEventListener('change', () => commit(select.value as T));
  return {
    element: el('div', { class: 'fld' }, el('label', { text: label }), el('div', { class: 'in sel' }, select, icon('down'))),
    set: (value) => {
      if (document.activeElement !== select || select.value === '') select.value = value ?? '';
    },
  };
}

/** One button for each axis. */
export function axisToggles(label: string, axes: number, toggle: (axis: number, on: boolean) => void): { element: HTMLElement; set: (bits: number) => void } {
  const buttons = Array.from({ length: axes }, (_, axis) => el('button', {
    type: 'button', text: 'xyz'[axis], 'aria-label': `${label} ${'xyz'[axis]}`, 'aria-pressed': 'false',
    onclick: () => toggle(axis, buttons[axis]!.getAttribute('aria-pressed') !== 'true'),
  }));
  return {
    element: el('div', { class: 'fld' }, el('label', { text: label }), el('div', { class: 'toggles', role: 'group', 'aria-label': label }, ...buttons)),
    set: (bits) => buttons.forEach((button, axis) => setAttribute(button, 'aria-pressed', String(Boolean(bits & (1 << axis))))),
  };
}

export interface Slider {
  element: HTMLElement;
  set: (value: number, range: { min: number; max: number; log: boolean }, unit: string, limit?: number | null) => void;
}

const STEPS = 1000;

/** A slider with its value; `limit` begins a hatched range that is not stable. */
export function slider(label: string, change: (value: number, group: string) => void): Slider {
  const input = el('input', { type: 'range', min: '0', max: String(STEPS), step: '1', 'aria-label': label });
  const fillBar = el('span', { class: 'fill' }), bad = el('span', { class: 'bad', hidden: true });
  const track = el('div', { class: 'tr' }, bad, fillBar, input);
  const value = el('span'), unitText = el('span', { class: 'u' });
  const element = el('div', { class: 'sl' }, el('label', { text: label }), el('output', {}, value, unitText), track);
  let range = { min: 0, max: 1, log: false }, unit = '', group = '', sliding = false, current = NaN;
  const shareOf = (v: number): number => {
    const share = range.log ? Math.log(v / range.min) / Math.log(range.max / range.min) : (v - range.min) / (range.max - range.min);
    return Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0));
  };
  const valueOf = (share: number): number => Number((range.log ? range.min * (range.max / range.min) ** share : range.min + share * (range.max - range.min)).toPrecision(3));
  const text = (v: number): void => {
    const [factor, prefixed] = prefixFor(v, unit);
    setText(value, plain(v / factor, 3, true));
    setText(unitText, prefixed);
    setAttribute(input, 'aria-valuetext', `${plain(v / factor, 3, true)} ${prefixed}`.trim());
  };
  const place = (share: number): void => {
    // The knob's middle runs from 7 pixels to 7 before the end.
    track.style.setProperty('--at', `calc(7px + ${share} * (100% - 14px))`);
  };
  input.addEventListener('pointerdown', () => {
    sliding = true;
    group = `slider-${(groups += 1)}`;
  });
  const stop = (): void => {
    sliding = false;
  };
  input.addEventListener('pointerup', stop);
  input.addEventListener('pointercancel', stop);
  input.addEventListener('input', () => {
    // A key changes the value by what its digits show, at least.
    const towards = Math.sign(Number(input.value) / STEPS - shareOf(current));
    while (!sliding && valueOf(Number(input.value) / STEPS) === current && towards !== 0) {
      const before = input.value;
      input.value = String(Number(input.value) + towards);
      if (input.value === before) break;
    }
    const v = valueOf(Number(input.value) / STEPS);
    current = v;
    text(v);
    place(Number(input.value) / STEPS);
    change(v, sliding ? group : `slider-keys-${label}`);
  });
  return {
    element,
    set: (v, next, name, limit) => {
      range = next;
      unit = name;
      if (limit !== undefined && limit !== null && limit < range.max) {
        bad.hidden = false;
        track.style.setProperty('--limit', `calc(7px + ${shareOf(limit)} * (100% - 14px))`);
      } else bad.hidden = true;
      if (sliding) return;
      current = v;
      input.value = String(Math.round(shareOf(v) * STEPS));
      text(v);
      place(shareOf(v));
    },
  };
}
