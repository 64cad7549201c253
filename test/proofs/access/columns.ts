import { type Call, LESSER_ROLES, type LesserRole, roleMayCall } from '#test/support/calls/calls.js';
import type { ClientType } from '#test/support/calls/shop-world.js';
import type { Method } from './service.js';

export const CLIENT_TYPES: readonly ClientType[] = ['server', 'web', 'mobile'];

/** Applications whose key a caller may have: that which the tokens are of, another one, and some that admit nobody. */
export type KeyName = 'own' | 'other' | 'no key at all' | 'revoked' | 'inactive' | 'maintenance' | 'version 2';

/** Sessions of the client API, by who signed in and what happened to them. */
export const CLIENT_TOKENS = [
  'member',
  'api_admin',
  'super_admin',
  'refreshed',
  'logged out',
  'deactivated',
  'demoted api_admin',
  'elsewhere',
  'inactive',
  'maintenance',
  'version 2',
] as const;

/** Sessions of the admin module. */
export const ADMIN_TOKENS = ['root', 'root logged out', 'root deactivated', 'root demoted', ...LESSER_ROLES] as const;

export type TokenName = (typeof CLIENT_TOKENS)[number] | (typeof ADMIN_TOKENS)[number];

/** What a caller sends of itself. */
export interface Credentials {
  key?: KeyName;
  token?: TokenName;
  /** Default: `bearer`. */
  via?: 'bearer' | 'basic' | 'access_token' | 'admin_session' | 'cookie behind a bad bearer';
  /** Default: with a key, that of the application's own page if its list asks for one; else none. */
  origin?: 'none' | 'own' | 'foreign' | 'blocked' | 'service';
  fetchSite?: 'same-origin' | 'same-site' | 'cross-site';
  blockedIp?: true;
  uid?: 'another user' | 'the member' | 'nobody';
}

/** What a call comes to: allowed, or the status and type of the refusal. */
export type Verdict = 'allowed' | `${number} ${string}`;

const OK = 'allowed';
const NO_KEY = '400 Bad Request';
const BAD_KEY = '401 Request Failed';
const INACTIVE = '400 Inactive APIKEY';
const MAINTENANCE = '400 Under Maintenance';
const VERSION = '403 Version Not Allowed';
const BLOCKED_HOST = '403 Host Blocked';
const UNLISTED_HOST = '403 Host Not Whitelisted';
const BLOCKED_IP = '403 IP Blocked';
const NO_TOKEN = '401 Invalid Token';
const DENIED = '403 Permission Denied';
const UNKNOWN = '404 Not Found';

/** The header apikey and HTTP Basic in one request. */
const TWO_WAYS = '400 invalid_request';

/** The refusals of an application key in the words of OAuth 2.0; its rules are all the same one. */
const IN_OAUTH: Readonly<Partial<Record<Verdict, Verdict>>> = {
  [OK]: OK,
  [NO_KEY]: '401 invalid_client',
  [BAD_KEY]: '401 invalid_client',
  [INACTIVE]: '400 unauthorized_client',
  [MAINTENANCE]: '400 temporarily_unavailable',
};

/** Verdicts on routes for: applications, users, API admins, super admins. */
type Verdicts = readonly [application: Verdict, user: Verdict, apiAdmin: Verdict, superAdmin: Verdict];

export interface Column {
  name: string;
  credentials: Credentials;
  verdicts: Verdicts;
  /** Refused instead when the key is a browser application's, whose list of hosts is not empty. */
  unlistedOnWeb?: true;
  /** Another site's page: with the admin's cookie it may read at most (which browsers do not show it). */
  foreign?: true;
  /** A role of the admin module that may not do everything there. */
  role?: LesserRole;
}

const column = (name: string, credentials: Credentials, verdicts: Verdicts, rest: Partial<Column> = {}): Column => ({
  name,
  credentials,
  verdicts,
  ...rest,
});

const MEMBER: Verdicts = [OK, OK, DENIED, NO_TOKEN];
const API_ADMIN: Verdicts = [OK, OK, OK, NO_TOKEN];
const KEY_ALONE: Verdicts = [OK, NO_TOKEN, NO_TOKEN, NO_TOKEN];
const NOBODY: Verdicts = [NO_KEY, NO_KEY, NO_KEY, NO_TOKEN];
const ROOT: Verdicts = [NO_KEY, NO_KEY, NO_KEY, OK];
const refusedBy = (key: Verdict): Verdicts => [key, key, key, NO_TOKEN];

