import { Check, Column, Entity, Exclusion, PrimaryGeneratedColumn } from 'typeorm';
import type { Plan } from '@commerce/commission-engine';

export const PLAN_STATUSES = ['draft', 'published', 'retired'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** What happens to title ranks that a version does not have: the old name, and the rank of this version. */
export type RankMapping = Readonly<Record<string, string>>;

/** What happens to what binary bonuses of the previous version carry: the bonus that takes it, or null where it lapses. */
export type CarriedMapping = Readonly<Record<string, string | null>>;

/** A version of the commission plan. See docs/spec/commissions.md#3. */
@Entity('commission_plans')
@Check(
  'commission_plans_published',
  `(published_at IS NULL) = (from_period IS NULL) AND (published_at IS NULL) = (from_day IS NULL) AND
        (published_at IS NULL) = (from_at IS NULL) AND (published_at IS NULL) = (published_by_uid IS NULL)`,
)
@Check(
  'commission_plans_until',
  `(until_day IS NULL) = (until_at IS NULL) AND (until_day IS NULL OR from_day <= until_day)`,
)
@Exclusion(
  'commission_plans_one_at_a_time',
  `USING gist (daterange(from_day, until_day) WITH &&) WHERE (from_day IS NOT NULL)`,
)
export class CommissionPlan {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'commission_plans_pkey',
  })
  id!: number;

  @Column('varchar', { length: 100 }) name!: string;

  /** Validated, with its defaults filled in; as `json`, which keeps the order of keys. */
  @Column('json') document!: Plan;

  /** Rises with each change of a draft, and when it is published. */
  @Column('integer', { default: 1 }) version!: number;

  /** The first period for which it holds, such as `2026-11`; null of a draft, as are the two below. */
  @Column('varchar', { name: 'from_period', length: 8, nullable: true }) fromPeriod!: string | null;

  /** The day on which that period begins. */
  @Column('date', { name: 'from_day', nullable: true }) fromDay!: string | null;

  /** The instant at which it begins. */
  @Column('timestamptz', { name: 'from_at', nullable: true }) fromAt!: Date | null;

  /** The day from which another version holds; null while none is published after it. */
  @Column('date', { name: 'until_day', nullable: true }) untilDay!: string | null;

  /** The instant at which its last period ends. */
  @Column('timestamptz', { name: 'until_at', nullable: true }) untilAt!: Date | null;

  @Column('json', { default: '{}' }) ranks!: RankMapping;
  @Column('json', { default: '{}' }) carried!: CarriedMapping;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('bigint', { name: 'created_by_uid' }) createdByUid!: number;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column('timestamptz', { name: 'published_at', nullable: true }) publishedAt!: Date | null;
  @Column('bigint', { name: 'published_by_uid', nullable: true }) publishedByUid!: number | null;
}

/** SQL of the status of a plan `p`: a version is retired when its last period is over, or another took its place at once. */
export const STATUS_SQL = `CASE WHEN p.published_at IS NULL THEN 'draft'
  WHEN p.until_at <= now() OR p.until_day = p.from_day THEN 'retired' ELSE 'published' END`;

/** The status of a version at an instant; the same as {@link STATUS_SQL}. */
export function statusOf(
  plan: Pick<CommissionPlan, 'publishedAt' | 'fromDay' | 'untilDay' | 'untilAt'>,
  now: Date,
): PlanStatus {
  if (plan.publishedAt === null) return 'draft';
  const isOver = plan.untilAt !== null && (plan.untilAt <= now || plan.untilDay === plan.fromDay);
  return isOver ? 'retired' : 'published';
}
