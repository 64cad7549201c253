import { callOf, requestOf, type Requests } from '#test/support/calls/requests.js';
import type { Parts } from '#test/support/calls/shop-world.js';
import { THINGS, type Values } from '#test/support/calls/things.js';
import type { Contract } from '#test/support/contract.js';
import { BASE, signUpBody, SUPER_ADMIN } from '#test/support/shop.js';
import { type Column, COLUMNS, type Credentials, verdictOf } from './columns.js';
import type { Named, Pair } from './ids.js';
import type { Method, Sent } from './service.js';
import { NOBODYS_UID, type Stage } from './stage.js';

/** Who must learn nothing of an id, where they are refused: strangers, and those who have some right but not this one. */
const REFUSED = [
  'nobody',
  'key only',
  'member, bearer',
  'api_admin, bearer',
  'super_admin, bearer',
  'demoted super admin',
];

const UUID = /^[0-9a-f-]{36}$/;
const SECRET = /^([rs]t_)/;

/** Who may call an operation, of those whom another's things are kept from. */
const CALLERS: Readonly<Partial<Record<string, Credentials>>> = {
  user: { key: 'own', token: 'member' },
  api_admin: { key: 'own', token: 'api_admin' },
  super_admin: { token: 'root' },
};

/** Makes pairs of requests from the list of calls. */
export class Pairs {
  constructor(
    private readonly stage: Stage,
    private readonly contract: Contract,
    private readonly requests: Requests,
    private readonly ids: readonly Named[],
  ) {}

  /** A request with its sender's credentials. */
  sent(operationId: string, parts: Parts, credentials: Credentials): Sent {
    return { ...requestOf(this.contract, operationId, parts), ...this.stage.sent(credentials) };
  }

  /**
   * Pairs of callers who may use an operation: all is their own but for one id, or all of them, which is another's or of
   * something deleted, and then nobody's.
   */
  async ofCallers(): Promise<Pair[]> {
    const pairs: Pair[] = [];
    const { uid } = this.stage.person('member');
    for (const { operation } of this.contract.operations) {
      const operationId = operation.operationId!;
      const { of, who, ofCaller } = callOf(operationId);
      const credentials = CALLERS[who];
      if (typeof of !== 'string' || credentials === undefined) continue;
      for (const [what, make] of Object.entries(THINGS[of].foreign ?? {})) {
        const own = await this.requests.values(operationId, ofCaller ? this.stage.person('root').uid : uid);
        const foreign = await make(this.stage.world, uid);
        const taken = this.ids.filter((id) => id.operationId === operationId && keyIn(foreign, id) in foreign);
        for (const named of taken.length > 1 ? [...taken.map((id) => [id]), taken] : taken.map((id) => [id])) {
          const filled = (value: (name: string) => unknown): Sent => {
            const others = Object.fromEntries(named.map((id) => keyIn(foreign, id)).map((key) => [key, value(key)]));
            return this.sent(operationId, this.requests.with(operationId, { ...own, ...others }), credentials);
          };
          pairs.push({
            of: `${operationId} ${named[0]!.place}`,
            what: named.length > 1 ? `${what}, all of it` : what,
            theirs: filled((name) => foreign[name]),
            nobodys: filled((name) => nobodys(foreign[name])),
          });
        }
      }
    }
    return pairs;
  }

  /**
   * Pairs of refused callers: each id of a valid request, as it is and as nobody has it. So nobody can ask a route that is
   * closed to them whether something exists.
   */
  async ofRefused(): Promise<Pair[]> {
    const pairs: Pair[] = [];
    for (const { operationId, place } of this.ids) {
      const parts = await this.partsWith(operationId, place);
      const none = withNobodys(parts, place);
      if (none === undefined) continue;
      for (const { name, credentials } of this.refusedAt(operationId, place)) {
        pairs.push({
          of: `${operationId} ${place}`,
          what: `to: ${name}`,
          theirs: this.sent(operationId, parts, credentials),
          nobodys: this.sent(operationId, none, credentials),
        });
      }
    }
    return pairs;
  }

  /** `?uid=` is refused to everybody but API admins, also where they may call the route. */
  private refusedAt(operationId: string, place: string): Column[] {
    const call = callOf(operationId);
    const method = this.contract.find(operationId).method.toUpperCase() as Method;
    const ofClientApi = call.who === 'user' || call.who === 'api_admin';
    return COLUMNS.filter(({ name }) => REFUSED.includes(name)).filter((column) =>
      place === 'query:uid' && ofClientApi
        ? column.credentials.token !== 'api_admin'
        : verdictOf(column, this.stage.type, call, method) !== 'allowed' &&
          // They may call the route, so that its body is validated before.
          !(call.notForAdmins === true && column.credentials.token === 'super_admin') &&
          !(call.notForApiAdmins === true && column.credentials.token === 'api_admin'),
    );
  }

