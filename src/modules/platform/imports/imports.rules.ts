import type { FieldErrors } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PLATFORM } from '#platform/platform.messages.js';
import type { Charset } from '#common/http/streamed-body.js';
import { isPlainObject, UNSTORABLE_TEXT } from '#common/validation/index.js';

/** What happened to an import. */
export const IMPORT_STATUSES = ['queued', 'running', 'done', 'refused', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** How a file is written; left out is the usual. */
export interface FileFormat {
  /** Of CSV; otherwise told by its first bytes. */
  readonly charset?: Charset;
  /** Whether numbers of CSV have a comma as decimal mark. */
  readonly decimalComma?: boolean;
  /** Fields by the names that the columns have in the file, or a function that maps all names to fields; it may throw. */
  readonly columns?: Readonly<Record<string, string>> | ((names: readonly string[]) => readonly string[]);
}

/** Most columns that can be given other names, and most characters of a name. */
const MAX_COLUMNS = 100;
const MAX_COLUMN_NAME = 200;

/**
 * Fields by columns from their JSON, such as `{"Login": "username"}`.
 * @returns undefined if it is something else, or names a field twice
 */
export function parseColumns(json: string): Readonly<Record<string, string>> | undefined {
  let columns: unknown;
  try {
    columns = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!isPlainObject(columns)) return undefined;
  const entries = Object.entries(columns);
  const isFine = entries.every(
    ([name, field]) => name.length <= MAX_COLUMN_NAME && typeof field === 'string' && field.length <= MAX_COLUMN_NAME,
  );
  const isUnique = new Set(entries.map(([, field]) => field)).size === entries.length;
  return isFine && isUnique && entries.length <= MAX_COLUMNS ? (columns as Record<string, string>) : undefined;
}

/** What is wrong with the names of columns. */
export const NOT_COLUMNS = {
  code: 'VALIDATION',
  field: 'columns',
  message: 'must be a JSON object with the field of each column, no field twice',
} as const;

/** Most characters that are shown of a refused value. */
const SHOWN_CHARACTERS = 100;

/** What a row of a file says: texts in CSV, anything in JSON. */
export type ImportedRecord = Readonly<Record<string, unknown>>;

/** A row of a file by its line, or what makes it none. */
export type ReadRecord = { line: number } & ({ record: ImportedRecord } | { errors: FieldErrors });

/** A row that is refused, and why. */
export interface RefusedRow {
  /** In the file, from 1 on; of a CSV file and of a workbook, the header is the first. */
  readonly line: number;
  readonly errors: FieldErrors;
  /** What the file has in the fields with errors, as far as it has something; cut. */
  readonly values: Readonly<Record<string, string>>;
}

/** Most rows of a file. */
export const MAX_ROWS = 10_000_000;

/** Most lines of a file: a header and the rows. Blank lines count. */
export const MAX_LINES = MAX_ROWS + 1;

/** Most bytes of one row. */
export const MAX_ROW_BYTES = 65_536;

/** What is wrong with a row as a whole. */
export function wholeRow(message: string): FieldErrors {
  return { detail: [{ message }] };
}

/** What is wrong with the first row that is too many. */
export function tooManyRows(max: number): FieldErrors {
  return wholeRow(`a file has at most ${max} rows, blank lines included; import the rest by another`);
}

/** Refused rows that are listed; the import of all is refused anyway. */
export const MAX_REFUSED = 1_000;

/** Most bytes of a file: ten million rows have about a third of it. */
export const MAX_IMPORT_BYTES = 8 * 1024 ** 3;

/** An import that is over. */
export const IS_OVER = failure(PLATFORM.import_over, { example: { status: 'done' } });

/** A file without a byte. */
export const EMPTY = failure(PLATFORM.empty_file, { field: 'detail' });

/** Most bytes of a workbook, which is read as a whole, and of its unpacked parts. */
export const MAX_WORKBOOK_BYTES = 33_554_432;
export const MAX_UNPACKED_BYTES = 268_435_456;

/** A file that is larger than any import, or a workbook that is too large to be read as a whole. */
export const TOO_LARGE = failure(PLATFORM.file_too_large, { example: { bytes: MAX_IMPORT_BYTES } });

/** Bytes of a disk that no file of an import takes: for the database itself, its log, and what an import writes. */
export const DISK_RESERVE_BYTES = 2 * 1024 ** 3;

/** No room for a file. */
export const NO_ROOM = failure(PLATFORM.no_room_for_file);

/** Files of one user that may wait at once: they lie in the database until their turn. */
export const MAX_WAITING = 20;

/** More files than may wait. */
export const TOO_MANY_WAITING = failure(PLATFORM.too_many_imports, { example: { count: MAX_WAITING } });

/** Why a file is not taken. */
export const IMPORT_FAILURES = [EMPTY, NOT_COLUMNS, TOO_LARGE, TOO_MANY_WAITING, NO_ROOM];

/** What is wrong with a field of a row. */
export interface FieldProblem {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

/** Collects refused rows, the first ones by their lines. */
export class Refusals {
  private rows = new Map<number, RefusedRow>();
  isEmpty = true;

  /**
   * @param line may come in any order, and more than once
   * @param record the row, of which the values of the fields with errors are kept
   */
  add(line: number, errors: FieldErrors, record: Readonly<Record<string, unknown>> = {}): void {
    this.isEmpty = false;
    const { errors: told = {}, values } = this.rows.get(line) ?? {};
    for (const [field, problems] of Object.entries(errors)) told[field] = [...(told[field] ?? []), ...problems];
    this.rows.set(line, { line, errors: told, values: { ...values, ...valuesOf(Object.keys(errors), record) } });
    // Sorted now and then, so that a file full of them takes no more room.
    if (this.rows.size > 2 * MAX_REFUSED) this.rows = new Map(this.list().map((row) => [row.line, row]));
  }

  addAll(problems: Iterable<FieldProblem>): void {
    for (const { line, field, message } of problems) this.add(line, { [field]: [{ message }] });
  }

  /** The first of them. */
  list(): RefusedRow[] {
    return [...this.rows.values()].sort((one, other) => one.line - other.line).slice(0, MAX_REFUSED);
  }
}

/** What a row has in fields, as far as it has something; cut. */
export function valuesOf(fields: readonly string[], record: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = fields.map((field): [string, unknown] => [field, record[field]]);
  // A number that cannot be read exactly is NaN.
  const isAbsent = (value: unknown): boolean => value === undefined || value === null || Number.isNaN(value);
  const given = texts.filter(([, value]) => !isAbsent(value) && value !== UNSTORABLE_TEXT);
  return Object.fromEntries(given.map(([field, value]) => [field, shown(value)]));
}

function shown(value: unknown): string {
  // Instants come from the database.
  const text = (typeof value === 'string' ? value : JSON.stringify(value).replace(/^"(.*)"$/, '$1')).replaceAll(
    '\0',
    '',
  );
  return (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text).toWellFormed();
}
