import { type PropertyKind, propertiesOf } from '../openapi/decorators.js';

/** Rows that are read at once: enough that the statements cost little beside their rows. */
export const DOWNLOADED_ROWS = 2_000;

/** A table that is sent as CSV. */
export interface CsvTable<Row> {
  /** What it is, and of which thing, such as `payout-items-12`; the day follows in the name of the file. */
  readonly name: string;
  readonly columns: readonly CsvColumn<Row>[];
  /** Where rows are about people: whom. Custom fields of users and members then are further columns. */
  readonly uidOf?: (row: Row) => number;
  /**
   * Reads the next rows in the order of their key: those behind `last`, or the first ones; none at the end. Mostly at most
   * {@link DOWNLOADED_ROWS} of them, by a condition such as `id > $1`. What it throws cuts the download off.
   */
  readonly next: (last: Row | undefined) => Promise<readonly Row[]>;
  /** Is done once the download has its place, such as its audit entry; if it fails, so does the download. */
  readonly begin?: () => Promise<void>;
}

/** A column of a CSV file. */
export interface CsvColumn<Row> {
  readonly name: string;
  /** Null and undefined are an empty cell. */
  readonly of: (row: Row) => string | number | boolean | null | undefined;
  /** Whether people chose its content: names and reasons, unlike numbers, ids and the service's own words. */
  readonly isText: boolean;
}

/** A column of texts that people chose. What a spreadsheet would take for a formula gets an apostrophe before it. */
export function textColumn<Row>(name: string, of: CsvColumn<Row>['of']): CsvColumn<Row> {
  return { name, of, isText: true };
}

/** A column of numbers, ids, instants, or words of the service. */
export function plainColumn<Row>(name: string, of: CsvColumn<Row>['of']): CsvColumn<Row> {
  return { name, of, isText: false };
}

/** What makes a formula of a cell, also behind white space that a spreadsheet drops, and as wide as East Asian letters. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/**
 * The same behind what a spreadsheet may take for the end of a cell: where the comma separates decimals, it separates cells by
 * semicolons, and then knows no quotes within them.
 */
const FORMULA_WITHIN = /[;\t\r\n][\s\0]*(?=[=+\-@＝＋－＠])/g;
const LEADING = /^[\s\0]*/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/** The header. RFC 4180, with a line feed alone at the end of lines. */
export function csvHeader<Row>(columns: readonly CsvColumn<Row>[]): string {
  return line(columns.map(({ name }) => name));
}

/** Rows, each with a line feed. */
export function csvRows<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return rows.map((row) => line(columns.map((column) => cellOf(column, row)))).join('');
}

function cellOf<Row>({ of, isText }: CsvColumn<Row>, row: Row): string {
  const value = of(row);
  if (value === null || value === undefined) return '';
  const text = String(value);
  if (!isText) return text;
  const leading = LEADING.exec(text)![0];
  const harmless = leading + text.slice(leading.length).replace(FORMULA_WITHIN, "$&'");
  return FORMULA.test(text) ? `'${harmless}` : harmless;
}

function line(cells: readonly string[]): string {
  return `${cells.map((cell) => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}

type View = abstract new (...args: never[]) => object;
type Cell = string | null | undefined;

/**
 * The columns of a CSV file of what a list shows: the properties that its class describes. Those of an object within are told
 * as `plan.name`, and texts of a list are in one cell. Lists of objects are left out, and what only some answers have, such as a
 * new password.
 */
export function columnsOf<Item extends object>(view: abstract new (...args: never[]) => Item): CsvColumn<Item>[] {
  return shown(view).flatMap(([name, kind]) => {
    const valueOf = (row: Item): unknown => (row as Record<string, unknown>)[name];
    const within = classWithin(kind);
    if (within === undefined) return [columnOf(name, kind, valueOf)];
    if (kind.isArray === true) return [];
    return shown(within)
      .filter(([, inner]) => classWithin(inner) === undefined)
      .map(([inner, innerKind]) =>
        columnOf(`${name}.${inner}`, innerKind, (row: Item) => {
          return (valueOf(row) as Record<string, unknown> | null | undefined)?.[inner];
        }),
      );
  });
}

function shown(view: View): [name: string, kind: PropertyKind][] {
  return Object.entries(propertiesOf(view)).filter(([, { isOptional }]) => !isOptional);
}

function columnOf<Item>(name: string, kind: PropertyKind, valueOf: (row: Item) => unknown): CsvColumn<Item> {
  const isOwn = kind.enum !== undefined || kind.format === 'date-time' || kind.format === 'uuid';
  const column = kind.type === String && !isOwn ? textColumn : plainColumn;
  return column(name, (row) => cellOfProperty(valueOf(row)));
}

/** Numbers may have more digits than a double holds: JSON writes them as they are. */
function cellOfProperty(value: unknown): Cell {
  if (value === null || value === undefined || typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(' ') : JSON.stringify(value);
}

/** The class of an object within, or of a list of them. */
function classWithin({ type }: PropertyKind): View | undefined {
  if (typeof type !== 'function' || type === String || type === Number || type === Boolean) return undefined;
  return 'prototype' in type && type.prototype !== undefined ? (type as View) : (type as () => View)();
}
