import { formatRole } from '../../components/format';
import type { Role, User, UserStatus } from './users.queries';

/** Descriptions of the roles. */
export const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  member: 'Buys products: has a cart, a wishlist and orders, and can sponsor others.',
  api_admin:
    'Administers through an application: manages bundles, signs up members, updates orders, and acts on behalf of any member. All of it is audited.',
  super_admin: 'Full access to this console.',
};

/** Roles as select options. */
export const ROLES: readonly { value: Role; label: string }[] = (['member', 'api_admin', 'super_admin'] as const).map(
  (value) => ({ value, label: formatRole(value) }),
);

/** User statuses as select options. */
export const USER_STATUSES: readonly { value: UserStatus; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

/** First and last name; empty when neither is known. */
export function fullName({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim();
}
