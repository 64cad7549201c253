import { ROLES } from '#common/access/index.js';
import type { Role } from '#common/access/index.js';
import { SearchQuery } from '#common/http/pagination.js';
import {
  BooleanField,
  ChoiceField,
  EmailField,
  Field,
  PasswordField,
  TextField,
  UsernameField,
  type FieldOptions,
} from '#common/validation/index.js';
import { MEMBER_KINDS, type MemberKind } from './enrolment.js';
import { CountryCodeField, MAX_NAME } from './sign-up.dto.js';
import { USER_STATUSES, type UserStatus } from './user.entity.js';

/** One or more roles, none of them twice. */
function RolesField(options: FieldOptions = {}): PropertyDecorator {
  const validate = (value: unknown): string | undefined => {
    if (!Array.isArray(value) || value.length === 0) return `must be a list of at least one of ${ROLES.join(', ')}`;
    const known = value.every((role) => (ROLES as readonly unknown[]).includes(role));
    if (!known) return `must hold only ${ROLES.join(', ')}`;
    return new Set(value).size === value.length ? undefined : 'must not repeat an entry';
  };
  const api = { type: 'array' as const, items: { type: 'string' as const, enum: [...ROLES] }, minItems: 1 };
  return Field('json', validate, api, { example: ['member'], ...options });
}

/** Filters of the list of users. */
export class UsersQuery extends SearchQuery {
  @ChoiceField(ROLES, { optional: true, example: 'member' })
  role?: Role;

  @ChoiceField(USER_STATUSES, { optional: true, example: 'active' })
  status?: UserStatus;
}

/** A new user. */
export class CreateUserDto {
  @UsernameField({ description: 'unique, case-insensitive' })
  username!: string;

  @EmailField({ description: 'unique, case-insensitive' })
  email!: string;

  @PasswordField({ optional: true, description: 'if omitted, a password is generated and shown once' })
  password?: string;

  @TextField({ optional: true, min: 0, max: MAX_NAME, example: 'Maria' })
  first_name?: string;

  @TextField({ optional: true, min: 0, max: MAX_NAME, example: 'Schmidt' })
  last_name?: string;

  @CountryCodeField({ optional: true, nullable: true })
  country_code?: string | null;

  @TextField({
    optional: true,
    nullable: true,
    max: 64,
    description: 'username of the sponsor, an active member',
    example: 'alice',
  })
  sponsor?: string | null;

  @ChoiceField(MEMBER_KINDS, { optional: true, description: 'of a member; default: distributor', example: 'customer' })
  kind?: MemberKind;

  @RolesField({ optional: true, description: 'default: member' })
  roles?: Role[];
}

/** What changes of a user; what is left out stays. */
export class ChangeUserDto {
  @EmailField({ optional: true })
  email?: string;

  @TextField({ optional: true, min: 0, max: MAX_NAME, example: 'Maria' })
  first_name?: string;

  @TextField({ optional: true, min: 0, max: MAX_NAME, example: 'Schmidt' })
  last_name?: string;

  @CountryCodeField({ optional: true, nullable: true })
  country_code?: string | null;

  @RolesField({ optional: true })
  roles?: Role[];

  @ChoiceField(USER_STATUSES, { optional: true, description: '`inactive` ends all sessions', example: 'inactive' })
  status?: UserStatus;

  @PasswordField({ optional: true, description: 'a new password; ends all sessions' })
  password?: string;

  @BooleanField({
    optional: true,
    description: 'true generates a new password, which is shown once; ends all sessions',
    example: true,
  })
  reset_password?: boolean;
}
