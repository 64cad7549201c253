import { AppError } from '../errors/app-error.js';

/**
 * What a token of a log-in by authorization code may be used for; each is asked of the user. Tokens of other log-ins have no
 * scopes, and reach all that their user may. Decision 97.
 */
export const SCOPES = ['shop', 'profile', 'team', 'earnings'] as const;
export type Scope = (typeof SCOPES)[number];

/** The scope that a route asks of a token that has scopes; `any` is content with each of them. */
export type NeededScope = Scope | 'any';

/** The names in a `scope` parameter, each once; undefined if one is none, or there are none. */
export function parseScopes(text: string): Scope[] | undefined {
  const names = new Set(text.split(' ').filter((name) => name !== ''));
  const known = SCOPES.filter((scope) => names.has(scope));
  return known.length > 0 && known.length === names.size ? known : undefined;
}

/** The roles that count with a token: with scopes its user is a member, whatever else they are. */
export function rolesWithin<Name extends string>(
  scopes: readonly Scope[] | null,
  roles: readonly Name[],
): readonly Name[] {
  return scopes === null ? roles : roles.filter((role) => role === 'member');
}

/** The error for a token that lacks the scope. */
const NO_SCOPE = 'the access token may not be used for this: it lacks the scope';

/**
 * @throws AppError PERMISSION_DENIED, as RFC 6750 has it, where a token's scopes are not those that a route asks for
 */
export function assertScope(scopes: readonly Scope[] | null, needed: NeededScope | undefined): void {
  if (scopes === null || needed === 'any' || (needed !== undefined && scopes.includes(needed))) return;
  const named = needed === undefined ? '' : `, scope="${needed}"`;
  const headers = { 'www-authenticate': `Bearer error="insufficient_scope"${named}` };
  throw new AppError('PERMISSION_DENIED', NO_SCOPE, { headers });
}
