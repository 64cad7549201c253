import type { EntityManager } from 'typeorm';
import type { FieldErrors } from '#common/errors/app-error.js';
import type { Refusals } from './imports.rules.js';

/** What a row of a file says: texts in CSV, anything in JSON. */
export type ImportedRecord = Readonly<Record<string, unknown>>;

/** A row as it goes into the temporary table: a value for each column, without control characters; an empty one is null. */
type StagedRow = readonly (string | null)[];

/** What was found among the staged rows. */
export interface Staged {
  readonly accepted: number;
  readonly skipped: number;
}

/**
 * Something that can be imported. A room above says how its rows are read, and what is done with them when all of them lie in
 * a temporary table; how files arrive, are read, watched and cancelled is the same for all.
 */
export interface ImportKind {
  /** Such as `volumes`; the prefix of its action in the audit log. */
  readonly name: string;
  /**
   * Columns of the temporary table `import_rows`: names and types. Before them it has `line integer`, and `number integer`,
   * which counts the rows that are staged from 1 on.
   */
  readonly columns: Readonly<Record<string, string>>;
  /** Fields that are numbers: CSV has them as texts. */
  readonly numbers: readonly string[];

  /**
   * A row of the file as values of {@link columns}, or all that is wrong with it without looking into the database. A row
   * with errors may be staged all the same, where others refer to it.
   */
  read(record: ImportedRecord): { row: StagedRow } | { errors: FieldErrors; row?: StagedRow };

  /**
   * Looks at the staged rows by what only the database knows, and adds what is refused. It writes to temporary tables alone.
   */
  check(tx: EntityManager, refusals: Refusals): Promise<Staged>;

  /**
   * Writes what {@link check} has accepted, after it, in the same transaction.
   * @param byUid who imports
   */
  write(tx: EntityManager, byUid: number): Promise<void>;
}
