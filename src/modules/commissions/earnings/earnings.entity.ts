import { Check, Column, Entity, Index, PrimaryGeneratedColumn, PrimaryColumn, VirtualColumn } from 'typeorm';
import { usernameOf } from '#people/users/index.js';

export const EARNING_KINDS = [
  'commission',
  'clawback',
  'adjustment',
  'payout',
  'payout_failed',
  'reward',
  'reward_reversed',
] as const;
export type EarningKind = (typeof EARNING_KINDS)[number];

/**
 * An entry of the earnings ledger; never changed or removed, a trigger sees to it. A member's balance is the sum of its
 * entries, which `EarningsBalance` keeps. See docs/spec/commissions.md#5.
 */
@Entity('earnings')
@Check(
  'earnings_kind',
  `kind IN ('commission', 'clawback', 'adjustment', 'payout', 'payout_failed', 'reward', 'reward_reversed')`,
)
@Check('earnings_amount', 'amount <> 0')
@Check('earnings_of_run', `(kind IN ('commission', 'clawback')) = (run_id IS NOT NULL)`)
@Check('earnings_of_payout', `(kind IN ('payout', 'payout_failed')) = (payout_id IS NOT NULL)`)
@Check('earnings_adjusted', `kind <> 'adjustment' OR reason IS NOT NULL`)
@Check(
  'earnings_of_reward',
  `(kind IN ('reward', 'reward_reversed')) = (reward IS NOT NULL) AND (reward IS NULL) = (reward_key IS NULL)`,
)
@Index('earnings_of_member', ['uid', 'id'])
@Index('earnings_by_time', ['at', 'id'])
@Index('earnings_of_period', ['period', 'at', 'id'], { where: 'period IS NOT NULL' })
@Index('earnings_of_kind', ['kind', 'at', 'id'], { where: `kind <> 'commission'` })
@Index('earnings_payable', { synchronize: false })
@Index('earnings_once', ['runId', 'uid', 'kind'], { unique: true, where: 'run_id IS NOT NULL' })
@Index('earnings_paid_once', ['payoutId', 'uid', 'kind'], { unique: true, where: 'payout_id IS NOT NULL' })
@Index('earnings_rewarded_once', ['reward', 'rewardKey', 'uid', 'kind'], { unique: true, where: 'reward IS NOT NULL' })
export class Earning {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'earnings_pkey',
  })
  id!: number;

  /** The member. */
  @Column('bigint') uid!: number;

  @VirtualColumn('varchar', { query: (e) => usernameOf(`${e}.uid`) }) readonly username!: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) at!: Date;
  @Column('varchar', { length: 16 }) kind!: EarningKind;

  /** In money; negative where something is taken off or paid out. */
  @Column('numeric', { precision: 20, scale: 4 }) amount!: string;

  /** From when on it counts for payouts. */
  @Column('timestamptz', { name: 'payable_at' }) payableAt!: Date;

  /** The period that it is of, as is the run. */
  @Column('varchar', { length: 8, nullable: true }) period!: string | null;

  @Column('bigint', { name: 'run_id', nullable: true }) runId!: number | null;
  @Column('bigint', { name: 'payout_id', nullable: true }) payoutId!: number | null;

  /** The name and the key of a reward; only for `reward` and `reward_reversed`. */
  @Column('varchar', { length: 40, nullable: true }) reward!: string | null;

  @Column('varchar', { name: 'reward_key', length: 80, nullable: true }) rewardKey!: string | null;
  @Column('varchar', { length: 500, nullable: true }) reason!: string | null;

  /** Who wrote it. */
  @Column('bigint', { name: 'by_uid', nullable: true }) byUid!: number | null;
}

/**
 * The balance of a member with entries: their sum. A trigger adds up what comes, in the same statement, and another one refuses
 * every other change, so that the two cannot part. Lists and batches read it; one balance alone is summed up each time.
 */
@Entity('earnings_balances')
@Index('earnings_balances_by_balance', ['balance', 'uid'])
export class EarningsBalance {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'earnings_balances_pkey' }) uid!: number;

  /** In money. */
  @Column('numeric', { precision: 20, scale: 4 }) balance!: string;
}
