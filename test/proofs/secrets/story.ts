import { CompactEncrypt } from 'jose';
import { callOf, Requests } from '#test/support/calls/requests.js';
import { until } from '#test/support/until.js';
import {
  bearer,
  chosen,
  FORM,
  freshAdmin,
  freshMember,
  freshAccount,
  freshName,
  headersFor,
  PERSON,
  register,
  type Cast,
  type Headers,
} from './cast.js';
import type { Service } from './service.js';

/** Milliseconds in which a webhook whose endpoint is gone must be disabled. */
const DISABLED_MS = 20_000;

/** Walks every route once with success, and again wherever a secret belongs that the list of calls does not have. */
export async function tellStory(cast: Cast): Promise<void> {
  await callEverything(cast);
  await repeat(cast);
  await signInAndOut(cast);
  await useOAuth(cast);
  await managePeople(cast);
  await manageApplications(cast);
  await manageWebhook(cast);
}

/** Somebody new for what may change the password of who calls, or end them. */
async function callerOf(cast: Cast, id: string): Promise<{ uid: number; headers: Headers } | undefined> {
  const { who, of, ofCaller } = callOf(id);
  if (ofCaller) return freshAdmin(cast);
  return who === 'user' && typeof of === 'string' && of.startsWith('own password') ? freshMember(cast) : undefined;
}

async function callEverything(cast: Cast): Promise<void> {
  const { service, world, memberUid } = cast;
  const requests = new Requests(service.contract, world);
  for (const { id } of service.operations) {
    const caller = await callerOf(cast, id);
    for (const parts of await requests.each(id, caller?.uid ?? memberUid)) {
      await service.ok(id, { ...parts, headers: caller?.headers ?? (await headersFor(cast, id)) });
    }
  }
}

async function repeat({ service, secrets, member, apiAdmin, product: product_id, memberUid }: Cast): Promise<void> {
  const headers = { ...member, 'idempotency-key': chosen(secrets, 'idempotency key') };
  for (let time = 0; time < 2; time += 1) await service.ok('addCartItem', { headers, body: { product_id } });
  await service.ok('getWishlistItems', { headers: apiAdmin, query: { uid: memberUid } });
}

async function signInAndOut({
  service,
  secrets,
  application,
  target,
  apiAdmin,
  admin,
  encryptionKey,
}: Cast): Promise<void> {
  const person = freshAccount(secrets);
  await service.ok('signUp', { headers: apiAdmin, body: { ...person, ...PERSON } });
  const { username, password } = person;
  const headers = { apikey: application.apikey };
  const first = await service.ok('getToken', { headers, body: { username, password } });
  const second = await service.ok('getToken', { headers, body: { refresh_token: first.refresh_token } });
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const asForm = { ...headers, 'content-type': FORM };
  await service.send('getToken', { headers: asForm, body: form({ grant_type: 'password', username, password }) });
  const key = { 'idempotency-key': chosen(secrets, 'idempotency key') };
  for (let time = 0; time < 2; time += 1) {
    await service.ok('getToken', { headers: { ...headers, ...key }, body: { username, password } });
  }
  const sealed = await new CompactEncrypt(Buffer.from(JSON.stringify({ username, password })))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: encryptionKey.kid })
    .encrypt(Buffer.from(encryptionKey.k, 'base64url'));
  await service.ok('getToken', { headers: { ...headers, 'content-type': 'application/jose' }, body: sealed });
  const cookies = { ...headers, cookie: `access_token=${String(second.access_token)}` };
  await service.ok('getCartItems', { headers: cookies });
  const own = { ...headers, ...bearer(second.access_token) };
  const { ticket } = await service.ok('createSsoTicket', { headers: own, body: { application_id: target.id } });
  await service.ok('getToken', { headers: { apikey: target.apikey }, body: { ticket } });
  // Replays, and what belongs to others.
  await service.send('getToken', { headers: { apikey: target.apikey }, body: { ticket } });
  await service.send('getToken', { headers: { apikey: target.apikey }, body: { refresh_token: second.refresh_token } });
  const third = await service.ok('getToken', { headers, body: { refresh_token: second.refresh_token } });
  await service.send('getToken', { headers, body: { refresh_token: first.refresh_token } });
  await service.send('getToken', { headers, body: { refresh_token: third.refresh_token } });
  await service.send('getToken', { headers, body: { username, password: chosen(secrets, 'password') } });
  const mistaken = chosen(secrets, 'password in the wrong field');
  await service.send('getToken', { headers, body: { username: mistaken, password: username } });
  await service.send('adminLogIn', { body: { username: mistaken, password } });
  const again = await service.ok('getToken', { headers, body: { username, password } });
  await service.ok('logOut', { headers: { ...headers, ...bearer(again.access_token) }, body: { everywhere: true } });
  const root = freshAccount(secrets);
  await service.ok('adminCreateUser', { headers: admin, body: { ...root, roles: ['super_admin'] } });
  const { email: _, ...credentials } = root;
  const session = await service.ok('adminLogIn', { body: credentials });
  await service.ok('adminWhoAmI', { headers: { cookie: `admin_session=${String(session.access_token)}` } });
}

