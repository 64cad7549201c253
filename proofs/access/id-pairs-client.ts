import { BASE, bundleBody, SUPER_ADMIN } from '../support/shop.js';
import type { Credentials } from './columns.js';
import type { Pair } from './comparison.js';
import type { Method, Sent } from './service.js';
import type { Stage } from './stage.js';
import { NOBODYS_UID } from './world.js';

/** No line, cart, order, product or user has it. */
const NO_NUMBER = NOBODYS_UID;
const NO_UUID = '00000000-0000-4000-8000-000000000000';
const NO_NAME = 'nobody-has-this';

const MEMBER: Credentials = { key: 'own', token: 'member' };
const API_ADMIN: Credentials = { key: 'own', token: 'api_admin' };

type Ask = (of: string, what: string, theirs: Sent, nobodys: Sent) => Pair;

/**
 * Pairs of the client API: a caller who may use the route, with its own ids but for one, which is another user's or
 * application's, or of something that is deleted, and then nobody's.
 */
export async function clientPairs(stage: Stage): Promise<Pair[]> {
  const pair: Ask = (of, what, theirs, nobodys) => ({ of, what, theirs, nobodys });
  return [
    ...(await cartPairs(stage, pair)),
    ...(await orderPairs(stage, pair)),
    ...(await productPairs(stage, pair)),
    ...(await bundlePairs(stage, pair)),
    ...(await tokenPairs(stage, pair)),
    ...(await oauthPairs(stage, pair)),
  ];
}

function sender(stage: Stage, method: Method, path: string, credentials: Credentials) {
  return (body: object, query = ''): Sent => ({
    method,
    path: `${BASE}/${path}${query}`,
    ...stage.sent(credentials),
    ...(method === 'POST' ? { body } : {}),
  });
}

async function cartPairs(stage: Stage, pair: Ask): Promise<Pair[]> {
  const { world } = stage;
  const [mine, theirs] = [await world.line(stage.person('member').uid), await world.foreignLine()];
  const none = { lineId: NO_NUMBER, cartId: NO_NUMBER };
  const both = (name: string, line: string, cart: string, send: (body: object) => Sent, rest: object): Pair[] => {
    const body = (lineId: number, cartId: number): Sent => send({ ...rest, [line]: lineId, [cart]: cartId });
    const own = 'another user’s';
    return [
      pair(`${name} body:${line}`, own, body(theirs.lineId, mine.cartId), body(none.lineId, mine.cartId)),
      pair(`${name} body:${cart}`, own, body(mine.lineId, theirs.cartId), body(mine.lineId, none.cartId)),
      pair(`${name} body:${cart}`, `${own}, both`, body(theirs.lineId, theirs.cartId), body(none.lineId, none.cartId)),
    ];
  };
  const update = sender(stage, 'POST', 'commerce/update-cart/', MEMBER);
  const remove = sender(stage, 'POST', 'commerce/remove-cart-item/', MEMBER);
  return [
    ...both('updateCart', 'line_item_id', 'cart_id', update, { quantity: 2 }),
    ...both('removeCartItem', 'pk', 'order_id', remove, {}),
  ];
}

async function orderPairs(stage: Stage, pair: Ask): Promise<Pair[]> {
  const { world, anotherUid } = stage;
  const theirs = await world.order(anotherUid);
  const { cartId: theirCart } = await world.foreignLine();
  const { cartId: myCart } = await world.line(stage.person('member').uid);
  const read = (id: number): Sent => sender(stage, 'GET', `commerce/orders/${id}/`, MEMBER)({});
  const forMe = `?uid=${stage.person('member').uid}`;
  const move = sender(stage, 'POST', 'commerce/order-status/', API_ADMIN);
  const moved = (order_id: number, query = ''): Sent => move({ order_id, status: 'paid' }, query);
  return [
    pair('getOrder path:id', 'another user’s', read(theirs), read(NO_NUMBER)),
    pair('getOrder path:id', 'another user’s cart', read(theirCart), read(NO_NUMBER)),
    pair('getOrder path:id', 'the caller’s cart, which is no order', read(myCart), read(NO_NUMBER)),
    pair(
      'changeOrderStatus body:order_id',
      'of another than `uid` names',
      moved(theirs, forMe),
      moved(NO_NUMBER, forMe),
    ),
    pair('changeOrderStatus body:order_id', 'another user’s cart', moved(theirCart), moved(NO_NUMBER)),
  ];
}

async function productPairs(stage: Stage, pair: Ask): Promise<Pair[]> {
  const { world, anotherUid } = stage;
  const wished = await world.bundle();
  await world.keeper('POST', 'commerce/wishlist-add/', { product_id: wished.productId }, anotherUid);
  const gone = await world.bundle();
  await world.root('DELETE', `bundles/${gone.bundleId}/`);
  const each = (operationId: string, path: string, product: number, what: string): Pair => {
    const send = sender(stage, 'POST', path, MEMBER);
    const of = `${operationId} body:product_id`;
    return pair(of, what, send({ product_id: product }), send({ product_id: NO_NUMBER }));
  };
  return [
    each('removeFromWishlist', 'commerce/wishlist-remove/', wished.productId, 'wished by another user'),
    each('removeFromWishlist', 'commerce/wishlist-remove/', gone.productId, 'deleted'),
    each('addToWishlist', 'commerce/wishlist-add/', gone.productId, 'deleted'),
    each('addCartItem', 'commerce/add-cart-item/', gone.productId, 'deleted'),
  ];
}

