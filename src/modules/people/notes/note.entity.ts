import { Column, Entity, Index, PrimaryGeneratedColumn, VirtualColumn } from 'typeorm';
import { usernameOf } from '../users/index.js';

/** What an admin wrote about a user, for other admins alone. Never changed; it goes when the user is erased. */
@Entity('user_notes')
@Index('user_notes_of_user', ['uid', 'id'])
export class UserNote {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'user_notes_pkey',
  })
  id!: number;

  /** Whom it is about. */
  @Column('bigint') uid!: number;

  @Column('varchar', { length: 2000 }) text!: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) at!: Date;
  @Column('bigint', { name: 'by_uid' }) byUid!: number;
  @VirtualColumn('varchar', { query: (note) => usernameOf(`${note}.by_uid`) }) readonly byUsername!: string;
}
