import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { InputValue } from '@commerce/commission-engine';
import type { MemberKind } from '#people/users/index.js';
import type { MemberStatus } from '#network/members/index.js';

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

  /** Whether it stands in the placement tree. */
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
