import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The number of live bundles of a product type per range of ids, in several slots; maintained by database triggers. */
@Entity('bundle_counts')
export class BundleCount {
  @PrimaryColumn('varchar', { name: 'product_type', length: 64, primaryKeyConstraintName: 'bundle_counts_pkey' })
  productType!: string;

  /** The id of a bundle divided by 32,768. */
  @PrimaryColumn('bigint', { name: 'id_range', primaryKeyConstraintName: 'bundle_counts_pkey' })
  idRange!: number;

  /** 0 to 15; the slots of a range add up. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'bundle_counts_pkey' })
  slot!: number;

  /** May be negative: a bundle may be deleted in another slot than it was created in. */
  @Column('bigint')
  live!: number;

  /** Rises with each bundle that is created, deleted or renamed. */
  @Column('bigint')
  changes!: number;
}
