import type { FieldErrors } from '#common/errors/app-error.js';

/** What has become of an import. */
export const IMPORT_STATUSES = ['queued', 'running', 'done', 'refused', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** A row that is refused, and why. */
export interface RefusedRow {
  /** In the file, from 1 on; of a CSV file, the header is the first. */
  readonly line: number;
  readonly errors: FieldErrors;
}

/** Most rows of a file. */
export const MAX_ROWS = 10_000_000;

/** Most lines of a file: a header and the rows. Blank lines count. */
export const MAX_LINES = MAX_ROWS + 1;

/** What is wrong with the first row that is too many. */
export const TOO_MANY_ROWS: FieldErrors = {
  detail: [{ message: `a file has at most ${MAX_ROWS} rows, blank lines included; import the rest by another` }],
};

/** Refused rows that are told of; the import of all is refused anyway. */
export const MAX_REFUSED = 1_000;

/** Most bytes of a file: ten million rows have about a third of it. */
export const MAX_IMPORT_BYTES = 8 * 1024 ** 3;

/** An import that is over. */
export const IS_OVER = {
  code: 'CONFLICT',
  message: 'the import is {status} and cannot be cancelled',
  example: { status: 'done' },
} as const;

/** A file without a byte. */
export const EMPTY = { code: 'VALIDATION', field: 'detail', message: 'the file is empty' } as const;

/** A file that is larger than any import. */
export const TOO_LARGE = {
  code: 'PAYLOAD_TOO_LARGE',
  message: 'the file may have at most {bytes} bytes',
  example: { bytes: MAX_IMPORT_BYTES },
} as const;

/** Bytes of a disk that no file of an import takes: for the database itself, its log, and what an import writes. */
export const DISK_RESERVE_BYTES = 2 * 1024 ** 3;

/** No room for a file. */
export const NO_ROOM = {
  code: 'INSUFFICIENT_STORAGE',
  message: 'there is no room for the file now; wait for other imports, or ask the operator of the service',
} as const;

/** Files of one user that may wait at once: they lie in the database until their turn. */
export const MAX_WAITING = 20;

/** More files than may wait. */
export const TOO_MANY_WAITING = {
  code: 'CONFLICT',
  message: 'you have {count} imports that are not over; wait for them, or cancel some',
  example: { count: MAX_WAITING },
} as const;

/** What is wrong with a field of a row. */
export interface FieldProblem {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

/** Collects refused rows, the first ones by their lines. */
export class Refusals {
  private rows = new Map<number, FieldErrors>();
  isEmpty = true;

  /** @param line may come in any order, and more than once */
  add(line: number, errors: FieldErrors): void {
    this.isEmpty = false;
    const told = this.rows.get(line) ?? {};
    for (const [field, problems] of Object.entries(errors)) told[field] = [...(told[field] ?? []), ...problems];
    this.rows.set(line, told);
    // Sorted now and then, so that a file full of them takes no more room.
    if (this.rows.size > 2 * MAX_REFUSED) this.rows = new Map(this.list().map((row) => [row.line, row.errors]));
  }

  addAll(problems: Iterable<FieldProblem>): void {
    for (const { line, field, message } of problems) this.add(line, { [field]: [{ message }] });
  }

  /** The first of them. */
  list(): RefusedRow[] {
    const rows = [...this.rows].map(([line, errors]) => ({ line, errors }));
    return rows.sort((one, other) => one.line - other.line).slice(0, MAX_REFUSED);
  }
}
