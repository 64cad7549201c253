import { BASE, signUpBody, SUPER_ADMIN } from '../support/shop.js';
import type { Credentials } from './columns.js';
import type { Pair } from './comparison.js';
import type { Sent } from './service.js';
import { NOBODYS_UID, type Stage } from './stage.js';

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
  const grant = (field: string, value: string): Sent =>
    exchange({ grant_type: field === 'ticket' ? 'urn:commerce-api:sso-ticket' : field, [field]: value });
  const wrong = (username: string): Sent =>
    exchange({ grant_type: 'password', username, password: `${SUPER_ADMIN.password}.` });
  const client = (name: string, fields: Record<string, string>): Pair[] => {
    const [withKey, without] = [form(name, { key: 'own' }), form(name, {})];
    const secret = (key: string): Sent => without({ ...fields, client_id: own.id, client_secret: key });
    const id = (client_id: string): Sent => withKey({ ...fields, client_id });
    const of = name === 'token' ? 'getOAuthToken' : 'revokeOAuthToken';
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
    ...client('revoke', { token: none }),
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
