import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hash } from '@node-rs/argon2';
import type { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BenchDatabase } from './database.js';
import type { SideName } from './clients.js';
import type { ServerProcess } from './server-process.js';

/** Who enters the admin module. */
export const SUPER_ADMIN = { username: 'bench-admin', password: 'correct horse battery staple' };

/** Members, each with a cart of its own: as many as there are connections at most. */
const MEMBERS = 64;

/** Lines of each cart. */
export const CART_LINES = 5;

/** Products on each wishlist. */
export const WISHES = 50;

const API_ADMIN = 'bench-api-admin';
/** The type of all bundles. */
export const PRODUCT_TYPE = {
  name: 'external-api-product',
  label: 'Product',
  variant_fields: ['price', 'wholesale-price', 'product-name'],
  attributes: ['business-volume', 'points', 'cumulative-volume'],
};

/** Somebody signed in. */
export interface Person {
  uid: number;
  username: string;
  accessToken: string;
  /** One for each side. */
  refreshTokens: Record<SideName, string>;
}

/** A member with what is in its cart. */
export interface Member extends Person {
  cart: number;
  /** Ids of its lines. */
  lines: number[];
}

/** What the jobs work with. */
export interface Shop {
  applicationId: string;
  apikey: string;
  apiAdmin: Person;
  members: Member[];
  /** Bundles of the catalogue at the start. */
  bundles: number;
}

/**
 * Fills a database that the service has migrated: an application, members with carts and wishlists, and a catalogue.
 * @param carts carts of the database beside those of the members
 */
export async function openShop(
  service: ServerProcess,
  { pool }: BenchDatabase,
  bundles: number,
  carts = 0,
): Promise<Shop> {
  const { authorization, applicationId, apikey, apiAdmin } = await openApplication(service);
  await post(service, '/admin/api/product-types/', { authorization }, PRODUCT_TYPE);
  await fillCatalogue(pool, bundles, apiAdmin.uid);
  await fillMembers(pool, bundles * VARIANTS, carts);
  await pool.query('VACUUM (ANALYZE)');
  const members: Member[] = [];
  for (let index = 1; index <= MEMBERS; index += 1) members.push(await memberOf(pool, service, apikey, index));
  return { applicationId, apikey, apiAdmin, members, bundles };
}

/** Logs the super admin in, and makes an application with its API admin. */
export async function openApplication(
  service: ServerProcess,
): Promise<Pick<Shop, 'applicationId' | 'apikey' | 'apiAdmin'> & { authorization: string }> {
  const admin = await post(service, '/admin/api/session/', {}, SUPER_ADMIN);
  const authorization = `Bearer ${String(admin.access_token)}`;
  const api_admin = { username: API_ADMIN, email: `${API_ADMIN}@example.com`, password: SUPER_ADMIN.password };
  const fields = { name: 'Bench', api_version: 'v1', client_type: 'server', api_admin };
  const application = await post(service, '/admin/api/applications/', { authorization }, fields);
  const apikey = String(application.apikey);
  const apiAdmin = await logIn(service, apikey, API_ADMIN);
  return { authorization, applicationId: String(application.id), apikey, apiAdmin };
}

/** Signs everybody in again: an access token is good for 15 minutes. */
export async function signInAgain(service: ServerProcess, { apikey, apiAdmin, members }: Shop): Promise<void> {
  for (const person of [apiAdmin, ...members]) {
    Object.assign(person, { accessToken: (await logIn(service, apikey, person.username)).accessToken });
  }
}

/** The name of a member, from 1 on. */
function memberName(index: number): string {
  return `bench-${index}`;
}

const FIRST_UID = 1_000;

