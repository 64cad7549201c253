import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Order } from './order.entity.js';

/** A line of a cart or order. In a cart, label, prices and volumes come from the catalogue; placing freezes them. */
@Entity('order_lines')
@Check('order_lines_quantity', 'quantity BETWEEN 1 AND 9999')
@Check('order_lines_returned', 'returned BETWEEN 0 AND quantity')
@Index('order_lines_one_of_a_product', ['orderId', 'productId'], { unique: true })
@Index('order_lines_product', ['productId'])
export class OrderLine {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'order_lines_pkey',
  })
  id!: number;

  @Column('bigint', { name: 'order_id' })
  orderId!: number;

  @ManyToOne(() => Order, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id', foreignKeyConstraintName: 'order_lines_order_fkey' })
  order!: Relation<Order>;

  @Column('bigint', { name: 'product_id' })
  productId!: number;

  @Column('integer')
  quantity!: number;

  /** How many of the pieces came back. */
  @Column('integer', { default: 0 })
  returned!: number;

  @Column('varchar', { length: 200, nullable: true })
  label!: string | null;

  @Column('varchar', { length: 64, nullable: true })
  sku!: string | null;

  @Column('varchar', { name: 'bundle_id', length: 255, nullable: true })
  bundleId!: string | null;

  @Column('bigint', { name: 'vendor_uid', nullable: true })
  vendorUid!: number | null;

  @Column('numeric', { name: 'unit_price', precision: 14, scale: 4, nullable: true })
  unitPrice!: string | null;

  /** Of one piece; null also for lines from before version 2.1 whose price nobody knew. */
  @Column('numeric', { name: 'wholesale_price', precision: 14, scale: 4, nullable: true })
  wholesalePrice!: string | null;

  /** Of one piece, as are the two below. */
  @Column('numeric', { name: 'business_volume', precision: 14, scale: 4, nullable: true })
  businessVolume!: string | null;

  @Column('numeric', { precision: 14, scale: 4, nullable: true })
  points!: string | null;

  @Column('numeric', { name: 'cumulative_volume', precision: 14, scale: 4, nullable: true })
  cumulativeVolume!: string | null;
}
