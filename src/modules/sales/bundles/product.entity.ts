import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Bundle, type CatalogueStatus } from './bundle.entity.js';

/** A variant of a bundle; carts and wishlists refer to it by `product_id`. See docs/spec/commerce-api.md#2.4. */
@Entity('products')
@Check('products_status', `status IN ('active', 'inactive')`)
@Index('products_live_sku', ['sku'], { unique: true, where: 'deleted_at IS NULL' })
@Index('products_bundle', ['bundleKey', 'id'])
@Index('products_sku_search', { synchronize: false })
export class Product {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'products_pkey',
  })
  id!: number;

  /** The bundle's internal id, not its `bundle_id`. */
  @Column('bigint', { name: 'bundle_key' })
  bundleKey!: number;

  @ManyToOne(() => Bundle)
  @JoinColumn({ name: 'bundle_key', foreignKeyConstraintName: 'products_bundle_fkey' })
  bundle!: Relation<Bundle>;

  /** Unique over the live catalogue. */
  @Column('varchar', { length: 64 })
  sku!: string;

  @Column('varchar', { length: 200 })
  name!: string;

  @Column('numeric', { precision: 14, scale: 4 })
  price!: string;

  @Column('numeric', { name: 'wholesale_price', precision: 14, scale: 4 })
  wholesalePrice!: string;

  /** Variant fields of the product type besides the three usual ones. */
  @Column('jsonb', { name: 'other_fields', default: {} })
  otherFields!: Record<string, number | string>;

  @Column('varchar', { length: 20, default: 'active' })
  status!: CatalogueStatus;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