  /** A valid request, made of another user's things; `?uid=` is in none by itself. */
  private async partsWith(operationId: string, place: string): Promise<Parts> {
    const { anotherUid } = this.stage;
    const parts = await this.requests.of(operationId, anotherUid);
    return place === 'query:uid' ? { ...parts, query: { ...parts.query, uid: anotherUid } } : parts;
  }
}

/** By what a thing's values have an id: by its place where that has one of its own, such as `body:id`, else by its name. */
function keyIn(values: Values, { place }: Named): string {
  return place in values ? place : place.slice(place.indexOf(':') + 1);
}

/** The same with an id that nobody has; undefined when the request has no such id. */
function withNobodys(parts: Parts, place: string): Parts | undefined {
  const [where, name] = place.split(':') as [keyof Parts, string];
  const values = parts[where];
  if (values instanceof URLSearchParams) {
    const value = values.get(name);
    if (value === null) return undefined;
    return { ...parts, body: new URLSearchParams({ ...Object.fromEntries(values), [name]: String(nobodys(value)) }) };
  }
  const fields = values as Values | undefined;
  if (fields?.[name] === undefined) return undefined;
  return { ...parts, [where]: { ...fields, [name]: nobodys(fields[name]) } };
}

/** What nobody has, in the form of what somebody has. */
function nobodys(value: unknown): string | number {
  if (typeof value === 'number') return NOBODYS_UID;
  const text = String(value);
  if (/^\d+$/.test(text)) return String(NOBODYS_UID);
  if (SECRET.test(text)) return text.replace(/^(.t_).*/, `$1${'A'.repeat(43)}`);
  return UUID.test(text) ? '00000000-0000-4000-8000-000000000000' : 'nobody-has-this';
}

const NO_UUID = '00000000-0000-4000-8000-000000000000';
const NO_NAME = 'nobody-has-this';

const MEMBER: Credentials = { key: 'own', token: 'member' };
const API_ADMIN: Credentials = { key: 'own', token: 'api_admin' };

/**
 * Pairs about who somebody is: names, tokens and tickets, which no thing of the list of calls has. And those for which an
 * API admin says for whom they act.
 */
export async function identityPairs(stage: Stage): Promise<Pair[]> {
  return [
    ...(await orderPairs(stage)),
    ...(await tokenPairs(stage)),
    ...(await oauthPairs(stage)),
    ...logInPairs(stage),
  ];
}

function pair(of: string, what: string, theirs: Sent, nobodys: Sent): Pair {
  return { of, what, theirs, nobodys };
}

function sender(stage: Stage, path: string, credentials: Credentials) {
  return (body: object): Sent => ({ method: 'POST', path: `${BASE}/${path}`, ...stage.sent(credentials), body });
}

/** The operations below oauth/ by the last part of their address. */
const OAUTH: Readonly<Record<string, string>> = {
  token: 'getOAuthToken',
  revoke: 'revokeOAuthToken',
  introspect: 'introspectOAuthToken',
};

/** The order of another user than `uid` names. */
async function orderPairs(stage: Stage): Promise<Pair[]> {
  const theirs = await stage.world.order(stage.anotherUid);
  const moved = (order_id: number): Sent =>
    sender(stage, `commerce/order-status/?uid=${stage.person('member').uid}`, API_ADMIN)({ order_id, status: 'paid' });
  return [pair('changeOrderStatus body:order_id', 'of another than `uid` names', moved(theirs), moved(NOBODYS_UID))];
}

async function tokenPairs(stage: Stage): Promise<Pair[]> {
  const { world, other, own } = stage;
  const token = sender(stage, 'token/', { key: 'own' });
  const signUp = sender(stage, 'user/signup/', API_ADMIN);
  const refreshOf = async (apikey: string): Promise<string> => {
    const { username } = await world.user('refreshing', ['member']);
    return String((await world.logIn(apikey, username)).refresh_token);
  };
  const wrong = (username: string): Sent => token({ username, password: `${SUPER_ADMIN.password}.` });
  const noTicket = `st_${'A'.repeat(43)}`;
  const theirTicket = String((await ticketFor(stage, other.id)).ticket);
  const ended = await endedRefreshToken(stage);
  const leaver = await world.user('deactivated-later', ['member']);
  const idle = String((await world.logIn(own.apikey, leaver.username)).refresh_token);
  await world.root('adminChangeUser', { path: { uid: leaver.uid }, body: { status: 'inactive' } });
  const sponsor = (name: string): Sent => signUp({ ...signUpBody('x'), sponsor: name });
  const none = token({ refresh_token: `rt_${'A'.repeat(43)}` });
  return [
    pair(
      'getToken body:ticket',
      'for another application',
      token({ ticket: theirTicket }),
      token({ ticket: noTicket }),
    ),
    pair(
      'getToken body:refresh_token',
      'another application’s',
      token({ refresh_token: await refreshOf(other.apikey) }),
      none,
    ),
    pair('getToken body:refresh_token', 'of an ended session', token({ refresh_token: ended }), none),
    pair('getToken body:refresh_token', 'of a deactivated user', token({ refresh_token: idle }), none),
    pair('getToken body:username', 'with a wrong password', wrong(stage.person('elsewhere').username), wrong(NO_NAME)),
    pair('getToken body:username', 'deactivated', wrong(stage.person('deactivated').username), wrong(NO_NAME)),
    pair('signUp body:sponsor', 'deactivated', sponsor(stage.person('deactivated').username), sponsor(NO_NAME)),
    pair('signUp body:sponsor', 'no member', sponsor(SUPER_ADMIN.username), sponsor(NO_NAME)),
  ];
}

