import { Check, Column, Entity, Index, PrimaryGeneratedColumn, PrimaryColumn, VirtualColumn } from 'typeorm';
import type { Plan, InputValue } from '@commerce/commission-engine';
import type { MemberKind } from '#people/users/index.js';
import type { MemberStatus } from '#network/members/index.js';

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

/** What a run comes to, in three numbers. */
export interface ListedFigures {
  readonly payout: number;
  /** Of the commissionable volume; null where there is none. */
  readonly payout_percent: number | null;
  /** How many members get something. */
  readonly payees: number;
}

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

  /** What lists show of the summary, which is large. */
  @VirtualColumn('json', {
    query: (r) =>
      `CASE WHEN ${r}.summary IS NOT NULL THEN json_build_object('payout', ${r}.summary -> 'payout',
         'payout_percent', ${r}.summary -> 'payout_percent', 'payees', ${r}.summary -> 'payees') END`,
  })
  readonly figures!: ListedFigures | null;

  /** Why it pays another amount than the run before: kept once somebody has asked. */
  @Column('json', { nullable: true }) bridge!: object | null;

  /** What the last replay came to. */
  @Column('json', { nullable: true }) replay!: object | null;

  /** Of a correction, the posted run whose period it calculates again. */
  @Column('bigint', { name: 'corrects_run_id', nullable: true }) correctsRunId!: number | null;

  @Column('bigint', { name: 'correction_id', nullable: true }) correctionId!: number | null;
}

/** The value of an input, and from when on it holds: null for the default. */
export type InputRow = readonly [value: InputValue, since: string | null];

/**
 * A line of commission of a run. The table is partitioned by run: a partition is made with the results and dropped when the
 * run is discarded. See docs/spec/commissions.md#3-lines.
 */
@Entity('commission_lines')
@Check('commission_lines_taken', '(taken_run_id IS NULL) = (taken_number IS NULL)')
// A partition has the lines of one run. A page of a member's lines is read in their order.
@Index('commission_lines_of_member', ['uid', 'number'])
@Index('commission_lines_of_source', ['runId', 'sourceUid'])
export class CommissionLine {
  @PrimaryColumn('bigint', { name: 'run_id', primaryKeyConstraintName: 'commission_lines_pkey' }) runId!: number;

  /** From 1 on, in the order in which the lines were calculated. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'commission_lines_pkey' }) number!: number;

  /** Who gets it. */
  @Column('bigint') uid!: number;

  /** The id of the bonus, `cap` or `clawback`. */
  @Column('varchar', { length: 64 }) bonus!: string;

  /** Whose base it is. */
  @Column('bigint', { name: 'source_uid', nullable: true }) sourceUid!: number | null;

  @Column('smallint', { nullable: true }) level!: number | null;

  /** The rank that a `rank_advancement` line pays for. */
  @Column('varchar', { length: 100, nullable: true }) rank!: string | null;

  @Column('numeric', { precision: 9, scale: 4, nullable: true }) percent!: string | null;

  /** What the percentage is of, in money. */
  @Column('numeric', { precision: 24, scale: 8, nullable: true }) base!: string | null;

  /** In money. */
  @Column('numeric', { precision: 20, scale: 4 }) amount!: string;

  /** Of a `clawback`: the line of a posted run that it takes back. */
  @Column('bigint', { name: 'taken_run_id', nullable: true }) takenRunId!: number | null;

  @Column('integer', { name: 'taken_number', nullable: true }) takenNumber!: number | null;
}

/**
 * A member in a run: as it stood at the end of the period, its measures, and what it earned. Partitioned by run, as the
 * lines are. See docs/spec/commissions.md#3-measures. Volumes are of the period.
 */
