import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { Database, statement } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { Currency } from '#common/money/currency.js';
import { isFine, validateDto } from '#common/validation/index.js';
import {
  type ImportedRecord,
  type ImportKind,
  ImportRunner,
  MAX_REFUSED,
  type Refusals,
  type Staged,
} from '#platform/imports/index.js';
import { CreateAdminBundleDto } from '../admin/admin-bundles.dto.js';
import { BundleAdminService, type NewBundle } from '../admin/admin-bundles.service.js';
import { BundleWriter } from '../bundle-writer.js';
import { MAX_VARIANTS } from '../bundle.rules.js';
import {
  type BundleRow,
  numericColumns,
  problemsByLine,
  requestOf,
  validateRows,
  validateStorable,
} from './bundle-import.rules.js';

/** Most rows of a file: each bundle has an event and an audit entry of its own. */
export const MAX_BUNDLE_ROWS = 100_000;

/** Rows that are read at once. */
const PIECE = 500;

const READ = statement(
  'bundle-import.read',
  'SELECT line, record FROM import_rows WHERE number >= $1 AND number < $1 + $2 ORDER BY number',
);

/** Of the 16 slots of requests; see the migration bundle-count-slots. */
const COUNT_APART = statement(
  'bundle-import.count-apart',
  `SELECT set_config('commerce.bundle_count_slots', '16', true)`,
);

/** Imports bundles: a row is a variant, and rows of one bundle follow one another. They are created as by a request for each. */
@Injectable()
export class BundleImport implements ImportKind, OnModuleInit {
  readonly name = 'bundles';
  readonly columns = { record: 'jsonb NOT NULL' };
  readonly maxRows = MAX_BUNDLE_ROWS;

  constructor(
    private readonly db: Database,
    private readonly runner: ImportRunner,
    private readonly bundles: BundleAdminService,
    private readonly writer: BundleWriter,
    private readonly currency: Currency,
  ) {}

  get numbers(): readonly string[] {
    return numericColumns();
  }

  onModuleInit(): void {
    this.runner.register(this);
  }

  read(record: ImportedRecord): { row: string[] } | { errors: FieldErrors } {
    const errors = validateStorable(record);
    return isFine(errors) ? { row: [JSON.stringify(record)] } : { errors };
  }

  async check(tx: EntityManager, refusals: Refusals): Promise<Staged> {
    await tx.query('CREATE INDEX ON import_rows (number)');
    const ids = new Set<unknown>();
    const skus = new Set<string>();
    let accepted = 0;
    let refused = 0;
    for await (const rows of this.grouped(tx)) {
      accepted += rows.length;
      const { bundle_id: id } = rows[0]!.record;
      const problems = [
        new Map(ids.has(id) ? [[rows[0]!.line, { bundle_id: [{ message: NOT_TOGETHER }] }]] : []),
        validateRows(rows, this.currency.code),
        problemsByLine((await this.validate(tx, rows, skus)).errors, rows),
      ];
      ids.add(id);
      for (const one of problems) refusing(refusals, rows)(one);
      refused += new Set(problems.flatMap((one) => [...one.keys()])).size;
      // No more are listed, and each bundle and SKU that is there already stays locked until the end.
      if (refused >= MAX_REFUSED) break;
    }
    return { accepted, skipped: 0 };
  }

  /**
   * Counts apart: the counts that requests write would be locked for minutes.
   * @throws Error when the catalogue has changed since the check; the import is then begun again
   */
  async write(tx: EntityManager, by: Caller, refusals: Refusals): Promise<void> {
    await this.db.query(tx, COUNT_APART);
    for await (const rows of this.grouped(tx)) {
      const { bundle, type, errors } = await this.validate(tx, rows);
      if (bundle === undefined)
        throw new Error(`the catalogue has changed during the import: ${JSON.stringify(errors)}`);
      try {
        await this.writer.create(tx, by, [bundle], type);
      } catch (error) {
        // An extension's hook may refuse a bundle.
        if (!(error instanceof AppError)) throw error;
        refusing(refusals, rows)(problemsByLine(error.errors, rows));
      }
    }
  }

  private validate(tx: EntityManager, rows: readonly BundleRow[], seen?: Set<string>): Promise<NewBundle> {
    return this.bundles.validateNew(tx, validateDto(CreateAdminBundleDto, requestOf(rows)), 'service', seen);
  }

  /** The rows of each bundle; of one that has too many variants, one more than it may have. */
  private async *grouped(tx: EntityManager): AsyncGenerator<BundleRow[]> {
    let group: BundleRow[] = [];
    for (let from = 1; ; from += PIECE) {
      const rows = await this.db.query<BundleRow>(tx, READ, [from, PIECE]);
      for (const row of rows) {
        const isNext = group.length > 0 && group[0]!.record.bundle_id !== row.record.bundle_id;
        if (isNext) yield group;
        if (isNext) group = [];
        if (group.length <= MAX_VARIANTS) group.push(row);
      }
      if (rows.length < PIECE) break;
    }
    if (group.length > 0) yield group;
  }
}

const NOT_TOGETHER = 'the rows of a bundle must follow one another';

/** Refuses rows of a bundle by their lines. */
function refusing(refusals: Refusals, rows: readonly BundleRow[]): (problems: Map<number, FieldErrors>) => void {
  const records = new Map(rows.map(({ line, record }) => [line, record]));
  return (problems) => {
    for (const [line, errors] of problems) refusals.add(line, errors, records.get(line));
  };
}
