import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Payout } from './payout.entity.js';

export const PAYOUT_ITEM_STATUSES = ['pending', 'paid', 'failed', 'cancelled'] as const;
export type PayoutItemStatus = (typeof PAYOUT_ITEM_STATUSES)[number];

/** What a batch pays one member. */
@Entity('payout_items')
@Unique('payout_items_once', ['payoutId', 'uid'])
@Check('payout_items_status', `status IN ('pending', 'paid', 'failed', 'cancelled')`)
@Check('payout_items_amount', 'amount > 0')
@Index('payout_items_of_member', ['uid', 'id'])
export class PayoutItem {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'payout_items_pkey',
  })
  id!: number;

  @ForeignKey(() => Payout, { name: 'payout_items_payout_fkey' })
  @Column('bigint', { name: 'payout_id' })
  payoutId!: number;

  @Column('bigint')
  uid!: number;

  @Column('numeric', { precision: 20, scale: 4 })
  amount!: string;

  /** `failed` and `cancelled` have given the amount back. */
  @Column('varchar', { length: 10, default: 'pending' })
  status!: PayoutItemStatus;

  /** Of a paid one, such as the number of the transfer. */
  @Column('varchar', { length: 200, nullable: true })
  reference!: string | null;

  /** Why it failed. */
  @Column('varchar', { length: 500, nullable: true })
  reason!: string | null;

  /** When it was marked, and who did it. */
  @Column('timestamptz', { name: 'settled_at', nullable: true })
  settledAt!: Date | null;

  @Column('bigint', { name: 'settled_by_uid', nullable: true })
  settledByUid!: number | null;
}
