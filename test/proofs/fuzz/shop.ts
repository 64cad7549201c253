import type { JWK } from 'jose';
import type { Pool } from 'pg';
import { account, BASE, bundleBody, PRODUCT_TYPE, SUPER_ADMIN } from '#test/support/shop.js';
import { PASSWORD, type Ask, type Headers } from './http.js';
import { People, ROLES, usernameOf, type Place, type Role } from './people.js';
import { Stock, type Expendable } from './stock.js';

/** The run's super admin. */
export const ROOT = 'fuzz-root';
const SIGNS_IN = 'fuzz-signs-in';
const API_ADMIN: Role = 'API admin';
const OUTSIDERS: readonly Role[] = ['nobody', 'key only', 'strange key'];

/** What is there of each kind at least. */
const APPLICATIONS = 4;
const BUNDLES = 6;
const ORDERS = 6;
const TYPES = 3;

/** Ids of the run's own users begin here: requests name low ones by chance, and may change who has them. */
const FIRST_UID = 1_000_003;

/** Everything that the requests of a run are about, and who sends them. */
export class Shop {
  private count = 0;

  private constructor(
    readonly people: People,
    readonly stock: Stock,
    readonly encryptionKey: JWK & { kid: string },
    private readonly ask: Ask,
    private readonly pool: Pool,
    private readonly home: Place,
  ) {}

  /** Registers applications and users, and fills the catalogue, all over HTTP. */
  static async open(ask: Ask, pool: Pool, publicUrl: string): Promise<Shop> {
    await pool.query(`ALTER TABLE users ALTER COLUMN uid RESTART WITH ${FIRST_UID}`);
    const first = bearer(await ask('POST', '/admin/api/session/', [], SUPER_ADMIN));
    await ask('POST', '/admin/api/users/', first, { ...account(ROOT), roles: ['super_admin'] });
    const root = bearer(await ask('POST', '/admin/api/session/', [], { username: ROOT, password: PASSWORD }));
    await ask('POST', '/admin/api/product-types/', root, PRODUCT_TYPE);
    const home = await register(ask, root, 'home', { api_admin: account(usernameOf(API_ADMIN, ROOT)) });
    const elsewhere = await register(ask, root, 'elsewhere', {
      api_admin: account('fuzz-elsewhere'),
      sso: { login_url: 'https://elsewhere.example.com/sso' },
    });
    const people = new People(ask, home, elsewhere, publicUrl, ROOT);
    const stock = new Stock(SIGNS_IN, ROOT, elsewhere.id);
    const members = ROLES.filter(
      (role) => !OUTSIDERS.includes(role) && role !== API_ADMIN && !role.startsWith('super'),
    );
    for (const username of [SIGNS_IN, ...members.map((role) => usernameOf(role, ROOT))]) {
      const { uid } = await ask('POST', '/admin/api/users/', root, { ...account(username), roles: ['member'] });
      stock.members.push(Number(uid));
      stock.usernames.push(username);
    }
    const key = await ask('POST', `/admin/api/applications/${home.id}/encryption-keys/`, root, { platform: 'server' });
    const shop = new Shop(people, stock, key.jwk as JWK & { kid: string }, ask, pool, home);
    await shop.sell();
    await shop.replenish();
    return shop;
  }

  /** The key of an application that requests may have locked out; that of the run's own if there is none. */
  strangeKey(at: number): string {
    const { applications } = this.stock;
    return applications[at % Math.max(1, applications.length)]?.apikey ?? this.home.apikey;
  }

  /** Makes again what requests have used up. */
  async replenish(): Promise<void> {
    const { stock } = this;
    const root = await this.headersOf('super admin');
    while (stock.applications.length < APPLICATIONS) await this.addApplication(root);
    while (stock.bundles.length < BUNDLES) await this.addBundle();
    while (stock.types.length < TYPES) {
      const { name } = await this.ask('POST', '/admin/api/product-types/', root, {
        ...PRODUCT_TYPE,
        name: this.name(),
      });
      stock.types.push(String(name));
    }
    const users = stock.madeBy('adminCreateUser');
    while (users.length < APPLICATIONS) {
      users.push(await this.ask('POST', '/admin/api/users/', root, account(this.name())));
    }
    stock.orders.splice(0, stock.orders.length - ORDERS);
    for (const role of ['member', 'member by cookie', API_ADMIN] as const) await this.shopAs(role);
    await this.disableSomeWebhooks();
  }

  private async headersOf(role: Role): Promise<Headers> {
    return this.people.headersOf(role, this.home.apikey);
  }

