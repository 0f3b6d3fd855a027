// Nodes and springs as two tables: the same net for those who read rather than look. In pages, sorted by any column, with the
// numbers of the state shown; a row chooses what it names.
import { el, fill, setAttribute, setText } from '../../app/dom';
import { download, stem } from '../../app/files';
import { count, exact, plain } from '../../app/numbers';
import type { Studio } from '../../app/studio';
import type { NetColumns, SceneInfo, Units } from '../../protocol';
import { t } from '../../text';
import { inside } from '../../text/en_inside';
import { link } from '../sentence';
import { csv } from './take';

const words = inside.table;
/** Rows of a page. */
export const PAGE = 100;
/** Springs from which the numbers of a moving net are asked for less often, and ms between two questions. */
const MANY = 20_000, OFTEN = 200, SELDOM = 1500;

type What = 'node' | 'spring';

export interface Column {
  name: string;
  unit: (units: Units) => string;
  value: (data: NetColumns, id: number) => number;
}

const none = (): string => '';
/** The columns of numbers. */
export function columnsOf(what: What, info: Pick<SceneInfo, 'dimension'>): Column[] {
  if (what === 'node')
    return [
      ...['x', 'y', 'z'].slice(0, info.dimension).map((name, axis): Column => ({ name, unit: (units) => units.length, value: (data, id) => data.positions[3 * id + axis]! })),
      { name: words.mass, unit: (units) => units.mass, value: (data, id) => data.mass[id]! },
    ];
  return [
    { name: words.tension, unit: (units) => units.force, value: (data, id) => data.tension[id]! },
    { name: words.length, unit: (units) => units.length, value: (data, id) => data.length[id]! },
    { name: words.rest, unit: (units) => units.length, value: (data, id) => data.restLength[id]! },
    { name: words.strain, unit: none, value: (data, id) => data.strain[id]! },
    { name: words.stiffness, unit: (units) => units.stiffness, value: (data, id) => data.stiffness[id]! },
    { name: words.energy, unit: (units) => units.energy, value: (data, id) => data.energy[id]! },
  ];
}

export const headOf = ({ name, unit }: Column, units: Units): string => (units.given && unit(units) ? `${name}, ${unit(units)}` : name);

/** Ids in the order of a column's values, what has none last. */
export function sorted(values: ArrayLike<number>, down: boolean): Int32Array {
  const ids = Int32Array.from({ length: values.length }, (_, i) => i);
  return ids.sort((a, b) => {
    const x = values[a]!, y = values[b]!;
    if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) && Number.isNaN(y) ? a - b : Number.isNaN(x) ? 1 : -1;
    return (down ? y - x : x - y) || a - b;
  });
}

/** All rows, as comma-separated values. */
export function tableText(what: What, info: SceneInfo, data: NetColumns): string {
  const columns = columnsOf(what, info);
  const axes = ['x', 'y', 'z'].slice(0, info.dimension);
  const rows: (string | number)[][] = [[what, ...(what === 'node' ? ['name', 'fixed'] : ['first', 'second']), ...columns.map((column) => headOf(column, info.units))]];
  const number = (value: number): string | number => (Number.isFinite(value) ? value : '');
  for (let id = 0; id < (what === 'node' ? info.nodeCount : info.springCount); id += 1)
    rows.push([id, ...(what === 'node' ? [info.nodeNames[id] ?? '', axes.filter((_, axis) => (info.fixed[id] ?? 0) & (1 << axis)).join('')] : [info.ends[2 * id]!, info.ends[2 * id + 1]!]),
      ...columns.map(({ value }) => number(value(data, id)))]);
  return csv(rows);
}

class OneTable {
  readonly element: HTMLElement;
  private readonly what: What;
  private readonly studio: Studio;
  private readonly again: () => void;
  private readonly table = el('table', { class: 'list' });
  private readonly pages = el('div', { class: 'pages' });
  private readonly range = el('span', { role: 'status' });
  private readonly caption = el('caption');
  private by = -1;
  private down = true;
  private page = 0;
  private key = '';
  private rows: { row: HTMLElement; id: number; cells: HTMLElement[] }[] = [];

  constructor(studio: Studio, what: What, again: () => void) {
    this.studio = studio;
    this.what = what;
    this.again = again;
    const turn = (text: string, by: number): HTMLElement => el('button', { class: 'btn small', type: 'button', text, onclick: () => { this.page += by; this.again(); } });
    this.element = el('section', {}, el('div', { class: 'table-head' }, this.pages, el('span', { class: 'grow' }),
      el('button', { class: 'btn small', type: 'button', text: words.csv[what], onclick: () => void this.save() })), this.table);
    fill(this.pages, turn(words.before, -1), this.range, turn(words.after, 1));
  }

  private get total(): number {
    return this.what === 'node' ? this.studio.info!.nodeCount : this.studio.info!.springCount;
  }

  private async save(): Promise<void> {
    const { info, engine } = this.studio;
    const data = await this.studio.attempt(() => engine.request('columns', {}));
    if (data && info) download(`${stem(this.studio)}-${this.what}s.csv`, tableText(this.what, info, data), 'text/csv');
  }

