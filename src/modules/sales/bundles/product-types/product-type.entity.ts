import { Column, DeleteDateColumn, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';

/** A product type: the fields of its variants and the attributes of its bundles. See docs/spec/service.md#5. */
@Entity('product_types')
export class ProductType {
  /** The machine name, such as `external-api-product`. */
  @PrimaryColumn('varchar', { length: 64 }) name!: string;

  @Column('varchar', { length: 200 }) label!: string;
  @Column('text', { name: 'variant_fields', array: true }) variantFields!: string[];
  @Column('text', { array: true }) attributes!: string[];
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;

  /** A deleted type keeps its row, because deleted bundles refer to it; creating it again restores the row. */
  @DeleteDateColumn({ type: 'timestamptz', name: 'deleted_at', nullable: true }) deletedAt!: Date | null;

  /** The number of its live bundles. */
  @VirtualColumn('bigint', {
    query: (type) => `SELECT coalesce(sum(c.live), 0)::bigint FROM bundle_counts c WHERE c.product_type = ${type}.name`,
  })
  readonly bundles!: number;
}
