import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The external ids of imported rows: unique over all partitions of the ledger, which an index of it cannot be. */
@Entity('volume_external_ids')
export class VolumeExternalId {
  @PrimaryColumn('varchar', {
    name: 'external_id',
    length: 100,
    primaryKeyConstraintName: 'volume_external_ids_pkey',
  })
  externalId!: string;

  @Column('bigint', { name: 'row_id' })
  rowId!: number;

  @Column('timestamptz')
  at!: Date;
}
