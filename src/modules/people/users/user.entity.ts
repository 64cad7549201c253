import { Check, Column, Entity, Index, PrimaryGeneratedColumn, VirtualColumn } from 'typeorm';
import { ROLES, type Role } from '#common/access/index.js';
import { type CustomFieldValues, CustomFieldsColumn } from '#common/custom-fields/index.js';

export const USER_STATUSES = ['active', 'inactive'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** A user account. See docs/spec/service.md#4. */
@Entity('users')
@Check('users_status', `status IN ('active', 'inactive')`)
@Check('users_roles', `roles <@ ARRAY['${ROLES.join("', '")}']`)
@Index('users_username', { synchronize: false })
@Index('users_email', { synchronize: false })
@Index('users_username_search', { synchronize: false })
@Index('users_email_search', { synchronize: false })
@Index('users_name_search', { synchronize: false })
@Index('users_in_admin_module', { synchronize: false })
@Index('users_not_only_members', { synchronize: false })
@Index('users_without_password', ['uid'], {
  where: `password_hash IS NULL AND email IS NOT NULL AND status = 'active'`,
})
@Index('users_created', ['createdAt', 'uid'])
@Index('users_inactive', ['createdAt', 'uid'], { where: `status = 'inactive'` })
@Index('users_of_country', ['countryCode', 'createdAt', 'uid'])
@Index('users_custom_fields', { synchronize: false })
export class User {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'users_pkey',
  })
  uid!: number;

  /** Unique in any case. */
  @Column('varchar', { length: 64 }) username!: string;

  /** Unique in any case; null for users who were imported without one. */
  @Column('varchar', { length: 254, nullable: true }) email!: string | null;

  /** argon2id, in PHC format; null for who was imported, until one is set. */
  @Column('text', { name: 'password_hash', nullable: true }) passwordHash!: string | null;

  @Column('varchar', { name: 'first_name', length: 100, default: '' }) firstName!: string;
  @Column('varchar', { name: 'last_name', length: 100, default: '' }) lastName!: string;

  /** ISO 3166-1 alpha-2. */
  @Column('char', { name: 'country_code', length: 2, nullable: true }) countryCode!: string | null;

  @Column('bigint', { name: 'sponsor_uid', nullable: true }) sponsorUid!: number | null;

  /** The sponsor's username. */
  @VirtualColumn('varchar', { query: (user) => `SELECT s.username FROM users s WHERE s.uid = ${user}.sponsor_uid` })
  readonly sponsor!: string | null;

  @Column('text', { array: true, default: '{member}' }) roles!: Role[];
  @Column('varchar', { length: 20, default: 'active' }) status!: UserStatus;

  /** When the user erased themselves: for good. Decision 95. */
  @Column('timestamptz', { name: 'erased_at', nullable: true }) erasedAt!: Date | null;

  @CustomFieldsColumn('users', 'uid') customFields!: CustomFieldValues | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
}

/** SQL of the username of the user whose uid an expression is: for virtual columns of what belongs to users. */
export const usernameOf = (uid: string): string => `SELECT u.username FROM users u WHERE u.uid = ${uid}`;

/** SQL of the first and last name of that user. */
export const nameOf = (uid: string): string =>
  `SELECT trim(concat(u.first_name, ' ', u.last_name)) FROM users u WHERE u.uid = ${uid}`;