  show(data: NetColumns): void {
    const { studio, what, by, down } = this;
    const info = studio.info!;
    const columns = columnsOf(what, info);
    const last = Math.max(0, Math.ceil(this.total / PAGE) - 1);
    this.page = Math.max(0, Math.min(last, this.page));
    const from = this.page * PAGE, to = Math.min(this.total, from + PAGE);
    const order = by < 0 ? null : sorted(Array.from({ length: this.total }, (_, id) => columns[by]!.value(data, id)), down);
    const ids = Array.from({ length: to - from }, (_, i) => (order ? order[from + i]! : from + i));
    // Rows are made again where others are shown; else only their numbers change, and the focus stays.
    const key = `${info.revision} ${by} ${down} ${ids.join(' ')}`;
    if (key !== this.key) this.make(info, columns, ids);
    this.key = key;
    this.pages.hidden = last === 0;
    setText(this.range, words.range(count(from + 1), count(to), count(this.total)));
    const [before, after] = this.pages.querySelectorAll('button');
    setAttribute(before!, 'aria-disabled', this.page === 0 ? 'true' : null);
    setAttribute(after!, 'aria-disabled', this.page === last ? 'true' : null);
    const chosen = what === 'node' ? studio.choice.nodes : studio.choice.springs;
    for (const { row, id, cells } of this.rows) {
      setAttribute(row, 'aria-selected', String(chosen.includes(id)));
      cells.forEach((cell, i) => {
        const value = columns[i]!.value(data, id);
        setText(cell, plain(value));
        setAttribute(cell, 'title', Number.isFinite(value) ? exact(value, info.units.given ? columns[i]!.unit(info.units) : '') : null);
      });
    }
  }

  private make(info: SceneInfo, columns: Column[], ids: number[]): void {
    const { what, studio } = this;
    // A button that had the focus has it again.
    const focused = document.activeElement instanceof HTMLElement && this.table.contains(document.activeElement) ? document.activeElement.dataset['key'] : undefined;
    const axes = ['x', 'y', 'z'].slice(0, info.dimension);
    const heads = columns.map((column, i) => el('th', { scope: 'col', class: 'r', 'aria-sort': this.by === i ? (this.down ? 'descending' : 'ascending') : 'none' }, el('button', {
      type: 'button', 'data-key': `sort ${i}`, text: headOf(column, info.units) + (this.by === i ? (this.down ? ' ↓' : ' ↑') : ''), title: words.sort, onclick: () => {
        // Down, up, and as numbered.
        if (this.by !== i) this.by = i, this.down = true;
        else if (this.down) this.down = false;
        else this.by = -1;
        this.page = 0;
        this.again();
      },
    })));
    this.rows = ids.map((id) => {
      const cells = columns.map(() => el('td', { class: 'r' }));
      const button = link(studio, what, id, String(id));
      button.dataset['key'] = `row ${id}`;
      setAttribute(button, 'aria-label', what === 'node' ? t.graphs.nodeName(id) : t.stage.spelled(id));
      const bits = info.fixed[id] ?? 0;
      const facts = what === 'node' ? axes.filter((_, axis) => bits & (1 << axis)).join(' ') : `${info.ends[2 * id]}–${info.ends[2 * id + 1]}`;
      return { id, cells, row: el('tr', {}, el('th', { scope: 'row' }, button, what === 'node' && info.nodeNames[id] ? ` ${info.nodeNames[id]}` : null), el('td', { text: facts }), ...cells) };
    });
    setText(this.caption, what === 'node' ? t.graphs.nodes : t.graphs.springs);
    fill(this.table, this.caption,
      el('thead', {}, el('tr', {}, el('th', { scope: 'col', text: what === 'node' ? t.graphs.node : t.graphs.spring }), el('th', { scope: 'col', text: what === 'node' ? t.graphs.support : t.graphs.ends }), ...heads)),
      el('tbody', {}, ...this.rows.map(({ row }) => row)));
    if (focused) (this.table.querySelector(`[data-key="${focused}"]`) as HTMLElement | null)?.focus();
  }
}

export class NetTable {
  private readonly studio: Studio;
  private readonly tables: OneTable[];
  private readonly element: HTMLElement;
  private data: NetColumns | null = null;
  private dataFor = -1;
  private asked = -Infinity;
  private busy = false;
  private due = 0;

  constructor(studio: Studio) {
    this.studio = studio;
    this.tables = (['node', 'spring'] as const).map((what) => new OneTable(studio, what, () => this.show()));
    this.element = el('div', { class: 'two net' }, ...this.tables.map(({ element }) => element));
  }

  private show(): void {
    const { info } = this.studio;
    if (this.data && info && this.dataFor === info.revision) for (const table of this.tables) table.show(this.data);
  }

  /** Puts it into the pane, with the numbers of now as soon as they are there. */
  draw(pane: HTMLElement): void {
    const { studio } = this;
    const { info } = studio;
    if (!info || info.nodeCount === 0) {
      fill(pane, el('p', { class: 'empty', text: t.deck.noNodes }));
      return;
    }
    if (this.element.parentElement !== pane) fill(pane, this.element);
    this.show();
    const wait = (info.springCount > MANY ? SELDOM : OFTEN) - (performance.now() - this.asked);
    if (this.busy) return;
    if (wait > 0) {
      // What comes in between is shown in the end.
      clearTimeout(this.due);
      this.due = window.setTimeout(() => studio.tab === 'table' && this.draw(pane), wait + 10);
      if (this.dataFor === info.revision) return;
    }
    this.busy = true;
    this.asked = performance.now();
    studio.engine.request('columns', {}).then((data) => {
      this.data = data;
      this.dataFor = info.revision;
      this.busy = false;
      if (studio.info?.revision === info.revision) this.show();
      else this.draw(pane);
    }, () => { this.busy = false; });
  }
}
