import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A user in the network. Its row is what a change of the member locks: `FOR UPDATE` whoever changes the member, `FOR KEY
 * SHARE` whoever is put below. See docs/spec/commissions.md#2.
 */
@Entity('network_members')
export class NetworkMember {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'network_members_pkey' })
  uid!: number;

  @Column('timestamptz', { name: 'enrolled_at' })
  enrolledAt!: Date;

  /** The highest rank of any posted run, or what was imported; null before. */
  @Column('varchar', { name: 'title_rank', length: 100, nullable: true })
  titleRank!: string | null;
}
