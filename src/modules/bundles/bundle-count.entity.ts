import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many live bundles of a product type have an id of a range, or a part of it; triggers of the database keep it. */
@Entity('bundle_counts')
export class BundleCount {
  @PrimaryColumn('varchar', { name: 'product_type', length: 64, primaryKeyConstraintName: 'bundle_counts_pkey' })
  productType!: string;

  /** The id of a bundle divided by 32,768. */
  @PrimaryColumn('bigint', { name: 'id_range', primaryKeyConstraintName: 'bundle_counts_pkey' })
  idRange!: number;

  /** Which part: 0 to 15. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'bundle_counts_pkey' })
  slot!: number;

  /** May be negative: a bundle may be deleted by another connection than the one that made it. */
  @Column('bigint')
  live!: number;

  /** Rises with each bundle that is made, deleted or named anew. */
  @Column('bigint')
  changes!: number;
}
