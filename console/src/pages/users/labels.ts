import { formatRole } from '../../components/format';
import type { Role, User, UserStatus } from './users.queries';
import { t } from '../../i18n/t';

/** Descriptions of the roles. */
export const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  member: t(
    'Buys products and sponsors others. A new member joins the network as a distributor: below the sponsor, or as a root if there is none. Do not give this role to colleagues.',
  ),
  api_admin: t(
    'Administers through an application: manages bundles, signs up members, updates orders, and acts on behalf of any member. All of it is audited.',
  ),
  super_admin: t('Full access to this console.'),
  finance: t(
    'Calculates, approves and posts runs; pays out, holds back and adjusts earnings; reads plans and members.',
  ),
  support: t('Orders, their status and returns; reads members and their statements. No money.'),
  catalogue: t('Bundles and product types.'),
  developer: t('Applications, their keys and webhooks, deliveries and traffic.'),
  auditor: t('Reads everything, and changes nothing.'),
};

/** Roles as select options. */
export const ROLES: readonly { value: Role; label: string }[] = (Object.keys(ROLE_DESCRIPTIONS) as Role[]).map(
  (value) => ({ value, label: formatRole(value) }),
);

/** Whether somebody works in this console. */
export function isAdmin({ roles }: Pick<User, 'roles'>): boolean {
  return roles.some((role) => role !== 'member' && role !== 'api_admin');
}

/** User statuses as select options. */
export const USER_STATUSES: readonly { value: UserStatus; label: string }[] = [
  { value: 'active', label: t('Active') },
  { value: 'inactive', label: t('Inactive') },
];

/** First and last name; empty when neither is known. */
export function fullName({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim();
}
