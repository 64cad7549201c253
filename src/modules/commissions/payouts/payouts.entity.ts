import {
  Check,
  Column,
  Entity,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  ForeignKey,
  Index,
  Unique,
  VirtualColumn,
} from 'typeorm';
import { nameOf, usernameOf } from '#people/users/index.js';

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

  @Column('varchar', { length: 10, default: 'created' }) status!: PayoutStatus;

  /** The minimum balance that it takes. */
  @Column('numeric', { precision: 20, scale: 4 }) minimum!: string;

  /** Whether it is the last payout of a terminated member. */
  @Column('boolean', { name: 'is_last', default: false }) isLast!: boolean;

  /** Whether a second person must release it. */
  @Column('boolean', { name: 'four_eyes' }) fourEyes!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('bigint', { name: 'created_by_uid' }) createdByUid!: number;
  @VirtualColumn('varchar', { query: (p) => usernameOf(`${p}.created_by_uid`) }) readonly createdBy!: string;
  @Column('timestamptz', { name: 'released_at', nullable: true }) releasedAt!: Date | null;
  @Column('bigint', { name: 'released_by_uid', nullable: true }) releasedByUid!: number | null;
  @VirtualColumn('varchar', { query: (p) => usernameOf(`${p}.released_by_uid`) }) readonly releasedBy!: string | null;
  @Column('timestamptz', { name: 'cancelled_at', nullable: true }) cancelledAt!: Date | null;
  @Column('bigint', { name: 'cancelled_by_uid', nullable: true }) cancelledByUid!: number | null;
  @VirtualColumn('varchar', { query: (p) => usernameOf(`${p}.cancelled_by_uid`) }) readonly cancelledBy!: string | null;

  /** The items by those statuses that any has. */
  @VirtualColumn('json', {
    query: (
      p,
    ) => `SELECT coalesce(json_agg(json_build_object('status', s.status, 'items', s.items, 'amount', s.amount::text)), '[]')
      FROM payout_sums s WHERE s.payout_id = ${p}.id AND s.items > 0`,
  })
  readonly sums!: readonly Pick<PayoutSum, 'status' | 'items' | 'amount'>[];
}

export const PAYOUT_ITEM_STATUSES = ['pending', 'paid', 'failed', 'cancelled'] as const;
export type PayoutItemStatus = (typeof PAYOUT_ITEM_STATUSES)[number];

/**
 * Number and sum of a payout's items in one status. Triggers keep it equal to the items, in the statement that changes them, and
 * refuse every other change.
 */
@Entity('payout_sums')
export class PayoutSum {
  @PrimaryColumn('bigint', { name: 'payout_id', primaryKeyConstraintName: 'payout_sums_pkey' }) payoutId!: number;
  @PrimaryColumn('varchar', { length: 10, primaryKeyConstraintName: 'payout_sums_pkey' }) status!: PayoutItemStatus;

  /** 0 where all have another status by now. */
  @Column('bigint') items!: number;

  /** In money. */
  @Column('numeric', { precision: 24, scale: 4 }) amount!: string;
}

/** What a batch pays one member. */
@Entity('payout_items')
@Unique('payout_items_once', ['payoutId', 'uid'])
@Check('payout_items_status', `status IN ('pending', 'paid', 'failed', 'cancelled')`)
@Check('payout_items_amount', 'amount > 0')
@Index('payout_items_of_member', ['uid', 'id'])
@Index('payout_items_pending', ['payoutId'], { where: `status = 'pending'` })
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

  /** The member. */
  @Column('bigint') uid!: number;

  @VirtualColumn('varchar', { query: (i) => usernameOf(`${i}.uid`) }) readonly username!: string;
  @VirtualColumn('varchar', { query: (i) => nameOf(`${i}.uid`) }) readonly name!: string;
  @Column('numeric', { precision: 20, scale: 4 }) amount!: string;

  /** `failed` and `cancelled` have given the amount back. */
  @Column('varchar', { length: 10, default: 'pending' }) status!: PayoutItemStatus;

  /** Of a paid one, such as the number of the transfer. */
  @Column('varchar', { length: 200, nullable: true }) reference!: string | null;

  /** Why it failed. */
  @Column('varchar', { length: 500, nullable: true }) reason!: string | null;

  /** When it was marked, and who did it. */
  @Column('timestamptz', { name: 'settled_at', nullable: true }) settledAt!: Date | null;

  @Column('bigint', { name: 'settled_by_uid', nullable: true }) settledByUid!: number | null;
}

export const HOLD_REASONS = ['tax', 'identity', 'bank'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** A member on hold: goes on earning, and is in no batch. See docs/spec/commissions.md#5. */
@Entity('payout_holds')
@Check('payout_holds_reason', `reason IN ('tax', 'identity', 'bank')`)
@Index('payout_holds_open', ['uid', 'reason'], { unique: true, where: 'to_at IS NULL' })
@Index('payout_holds_since', ['fromAt'], { where: 'to_at IS NULL' })
export class PayoutHold {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'payout_holds_pkey',
  })
  id!: number;

  /** The member. */
  @Column('bigint') uid!: number;

  @VirtualColumn('varchar', { query: (h) => usernameOf(`${h}.uid`) }) readonly username!: string;
  @VirtualColumn('varchar', { query: (h) => nameOf(`${h}.uid`) }) readonly name!: string;
  @Column('varchar', { length: 10 }) reason!: HoldReason;

  /** For admins alone. */
  @Column('varchar', { length: 500 }) note!: string;

  @Column('timestamptz', { name: 'from_at', default: () => 'clock_timestamp()' }) fromAt!: Date;
  @Column('bigint', { name: 'by_uid' }) byUid!: number;

  /** Null while it holds. */
  @Column('timestamptz', { name: 'to_at', nullable: true }) toAt!: Date | null;

  @Column('bigint', { name: 'ended_by_uid', nullable: true }) endedByUid!: number | null;
}
