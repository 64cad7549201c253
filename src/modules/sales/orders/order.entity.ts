import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { PlacedStatus } from './orders.rules.js';

export type OrderStatus = 'cart' | PlacedStatus;

/** A user's order; in state `cart` it is the user's one cart. See docs/spec/service.md#6. */
@Entity('orders')
@Check('orders_status', `status IN ('cart', 'placed', 'paid', 'completed', 'cancelled', 'returned')`)
@Index('orders_one_cart', ['uid'], { unique: true, where: `status = 'cart'` })
@Index('orders_number', ['orderNumber'], { unique: true })
@Index('orders_number_search', { synchronize: false })
@Index('orders_of_user', ['uid', 'placedAt', 'id'], { where: `status <> 'cart'` })
@Index('orders_placed', ['placedAt', 'id'], { where: `status <> 'cart'` })
export class Order {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'orders_pkey',
  })
  id!: number;

  @Column('bigint')
  uid!: number;

  @Column('varchar', { length: 20, default: 'cart' })
  status!: OrderStatus;

  /** Given when the order is placed. */
  @Column('varchar', { name: 'order_number', length: 40, nullable: true })
  orderNumber!: string | null;

  /** Rises with every change of the cart; what `If-Match` is held against. */
  @Column('integer', { default: 0 })
  version!: number;

  /** Frozen when the order is placed. */
  @Column('char', { name: 'currency_code', length: 3, nullable: true })
  currencyCode!: string | null;

  /** The application through which the order was placed. */
  @Column('uuid', { name: 'application_id', nullable: true })
  applicationId!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** When the cart's content or the order's status changed last. */
  @Column('timestamptz', { name: 'changed_at', default: () => 'now()' })
  changedAt!: Date;

  @Column('timestamptz', { name: 'placed_at', nullable: true })
  placedAt!: Date | null;

  /** Null also where nobody knew any more when version 2.1 came, as are the two below. */
  @Column('timestamptz', { name: 'paid_at', nullable: true })
  paidAt!: Date | null;

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt!: Date | null;

  @Column('timestamptz', { name: 'cancelled_at', nullable: true })
  cancelledAt!: Date | null;
}
