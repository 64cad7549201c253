import { ConfigError } from '../config/config-error.js';
import { AppError } from '../errors/app-error.js';

/** The roles of users that open the admin module. See docs/spec/service.md#11. */
export const ADMIN_ROLES = ['super_admin', 'finance', 'support', 'catalogue', 'developer', 'auditor'] as const;

export type AdminRole = (typeof ADMIN_ROLES)[number];

/** The roles of users; one may have several. See docs/spec/service.md#4 and #11. */
export const ROLES = ['member', 'api_admin', ...ADMIN_ROLES] as const;
export type Role = (typeof ROLES)[number];

/**
 * What an operation of the admin module may need: `<resource>.<what is done with it>`. Roles come by them through
 * {@link permissionsOf}; `.read` never shows a secret and changes nothing.
 */
export const PERMISSIONS = [
  // One's own account and session, and what the console needs: every role of the admin module.
  'account.read',
  'account.write',
  'users.read',
  'users.write',
  'users.roles',
  // What admins write about users, for each other.
  'notes.read',
  'notes.write',
  'applications.read',
  'applications.write',
  'keys.read',
  'keys.write',
  'webhooks.read',
  'webhooks.write',
  'deliveries.read',
  'deliveries.write',
  // Keys of applications, encryption keys and webhook secrets in clear text.
  'secrets.reveal',
  'signing-keys.read',
  'signing-keys.write',
  'traffic.read',
  'requests.read',
  'audit.read',
  'bundles.read',
  'bundles.write',
  'product-types.read',
  'product-types.write',
  'orders.read',
  'orders.write',
  // For somebody else, without an application.
  'orders.place',
  'network.read',
  'network.write',
  'imports.read',
  'imports.write',
  'volumes.read',
  'volumes.write',
  'inputs.read',
  'inputs.write',
  'settings.read',
  'settings.write',
  'plans.read',
  'plans.write',
  'plans.publish',
  'simulations.read',
  'simulations.write',
  'runs.read',
  'runs.write',
  'runs.approve',
  'corrections.read',
  'corrections.write',
  'corrections.approve',
  'earnings.read',
  'earnings.adjust',
  'payouts.read',
  'payouts.write',
  'payouts.release',
  // Files for banks, with accounts of members.
  'payouts.bank-files',
  'holds.read',
  'holds.write',
  'compliance.read',
  'statements.read',
  'approvals.read',
  'approvals.decide',
  // Operations of extensions that name no other.
  'extensions.use',
] as const;

/** The permissions of extensions, which add theirs by declaration merging. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- extensions fill it
export interface ExtensionPermissions {}

export type Permission = (typeof PERMISSIONS)[number] | keyof ExtensionPermissions;

/** The permissions that an extension declares, by name: who has them beside super admins, and what they allow. */
export type PermissionDeclarations = Readonly<
  Record<string, { readonly roles: readonly AdminRole[]; readonly description: string }>
>;

/** A permission of an extension with the roles that have it. */
export interface ExtensionPermission {
  readonly roles: ReadonlySet<Role>;
  readonly description: string;
}

/** Those of the application that was created last. */
let ofExtensions: ReadonlyMap<string, ExtensionPermission> = new Map();

/**
 * The permissions of extensions. Super admins have all of them, auditors those that end with `.read`.
 * @throws ConfigError if one is declared twice, has no name or names a role that is none of the admin module
 */
export function permissionsOfExtensions(
  all: readonly PermissionDeclarations[],
): ReadonlyMap<string, ExtensionPermission> {
  const permissions = new Map<string, ExtensionPermission>();
  for (const [name, { roles, description }] of all.flatMap((one) => Object.entries(one))) {
    if (permissions.has(name) || (PERMISSIONS as readonly string[]).includes(name))
      throw new ConfigError(`the permission ${name} is declared twice`);
    if (!/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/.test(name))
      throw new ConfigError(
        `the permission "${name}" must have a name such as loyalty.read: small letters, digits and -, with one dot`,
      );
    const unknown = roles.find((role) => !ADMIN_ROLES.includes(role));
    if (unknown !== undefined)
      throw new ConfigError(`the permission ${name} names ${unknown}: it may be held by ${ADMIN_ROLES.join(', ')}`);
    const readers: Role[] = name.endsWith('.read') ? ['auditor'] : [];
    permissions.set(name, { roles: new Set<Role>(['super_admin', ...readers, ...roles]), description });
  }
  return permissions;
}

