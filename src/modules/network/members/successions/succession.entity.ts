import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { NetworkMember } from '../member.entity.js';

export const SUCCESSION_KINDS = ['merge', 'hand_over'] as const;
export type SuccessionKind = (typeof SUCCESSION_KINDS)[number];

/** A position that was merged into another, or handed over. See docs/spec/commissions.md#2. */
@Entity('network_successions')
@Check('network_successions_kind', `kind IN ('merge', 'hand_over')`)
@Check('network_successions_not_oneself', 'successor_uid <> uid')
@Index('network_successions_at', ['at'])
export class NetworkSuccession {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'network_successions_pkey',
  })
  id!: number;

  @Column('varchar', { length: 10 }) kind!: SuccessionKind;

  /** Who gave the position up. */
  @ForeignKey(() => NetworkMember, { name: 'network_successions_uid_fkey' })
  @Column('bigint')
  uid!: number;

  /** Who has it from then on, with what was carried. */
  @ForeignKey(() => NetworkMember, { name: 'network_successions_successor_uid_fkey' })
  @Column('bigint', { name: 'successor_uid' })
  successorUid!: number;

  @Column('timestamptz') at!: Date;
  @Column('bigint', { name: 'by_uid' }) byUid!: number;
  @Column('varchar', { length: 500 }) reason!: string;
}
