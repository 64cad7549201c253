import { ROLES, type Role } from '../../common/access/index.js';
import { ApiProperty, ApiPropertyOptional } from '../../common/openapi/decorators.js';
import { USER_STATUSES, type UserStatus } from './user.entity.js';
import type { UserRow } from './users.queries.js';

/** A user, for super admins. */
export class UserView {
  @ApiProperty({ example: 12 })
  uid!: number;

  @ApiProperty({ example: 'maria' })
  username!: string;

  @ApiProperty({ example: 'maria@example.com' })
  email!: string;

  @ApiProperty({ example: 'Maria' })
  first_name!: string;

  @ApiProperty({ example: 'Schmidt' })
  last_name!: string;

  @ApiProperty({ type: String, nullable: true, example: 'DE', description: 'ISO 3166-1 alpha-2' })
  country_code!: string | null;

  @ApiProperty({ type: Number, nullable: true, example: 3 })
  sponsor_uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'alice', description: 'username of the sponsor' })
  sponsor!: string | null;

  @ApiProperty({ enum: ROLES, isArray: true, example: ['member'] })
  roles!: Role[];

  @ApiProperty({ enum: USER_STATUSES, example: 'active' })
  status!: UserStatus;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  created_at!: string;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  updated_at!: string;
}

/** A user, with the password if one was generated: it is shown this once. */
export class UserWithPasswordView extends UserView {
  @ApiPropertyOptional({ example: 'q0c5mR0vX2yTn8sE1bKpWzJd', description: 'only when it was generated, and only now' })
  password?: string;
}

/** A row as {@link UserView}. */
export function userView(row: UserRow): UserView {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}
