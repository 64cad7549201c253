import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  VirtualColumn,
  type Relation,
  type ValueTransformer,
} from 'typeorm';
import { usernameOf } from '#people/users/index.js';
import { type StreamedType, WORKBOOK } from '#common/http/streamed-body.js';
import type { FileFormat, RefusedRow } from './imports.rules.js';

/** The media type of workbooks is longer than the column. */
const SHORT_MEDIA_TYPE: ValueTransformer = {
  to: (type: StreamedType) => (type === WORKBOOK ? 'workbook' : type),
  from: (type: string) => (type === 'workbook' ? WORKBOOK : type),
};

/** A file that is imported, and what happened to it. See docs/spec/commissions.md#1 and #2. */
@Entity('imports')
@Check('imports_outcome', `outcome IN ('done', 'refused')`)
@Index('imports_once', ['requestKey'], { unique: true })
export class Import {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'imports_pkey' }) id!: string;

  /** What is imported: `members`, `volumes` or `bundles`. */
  @Column('varchar', { length: 20 }) kind!: string;

  @Column('varchar', { name: 'media_type', length: 30, transformer: SHORT_MEDIA_TYPE }) mediaType!: StreamedType;

  /** How the file is written. */
  @Column('jsonb', { default: '{}' }) format!: FileFormat;

  /** Whether it only tells what it would do. */
  @Column('boolean', { name: 'is_dry_run' }) isDryRun!: boolean;

  @Column('bigint', { name: 'by_uid' }) byUid!: number;
  @VirtualColumn('varchar', { query: (i) => usernameOf(`${i}.by_uid`) }) readonly by!: string | null;

  /** The long job that does it; null until the file has arrived. */
  @Column('uuid', { name: 'job_id', nullable: true }) jobId!: string | null;

  /** Of whom and under which `Idempotency-Key` it was asked for, if under one. */
  @Column('bytea', { name: 'request_key', nullable: true }) requestKey!: Buffer | null;

  @Column('bytea', { name: 'body_hash', nullable: true }) bodyHash!: Buffer | null;

  /** Null while it is not over, and for one that failed or was cancelled. */
  @Column('varchar', { length: 10, nullable: true }) outcome!: 'done' | 'refused' | null;

  @Column('integer', { default: 0 }) rows!: number;
  @Column('integer', { default: 0 }) accepted!: number;
  @Column('integer', { default: 0 }) skipped!: number;
  @Column('jsonb', { default: '[]' }) refused!: RefusedRow[];

  /** How many they are. */
  @VirtualColumn('integer', { query: (i) => `jsonb_array_length(${i}.refused)` }) readonly refusedRows!: number;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt!: Date | null;
}

/** A piece of an imported file; all of them in their order are the file. Gone when the import is over. */
@Entity('import_chunks')
export class ImportChunk {
  @PrimaryColumn('uuid', { name: 'import_id', primaryKeyConstraintName: 'import_chunks_pkey' }) importId!: string;

  @ManyToOne(() => Import, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'import_id', foreignKeyConstraintName: 'import_chunks_import_fkey' })
  import!: Relation<Import>;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'import_chunks_pkey' }) number!: number;
  @Column('bytea') bytes!: Buffer;
}
