import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const HOLD_REASONS = ['tax', 'identity', 'bank'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** A member on hold: goes on earning, and is in no batch. See docs/spec/commissions.md#5. */
@Entity('payout_holds')
@Check('payout_holds_reason', `reason IN ('tax', 'identity', 'bank')`)
@Index('payout_holds_open', ['uid', 'reason'], { unique: true, where: 'to_at IS NULL' })
export class PayoutHold {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'payout_holds_pkey',
  })
  id!: number;

  @Column('bigint')
  uid!: number;

  @Column('varchar', { length: 10 })
  reason!: HoldReason;

  @Column('varchar', { length: 500 })
  note!: string;

  @Column('timestamptz', { name: 'from_at', default: () => 'clock_timestamp()' })
  fromAt!: Date;

  @Column('bigint', { name: 'by_uid' })
  byUid!: number;

  /** Null while it holds. */
  @Column('timestamptz', { name: 'to_at', nullable: true })
  toAt!: Date | null;

  @Column('bigint', { name: 'ended_by_uid', nullable: true })
  endedByUid!: number | null;
}
