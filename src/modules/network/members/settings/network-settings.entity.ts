import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

export const PLACEMENTS = ['none', 'binary', 'matrix'] as const;
export type PlacementKind = (typeof PLACEMENTS)[number];

export const SPILLS = ['left', 'right', 'lesser_volume', 'breadth_first', 'manual'] as const;
export type Spill = (typeof SPILLS)[number];

/** The settings of the network: one row. See docs/spec/commissions.md#2. */
@Entity('network_settings')
@Check('network_settings_one', 'id = 1')
@Check('network_settings_placement', `placement IN ('none', 'binary', 'matrix')`)
@Check('network_settings_spill', `spill IN ('left', 'right', 'lesser_volume', 'breadth_first', 'manual')`)
export class NetworkSettings {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'network_settings_pkey', default: 1 }) id!: number;

  /** Which placement tree there is. */
  @Column('varchar', { length: 10, default: 'none' }) placement!: PlacementKind;

  /** Legs of each member in the placement tree: 2 in a binary one. */
  @Column('smallint', { default: 2 }) width!: number;

  /** Where a new distributor is placed in the sponsor's part of the tree. */
  @Column('varchar', { length: 20, default: 'left' }) spill!: Spill;

  /** Days after which the service places who waits in a holding tank. */
  @Column('smallint', { name: 'holding_days', default: 30 }) holdingDays!: number;

  /** Since when there is a placement tree; null without one. */
  @Column('timestamptz', { name: 'placement_since', nullable: true }) placementSince!: Date | null;

  /** Rises with each change of the settings. */
  @Column('integer', { default: 1 }) version!: number;
}
