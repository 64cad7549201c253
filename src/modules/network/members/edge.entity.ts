import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { NetworkMember } from './member.entity.js';

export const TREES = ['sponsor', 'placement'] as const;
export type Tree = (typeof TREES)[number];

/**
 * Where a member stands in a tree, from when until when. A change closes a row and adds another, so that who follows the
 * ids hears of it. A member without an open row in the placement tree is not placed.
 */
@Entity('network_edges')
@Check('network_edges_tree', `tree IN ('sponsor', 'placement')`)
@Check('network_edges_leg', `(leg IS NOT NULL) = (tree = 'placement' AND parent_uid IS NOT NULL)`)
@Check('network_edges_not_oneself', 'parent_uid <> uid')
@Check('network_edges_ends_after_it_begins', 'to_at >= from_at')
@Index('network_edges_open_member', ['tree', 'uid'], { unique: true, where: 'to_at IS NULL' })
@Index('network_edges_open_place', ['parentUid', 'leg'], {
  unique: true,
  where: `tree = 'placement' AND to_at IS NULL`,
})
@Index('network_edges_open_children', ['tree', 'parentUid', 'uid'], { where: 'to_at IS NULL' })
@Index('network_edges_history', ['uid', 'id'])
@Index('network_edges_by_doer', ['byUid', 'fromAt'], { where: 'by_uid IS NOT NULL' })
export class NetworkEdge {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'network_edges_pkey',
  })
  id!: number;

  @Column('varchar', { length: 10 })
  tree!: Tree;

  @ForeignKey(() => NetworkMember, { name: 'network_edges_uid_fkey' })
  @Column('bigint')
  uid!: number;

  /** Null for a root. */
  @ForeignKey(() => NetworkMember, { name: 'network_edges_parent_uid_fkey' })
  @Column('bigint', { name: 'parent_uid', nullable: true })
  parentUid!: number | null;

  /** From 1 on, in the placement tree alone. */
  @Column('smallint', { nullable: true })
  leg!: number | null;

  @Column('timestamptz', { name: 'from_at' })
  fromAt!: Date;

  /** Null while it holds. */
  @Column('timestamptz', { name: 'to_at', nullable: true })
  toAt!: Date | null;

  /** Who did it; null for the service itself. */
  @Column('bigint', { name: 'by_uid', nullable: true })
  byUid!: number | null;

  @Column('varchar', { length: 500, nullable: true })
  reason!: string | null;
}
