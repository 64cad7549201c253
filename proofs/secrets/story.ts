import { CompactEncrypt } from 'jose';
import { bundleBody } from '../support/shop.js';
import { until } from '../support/until.js';
import { bearer, chosen, FORM, freshAccount, freshName, PERSON, register, type Cast, type Headers } from './cast.js';
import type { Service } from './service.js';

/** Milliseconds in which a webhook whose endpoint is gone must be disabled. */
const DISABLED_MS = 20_000;

/** Walks every route once with success, with a secret wherever one belongs. */
export async function tellStory(cast: Cast): Promise<void> {
  await lookAtService(cast);
  await shop(cast);
  await signInAndOut(cast);
  await useOAuth(cast);
  await manageCatalogue(cast);
  await managePeople(cast);
  await manageApplications(cast);
  await manageWebhook(cast);
}

async function lookAtService({ service, admin }: Cast): Promise<void> {
  for (const id of [
    'getLiveness',
    'getReadiness',
    'getMetrics',
    'getKeySet',
    'getOAuthMetadata',
    'getOpenApi',
    'getClientOpenApi',
    'getDocs',
  ])
    await service.ok(id);
  await service.ok('adminDescribeService', { headers: admin });
  await service.ok('adminRotateSigningKey', { headers: admin });
  await service.ok('adminListSigningKeys', { headers: admin });
  await service.ok('adminListAudit', { headers: admin, query: { limit: 100 } });
}

async function shop({ service, secrets, member: headers, apiAdmin, admin, product, memberUid }: Cast): Promise<void> {
  const product_id = product;
  const key = { 'idempotency-key': chosen(secrets, 'idempotency key') };
  for (let time = 0; time < 2; time += 1) {
    await service.ok('addCartItem', { headers: { ...headers, ...key }, body: { product_id, quantity: 2 } });
  }
  const cart = await service.ok('getCartItems', { headers });
  const [{ id: line }] = cart.cartitems as [{ id: number }];
  await service.ok('updateCart', { headers, body: { quantity: 3, line_item_id: line, cart_id: cart.cart_id } });
  await service.ok('removeCartItem', { headers, body: { pk: line, order_id: cart.cart_id } });
  await service.ok('addToWishlist', { headers, body: { product_id } });
  await service.ok('getWishlistItems', { headers });
  await service.ok('adminListUserWishes', { headers: admin, path: { uid: memberUid } });
  await service.ok('adminGetUserCart', { headers: admin, path: { uid: memberUid } });
  await service.ok('getWishlistItems', { headers: apiAdmin, query: { uid: memberUid } });
  await service.ok('removeFromWishlist', { headers, body: { product_id } });
  await service.ok('addCartItem', { headers, body: { product_id } });
  const { order_id } = await service.ok('createOrder', { headers });
  await service.ok('getOrder', { headers, path: { id: Number(order_id) } });
  await service.ok('listOrders', { headers });
  await service.ok('changeOrderStatus', { headers: apiAdmin, body: { order_id, status: 'paid' } });
  const path = { id: Number(order_id) };
  await service.ok('adminChangeOrderStatus', { headers: admin, path, body: { status: 'completed' } });
  await service.ok('adminGetOrder', { headers: admin, path });
  await service.ok('adminListOrders', { headers: admin });
  await service.ok('getCountries', { headers: apiAdmin });
  await service.ok('getStates', { headers: apiAdmin, path: { country_code: 'DE' } });
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
  await service.ok('adminLogOut', { headers: bearer(session.access_token) });
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

async function manageCatalogue({ service, admin, apiAdmin }: Cast): Promise<void> {
  const type = { name: freshName('kit'), label: 'Kit', variant_fields: ['price'], attributes: ['points'] };
  await service.ok('adminCreateProductType', { headers: admin, body: type });
  const path = { name: type.name };
  await service.ok('adminGetProductType', { headers: admin, path });
  await service.ok('adminListProductTypes', { headers: admin });
  await service.ok('adminUpdateProductType', { headers: admin, path, body: { label: 'Set' } });
  await service.ok('adminDeleteProductType', { headers: admin, path });
  const bundle = bundleBody(freshName('bundle'), 'Bundle', 2) as { bundle_id: string };
  const { bundle_id } = bundle;
  await service.ok('createBundle', { headers: apiAdmin, body: bundle });
  await service.ok('updateBundle', { headers: apiAdmin, body: bundle });
  await service.ok('createBundles', { headers: apiAdmin, body: [bundleBody(freshName('bundle'), 'Bulk'), bundle] });
  await service.ok('listBundles', { headers: apiAdmin });
  await service.ok('listApiBundles', { headers: apiAdmin });
  await service.ok('deleteBundleVariant', { headers: apiAdmin, query: { bundle_id, product_sku: `${bundle_id}-1` } });
  await service.ok('deleteBundle', { headers: apiAdmin, query: { bundle_id } });
  const own = bundleBody(freshName('bundle'), 'Bundle', 2) as { bundle_id: string };
  const of = { bundle_id: own.bundle_id };
  const { bundle_id: __, ...changes } = own;
  await service.ok('adminCreateBundle', { headers: admin, body: { product_type: 'external-api-product', ...own } });
  await service.ok('adminUpdateBundle', { headers: admin, path: of, body: changes });
  await service.ok('adminDeleteBundleVariant', { headers: admin, path: { ...of, product_sku: `${own.bundle_id}-1` } });
  await service.ok('adminGetBundle', { headers: admin, path: of });
  await service.ok('adminListBundles', { headers: admin });
  await service.ok('adminBundleDeleteImpact', { headers: admin, path: of });
  await service.ok('adminDeleteBundle', { headers: admin, path: of });
}

async function managePeople({ service, secrets, admin }: Cast): Promise<void> {
  const name = freshName('person');
  const email = `${name}@example.com`;
  const { uid } = await service.ok('adminCreateUser', { headers: admin, body: { username: name, email } });
  const path = { uid: Number(uid) };
  await service.ok('adminGetUser', { headers: admin, path });
  await service.ok('adminListUsers', { headers: admin });
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
  await service.ok('adminGetApplication', { headers: admin, path });
  await service.ok('adminApplicationDeleteImpact', { headers: admin, path });
  await service.ok('adminListApplications', { headers: admin });
  await service.ok('adminCheckAccessEntries', { headers: admin, body: { kind: 'ip', entries: ['192.0.2.0/24'] } });
  await service.ok('adminExplainAdmission', { headers: admin, path, body: { ip: '192.0.2.7' } });
  const { key_id } = await service.ok('adminRotateApplicationKey', {
    headers: admin,
    path,
    body: { overlap_seconds: 60 },
  });
  await service.ok('adminListApplicationKeys', { headers: admin, path });
  const ofKey = { ...path, key_id: String(key_id) };
  await service.ok('adminRevealApplicationKey', { headers: admin, path: ofKey });
  await service.ok('adminRevokeApplicationKey', { headers: admin, path: ofKey });
  const issued = await service.ok('adminIssueEncryptionKey', { headers: admin, path, body: { platform: 'server' } });
  await service.ok('adminListEncryptionKeys', { headers: admin, path });
  await service.ok('adminListEncryptionKeys', { headers: admin, path, query: { texts: 'false' } });
  await service.ok('adminRetireEncryptionKey', { headers: admin, path: { ...path, kid: String(issued.kid) } });
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
  await service.ok('adminListDeliveries', { headers: admin, path });
  await service.ok('adminGetDelivery', { headers: admin, path: of });
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
