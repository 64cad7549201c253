import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Order } from './order.entity.js';
import type { PlacedStatus, ReturnedItem } from './orders.rules.js';

/** A move of an order: it was placed, changed its status, or came back in part or whole. Never changed or removed. */
@Entity('order_moves')
@Index('order_moves_of_order', ['orderId', 'id'])
export class OrderMove {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'order_moves_pkey',
  })
  id!: number;

  @Column('bigint', { name: 'order_id' })
  orderId!: number;

  @ManyToOne(() => Order, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id', foreignKeyConstraintName: 'order_moves_order_fkey' })
  order!: Relation<Order>;

  /** Null for the placing, and where nobody knows any more. */
  @Column('varchar', { name: 'from_status', length: 20, nullable: true })
  fromStatus!: PlacedStatus | null;

  /** That from before, if only a part came back. */
  @Column('varchar', { name: 'to_status', length: 20 })
  toStatus!: PlacedStatus;

  /** What came back; null for every other move. */
  @Column('jsonb', { name: 'returned_items', nullable: true })
  returnedItems!: ReturnedItem[] | null;

  @Column('timestamptz')
  at!: Date;

  /** Who did it; null for the service itself, and where nobody knows any more. */
  @Column('bigint', { name: 'by_uid', nullable: true })
  byUid!: number | null;

  /** Through which it was done; null for the admin module. */
  @Column('uuid', { name: 'application_id', nullable: true })
  applicationId!: string | null;

  @Column('varchar', { length: 500, nullable: true })
  reason!: string | null;
}