async function oauthPairs(stage: Stage): Promise<Pair[]> {
  const { world, other, own } = stage;
  const { username } = await world.user('at-oauth', ['member']);
  const theirs = await world.logIn(other.apikey, username);
  const [access, refresh] = [String(theirs.access_token), String(theirs.refresh_token)];
  const ticket = String((await ticketFor(stage, other.id)).ticket);
  const form = (name: string, credentials: Credentials) => {
    const send = sender(stage, `oauth/${name}/`, credentials);
    return (fields: Record<string, string>): Sent => send(new URLSearchParams(fields));
  };
  const exchange = form('token', { key: 'own' });
  const revoke = form('revoke', { key: 'own' });
  const introspect = form('introspect', { key: 'own' });
  const grant = (field: string, value: string): Sent =>
    exchange({ grant_type: field === 'ticket' ? 'urn:commerce-api:sso-ticket' : field, [field]: value });
  const wrong = (username: string): Sent =>
    exchange({ grant_type: 'password', username, password: `${SUPER_ADMIN.password}.` });
  const client = (name: string, fields: Record<string, string>): Pair[] => {
    const [withKey, without] = [form(name, { key: 'own' }), form(name, {})];
    const secret = (key: string): Sent => without({ ...fields, client_id: own.id, client_secret: key });
    const id = (client_id: string): Sent => withKey({ ...fields, client_id });
    const of = OAUTH[name]!;
    return [
      pair(`${of} body:client_id`, 'another application’s', id(other.id), id(NO_UUID)),
      pair(`${of} body:client_secret`, 'another application’s', secret(other.apikey), secret(NO_NAME)),
    ];
  };
  const another = 'another application’s';
  const [none, noTicket] = [`rt_${'A'.repeat(43)}`, `st_${'A'.repeat(43)}`];
  return [
    pair('getOAuthToken body:ticket', 'for another application', grant('ticket', ticket), grant('ticket', noTicket)),
    pair('getOAuthToken body:refresh_token', another, grant('refresh_token', refresh), grant('refresh_token', none)),
    pair('getOAuthToken body:username', 'with a wrong password', wrong(username), wrong(NO_NAME)),
    pair('revokeOAuthToken body:token', another, revoke({ token: refresh }), revoke({ token: none })),
    pair('revokeOAuthToken body:token', `${another}, access`, revoke({ token: access }), revoke({ token: none })),
    ...client('token', { grant_type: 'refresh_token', refresh_token: none }),
    pair('introspectOAuthToken body:token', another, introspect({ token: refresh }), introspect({ token: none })),
    pair(
      'introspectOAuthToken body:token',
      `${another}, access`,
      introspect({ token: access }),
      introspect({ token: none }),
    ),
    ...client('revoke', { token: none }),
    ...client('introspect', { token: none }),
  ];
}

/** Anybody may try to log in: what is wrong must not tell who is a super admin, or is there at all. */
function logInPairs(stage: Stage): Pair[] {
  const asked = (username: string): Sent => ({
    method: 'POST',
    path: '/admin/api/session/',
    body: { username, password: `${SUPER_ADMIN.password}.` },
  });
  const of = 'adminLogIn body:username';
  return [
    pair(of, 'a super admin, wrong password', asked(stage.person('root').username), asked(NO_NAME)),
    pair(of, 'a member, wrong password', asked(stage.person('member').username), asked(NO_NAME)),
    pair(of, 'deactivated, wrong password', asked(stage.person('root deactivated').username), asked(NO_NAME)),
  ];
}

/** A ticket of the member into an application. */
function ticketFor(stage: Stage, application_id: string): Promise<Readonly<Record<string, unknown>>> {
  const { headers = {} } = stage.sent(MEMBER);
  return stage.world.ask('createSsoTicket', headers, { body: { application_id } });
}

/** A refresh token of a session that was logged out. */
async function endedRefreshToken({ world, own: { apikey } }: Stage): Promise<string> {
  const { username } = await world.user('leaving', ['member']);
  const { access_token, refresh_token } = await world.logIn(apikey, username);
  await world.ask('logOut', { apikey, authorization: `Bearer ${String(access_token)}` });
  return String(refresh_token);
}
