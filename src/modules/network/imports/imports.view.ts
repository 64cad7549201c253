import type { LongJob } from '../../../common/jobs/index.js';
import { ApiProperty } from '../../../common/openapi/decorators.js';
import type { Import } from './import.entity.js';
import { IMPORT_STATUSES, MAX_REFUSED, type ImportStatus, type RefusedRow } from './imports.rules.js';

/** A refused row of an import. */
export class RefusedRowView implements RefusedRow {
  @ApiProperty({ type: 'integer', example: 17, description: 'in the file, from 1 on; the header of a CSV file counts' })
  line!: number;

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
}

/** An import, and how far it has come. Sections 1 and 2 of the network's decisions. */
export class ImportView {
  @ApiProperty({ type: String, format: 'uuid', example: '6b1f0c52-0d3e-4b8e-8f44-9a35d1c9a1f7' })
  id!: string;

  @ApiProperty({ type: String, example: 'volumes' })
  kind!: string;

  @ApiProperty({ type: String, enum: [...IMPORT_STATUSES], example: 'queued' })
  status!: ImportStatus;

  @ApiProperty({ type: Boolean, example: false, description: 'it only tells what it would do' })
  dry_run!: boolean;

  @ApiProperty({ type: 'integer', example: 0, description: 'read so far' })
  rows!: number;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'written, or to be written by a dry run; 0 if any is refused',
  })
  accepted!: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'known before, and left as they are' })
  skipped!: number;

  @ApiProperty({ type: () => [RefusedRowView], example: [], description: `at most ${MAX_REFUSED}` })
  refused!: RefusedRowView[];

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  finished_at!: string | null;
}

const STATUSES: Readonly<Record<LongJob['state'], ImportStatus>> = {
  waiting: 'queued',
  running: 'running',
  // It would have an outcome.
  done: 'failed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** @param job that does it; undefined if it was over long ago */
export function toImportView(one: Import, job: Pick<LongJob, 'state' | 'done' | 'finishedAt'> | undefined): ImportView {
  return {
    id: one.id,
    kind: one.kind,
    status: one.outcome ?? STATUSES[job?.state ?? 'failed'],
    dry_run: one.isDryRun,
    rows: one.outcome === null ? (job?.done ?? 0) : one.rows,
    accepted: one.accepted,
    skipped: one.skipped,
    refused: one.refused,
    created_at: one.createdAt.toISOString(),
    finished_at: (one.finishedAt ?? job?.finishedAt)?.toISOString() ?? null,
  };
}
