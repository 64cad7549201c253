import type { Answer, Sender, Sent } from './http.js';

/** Who enters the admin module; the instances get it as settings. */
export const SUPER_ADMIN = { username: 'proof-admin', password: 'correct horse battery staple' };

/**
 * Settings of approvals, made while the first super admin is alone: a second one may release what the first has made from
 * the beginning, and nothing waits but what a plan with four eyes binds.
 */
export const LENIENT_APPROVALS = { mode: 'off', new_account_days: 0 };

/** What the client API's paths begin with. */
export const BASE = '/api/v1';

const API_ADMIN = 'api-admin';
const PRODUCTS = 100;
/** The product type that bundles of the API need. */
export const PRODUCT_TYPE = {
  name: 'external-api-product',
  label: 'Product',
  variant_fields: ['price', 'wholesale-price', 'product-name'],
  attributes: ['business-volume', 'points', 'cumulative-volume'],
};

/** Sends a request that must be answered with 200, and gives its data. */
type Ask = (
  method: Sent['method'],
  path: string,
  headers: Person['headers'],
  body?: object,
) => Promise<Record<string, unknown>>;

/** Somebody signed in, with the headers of each request. */
export interface Person {
  username: string;
  uid: number;
  headers: Readonly<Record<string, string>>;
}

/** What the clients of a run work with. */
export interface Shop {
  superAdmin: Readonly<Record<string, string>>;
  apiAdmin: Person;
  members: Person[];
  /** Products that nobody deletes. */
  products: number[];
  /** Signs somebody in again: an access token is good for 15 minutes. */
  signInAgain(person: Person): Promise<void>;
}

/** What a shop is to have. */
export interface ShopPlan {
  members: number;
  /** What is registered of the applications, beside what all have; the first one's key is that of all clients. */
  applications: readonly ({ name: string } & Record<string, unknown>)[];
  /** Called with each application before anything else happens in the shop. */
  registered?: (application: RegisteredApplication, ask: Ask, superAdmin: Person['headers']) => Promise<void>;
}

/** An application as it was registered. */
interface RegisteredApplication {
  id: string;
  name: string;
}

/** Registers applications and members, and fills the catalogue, all over HTTP. */
export async function openShop(balancer: Sender, plan: ShopPlan): Promise<Shop> {
  const ask: Ask = async (method, path, headers, body) => {
    const request = { method, path, headers, ...(body === undefined ? {} : { body }) };
    return accepted(await balancer.send(request), `${method} ${path}`);
  };
  const session = await ask('POST', '/admin/api/session/', {}, SUPER_ADMIN);
  const superAdmin = { authorization: `Bearer ${String(session.access_token)}` };
  await ask('POST', '/admin/api/product-types/', superAdmin, PRODUCT_TYPE);
  const apikey = await registerAll(ask, superAdmin, plan);

  const signIn = async (username: string): Promise<Person> => {
    const { password } = account(username);
    const data = await ask('POST', `${BASE}/token/`, { apikey }, { username, password });
    return {
      username,
      uid: Number(data.uid),
      headers: { apikey, authorization: `Bearer ${String(data.access_token)}` },
    };
  };
  const apiAdmin = await signIn(API_ADMIN);
  const members: Person[] = [];
  for (let index = 1; index <= plan.members; index += 1) {
    const username = `member-${index}`;
    await ask('POST', `${BASE}/user/signup/`, apiAdmin.headers, signUpBody(username));
    members.push(await signIn(username));
  }
  await ask('POST', `${BASE}/commerce/product/create/`, apiAdmin.headers, bundleBody('goods', 'Goods', PRODUCTS));
  const list = await ask('GET', `${BASE}/commerce/product/list/`, apiAdmin.headers);
  return {
    superAdmin,
    apiAdmin,
    members,
    products: productIds(list),
    signInAgain: async (person) => void Object.assign(person, await signIn(person.username)),
  };
}

/** Registers the applications; gives the key of the first. */
async function registerAll(
  ask: Ask,
  superAdmin: Person['headers'],
  { applications, registered }: ShopPlan,
): Promise<string> {
  const keys: string[] = [];
  for (const application of applications) {
    const { id, apikey } = await ask('POST', '/admin/api/applications/', superAdmin, {
      api_version: 'v1',
      client_type: 'server',
      api_admin: account(API_ADMIN),
      ...application,
    });
    await registered?.({ id: String(id), name: application.name }, ask, superAdmin);
    keys.push(String(apikey));
  }
  if (keys[0] === undefined) throw new Error('a shop needs an application');
  return keys[0];
}

/** The body of a sign-up. */
export function signUpBody(username: string): object {
  return { ...account(username), first_name: 'Proof', last_name: 'Member', country_code: 'DE' };
}

/** The body of a bundle's create and update. */
export function bundleBody(id: string, name: string, variants = 1): object {
  return {
    bundle_id: id,
    name,
    bundle_name_translations: { en: name },
    description_translations: { en: 'Of the proof' },
    short_description_translations: { en: 'Proof' },
    varients: Array.from({ length: variants }, (_, index) => ({
      'product-sku': `${id}-${index}`,
      'product-name': 'Product',
      price: 9.99,
      'whole-sale-price': 5,
    })),
    attributes: { 'business-volume': 10, points: 5, 'cumulative-volume': 10 },
  };
}

/** What a user is made of, with the password that all users have. */
export function account(username: string): { username: string; email: string; password: string } {
  return { username, email: `${username}@example.com`, password: SUPER_ADMIN.password };
}

function accepted(answer: Answer | undefined, what: string): Record<string, unknown> {
  if (answer?.status !== 200) throw new Error(`${what} was answered with ${JSON.stringify(answer)}`);
  return answer.data;
}

function productIds({ results }: Record<string, unknown>): number[] {
  const bundles = results as { products: { product_id: number }[] }[];
  return bundles.flatMap(({ products }) => products.map(({ product_id }) => product_id));
}

/** A small commission plan. */
export const PLAN = {
  name: 'Plan',
  period: 'month',
  time_zone: 'UTC',
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  ranks: [{ name: 'member' }],
  bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [5] } }],
};
