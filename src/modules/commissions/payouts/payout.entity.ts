import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const PAYOUT_STATUSES = ['created', 'released', 'cancelled'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** A batch of payouts. Its amounts leave the balances when it is made. See docs/spec/commissions.md#5. */
@Entity('payouts')
@Check('payouts_status', `status IN ('created', 'released', 'cancelled')`)
export class Payout {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'payouts_pkey',
  })
  id!: number;

  @Column('varchar', { length: 10, default: 'created' })
  status!: PayoutStatus;

  /** The least balance that it takes. */
  @Column('numeric', { precision: 20, scale: 4 })
  minimum!: string;

  /** Whether it is the last payout of a terminated member. */
  @Column('boolean', { name: 'is_last', default: false })
  isLast!: boolean;

  /** Whether a second person must release it. */
  @Column('boolean', { name: 'four_eyes' })
  fourEyes!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('bigint', { name: 'created_by_uid' })
  createdByUid!: number;

  @Column('timestamptz', { name: 'released_at', nullable: true })
  releasedAt!: Date | null;

  @Column('bigint', { name: 'released_by_uid', nullable: true })
  releasedByUid!: number | null;

  @Column('timestamptz', { name: 'cancelled_at', nullable: true })
  cancelledAt!: Date | null;

  @Column('bigint', { name: 'cancelled_by_uid', nullable: true })
  cancelledByUid!: number | null;
}
