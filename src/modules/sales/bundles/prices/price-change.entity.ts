import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  VirtualColumn,
  type Relation,
} from 'typeorm';
import { usernameOf } from '#people/users/index.js';
import { Product } from '../bundle.entity.js';

export const PRICE_CHANGE_STATUSES = ['scheduled', 'applied', 'cancelled'] as const;
export type PriceChangeStatus = (typeof PRICE_CHANGE_STATUSES)[number];

/** A price that a variant has had from some moment on, or will have. */
@Entity('price_changes')
@Check('price_changes_status', `status IN ('scheduled', 'applied', 'cancelled')`)
@Index('price_changes_of_product', ['productId', 'effectiveAt', 'id'])
@Index('price_changes_scheduled', ['effectiveAt', 'productId'], { unique: true, where: `status = 'scheduled'` })
export class PriceChange {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'price_changes_pkey',
  })
  id!: number;

  @Column('bigint', { name: 'product_id' }) productId!: number;

  @ManyToOne(() => Product)
  @JoinColumn({ name: 'product_id', foreignKeyConstraintName: 'price_changes_product_fkey' })
  product!: Relation<Product>;

  @VirtualColumn('varchar', { query: (c) => `SELECT p.sku FROM products p WHERE p.id = ${c}.product_id` })
  readonly sku!: string;

  @Column('numeric', { precision: 14, scale: 4 }) price!: string;

  /** Of one that was applied. */
  @Column('numeric', { name: 'previous_price', precision: 14, scale: 4, nullable: true }) previousPrice!: string | null;

  @Column('timestamptz', { name: 'effective_at' }) effectiveAt!: Date;
  @Column('varchar', { length: 10, default: 'scheduled' }) status!: PriceChangeStatus;

  /** Who scheduled it, or changed the price at once. */
  @Column('bigint', { name: 'by_uid' }) byUid!: number;

  @VirtualColumn('varchar', { query: (c) => usernameOf(`${c}.by_uid`) }) readonly by!: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;

  /** When it was applied or cancelled. */
  @Column('timestamptz', { name: 'settled_at', nullable: true }) settledAt!: Date | null;
}
