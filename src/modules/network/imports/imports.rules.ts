import type { FieldErrors } from '../../../common/errors/app-error.js';

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

/** The last line that can be told: beyond it, a file has more blank lines than rows. */
export const MAX_LINE = 2_147_483_647;

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