async function fillMembers(pool: BenchDatabase['pool'], products: number, carts: number): Promise<void> {
  const passwordHash = await hash(SUPER_ADMIN.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const count = MEMBERS + carts;
  // Each draws other products, none of them twice.
  const product = (member: number, index: number): number => 1 + ((member * 7 + index * 13) % products);
  await copy(pool, 'users (uid, username, email, password_hash)', count, (index) => {
    return [FIRST_UID + index, memberName(index), `${memberName(index)}@example.com`, passwordHash];
  });
  await copy(pool, 'orders (id, uid, status, version)', count, (index) => [
    index,
    FIRST_UID + index,
    'cart',
    CART_LINES,
  ]);
  await copy(pool, 'order_lines (id, order_id, product_id, quantity)', count * CART_LINES, (id) => {
    const cart = Math.ceil(id / CART_LINES);
    return [id, cart, product(cart, id % CART_LINES), 1 + (id % 3)];
  });
  await copy(pool, 'wishlist_items (uid, product_id, added_at)', MEMBERS * WISHES, (id) => {
    const member = Math.ceil(id / WISHES);
    const at = new Date(Date.UTC(2026, 0, 1) + id * 1000).toISOString();
    return [FIRST_UID + member, product(member, id % WISHES), at];
  });
  await pool.query(
    `SELECT setval(pg_get_serial_sequence('users', 'uid'), $1), setval(pg_get_serial_sequence('orders', 'id'), $2),
       setval(pg_get_serial_sequence('order_lines', 'id'), $3)`,
    [FIRST_UID + count, count, count * CART_LINES],
  );
}

async function memberOf(
  pool: BenchDatabase['pool'],
  service: ServerProcess,
  apikey: string,
  index: number,
): Promise<Member> {
  const person = await logIn(service, apikey, memberName(index));
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM order_lines WHERE order_id = $1 ORDER BY id', [
    index,
  ]);
  return { ...person, cart: index, lines: rows.map(({ id }) => Number(id)) };
}

async function logIn(service: ServerProcess, apikey: string, username: string): Promise<Person> {
  const enter = () => post(service, '/api/v1/token/', { apikey }, { username, password: SUPER_ADMIN.password });
  const [data, bare, computing] = [await enter(), await enter(), await enter()];
  return {
    uid: Number(data.uid),
    username,
    accessToken: String(data.access_token),
    refreshTokens: {
      service: String(data.refresh_token),
      floor: String(bare.refresh_token),
      computing: String(computing.refresh_token),
    },
  };
}

/**
 * Sends a request, and returns the data of the answer.
 * @throws Error with an answer that is not 200
 */
export async function post(
  { url }: ServerProcess,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  method: 'POST' | 'PATCH' = 'POST',
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data: Record<string, unknown> };
  if (response.status !== 200) throw new Error(`${path} was answered with ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Variants of each bundle. */
export const VARIANTS = 2;

/** Words that names are made of; each name ends with its number, so that some texts are rare and some are not. */
const WORDS = ['Aloe', 'Balance', 'Citrus', 'Daily', 'Energy', 'Family', 'Glow', 'Herbal', 'Intense', 'Jasmine'];

/** Rows of one chunk of a COPY: large enough to cost little, small enough to hold. */
const CHUNK = 5_000;

/**
 * Fills the catalogue with bundles of the API product type, each with its variants, by COPY.
 * @param count bundles, from 1
 * @param vendor the uid that owns them
 */
async function fillCatalogue(pool: Pool, count: number, vendor: number): Promise<void> {
  await copy(
    pool,
    `bundles (id, bundle_id, product_type, name, name_translations, description_translations,
       short_description_translations, business_volume, points, cumulative_volume, vendor_uid)`,
    count,
    (id) => {
      const name = nameOf(id);
      const text = JSON.stringify({ en: name });
      return [id, `bench-${id}`, 'external-api-product', name, text, text, text, 40, 10, 40, vendor];
    },
  );
  await copy(pool, 'products (id, bundle_key, sku, name, price, wholesale_price)', count * VARIANTS, (id) => {
    const bundle = Math.ceil(id / VARIANTS);
    return [id, bundle, `BENCH-${id}`, `${nameOf(bundle)}, ${id % VARIANTS === 0 ? 'large' : 'small'}`, 19.99, 12.5];
  });
  await pool.query(`SELECT setval('bundles_id_seq', $1), setval('products_id_seq', $2)`, [count, count * VARIANTS]);
}

/** The name of a bundle. */
function nameOf(id: number): string {
  return `${WORDS[id % 10]!} ${WORDS[Math.floor(id / 10) % 10]!} ${WORDS[Math.floor(id / 100) % 10]!} no${id}x`;
}

/**
 * Copies rows into a table.
 * @param target the table with its columns
 * @param row the values of a row, from 1 on; without tabs, line breaks and backslashes
 */
async function copy(
  pool: Pool,
  target: string,
  count: number,
  row: (id: number) => readonly (string | number)[],
): Promise<void> {
  const client = await pool.connect();
  try {
    await pipeline(Readable.from(chunks(count, row)), client.query(copyFrom(`COPY ${target} FROM STDIN`)));
  } finally {
    client.release();
  }
}

function* chunks(count: number, row: (id: number) => readonly (string | number)[]): Generator<string> {
  for (let start = 1; start <= count; start += CHUNK) {
    let text = '';
    for (let id = start; id < start + CHUNK && id <= count; id += 1) text += `${row(id).join('\t')}\n`;
    yield text;
  }
}