@Entity('commission_members')
@Index('commission_members_of_sponsor', ['runId', 'sponsorUid'])
@Index('commission_members_of_parent', ['runId', 'parentUid'])
@Index('commission_members_by_earned', { synchronize: false })
@Index('commission_members_by_personal_volume', { synchronize: false })
@Index('commission_members_by_group_volume', { synchronize: false })
export class CommissionMember {
  @PrimaryColumn('bigint', { name: 'run_id', primaryKeyConstraintName: 'commission_members_pkey' }) runId!: number;
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'commission_members_pkey' }) uid!: number;
  @Column('varchar', { length: 20 }) kind!: MemberKind;
  @Column('varchar', { length: 20 }) status!: MemberStatus;
  @Column('timestamptz', { name: 'enrolled_at' }) enrolledAt!: Date;

  /** Null for a root, as is `parentUid`. */
  @Column('bigint', { name: 'sponsor_uid', nullable: true }) sponsorUid!: number | null;

  /** Who stands above in the placement tree. */
  @Column('bigint', { name: 'parent_uid', nullable: true }) parentUid!: number | null;

  /** The leg below `parentUid`, from 1 on. */
  @Column('smallint', { nullable: true }) leg!: number | null;

  /** Whether it is in the placement tree. */
  @Column('boolean', { name: 'is_placed' }) isPlaced!: boolean;

  @Column('boolean') active!: boolean;

  /** The paid-as rank; null for who has none. */
  @Column('varchar', { length: 100, nullable: true }) rank!: string | null;

  /** The title rank before the run, in the words of its plan. */
  @Column('varchar', { name: 'title_before', length: 100, nullable: true }) titleBefore!: string | null;

  @Column('varchar', { name: 'title_rank', length: 100, nullable: true }) titleRank!: string | null;

  /** The highest paid-as rank of the member and of all below in the sponsor tree; by it legs are explained. */
  @Column('varchar', { name: 'best_rank', length: 100, nullable: true }) bestRank!: string | null;

  /** Qualifying volume of the member's own rows. */
  @Column('numeric', { name: 'own_volume', precision: 20, scale: 4 }) ownVolume!: string;

  /** Commissionable volume of the member's own rows. */
  @Column('numeric', { name: 'commissionable_volume', precision: 20, scale: 4 }) commissionableVolume!: string;

  @Column('numeric', { name: 'personal_volume', precision: 20, scale: 4 }) personalVolume!: string;
  @Column('numeric', { name: 'group_volume', precision: 20, scale: 4 }) groupVolume!: string;

  /** Of a customer: the part of its group volume that is in the personal volume of the nearest distributor above. */
  @Column('numeric', { name: 'counted_volume', precision: 20, scale: 4 }) countedVolume!: string;

  /** The sum of its lines, in money. */
  @Column('numeric', { precision: 20, scale: 4 }) earned!: string;

  /** The sums of its lines by the ids of bonuses, `cap` and `clawback`, in money. */
  @Column('jsonb') bonuses!: Readonly<Record<string, number>>;

  /** What it had of the inputs that bonuses read, by their names; null where none of the plan reads any. */
  @Column('jsonb', { nullable: true }) inputs!: Readonly<Record<string, InputRow>> | null;

  /** Who stands 256 levels above, of members whose depth in the sponsor tree is a multiple of 256; see `farAbove`. */
  @Column('bigint', { name: 'far_sponsor_uid', nullable: true }) farSponsorUid!: number | null;

  /**
   * The same in the placement tree. Of who is not placed and has a `farSponsorUid`: the nearest placed sponsor above. Both are
   * null in runs that were made before there were such columns.
   */
  @Column('bigint', { name: 'far_parent_uid', nullable: true }) farParentUid!: number | null;
}

/**
 * The two legs of a member in a binary bonus of a run; only members of whom one of the numbers is not 0. In units of
 * commissionable volume. Partitioned by run, as the lines are.
 */
@Entity('commission_legs')
export class CommissionLegs {
  @PrimaryColumn('bigint', { name: 'run_id', primaryKeyConstraintName: 'commission_legs_pkey' }) runId!: number;

  /** The id of the bonus. */
  @PrimaryColumn('varchar', { length: 64, primaryKeyConstraintName: 'commission_legs_pkey' }) bonus!: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'commission_legs_pkey' }) uid!: number;

  /** What was carried into the period. */
  @Column('numeric', { name: 'left_in', precision: 20, scale: 4 }) leftIn!: string;

  @Column('numeric', { name: 'right_in', precision: 20, scale: 4 }) rightIn!: string;

  /** What was carried in and what is new, before anything is consumed. */
  @Column('numeric', { name: 'left_volume', precision: 20, scale: 4 }) leftVolume!: string;

  @Column('numeric', { name: 'right_volume', precision: 20, scale: 4 }) rightVolume!: string;

  /** What is carried into the next period. */
  @Column('numeric', { name: 'left_out', precision: 20, scale: 4 }) leftOut!: string;

  @Column('numeric', { name: 'right_out', precision: 20, scale: 4 }) rightOut!: string;
}
