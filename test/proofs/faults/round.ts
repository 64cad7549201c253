import { setTimeout as sleep } from 'node:timers/promises';

/** What clients of a run log in with, all with one password. */
export interface Accounts {
  readonly apikey: string;
  readonly superAdmin: string;
  readonly apiAdmin: string;
  readonly member: string;
  readonly password: string;
}

const BASE = '/api/v1';
const ANSWER_MS = 10_000;
const PAUSE_MS = 100;

type Data = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'DELETE';
type Headers = Readonly<Record<string, string>>;

/** A person who knows what to ask for. */
type Ask = (method: Method, path: string, body?: object) => Promise<Data>;

let names = 0;

/**
 * Waits until an instance serves everything again: a whole round of operations of every kind, each of them successful. A
 * failure begins the round again.
 * @returns undefined when it did so within `ms` milliseconds, else the last failure
 */
export async function wholeRound(url: string, accounts: Accounts, ms: number): Promise<string | undefined> {
  const end = performance.now() + ms;
  let failure: string | undefined;
  do {
    failure = await round(url, accounts).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (failure !== undefined) await sleep(PAUSE_MS);
  } while (failure !== undefined && performance.now() < end);
  return failure;
}

async function round(url: string, accounts: Accounts): Promise<void> {
  await send(url, 'GET', '/health/ready', {});
  const buying = manageCatalogue(url, accounts).then((products) => shop(url, accounts, products[0]!));
  await Promise.all([buying, administer(url, accounts)]);
}

/** A bundle is made, changed and listed; another one deleted; and somebody is signed up. */
async function manageCatalogue(url: string, { apikey, apiAdmin, password }: Accounts): Promise<number[]> {
  const ask = await logIn(url, apikey, apiAdmin, password);
  const [kept, gone, user] = [newName(), newName(), newName()];
  await ask('POST', 'commerce/product/create/', bundle(kept));
  await ask('POST', 'commerce/product/bulk/create/', [bundle(gone)]);
  await ask('POST', 'commerce/product/update/', bundle(kept));
  await ask('DELETE', `commerce/product/delete/?bundle_id=${gone}`);
  await ask('GET', 'get/countries/');
  const email = `${user}@example.com`;
  await ask('POST', 'user/signup/', {
    username: user,
    email,
    password,
    first_name: 'Round',
    last_name: 'Member',
    country_code: 'DE',
  });
  const { results } = await ask('GET', `commerce/product/list/?name=${kept}`);
  return (results as { products: { product_id: number }[] }[]).flatMap(({ products }) =>
    products.map(({ product_id }) => product_id),
  );
}

/** A cart is filled, changed and placed, and something is wished for; then a log-out. */
async function shop(url: string, { apikey, member, password }: Accounts, product_id: number): Promise<void> {
  const ask = await logIn(url, apikey, member, password);
  const cart = await ask('POST', 'commerce/add-cart-item/', { product_id, quantity: 1 });
  const items = cart.cartitems as { id: number }[];
  const { id: line_item_id } = items.at(-1)!;
  await ask('POST', 'commerce/update-cart/', { quantity: 2, line_item_id, cart_id: cart.cart_id });
  await ask('GET', 'commerce/cart-items/');
  await ask('POST', 'commerce/create-order/');
  await ask('GET', 'commerce/orders/');
  await ask('POST', 'commerce/wishlist-add/', { product_id });
  await ask('GET', 'commerce/wishlist-items/');
  await ask('POST', 'commerce/wishlist-remove/', { product_id });
  await ask('POST', 'logout/');
}

async function administer(url: string, { superAdmin, password }: Accounts): Promise<void> {
  const session = await send(url, 'POST', '/admin/api/session/', {}, { username: superAdmin, password });
  const headers = { authorization: `Bearer ${String(session.access_token)}` };
  await send(url, 'GET', '/admin/api/applications/', headers);
  await send(url, 'DELETE', '/admin/api/session/', headers);
}

async function logIn(url: string, apikey: string, username: string, password: string): Promise<Ask> {
  const { access_token } = await send(url, 'POST', `${BASE}/token/`, { apikey }, { username, password });
  const headers = { apikey, authorization: `Bearer ${String(access_token)}` };
  return (method, path, body) => send(url, method, `${BASE}/${path}`, headers, body);
}

/** @throws Error naming an answer that is not 2xx */
async function send(url: string, method: Method, path: string, headers: Headers, body?: object): Promise<Data> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status} ${text}`);
  const { data = {} } = JSON.parse(text) as { data?: Data };
  return data;
}

function bundle(id: string): object {
  return {
    bundle_id: id,
    name: id,
    bundle_name_translations: { en: id },
    description_translations: { en: 'Of the proof' },
    short_description_translations: { en: 'Proof' },
    varients: [{ 'product-sku': id, 'product-name': 'Product', price: 9.99, 'whole-sale-price': 5 }],
    attributes: { 'business-volume': 10, points: 5, 'cumulative-volume': 10 },
  };
}

/** A name that nothing else of the run has. */
function newName(): string {
  names += 1;
  return `round-${process.pid}-${names}`;
}