/** The client's secret by HTTP Basic and in the form, tokens that are given back, and what is refused. */
async function useOAuth({ service, secrets, application: { id, apikey }, target, memberAccount }: Cast): Promise<void> {
  const asForm = { 'content-type': FORM };
  const basic = { ...asForm, authorization: `Basic ${Buffer.from(`${id}:${apikey}`).toString('base64')}` };
  const inForm = { client_id: id, client_secret: apikey };
  const ask = async (operation: string, headers: Headers, fields: Record<string, string>) =>
    (await service.send(operation, { headers, body: new URLSearchParams(fields).toString() })).json;
  const login = { grant_type: 'password', ...memberAccount };
  const key = { 'idempotency-key': chosen(secrets, 'idempotency key') };
  const first = await ask('getOAuthToken', basic, login);
  for (let time = 0; time < 2; time += 1) await ask('getOAuthToken', { ...basic, ...key }, login);
  const renewal = { grant_type: 'refresh_token', refresh_token: String(first.refresh_token) };
  const second = await ask('getOAuthToken', asForm, { ...renewal, ...inForm });
  const tokens = { access: String(second.access_token), refresh: String(second.refresh_token) };
  await ask('getOAuthToken', asForm, { ...renewal, client_id: target.id, client_secret: apikey });
  await ask('getOAuthToken', { ...basic, apikey }, login);
  await ask('getOAuthToken', basic, { ...login, password: chosen(secrets, 'password') });
  const ofTarget = { client_id: target.id, client_secret: target.apikey };
  await ask('revokeOAuthToken', asForm, { token: tokens.access, ...ofTarget });
  await ask('revokeOAuthToken', basic, { token: tokens.access, token_type_hint: tokens.refresh });
  await ask('revokeOAuthToken', basic, { token: tokens.refresh });
}

async function managePeople({ service, secrets, admin }: Cast): Promise<void> {
  const name = freshName('person');
  const email = `${name}@example.com`;
  const { uid } = await service.ok('adminCreateUser', { headers: admin, body: { username: name, email } });
  const path = { uid: Number(uid) };
  await service.ok('adminChangeUser', { headers: admin, path, body: { password: chosen(secrets, 'password') } });
  await service.ok('adminChangeUser', { headers: admin, path, body: { reset_password: true } });
}

async function manageApplications({ service, secrets, admin }: Cast): Promise<void> {
  const { id } = await register(service, admin, { api_admin: freshAccount(secrets) });
  const path = { id };
  const change = (body: object) => service.ok('adminChangeApplication', { headers: admin, path, body });
  await change({ status: 'maintenance', maintenance_message: 'back soon' });
  await change({ status: 'active', require_encryption: true });
  await change({ api_admin: freshAccount(secrets) });
  await change({ api_admin: { username: freshName('owner'), email: `${freshName('owner')}@example.com` } });
  await service.ok('adminIssueEncryptionKey', { headers: admin, path, body: { platform: 'server' } });
  await service.ok('adminListEncryptionKeys', { headers: admin, path, query: { texts: 'false' } });
  await registerTwice(service, secrets, admin);
  await service.ok('adminDeleteApplication', { headers: admin, path });
}

/** Answers that show secrets, kept for their repetition. */
async function registerTwice(service: Service, secrets: Cast['secrets'], admin: Headers): Promise<void> {
  const headers = { ...admin, 'idempotency-key': chosen(secrets, 'idempotency key') };
  const api_admin = { username: freshName('owner'), email: `${freshName('owner')}@example.com` };
  const body = { name: freshName('shop'), api_version: 'v1', client_type: 'server', api_admin };
  for (let time = 0; time < 2; time += 1) await service.ok('adminRegisterApplication', { headers, body });
}

async function manageWebhook({ service, receiver, admin, application }: Cast): Promise<void> {
  const path = { id: application.id };
  await service.ok('adminGetWebhook', { headers: admin, path });
  await service.ok('adminRotateWebhookSecret', { headers: admin, path, body: { overlap_seconds: 60 } });
  const { id } = await service.ok('adminTestWebhook', { headers: admin, path });
  const of = { ...path, delivery_id: String(id) };
  await service.ok('adminRedeliver', { headers: admin, path: of });
  const since = new Date(Date.now() - 60_000).toISOString();
  await service.ok('adminRedeliverSince', { headers: admin, path, body: { since } });
  receiver.isGone = true;
  await service.ok('adminTestWebhook', { headers: admin, path });
  const isDisabled = async (): Promise<boolean> => {
    const { webhook } = await service.ok('adminGetApplication', { headers: admin, path });
    return (webhook as { status: string }).status === 'disabled';
  };
  await until(isDisabled, DISABLED_MS, 'the webhook is not disabled');
  receiver.isGone = false;
  await service.ok('adminEnableWebhook', { headers: admin, path });
}
