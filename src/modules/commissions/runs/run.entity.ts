import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Plan } from '@commerce/commission-engine';

export const RUN_KINDS = ['preview', 'final'] as const;
/** `correction`: calculates a posted period again; it is not asked for, but follows from a move that is dated back. */
export type RunKind = (typeof RUN_KINDS)[number] | 'correction';

export const RUN_STATUSES = [
  'queued',
  'running',
  'calculated',
  'approved',
  'posted',
  'failed',
  'cancelled',
  'discarded',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** A run of commissions: one calculation of a period by a plan. See docs/spec/commissions.md#4. */
@Entity('commission_runs')
@Check('commission_runs_kind', `kind IN ('preview', 'final', 'correction')`)
@Check(
  'commission_runs_corrects',
  `(kind = 'correction') = (corrects_run_id IS NOT NULL) AND (corrects_run_id IS NULL) = (correction_id IS NULL)`,
)
@Check(
  'commission_runs_status',
  `status IN ('queued', 'running', 'calculated', 'approved', 'posted', 'failed', 'cancelled', 'discarded')`,
)
@Check('commission_runs_period', 'from_at < to_at')
@Check(
  'commission_runs_posted',
  `(status = 'posted') = (posted_at IS NOT NULL) AND (posted_at IS NULL OR kind = 'final')`,
)
@Index('commission_runs_one_final', ['period'], {
  unique: true,
  where: `kind = 'final' AND status NOT IN ('failed', 'cancelled', 'discarded')`,
})
@Index('commission_runs_posted_from', ['fromAt'], { where: `status = 'posted'` })
@Index('commission_runs_of_correction', ['correctionId', 'correctsRunId'], {
  unique: true,
  where: 'correction_id IS NOT NULL',
})
export class CommissionRun {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'commission_runs_pkey',
  })
  id!: number;

  @Column('varchar', { length: 10 }) kind!: RunKind;

  /** Such as `2026-11` or `2026-W47`. */
  @Column('varchar', { length: 8 }) period!: string;

  /** When the period begins. */
  @Column('timestamptz', { name: 'from_at' }) fromAt!: Date;

  /** When it ends; not a part of it. */
  @Column('timestamptz', { name: 'to_at' }) toAt!: Date;

  @Column('bigint', { name: 'plan_id' }) planId!: number;

  /** The plan as it was when the run was asked for: a draft may change or go. */
  @Column('json') document!: Plan;

  @Column('varchar', { length: 12, default: 'queued' }) status!: RunStatus;

  /** The long job that calculates it. */
  @Column('uuid', { name: 'job_id', nullable: true }) jobId!: string | null;

  /** Whether the service made it by itself: a preview of the open period. */
  @Column('boolean', { name: 'is_automatic', default: false }) isAutomatic!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;

  /** Who started it; null for the service itself. */
  @Column('bigint', { name: 'created_by_uid', nullable: true }) createdByUid!: number | null;

  @Column('timestamptz', { name: 'calculated_at', nullable: true }) calculatedAt!: Date | null;
  @Column('timestamptz', { name: 'approved_at', nullable: true }) approvedAt!: Date | null;
  @Column('bigint', { name: 'approved_by_uid', nullable: true }) approvedByUid!: number | null;
  @Column('timestamptz', { name: 'posted_at', nullable: true }) postedAt!: Date | null;
  @Column('bigint', { name: 'posted_by_uid', nullable: true }) postedByUid!: number | null;

  /** When it failed, was cancelled or discarded. */
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;

  /** Why it failed. */
  @Column('varchar', { length: 500, nullable: true }) error!: string | null;

  /** How long reading, calculating and writing took. */
  @Column('numeric', { precision: 10, scale: 3, nullable: true }) seconds!: string | null;

  /** What was read, as counts and sums that the database can tell again: posting compares them. */
  @Column('json', { name: 'input_digest', nullable: true }) inputDigest!: object | null;

  /** SHA-256 of all that was read, in hexadecimal. */
  @Column('varchar', { name: 'input_hash', length: 64, nullable: true }) inputHash!: string | null;

  /** SHA-256 of all that came out. */
  @Column('varchar', { name: 'result_hash', length: 64, nullable: true }) resultHash!: string | null;

  @Column('json', { nullable: true }) summary!: object | null;

  /** Why it pays another amount than the run before: kept once somebody has asked. */
  @Column('json', { nullable: true }) bridge!: object | null;

  /** What the last replay came to. */
  @Column('json', { nullable: true }) replay!: object | null;

  /** Of a correction, the posted run whose period it calculates again. */
  @Column('bigint', { name: 'corrects_run_id', nullable: true }) correctsRunId!: number | null;

  @Column('bigint', { name: 'correction_id', nullable: true }) correctionId!: number | null;
}
