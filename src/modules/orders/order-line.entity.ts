import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Order } from './order.entity.js';

/** A line of a cart or order. While it is in a cart, label, price and volumes come from the catalogue; placing freezes them. */
@Entity('order_lines')
@Check('order_lines_quantity', 'quantity BETWEEN 1 AND 9999')
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

  /** Of one piece, as are the two below. */
  @Column('numeric', { name: 'business_volume', precision: 14, scale: 4, nullable: true })
  businessVolume!: string | null;

  @Column('numeric', { precision: 14, scale: 4, nullable: true })
  points!: string | null;

  @Column('numeric', { name: 'cumulative_volume', precision: 14, scale: 4, nullable: true })
  cumulativeVolume!: string | null;
}
