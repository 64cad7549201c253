import { type Role, assertMay, mayGive } from '#common/access/index.js';
import { AppError } from '#common/errors/app-error.js';
import { NO_HIGHER_ROLE } from './users.failures.js';

type WithRoles = { readonly roles: readonly Role[] };

/** Whether a change of roles changes any. */
export function changesRoles(before: readonly Role[], after: readonly Role[]): boolean {
  return after.some((role) => !before.includes(role)) || before.some((role) => !after.includes(role));
}

/** @throws AppError PERMISSION_DENIED for roles that can do more than the caller */
export function assertGivable(caller: WithRoles, roles: readonly Role[]): void {
  const higher = roles.find((role) => !mayGive(caller, role));
  if (higher !== undefined) throw AppError.of(NO_HIGHER_ROLE, { role: higher });
}

/** @throws AppError PERMISSION_DENIED when roles change, for who may not change roles, or not give one of them */
export function assertMayChange(caller: WithRoles, before: readonly Role[], after: readonly Role[]): void {
  if (!changesRoles(before, after)) return;
  assertMay(caller, 'users.roles');
  assertGivable(
    caller,
    after.filter((role) => !before.includes(role)),
  );
}