  /** What is sold all the time, and nobody can delete: it lies in carts. */
  private async sell(): Promise<void> {
    const admin = await this.headersOf(API_ADMIN);
    await this.ask('POST', `${BASE}/commerce/product/create/`, admin, bundleBody('goods', 'Goods', 12));
    const list = await this.ask('GET', `${BASE}/commerce/product/list/`, admin);
    const bundles = list.results as { products: { product_id: number }[] }[];
    this.stock.products = bundles.flatMap(({ products }) => products.map(({ product_id }) => product_id));
  }

  private async addApplication(root: Headers): Promise<void> {
    const { ask } = this;
    const registered = await register(ask, root, this.name(), {
      api_admin: { ...account('fuzz-expendable') },
      webhook: { url: 'https://hooks.example.com/', events: ['application.updated'] },
    });
    const path = `/admin/api/applications/${registered.id}`;
    const keys: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { key_id: id } = await ask('POST', `${path}/keys/`, root, { overlap_seconds: 3_600 });
      keys.push(String(id));
    }
    const { kid } = await ask('POST', `${path}/encryption-keys/`, root, { platform: 'web' });
    const { id: delivery } = await ask('POST', `${path}/webhook/test/`, root);
    const expendable: Expendable = {
      ...registered,
      keys,
      encryptionKeys: [String(kid)],
      deliveries: [String(delivery)],
    };
    Stock.keep(this.stock.applications, expendable);
  }

  private async addBundle(): Promise<void> {
    const id = this.name();
    const admin = await this.headersOf(API_ADMIN);
    await this.ask('POST', `${BASE}/commerce/product/create/`, admin, bundleBody(id, id, 3));
    Stock.keep(this.stock.bundles, { id, skus: [`${id}-0`, `${id}-1`, `${id}-2`] });
  }

  /** Places an order, and fills the cart again. */
  private async shopAs(role: Role): Promise<void> {
    const headers = await this.headersOf(role);
    const own = this.people.of(role);
    const { products } = this.stock;
    const add = (index: number): Promise<Record<string, unknown>> =>
      this.ask('POST', `${BASE}/commerce/add-cart-item/`, headers, { product_id: products[index % products.length] });
    await this.emptyCart(headers);
    await add(0);
    const place = async (): Promise<number> =>
      Number((await this.ask('POST', `${BASE}/commerce/create-order/`, headers)).order_id);
    const order = await place();
    Stock.keep(own.orders, order);
    Stock.keep(this.stock.orders, order);
    const [line] = (await add(0)).cartitems as { id: number }[];
    const paid = await place();
    const admin = await this.headersOf(API_ADMIN);
    await this.ask('POST', `${BASE}/commerce/order-status/`, admin, { order_id: paid, status: 'paid' });
    Stock.keep(this.stock.paidOrders, { id: paid, line: line!.id });
    for (let index = 1; index < 4; index += 1) await add(index);
    const cart = await this.ask('GET', `${BASE}/commerce/cart-items/`, headers);
    const lines = (cart.cartitems as { id: number }[]).map(({ id }) => id);
    own.cart = { id: Number(cart.cart_id), version: Number(cart.version), lines };
  }

  /** Quantities near their limit would refuse another one, and products that are gone the order. */
  private async emptyCart(headers: Headers): Promise<void> {
    const cart = await this.ask('GET', `${BASE}/commerce/cart-items/`, headers);
    for (const { id } of cart.cartitems as { id: number }[]) {
      await this.ask('POST', `${BASE}/commerce/remove-cart-item/`, headers, { pk: id, order_id: cart.cart_id });
    }
  }

  /** Only an endpoint that answers 410, or fails for days, disables a webhook; nothing is delivered in this run. */
  private async disableSomeWebhooks(): Promise<void> {
    const ids = this.stock.applications.filter((_, index) => index % 2 === 0).map(({ id }) => id);
    await this.pool.query(
      `UPDATE applications SET webhook_disabled_at = now(), webhook_disabled_reason = 'gone'
        WHERE id = ANY($1) AND webhook_url IS NOT NULL`,
      [ids],
    );
  }

  private name(): string {
    this.count += 1;
    return `fuzz-own-${this.count}`;
  }
}

function bearer(session: Record<string, unknown>): Headers {
  return [['authorization', `Bearer ${String(session.access_token)}`]];
}

async function register(ask: Ask, root: Headers, name: string, fields: object): Promise<Place> {
  const body = { name, api_version: 'v1', client_type: 'server', ...fields };
  const { id, apikey } = await ask('POST', '/admin/api/applications/', root, body);
  return { id: String(id), apikey: String(apikey) };
}
