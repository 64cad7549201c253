import { Column, Entity, Index, PrimaryGeneratedColumn, Unique, VirtualColumn } from 'typeorm';
import { usernameOf } from '../users/index.js';

/** What a user of the admin module looks for again and again in a list. It goes when the user is erased. */
@Entity('saved_views')
@Unique('saved_views_name', ['uid', 'list', 'name'])
@Index('saved_views_shared', ['list'], { where: 'is_shared' })
export class SavedView {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'saved_views_pkey',
  })
  id!: number;

  /** Whose it is. */
  @Column('bigint') uid!: number;
  @VirtualColumn('varchar', { query: (view) => usernameOf(`${view}.uid`) }) readonly username!: string;

  @Column('varchar', { length: 60 }) list!: string;
  @Column('varchar', { length: 40 }) name!: string;
  /** Search, filters and sorting, as the address of the page has them. */
  @Column('varchar', { length: 2000 }) query!: string;
  @Column('varchar', { name: 'column_order', length: 60, array: true }) columnOrder!: string[];
  @Column('varchar', { name: 'hidden_columns', length: 60, array: true }) hiddenColumns!: string[];
  /** Whether all users of the admin module see it. */
  @Column('boolean', { name: 'is_shared' }) isShared!: boolean;
}
