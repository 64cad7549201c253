import { formatRole } from '../../components/format';
import type { Role, User, UserStatus } from './users.queries';

/** What each role may do. */
export const MAY: Readonly<Record<Role, string>> = {
  member: 'Buys: has a cart, a wishlist and orders of their own, and may sponsor others.',
  api_admin:
    'Administers through an application: manages bundles, signs members up, moves orders along, and acts for any member. All of it is audited.',
  super_admin: 'Enters this console, and may do everything in it.',
};

/** All roles, as options of a choice. */
export const ROLES: readonly { value: Role; label: string }[] = (['member', 'api_admin', 'super_admin'] as const).map(
  (value) => ({ value, label: formatRole(value) }),
);

/** The statuses of users, as options of a choice. */
export const USER_STATUSES: readonly { value: UserStatus; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

/** First and last name; empty when neither is known. */
export function fullName({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim();
}
