import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { MemberKind } from '#people/users/index.js';
import { NetworkMember } from './member.entity.js';

/** `suspended`: sells, and is not paid; `terminated`: stays in the trees, and is passed over. */
export const MEMBER_STATUSES = ['active', 'suspended', 'terminated'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** What a member is, and whether it takes part, from when until when. */
@Entity('network_states')
@Check('network_states_kind', `kind IN ('distributor', 'preferred', 'customer')`)
@Check('network_states_status', `status IN ('active', 'suspended', 'terminated')`)
@Check('network_states_ends_after_it_begins', 'to_at >= from_at')
@Index('network_states_open', ['uid'], { unique: true, where: 'to_at IS NULL' })
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

  @Column('varchar', { length: 20 })
  kind!: MemberKind;

  @Column('varchar', { length: 20 })
  status!: MemberStatus;

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
