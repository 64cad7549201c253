import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  VirtualColumn,
} from 'typeorm';
import { type CustomFieldValues, CustomFieldsColumn } from '#common/custom-fields/index.js';
import { usernameOf, type MemberKind } from '#people/users/index.js';

/** Most characters of the reason of a change. */
export const MAX_REASON = 500;

/**
 * A user in the network. Its row is what a change of the member locks: `FOR UPDATE` whoever changes the member, `FOR KEY
 * SHARE` whoever is put below. See docs/spec/commissions.md#2.
 */
@Entity('network_members')
@Index('network_members_enrolled', ['enrolledAt', 'uid'])
export class NetworkMember {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'network_members_pkey' }) uid!: number;
  @Column('timestamptz', { name: 'enrolled_at' }) enrolledAt!: Date;

  /** The highest rank of any posted run, or what was imported; null before. */
  @Column('varchar', { name: 'title_rank', length: 100, nullable: true }) titleRank!: string | null;

  @CustomFieldsColumn('members', 'uid') customFields!: CustomFieldValues | null;
}

/** `suspended`: sells, and is not paid; `terminated`: stays in the trees, and is skipped. */
export const MEMBER_STATUSES = ['active', 'suspended', 'terminated'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** What a member is, and whether it takes part, from when until when. */
@Entity('network_states')
@Check('network_states_kind', `kind IN ('distributor', 'preferred', 'customer')`)
@Check('network_states_status', `status IN ('active', 'suspended', 'terminated')`)
@Check('network_states_ends_after_it_begins', 'to_at >= from_at')
@Index('network_states_open', ['uid'], { unique: true, where: 'to_at IS NULL' })
@Index('network_states_not_active', ['status', 'uid'], { where: `to_at IS NULL AND status <> 'active'` })
@Index('network_states_history', ['uid', 'id'])
export class NetworkState {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'network_states_pkey',
  })
  id!: number;

  @ForeignKey(() => NetworkMember, { name: 'network_states_uid_fkey' })
  @Column('bigint')
  uid!: number;

  @Column('varchar', { length: 20 }) kind!: MemberKind;
  @Column('varchar', { length: 20 }) status!: MemberStatus;
  @Column('timestamptz', { name: 'from_at' }) fromAt!: Date;

  /** Null while it holds. */
  @Column('timestamptz', { name: 'to_at', nullable: true }) toAt!: Date | null;

  /** Who did it; null for the service itself. */
  @Column('bigint', { name: 'by_uid', nullable: true }) byUid!: number | null;

  @VirtualColumn('varchar', { query: (row) => usernameOf(`${row}.by_uid`) }) readonly by!: string | null;
  @Column('varchar', { length: MAX_REASON, nullable: true }) reason!: string | null;
}

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

  @Column('varchar', { length: 10 }) tree!: Tree;

  @ForeignKey(() => NetworkMember, { name: 'network_edges_uid_fkey' })
  @Column('bigint')
  uid!: number;

  /** Null for a root. */
  @ForeignKey(() => NetworkMember, { name: 'network_edges_parent_uid_fkey' })
  @Column('bigint', { name: 'parent_uid', nullable: true })
  parentUid!: number | null;

  @VirtualColumn('varchar', { query: (row) => usernameOf(`${row}.parent_uid`) }) readonly parent!: string | null;

  /** From 1 on, in the placement tree alone. */
  @Column('smallint', { nullable: true }) leg!: number | null;

  @Column('timestamptz', { name: 'from_at' }) fromAt!: Date;

  /** Null while it holds. */
  @Column('timestamptz', { name: 'to_at', nullable: true }) toAt!: Date | null;

  /** Who did it; null for the service itself. */
  @Column('bigint', { name: 'by_uid', nullable: true }) byUid!: number | null;

  @VirtualColumn('varchar', { query: (row) => usernameOf(`${row}.by_uid`) }) readonly by!: string | null;
  @Column('varchar', { length: MAX_REASON, nullable: true }) reason!: string | null;
}
