import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from '#common/access/index.js';

/**
 * That somebody created an account, reset its password, gave it a role or activated it; or that they took from it what it may
 * approve. See docs/spec/service.md#11.
 */
@Entity('account_grants')
@Index('account_grants_of_account', ['uid', 'at'])
@Index('account_grants_at', ['at'])
export class AccountGrant {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'account_grants_pkey',
  })
  id!: number;

  /** The account. */
  @Column('bigint') uid!: number;

  /** Who did it. */
  @Column('bigint', { name: 'by_uid' }) byUid!: number;

  @Column('timestamptz', { default: () => 'now()' }) at!: Date;

  /** What the account could act by before; nothing if it is new, or was inactive. */
  @Column('text', { name: 'roles_before', array: true }) rolesBefore!: Role[];

  /** Whether they could know the password: they created the account, set it, or made the link by which it was set. */
  @Column('boolean', { name: 'with_password', default: true }) withPassword!: boolean;

  /** That they took a role from it, or deactivated it: that is no power over it, and yet nobody is alone by it. */
  @Column('boolean', { name: 'takes_away', default: false }) takesAway!: boolean;
}
