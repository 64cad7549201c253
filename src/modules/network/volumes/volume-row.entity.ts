import { Check, Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn, VirtualColumn } from 'typeorm';
import { usernameOf } from '#people/users/index.js';
import { PartitionedByTime } from '#common/partitions/time-partitions.js';

/** What a row of the volume ledger came from. See docs/spec/commissions.md#1. */
export const VOLUME_KINDS = ['sale', 'cancellation', 'return', 'adjustment', 'import'] as const;
export type VolumeKind = (typeof VOLUME_KINDS)[number];

/**
 * A row of the volume ledger; never changed or removed, a trigger sees to it. Its table is partitioned by the month of `at`,
 * which is why that is a part of the key; the id alone is unique too. See docs/spec/commissions.md#1.
 */
@Entity('volume_rows')
@PartitionedByTime({ width: 'month', ahead: 3 })
@Check('volume_rows_kind', `kind IN ('sale', 'cancellation', 'return', 'adjustment', 'import')`)
@Check(
  'volume_rows_sold',
  `(kind IN ('sale', 'cancellation', 'return')) = (line_id IS NOT NULL) AND (order_id IS NULL) = (line_id IS NULL) AND (line_id IS NULL OR quantity IS NOT NULL)`,
)
@Check(
  'volume_rows_taken_back',
  `(takes_back_id IS NULL) = (takes_back_at IS NULL) AND (kind = 'import' OR (kind IN ('cancellation', 'return')) = (takes_back_id IS NOT NULL))`,
)
@Check('volume_rows_adjusted', `kind <> 'adjustment' OR (by_uid IS NOT NULL AND reason IS NOT NULL)`)
@Index('volume_rows_by_id', ['id'])
@Index('volume_rows_of_member', ['uid', 'at'])
@Index('volume_rows_of_order', ['orderId'], { where: 'order_id IS NOT NULL' })
@Index('volume_rows_of_kind', ['kind', 'at', 'id'], { where: `kind <> 'sale'` })
@Index('volume_rows_sold', { synchronize: false })
export class VolumeRow {
  /** When it counts: of a sale, when the order was paid. */
  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'volume_rows_pkey' }) at!: Date;

  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'volume_rows_pkey',
  })
  id!: number;

  /** The member. */
  @Column('bigint') uid!: number;

  @VirtualColumn('varchar', { query: (v) => usernameOf(`${v}.uid`) }) readonly username!: string;

  /** Of `sale`, `cancellation` and `return`, as is the line. */
  @Column('bigint', { name: 'order_id', nullable: true }) orderId!: number | null;

  @VirtualColumn('varchar', { query: (v) => `SELECT o.order_number FROM orders o WHERE o.id = ${v}.order_id` })
  readonly orderNumber!: string | null;

  @Column('bigint', { name: 'line_id', nullable: true }) lineId!: number | null;

  /** The earlier row that this one takes back, in part or whole. */
  @Column('bigint', { name: 'takes_back_id', nullable: true }) takesBackId!: number | null;

  @Column('timestamptz', { name: 'takes_back_at', nullable: true }) takesBackAt!: Date | null;

  /** Who adjusted. */
  @Column('bigint', { name: 'by_uid', nullable: true }) byUid!: number | null;

  @Column('timestamptz', { name: 'recorded_at', default: () => 'clock_timestamp()' }) recordedAt!: Date;

  /** Pieces; negative where they are taken back. */
  @Column('integer', { nullable: true }) quantity!: number | null;

  @Column('varchar', { length: 12 }) kind!: VolumeKind;

  /** Of all pieces, as are the amounts below. */
  @Column('numeric', { precision: 18, scale: 4, nullable: true }) price!: string | null;

  /** Null also for lines from before version 2.1 whose price nobody knew. */
  @Column('numeric', { name: 'wholesale_price', precision: 18, scale: 4, nullable: true })
  wholesalePrice!: string | null;

  @Column('numeric', { name: 'business_volume', precision: 18, scale: 4 }) businessVolume!: string;
  @Column('numeric', { precision: 18, scale: 4 }) points!: string;
  @Column('numeric', { name: 'cumulative_volume', precision: 18, scale: 4 }) cumulativeVolume!: string;

  /** Of an imported row, where it comes from. */
  @Column('varchar', { name: 'external_id', length: 100, nullable: true }) externalId!: string | null;

  @Column('varchar', { length: 500, nullable: true }) reason!: string | null;

  /** Of an adjustment that a merging or a handing over wrote. */
  @Column('bigint', { name: 'succession_id', nullable: true }) successionId!: number | null;

  /** Of such a row, the one that it takes off or adds: what was sold, also where its position changed hands twice. */
  @Column('bigint', { name: 'moved_id', nullable: true }) movedId!: number | null;
}

/** The external ids of imported rows: unique over all partitions of the ledger, which an index of it cannot be. */
@Entity('volume_external_ids')
export class VolumeExternalId {
  @PrimaryColumn('varchar', { name: 'external_id', length: 100, primaryKeyConstraintName: 'volume_external_ids_pkey' })
  externalId!: string;

  @Column('bigint', { name: 'row_id' }) rowId!: number;
  @Column('timestamptz') at!: Date;
}
