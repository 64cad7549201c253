import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MemberKind } from '#people/users/index.js';
import type { MemberStatus } from '#network/members/index.js';

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
  @PrimaryColumn('bigint', { name: 'run_id', primaryKeyConstraintName: 'commission_members_pkey' })
  runId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'commission_members_pkey' })
  uid!: number;

  @Column('varchar', { length: 20 })
  kind!: MemberKind;

  @Column('varchar', { length: 20 })
  status!: MemberStatus;

  @Column('timestamptz', { name: 'enrolled_at' })
  enrolledAt!: Date;

  /** Null for a root, as is `parentUid`. */
  @Column('bigint', { name: 'sponsor_uid', nullable: true })
  sponsorUid!: number | null;

  /** Who stands above in the placement tree. */
  @Column('bigint', { name: 'parent_uid', nullable: true })
  parentUid!: number | null;

  /** The leg below `parentUid`, from 1 on. */
  @Column('smallint', { nullable: true })
  leg!: number | null;

  /** Whether it stands in the placement tree. */
  @Column('boolean', { name: 'is_placed' })
  isPlaced!: boolean;

  @Column('boolean')
  active!: boolean;

  /** The paid-as rank; null for who has none. */
  @Column('varchar', { length: 100, nullable: true })
  rank!: string | null;

  /** The title rank before the run, in the words of its plan. */
  @Column('varchar', { name: 'title_before', length: 100, nullable: true })
  titleBefore!: string | null;

  @Column('varchar', { name: 'title_rank', length: 100, nullable: true })
  titleRank!: string | null;

  /** The highest paid-as rank of the member and of all below in the sponsor tree; by it legs are explained. */
  @Column('varchar', { name: 'best_rank', length: 100, nullable: true })
  bestRank!: string | null;

  /** Qualifying volume of the member's own rows. */
  @Column('numeric', { name: 'own_volume', precision: 20, scale: 4 })
  ownVolume!: string;

  /** Commissionable volume of the member's own rows. */
  @Column('numeric', { name: 'commissionable_volume', precision: 20, scale: 4 })
  commissionableVolume!: string;

  @Column('numeric', { name: 'personal_volume', precision: 20, scale: 4 })
  personalVolume!: string;

  @Column('numeric', { name: 'group_volume', precision: 20, scale: 4 })
  groupVolume!: string;

  /** Of a customer: the part of its group volume that is in the personal volume of the nearest distributor above. */
  @Column('numeric', { name: 'counted_volume', precision: 20, scale: 4 })
  countedVolume!: string;

  /** The sum of its lines, in money. */
  @Column('numeric', { precision: 20, scale: 4 })
  earned!: string;

  /** The sums of its lines by the ids of bonuses, `cap` and `clawback`, in money. */
  @Column('jsonb')
  bonuses!: Readonly<Record<string, number>>;
}
