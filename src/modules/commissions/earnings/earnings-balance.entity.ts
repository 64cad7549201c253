import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The balance of a member with entries: their sum. A trigger adds up what comes, in the same statement, and another one refuses
 * every other change, so that the two cannot part. Lists and batches read it; one balance alone is summed up anew.
 */
@Entity('earnings_balances')
@Index('earnings_balances_by_balance', ['balance', 'uid'])
export class EarningsBalance {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'earnings_balances_pkey' })
  uid!: number;

  /** In money. */
  @Column('numeric', { precision: 20, scale: 4 })
  balance!: string;
}
