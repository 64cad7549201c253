import { ListSearchQuery } from '#common/audit/admin-lists.js';
import { type Sort, SortField } from '#common/http/sorting.js';
import type { LongJob } from '#common/jobs/index.js';
import {
  ApiProperty,
  BooleanProperty,
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  TextProperty,
  UuidProperty,
} from '#common/openapi/decorators.js';
import { BooleanField, TextField } from '#common/validation/index.js';
import type { Import } from './import.entity.js';
import { IMPORT_STATUSES, type ImportStatus, MAX_REFUSED, type RefusedRow } from './imports.rules.js';
import { uuidInPath } from '#common/http/path-params.js';

export const ImportIdParam = uuidInPath('id', 'id of the import', '6b1f0c52-0d3e-4b8e-8f44-9a35d1c9a1f7');

/** Query of an import. */
export class ImportQuery {
  @BooleanField({ optional: true, description: 'only report what it would do', example: false }) dry_run?: boolean;

  @TextField({
    optional: true,
    max: 20_000,
    description: 'fields by the names of columns in the file, as a JSON object; other columns keep their names',
    example: '{"Login": "username", "Joined": "enrolled_at"}',
  })
  columns?: string;

  @BooleanField({ optional: true, description: 'numbers of CSV have a comma as decimal mark: `38,5`', example: false })
  decimal_comma?: boolean;
}

/** Which imports a list is of. */
export class ImportsQuery extends ListSearchQuery {
  @SortField(['created_at'], '-created_at') sort?: Sort<'created_at'>;
  @TextField({ optional: true, max: 20, description: 'only imports of this kind', example: 'volumes' }) kind?: string;
}

/** A refused row of an import. */
class RefusedRowView implements RefusedRow {
  @IntegerProperty(17, 'in the file, from 1; the header of a CSV file counts') line!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: {
      type: 'array',
      items: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
    example: { username: [{ message: 'is no member' }] },
    description: 'problems by field; `detail` for the row as a whole',
  })
  errors!: RefusedRow['errors'];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { username: 'nora' },
    description: 'what the file has in these fields, as far as it has something; cut after 100 characters',
  })
  values!: RefusedRow['values'];
}

/** What lists and the import itself show of it. */
class ImportProgressView {
  @UuidProperty('6b1f0c52-0d3e-4b8e-8f44-9a35d1c9a1f7') id!: string;
  @TextProperty('volumes') kind!: string;
  @ChoiceProperty(IMPORT_STATUSES, 'queued') status!: ImportStatus;
  @BooleanProperty(false, 'it only reports what it would do') dry_run!: boolean;
  @IntegerProperty(0, 'read so far') rows!: number;
  @IntegerProperty(0, 'written, or to be written by a dry run; 0 if any is refused') accepted!: number;
  @IntegerProperty(0, 'known before, and not changed') skipped!: number;
  @IntegerProperty(1, 'the user who asked for it') by_uid!: number;
  @InstantProperty('2026-11-20T09:30:00.000Z') created_at!: string;
  @InstantProperty(null, { nullable: true }) finished_at!: string | null;
}

/** An import, and how far it has come. See docs/spec/commissions.md#1 and #2. */
export class ImportView extends ImportProgressView {
  @ListProperty(() => RefusedRowView, `at most ${MAX_REFUSED}`, { example: [] }) refused!: RefusedRowView[];
}

/** An import in a list. */
export class ListedImportView extends ImportProgressView {
  @TextProperty('admin', 'username of the user who asked for it', { nullable: true }) by!: string | null;
  @IntegerProperty(0, `rows that were refused; counted up to ${MAX_REFUSED}`) refused_rows!: number;
}

const STATUSES: Readonly<Record<LongJob['state'], ImportStatus>> = {
  waiting: 'queued',
  running: 'running',
  // It would have an outcome.
  done: 'failed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** What is shown of the job that does an import. */
type Doing = Pick<LongJob, 'state' | 'done' | 'finishedAt'>;

/** @param job that does it; undefined if it was over long ago */
export function toImportView(one: Import, job: Doing | undefined): ImportView {
  // Those of before have no values.
  return { ...progressOf(one, job), refused: one.refused.map((row) => ({ ...row, values: row.values ?? {} })) };
}

/** @param job that does it; undefined if it is over */
export function toListedImportView(one: Import, job: Doing | undefined): ListedImportView {
  return { ...progressOf(one, job), by: one.by, refused_rows: one.refusedRows };
}

function progressOf(one: Import, job: Doing | undefined): ImportProgressView {
  return {
    id: one.id,
    kind: one.kind,
    status: one.outcome ?? STATUSES[job?.state ?? 'failed'],
    dry_run: one.isDryRun,
    rows: one.outcome === null ? (job?.done ?? 0) : one.rows,
    accepted: one.accepted,
    skipped: one.skipped,
    by_uid: one.byUid,
    created_at: one.createdAt.toISOString(),
    finished_at: (one.finishedAt ?? job?.finishedAt)?.toISOString() ?? null,
  };
}