const own = (token: TokenName, rest: Credentials = {}): Credentials => ({ key: 'own', token, ...rest });
const COOKIE = { via: 'access_token' } as const;

/** Users of the client API, each by bearer and by cookie, with every origin. */
const USERS = (
  [
    ['member', MEMBER],
    ['api_admin', API_ADMIN],
    ['super_admin', MEMBER],
  ] as const
).flatMap(([who, verdicts]) => [
  column(`${who}, bearer`, own(who), verdicts),
  column(`${who}, cookie`, own(who, COOKIE), verdicts),
  column(`${who}, cookie, own Origin`, own(who, { ...COOKIE, origin: 'own' }), verdicts),
  column(`${who}, cookie, no Origin`, own(who, { ...COOKIE, origin: 'none' }), verdicts, { unlistedOnWeb: true }),
  column(`${who}, cookie, foreign Origin`, own(who, { ...COOKIE, origin: 'foreign' }), verdicts, {
    unlistedOnWeb: true,
  }),
]);

const KEYS = [
  column('nobody', {}, NOBODY),
  column('key only', { key: 'own' }, KEY_ALONE),
  column('member, no key', { token: 'member' }, NOBODY),
  column('member, a text for a key', own('member', { key: 'no key at all' }), refusedBy(BAD_KEY)),
  column('member, revoked key', own('member', { key: 'revoked' }), refusedBy(BAD_KEY)),
  column('member, key of an inactive application', own('inactive', { key: 'inactive' }), refusedBy(INACTIVE)),
  column('member, application in maintenance', own('maintenance', { key: 'maintenance' }), refusedBy(MAINTENANCE)),
  column('member, key for another version', own('version 2', { key: 'version 2' }), refusedBy(VERSION)),
  column('member, blocked host', own('member', { origin: 'blocked' }), refusedBy(BLOCKED_HOST)),
  column('member, blocked address', own('member', { blockedIp: true }), refusedBy(BLOCKED_IP)),
  column('member, another application’s key', own('member', { key: 'other' }), KEY_ALONE),
  column('member, another application’s token', own('elsewhere'), KEY_ALONE),
];

const STATES = [
  column('member, refreshed session', own('refreshed'), MEMBER),
  column('member, ended session', own('logged out'), KEY_ALONE),
  column('member, ended session, cookie', own('logged out', COOKIE), KEY_ALONE),
  column('deactivated member', own('deactivated'), KEY_ALONE),
  column('demoted api_admin', own('demoted api_admin'), MEMBER),
  column('member, Basic', own('member', { via: 'basic' }), KEY_ALONE),
  column('member, cookie behind a bad bearer', own('member', { via: 'cookie behind a bad bearer' }), KEY_ALONE),
  column('member for another user', own('member', { uid: 'another user' }), [OK, DENIED, DENIED, NO_TOKEN]),
  column('super_admin for another user', own('super_admin', { uid: 'another user' }), [OK, DENIED, DENIED, NO_TOKEN]),
  column('api_admin for another user', own('api_admin', { uid: 'another user' }), API_ADMIN),
  column('api_admin for nobody', own('api_admin', { uid: 'nobody' }), [OK, UNKNOWN, UNKNOWN, NO_TOKEN]),
];

const ADMIN = { via: 'admin_session' } as const;