/** Replaces the permissions of extensions. */
export function setPermissionsOfExtensions(permissions: ReadonlyMap<string, ExtensionPermission>): void {
  ofExtensions = permissions;
}

/** The permissions of extensions, by name. */
export function extensionPermissions(): ReadonlyMap<string, ExtensionPermission> {
  return ofExtensions;
}

/** All permissions: the service's own, then those of extensions. */
export function allPermissions(): Permission[] {
  return [...PERMISSIONS, ...(ofExtensions.keys() as Iterable<Permission>)];
}

const OWN_ACCOUNT: readonly Permission[] = ['account.read', 'account.write'];

/** Members and where they stand, to read, with notes about them. */
const PEOPLE: readonly Permission[] = [
  'users.read',
  'notes.read',
  'notes.write',
  'network.read',
  'volumes.read',
  'statements.read',
];

const OF_ROLE: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  member: new Set(),
  api_admin: new Set(),
  super_admin: new Set(PERMISSIONS),
  finance: new Set<Permission>([
    ...OWN_ACCOUNT,
    ...PEOPLE,
    'plans.read',
    'settings.read',
    'inputs.read',
    'inputs.write',
    'runs.read',
    'runs.write',
    'runs.approve',
    'corrections.read',
    'corrections.write',
    'corrections.approve',
    'earnings.read',
    'earnings.adjust',
    'payouts.read',
    'payouts.write',
    'payouts.release',
    'payouts.bank-files',
    'holds.read',
    'holds.write',
    'compliance.read',
    'approvals.read',
    'approvals.decide',
  ]),
  support: new Set<Permission>([...OWN_ACCOUNT, ...PEOPLE, 'orders.read', 'orders.write']),
  catalogue: new Set<Permission>([
    ...OWN_ACCOUNT,
    'bundles.read',
    'bundles.write',
    'product-types.read',
    'product-types.write',
  ]),
  developer: new Set<Permission>([
    ...OWN_ACCOUNT,
    'applications.read',
    'applications.write',
    'keys.read',
    'keys.write',
    'webhooks.read',
    'webhooks.write',
    'deliveries.read',
    'deliveries.write',
    'secrets.reveal',
    'traffic.read',
    'requests.read',
  ]),
  auditor: new Set<Permission>([...OWN_ACCOUNT, ...PERMISSIONS.filter((one) => one.endsWith('.read'))]),
};

/** What the holder of some roles may do in the admin module, in the order of {@link allPermissions}. */
export function permissionsOf(roles: readonly Role[]): Permission[] {
  return allPermissions().filter((permission) => may({ roles }, permission));
}

/** Whether somebody has a permission by one of their roles. */
export function may({ roles }: { readonly roles: readonly Role[] }, permission: Permission): boolean {
  return roles.some((role) => OF_ROLE[role].has(permission) || ofExtensions.get(permission)?.roles.has(role));
}

/** The roles that have a permission. */
export function rolesWith(permission: Permission): Role[] {
  return ROLES.filter((role) => may({ roles: [role] }, permission));
}

/** Whether one of the roles can move money, or let others do so. */
export function touchesMoney(somebody: { readonly roles: readonly Role[] }): boolean {
  return may(somebody, 'payouts.write') || may(somebody, 'earnings.adjust') || may(somebody, 'users.roles');
}

/** Whether one of the roles opens the admin module. */
export function isAdmin({ roles }: { readonly roles: readonly Role[] }): boolean {
  return roles.some((role) => (ADMIN_ROLES as readonly Role[]).includes(role));
}

/** Whether somebody has another role than member: neither an application nor a mailer may take over such an account. */
export function isMoreThanMember({ roles }: { readonly roles: readonly Role[] }): boolean {
  return roles.some((role) => role !== 'member');
}

/** Whether somebody has all permissions of a role: nobody gives a role, least of all to themselves, that can do more. */
export function mayGive({ roles }: { readonly roles: readonly Role[] }, role: Role): boolean {
  return permissionsOf([role]).every((permission) => may({ roles }, permission));
}

/**
 * For what depends on the body of a request; what an operation always needs is in its `@Endpoint`.
 * @throws AppError PERMISSION_DENIED, naming the permission
 */
export function assertMay(somebody: { readonly roles: readonly Role[] }, permission: Permission): void {
  if (!may(somebody, permission)) throw new AppError('PERMISSION_DENIED', `this needs the permission ${permission}`);
}