async function bundlePairs(stage: Stage, pair: Ask): Promise<Pair[]> {
  const { world } = stage;
  const [mine, other, gone] = [await world.bundle(2), await world.bundle(2), await world.bundle(2)];
  await world.root('DELETE', `bundles/${gone.bundleId}/`);
  const update = (id: string): Sent => {
    const body = { ...bundleBody('of-the-pairs', 'Updated'), bundle_id: id };
    return sender(stage, 'POST', 'commerce/product/update/', API_ADMIN)(body);
  };
  const remove = (path: string, query: Record<string, string>): Sent =>
    sender(stage, 'DELETE', `commerce/product/${path}/`, API_ADMIN)({}, `?${new URLSearchParams(query).toString()}`);
  const variant = (bundle_id: string, product_sku: string): Sent =>
    remove('delete/product-varient', { bundle_id, product_sku });
  const bundle = (bundle_id: string): Sent => remove('delete', { bundle_id });
  const ofVariant = 'deleteBundleVariant query';
  return [
    pair('updateBundle body:bundle_id', 'deleted', update(gone.bundleId), update(NO_NAME)),
    pair('deleteBundle query:bundle_id', 'deleted', bundle(gone.bundleId), bundle(NO_NAME)),
    pair(`${ofVariant}:bundle_id`, 'deleted', variant(gone.bundleId, gone.sku), variant(NO_NAME, gone.sku)),
    pair(
      `${ofVariant}:product_sku`,
      'of another bundle',
      variant(mine.bundleId, other.sku),
      variant(mine.bundleId, NO_NAME),
    ),
    pair(`${ofVariant}:product_sku`, 'deleted', variant(mine.bundleId, gone.sku), variant(mine.bundleId, NO_NAME)),
  ];
}

async function tokenPairs(stage: Stage, pair: Ask): Promise<Pair[]> {
  const { world, other, own } = stage;
  const token = sender(stage, 'POST', 'token/', { key: 'own' });
  const signUp = sender(stage, 'POST', 'user/signup/', API_ADMIN);
  const ticket = sender(stage, 'POST', 'sso/ticket/', MEMBER);
  const refreshOf = async (apikey: string): Promise<string> => {
    const { username } = await world.user('refreshing', ['member']);
    return String((await world.logIn(apikey, username)).refresh_token);
  };
  const wrong = (username: string): Sent => token({ username, password: `${SUPER_ADMIN.password}.` });
  const noTicket = `st_${'A'.repeat(43)}`;
  const theirTicket = String((await ticketFor(stage, other.id)).ticket);
  const ended = await world.endedRefreshToken(own.apikey);
  const leaver = await world.user('deactivated-later', ['member']);
  const idle = String((await world.logIn(own.apikey, leaver.username)).refresh_token);
  await world.root('PATCH', `users/${leaver.uid}/`, { status: 'inactive' });
  const [noSso, gone] = [await world.application('server', { sso: null }), await world.application('server')];
  await world.root('DELETE', `applications/${gone.id}/`);
  const sponsor = (name: string): Sent => signUp({ ...world.signUp(), sponsor: name, username: 'x' });
  const none = token({ refresh_token: `rt_${'A'.repeat(43)}` });
  const entered = (application_id: string): Sent => ticket({ application_id });
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
    pair('createSsoTicket body:application_id', 'without single sign-on', entered(noSso.id), entered(NO_UUID)),
    pair('createSsoTicket body:application_id', 'deleted', entered(gone.id), entered(NO_UUID)),
    pair('signUp body:sponsor', 'deactivated', sponsor(stage.person('deactivated').username), sponsor(NO_NAME)),
    pair('signUp body:sponsor', 'no member', sponsor(world.rootName), sponsor(NO_NAME)),
  ];
}

async function oauthPairs(stage: Stage, pair: Ask): Promise<Pair[]> {
  const { world, other, own } = stage;
  const { username } = await world.user('at-oauth', ['member']);
  const theirs = await world.logIn(other.apikey, username);
  const [access, refresh] = [String(theirs.access_token), String(theirs.refresh_token)];
  const ticket = String((await ticketFor(stage, other.id)).ticket);
  const form = (name: string, credentials: Credentials) => {
    const send = sender(stage, 'POST', `oauth/${name}/`, credentials);
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

/** A ticket of the member into an application. */
function ticketFor(stage: Stage, application_id: string): Promise<Readonly<Record<string, unknown>>> {
  const { headers = {} } = stage.sent(MEMBER);
  return stage.world.ask('POST', `${BASE}/sso/ticket/`, headers, { application_id });
}