const ADMINS = [
  column('admin session, bearer', { token: 'root' }, ROOT),
  column('admin session, cookie', { token: 'root', ...ADMIN }, ROOT),
  column(
    'admin session, cookie, own Origin',
    { token: 'root', ...ADMIN, origin: 'service', fetchSite: 'same-origin' },
    ROOT,
  ),
  column('admin session, cookie, foreign Origin', { token: 'root', ...ADMIN, origin: 'foreign' }, ROOT, {
    foreign: true,
  }),
  column('admin session, cookie, cross-site', { token: 'root', ...ADMIN, fetchSite: 'cross-site' }, ROOT, {
    foreign: true,
  }),
  column('admin session, cookie, same-site', { token: 'root', ...ADMIN, fetchSite: 'same-site' }, ROOT, {
    foreign: true,
  }),
  column('admin session, own key, bearer', own('root', { origin: 'own' }), [OK, NO_TOKEN, NO_TOKEN, OK]),
  column('admin session, own key, client’s cookie', own('root', COOKIE), KEY_ALONE),
  column(
    'admin session, own key, admin’s cookie',
    own('root', { ...ADMIN, origin: 'none' }),
    [OK, NO_TOKEN, NO_TOKEN, OK],
    { unlistedOnWeb: true },
  ),
  column('ended admin session', { token: 'root logged out' }, NOBODY),
  column('ended admin session, cookie', { token: 'root logged out', ...ADMIN }, NOBODY),
  column('deactivated super admin', { token: 'root deactivated' }, NOBODY),
  column('demoted super admin', { token: 'root demoted' }, [NO_KEY, NO_KEY, NO_KEY, DENIED]),
  ...LESSER_ROLES.map((role) => column(`${role}, admin session`, { token: role }, ROOT, { role })),
  column('api_admin’s token, admin’s cookie', { token: 'api_admin', ...ADMIN }, NOBODY),
  column('super_admin’s client token, bearer', { token: 'super_admin' }, NOBODY),
  column('super_admin’s client token, admin’s cookie', { token: 'super_admin', ...ADMIN }, NOBODY),
];

/** Who calls: from docs/spec/commerce-api.md#7.2 and docs/spec/service.md#3, #4, #8 and #11. */
export const COLUMNS: readonly Column[] = [...KEYS, ...USERS, ...STATES, ...ADMINS];

const isAdmin = (token: TokenName): boolean => (ADMIN_TOKENS as readonly string[]).includes(token);

/** Who calls through applications of a type: whoever has nothing of an application is the same for all types, and calls once. */
export function columnsFor(type: ClientType): readonly Column[] {
  if (type === CLIENT_TYPES[0]) return COLUMNS;
  return COLUMNS.filter(
    ({ credentials: { key, token } }) => key !== undefined || (token !== undefined && !isAdmin(token)),
  );
}

/** Pages of other sites, as the browser names them: by `Origin`, or by `Sec-Fetch-Site`. */
const isForeignPage = ({ origin, fetchSite }: Credentials, isWeb: boolean, hasKey: boolean): boolean =>
  origin === 'foreign' ||
  origin === 'blocked' ||
  origin === 'own' ||
  (origin === undefined && isWeb && hasKey) ||
  fetchSite === 'cross-site' ||
  fetchSite === 'same-site';

/** What a call has to come to. */
export function verdictOf(
  { credentials, verdicts, unlistedOnWeb, foreign, role }: Column,
  type: ClientType,
  call: Call & { operationId?: string },
  method: Method,
): Verdict {
  const { who } = call;
  const isWeb = type === 'web';
  if (who === 'anyone') return OK;
  if (who === 'entrance') return isForeignPage(credentials, isWeb, credentials.key !== undefined) ? DENIED : OK;
  const changes = method !== 'GET' && method !== 'HEAD';
  if (who === 'super_admin') {
    if (role !== undefined && !roleMayCall(role, call.operationId ?? '', method)) return DENIED;
    const byCookie = credentials.via === 'admin_session';
    return byCookie && foreign === true && changes ? DENIED : verdicts[3];
  }
  if (isWeb && unlistedOnWeb === true && credentials.key !== undefined)
    return who === 'oauth_client' ? '403 unauthorized_client' : UNLISTED_HOST;
  const [application, user, apiAdmin] = verdicts;
  if (who === 'application') return application;
  if (who === 'oauth_client')
    return credentials.via === 'basic' ? TWO_WAYS : (IN_OAUTH[application] ?? '403 unauthorized_client');
  if (who === 'api_admin') return apiAdmin;
  if (call.notForAdmins === true && credentials.token === 'super_admin' && user === OK) return DENIED;
  if (call.notForApiAdmins === true && credentials.token === 'api_admin' && user === OK) return DENIED;
  return call.forCallerAlone === true && credentials.uid === 'another user' ? DENIED : user;
}
