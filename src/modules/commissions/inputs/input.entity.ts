import { Column, Entity, Index, PrimaryGeneratedColumn, VirtualColumn } from 'typeorm';
import { usernameOf } from '#people/users/index.js';

/**
 * A value that a member has of an input from an instant on; never changed or removed, a trigger sees to it. Runs read the last one
 * before the end of their period. Decision 104.
 */
@Entity('commission_inputs')
@Index('commission_inputs_of_member', ['name', 'uid', 'at', 'id'])
@Index('commission_inputs_by_time', ['at', 'id'])
@Index('commission_inputs_by_doer', ['byUid', 'name'], { where: 'by_uid IS NOT NULL' })
export class CommissionInput {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'commission_inputs_pkey',
  })
  id!: number;

  /** The name of the input. */
  @Column('varchar', { length: 40 }) name!: string;

  /** The member. */
  @Column('bigint') uid!: number;

  @VirtualColumn('varchar', { query: (i) => usernameOf(`${i}.uid`) }) readonly username!: string;

  /** The choice, or the number. */
  @Column('varchar', { length: 40 }) value!: string;

  /** From when on it holds. */
  @Column('timestamptz') at!: Date;

  @Column('timestamptz', { name: 'written_at', default: () => 'clock_timestamp()' }) writtenAt!: Date;

  /** The person who put it in; null for an extension on its own. */
  @Column('bigint', { name: 'by_uid', nullable: true }) byUid!: number | null;

  @Column('varchar', { length: 500, nullable: true }) reason!: string | null;
}
