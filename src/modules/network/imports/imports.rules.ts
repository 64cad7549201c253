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

/** Collects refused rows, the first ones by their lines. */
export class Refusals {
  private readonly rows: RefusedRow[] = [];
  count = 0;

  /** @param line may come in any order, and once more than once */
  add(line: number, errors: FieldErrors): void {
    this.count += 1;
    if (this.rows.length < 2 * MAX_REFUSED) this.rows.push({ line, errors });
  }

  /** The first of them. */
  list(): RefusedRow[] {
    return this.rows.toSorted((one, other) => one.line - other.line).slice(0, MAX_REFUSED);
  }
}
