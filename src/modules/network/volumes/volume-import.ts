import { Injectable, type OnModuleInit, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import type { FieldErrors } from '#common/errors/app-error.js';
import { MAX_VOLUME, VOLUME_NAMES } from '#common/money/amounts.js';
import { decimal } from '#common/money/decimal.js';
import { fixedText, toFixed } from '#common/money/fixed.js';
import { validateInstant, validateSignedDecimal, validateText } from '#common/validation/index.js';
import {
  type FieldProblem,
  type ImportedRecord,
  type ImportKind,
  ImportRunner,
  MAX_REFUSED,
  type Refusals,
  type Staged,
} from '#platform/imports/index.js';
import { PostedPeriods } from './volume-ledger.js';
import { HOLDER } from './volumes.queries.js';

// Known are those of the ledger, and in the file all but the first of an id. Row ids are drawn here, since rows of the file may
// take back others of it; their sequence is looked up once, not for each.
const RESOLVE = statement(
  'volume-import.resolve',
  `CREATE TEMP TABLE import_volumes ON COMMIT DROP AS
   SELECT r.*, m.uid, m.enrolled_at, k.external_id IS NOT NULL OR r.nth > 1 AS is_known,
          nextval((SELECT pg_get_serial_sequence('volume_rows', 'id')::regclass)) AS row_id
     FROM (SELECT *, row_number() OVER (PARTITION BY external_id ORDER BY line) AS nth FROM import_rows) r
     LEFT JOIN users u ON lower(u.username) = lower(r.username)
     LEFT JOIN network_members m ON m.uid = u.uid
     LEFT JOIN volume_external_ids k ON k.external_id = r.external_id`,
);

/** The rows that are taken back, in the file or the ledger, and who holds them now. */
const FIND_TARGETS = statement(
  'volume-import.find-targets',
  `CREATE TEMP TABLE import_targets ON COMMIT DROP AS
   SELECT r.line, coalesce(e.row_id, o.row_id) AS id, coalesce(e.at, o.at) AS at, coalesce(v.uid, o.uid) AS uid,
          coalesce(h.uid, v.uid, o.uid) AS holder_uid,
          v.takes_back_id IS NOT NULL OR o.takes_back IS NOT NULL AS is_taking_back
     FROM import_volumes r
     LEFT JOIN volume_external_ids e ON e.external_id = r.takes_back
     LEFT JOIN volume_rows v ON v.at = e.at AND v.id = e.row_id
     LEFT JOIN import_volumes o ON o.external_id = r.takes_back AND NOT o.is_known
     LEFT JOIN LATERAL (SELECT (${HOLDER}) AS uid FROM (SELECT v.id, v.uid, v.at) s) h
            ON v.uid IN (SELECT uid FROM network_successions)
    WHERE r.takes_back IS NOT NULL AND NOT r.is_known`,
);

const PREPARE = ['ANALYZE import_volumes', 'ANALYZE import_targets'];

/** The first of the refused rows; posted periods cover $1 to $2, both null without any. */
const FIND_REFUSED = statement(
  'volume-import.find-refused',
  `SELECT r.line, p.field, p.message
     FROM import_volumes r LEFT JOIN import_targets t ON t.line = r.line
     CROSS JOIN LATERAL (
       SELECT 'username' AS field, 'is no member' AS message WHERE r.uid IS NULL
       UNION ALL SELECT 'at', 'must not be in the future' WHERE r.at > clock_timestamp()
       UNION ALL SELECT 'at', 'must not be before the member came' WHERE r.at < r.enrolled_at
       UNION ALL SELECT 'at', 'is in a period that is posted' WHERE r.at >= $1::timestamptz AND r.at < $2::timestamptz
       UNION ALL SELECT 'takes_back', 'is no row' WHERE r.takes_back IS NOT NULL AND t.id IS NULL
       UNION ALL SELECT 'takes_back', 'is a row of another member' WHERE t.uid <> r.uid AND t.holder_uid <> r.uid
       UNION ALL SELECT 'takes_back', 'is a row that takes another one back' WHERE t.is_taking_back
       UNION ALL SELECT 'takes_back', 'is a later row' WHERE t.at > r.at
     ) p
    WHERE NOT r.is_known AND (r.uid IS NULL OR r.at > clock_timestamp() OR r.at < r.enrolled_at OR r.at >= $1::timestamptz
      OR r.takes_back IS NOT NULL)
    ORDER BY r.line LIMIT ${2 * MAX_REFUSED}`,
);

const COUNT = statement(
  'volume-import.count',
  `SELECT count(*) FILTER (WHERE NOT is_known) AS accepted, count(*) FILTER (WHERE is_known) AS skipped FROM import_volumes`,
);

const MAKE_PARTITIONS = statement(
  'volume-import.make-partitions',
  `SELECT make_volume_partition(month) FROM (
     SELECT DISTINCT date_trunc('month', at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS month FROM import_volumes) months`,
);

const WRITE_ROWS = statement(
  'volume-import.write-rows',
  `INSERT INTO volume_rows (id, at, uid, kind, external_id, price, wholesale_price, business_volume, points, cumulative_volume,
     takes_back_id, takes_back_at)
   SELECT r.row_id, r.at, coalesce(t.holder_uid, r.uid), 'import', r.external_id, r.price, r.wholesale_price, r.business_volume, r.points,
          r.cumulative_volume, t.id, t.at
     FROM import_volumes r LEFT JOIN import_targets t ON t.line = r.line
    WHERE NOT r.is_known ORDER BY r.at, r.row_id`,
);

const WRITE_EXTERNAL_IDS = statement(
  'volume-import.write-external-ids',
  `INSERT INTO volume_external_ids (external_id, row_id, at)
   SELECT external_id, row_id, at FROM import_volumes WHERE NOT is_known ORDER BY external_id`,
);

/** The columns of a staged row of volumes. */
const VOLUME_COLUMNS = {
  external_id: 'varchar(100) NOT NULL',
  username: 'varchar(64) NOT NULL',
  at: 'timestamptz NOT NULL',
  business_volume: 'numeric(18,4) NOT NULL',
  points: 'numeric(18,4) NOT NULL',
  cumulative_volume: 'numeric(18,4) NOT NULL',
  price: 'numeric(18,4)',
  wholesale_price: 'numeric(18,4)',
  takes_back: 'varchar(100)',
} as const;
type Column = keyof typeof VOLUME_COLUMNS;

const COLUMNS = Object.keys(VOLUME_COLUMNS) as Column[];
const AMOUNTS: readonly Column[] = [...VOLUME_NAMES, 'price', 'wholesale_price'];
const OPTIONAL: ReadonlySet<string> = new Set<Column>(['price', 'wholesale_price', 'takes_back']);

type Validator = (value: unknown) => string | undefined;
const text =
  (max: number): Validator =>
  (value) =>
    validateText(value, { max });
const amount: Validator = (value) => validateSignedDecimal(value, MAX_VOLUME);
const VALIDATORS: Readonly<Record<Column, Validator>> = {
  external_id: text(100),
  username: text(64),
  at: validateInstant,
  business_volume: amount,
  points: amount,
  cumulative_volume: amount,
  price: amount,
  wholesale_price: amount,
  takes_back: text(100),
};

/** A row of the file as texts for its columns, or what is wrong with it. */
function readRow(record: ImportedRecord): { row: (string | null)[] } | { errors: FieldErrors } {
  const errors: FieldErrors = {};
  const row = COLUMNS.map((name) => {
    const value = record[name];
    const isAbsent = value === undefined || (value === null && OPTIONAL.has(name));
    const problem = isAbsent ? (OPTIONAL.has(name) ? undefined : 'is required') : VALIDATORS[name](value);
    if (problem !== undefined) errors[name] = [{ message: problem }];
    if (isAbsent || problem !== undefined) return null;
    if (name === 'at') return new Date(value as string).toISOString();
    return typeof value === 'number' ? fixedText(toFixed(decimal(value))) : (value as string);
  });
  if (Object.keys(errors).length > 0) return { errors };
  const problems = problemsOfTakingBack(record);
  return Object.keys(problems).length > 0 ? { errors: problems } : { row };
}

/** A row that takes another one back is negative, and not its own. */
function problemsOfTakingBack(record: ImportedRecord): FieldErrors {
  const errors: FieldErrors = {};
  const { takes_back: other, external_id: own } = record;
  if (other === undefined || other === null) return errors;
  if (other === own) errors.takes_back = [{ message: 'must be another row' }];
  for (const name of AMOUNTS) {
    if (typeof record[name] === 'number' && record[name] > 0) {
      errors[name] = [{ message: 'must not be above 0 in a row that takes another one back' }];
    }
  }
  return errors;
}

/** Imports rows of volumes that come from elsewhere. See docs/spec/commissions.md#1. */
@Injectable()
export class VolumeImport implements ImportKind, OnModuleInit {
  readonly name = 'volumes';
  readonly columns = VOLUME_COLUMNS;
  readonly numbers = AMOUNTS;
  readonly read = readRow;

  constructor(
    private readonly db: Database,
    private readonly runner: ImportRunner,
    @Optional() private readonly posted?: PostedPeriods,
  ) {}

  onModuleInit(): void {
    this.runner.register(this);
  }

  async check(tx: EntityManager, refusals: Refusals): Promise<Staged> {
    const span = await this.posted?.span(tx);
    await this.db.query(tx, RESOLVE);
    await this.db.query(tx, FIND_TARGETS);
    for (const sql of PREPARE) await tx.query(sql);
    const values = [span?.from ?? null, span?.to ?? null];
    refusals.addAll(await this.db.query<FieldProblem>(tx, FIND_REFUSED, values));
    return (await this.db.queryOne<Staged>(tx, COUNT))!;
  }

  async write(tx: EntityManager): Promise<void> {
    await this.db.query(tx, MAKE_PARTITIONS);
    await this.db.query(tx, WRITE_ROWS);
    await this.db.query(tx, WRITE_EXTERNAL_IDS);
  }
}
