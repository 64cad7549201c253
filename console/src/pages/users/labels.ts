import { formatRole } from '../../components/format';
import type { Role, User, UserStatus } from './users.queries';

/** Descriptions of the roles. */
export const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  member: 'Buys products: has a cart, a wishlist and orders, and can sponsor others.',
  api_admin:
    'Administers through an application: manages bundles, signs up members, updates orders, and acts on behalf of any member. All of it is audited.',
  super_admin: 'Full access to this console.',
  finance: 'Calculates, approves and posts runs; pays out, holds back and adjusts earnings; reads plans and members.',
  support: 'Orders, their status and returns; reads members and their statements. No money.',
  catalogue: 'Bundles and product types.',
  developer: 'Applications, their keys and webhooks, deliveries and traffic.',
  auditor: 'Reads everything, and changes nothing.',
};

/** Roles as select options. */
export const ROLES: readonly { value: Role; label: string }[] = (Object.keys(ROLE_DESCRIPTIONS) as Role[]).map(
  (value) => ({
    value,
    label: formatRole(value),
  }),
);

/** Whether somebody works in this console. */
export function isAdmin({ roles }: Pick<User, 'roles'>): boolean {
  return roles.some((role) => role !== 'member' && role !== 'api_admin');
}

/** User statuses as select options. */
export const USER_STATUSES: readonly { value: UserStatus; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

/** First and last name; empty when neither is known. */
export function fullName({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim();
}
