import type pg from 'pg';
import { account, BASE, bundleBody, PRODUCT_TYPE, signUpBody, SUPER_ADMIN } from '../support/shop.js';
import type { ClientType } from './columns.js';
import type { Method, Service } from './service.js';

/** The page of browser applications, one whose host is blocked, and one that no list names. */
export const OWN_ORIGIN = 'https://shop.example.com';
export const BLOCKED_ORIGIN = 'https://blocked.example.com';
export const FOREIGN_ORIGIN = 'https://elsewhere.example.net';
export const BLOCKED_IP = '192.0.2.66';

/** No user has it. */
export const NOBODYS_UID = 999_999_999;

/** Where the applications of the proof are entered by single sign-on. */
const SSO = { login_url: 'https://shop.example.com/sso', logout_url: 'https://shop.example.com/sso/logout' };
const WEBHOOK = { url: 'https://shop.example.com/hooks', events: ['order.placed'] };

type Headers = Readonly<Record<string, string>>;
export type Data = Readonly<Record<string, unknown>>;

/** An application, with what belongs to it. */
export interface Application {
  id: string;
  apikey: string;
  keyId: string;
}

/** A line of a cart. */
export interface Line {
  lineId: number;
  cartId: number;
  productId: number;
}

/**
 * Makes what a request needs to be valid, over HTTP: as a super admin, and as an API admin that acts for whoever is named.
 */
export class World {
  private count = 0;
  private rootHeaders: Headers = {};
  private keeperHeaders: Headers = {};
  /** A product that nobody deletes. */
  productId = 0;

  constructor(
    readonly service: Service,
    readonly pool: pg.Pool,
  ) {}

  /** Makes the product type, the keeper and its application, and a first bundle. */
  async begin(): Promise<void> {
    this.rootHeaders = await this.enterAdmin(SUPER_ADMIN.username);
    await this.root('POST', 'product-types/', PRODUCT_TYPE);
    const { apikey } = await this.application('server');
    const { access_token } = await this.logIn(apikey, 'keeper');
    this.keeperHeaders = { apikey, authorization: `Bearer ${String(access_token)}` };
    ({ productId: this.productId } = await this.bundle());
  }

  /** The super admin of the first start. */
  get rootName(): string {
    return SUPER_ADMIN.username;
  }

  /** A name that nothing else has. */
  fresh(of: string): string {
    this.count += 1;
    return `${of}-${this.count}`;
  }

  /** Sends as a super admin; `path` is one of the admin API. */
  root(method: Method, path: string, body?: object): Promise<Data> {
    return this.ask(method, `/admin/api/${path}`, this.rootHeaders, body);
  }

  /** Sends as the API admin of all applications, for a user. */
  keeper(method: Method, path: string, body?: object, uid?: number): Promise<Data> {
    const query = uid === undefined ? '' : `?uid=${uid}`;
    return this.ask(method, `${BASE}/${path}${query}`, this.keeperHeaders, body);
  }

  /** Sends, and expects 200. */
  async ask(method: Method, path: string, headers: Headers, body?: object): Promise<Data> {
    const sent = { method, path, headers, ...(body === undefined ? {} : { body }) };
    const answer = await this.service.send(sent);
    if (answer.status !== 200) throw new Error(`${method} ${path} was answered with ${answer.text}`);
    return answer.data;
  }

  /** Opens a session of the admin module; gives its headers. */
  async enterAdmin(username: string): Promise<Headers> {
    const { password } = SUPER_ADMIN;
    const { access_token } = await this.ask('POST', '/admin/api/session/', {}, { username, password });
    return { authorization: `Bearer ${String(access_token)}` };
  }

  logIn(apikey: string, username: string, origin = OWN_ORIGIN): Promise<Data> {
    const { password } = SUPER_ADMIN;
    return this.ask('POST', `${BASE}/token/`, { apikey, origin }, { username, password });
  }

  async user(name: string, roles: readonly string[]): Promise<{ uid: number; username: string }> {
    const username = this.fresh(name.replaceAll(' ', '-'));
    const { uid } = await this.root('POST', 'users/', { ...account(username), roles });
    return { uid: Number(uid), username };
  }

  /** An application with a webhook and single sign-on; a browser application has a list of hosts. */
  async application(type: ClientType, settings: Data = {}): Promise<Application> {
    const { id, apikey } = await this.root('POST', 'applications/', this.registration(type, settings));
    const { results } = await this.root('GET', `applications/${String(id)}/keys/`);
    const [key] = results as [{ key_id: string }];
    return { id: String(id), apikey: String(apikey), keyId: key.key_id };
  }

  /** The body that registers one. */
  registration(type: ClientType, settings: Data = {}): object {
    return {
      name: this.fresh('application'),
      api_version: 'v1',
      client_type: type,
      api_admin: account('keeper'),
      webhook: WEBHOOK,
      sso: SSO,
      access: {
        hosts: { allow: type === 'web' ? [new URL(OWN_ORIGIN).host] : [], block: [new URL(BLOCKED_ORIGIN).host] },
        ips: { block: [BLOCKED_IP] },
      },
      ...settings,
    };
  }

  async bundle(variants = 1): Promise<{ bundleId: string; sku: string; productId: number }> {
    const bundleId = this.fresh('bundle');
    await this.keeper('POST', 'commerce/product/create/', bundleBody(bundleId, bundleId, variants));
    const { varients } = await this.root('GET', `bundles/${bundleId}/`);
    const [product] = varients as [{ product_id: number }];
    return { bundleId, sku: `${bundleId}-0`, productId: product.product_id };
  }

  /** A line in a user's cart. */
  async line(uid: number): Promise<Line> {
    const { productId } = this;
    const cart = await this.keeper('POST', 'commerce/add-cart-item/', { product_id: productId, quantity: 1 }, uid);
    const [line] = cart.cartitems as [{ id: number }];
    return { lineId: line.id, cartId: Number(cart.cart_id), productId };
  }

  /** A line in the cart of somebody who never places it. */
  async foreignLine(): Promise<Line> {
    const { uid } = await this.user('browsing', ['member']);
    return this.line(uid);
  }

  /** A placed order of a user. */
  async order(uid: number): Promise<number> {
    await this.line(uid);
    return Number((await this.keeper('POST', 'commerce/create-order/', undefined, uid)).order_id);
  }

  /** A delivery of an application's webhook. */
  async delivery(applicationId: string): Promise<string> {
    return String((await this.root('POST', `applications/${applicationId}/webhook/test/`)).id);
  }

  /** A refresh token of a session that was logged out. */
  async endedRefreshToken(apikey: string): Promise<string> {
    const { username } = await this.user('leaving', ['member']);
    const { access_token, refresh_token } = await this.logIn(apikey, username);
    const headers = { apikey, origin: OWN_ORIGIN, authorization: `Bearer ${String(access_token)}` };
    await this.ask('POST', `${BASE}/logout/`, headers);
    return String(refresh_token);
  }

  /** As the service does when an endpoint fails for days. */
  async disableWebhook(applicationId: string): Promise<void> {
    await this.pool.query(
      `UPDATE applications SET webhook_disabled_at = now(), webhook_disabled_reason = 'failing',
         webhook_failing_since = now() - interval '5 days' WHERE id = $1`,
      [applicationId],
    );
  }

  async encryptionKey(applicationId: string): Promise<string> {
    return String((await this.root('POST', `applications/${applicationId}/encryption-keys/`, { platform: 'ios' })).kid);
  }

  async productType(): Promise<string> {
    const name = this.fresh('type');
    await this.root('POST', 'product-types/', { ...PRODUCT_TYPE, name });
    return name;
  }

  signUp(): object {
    return signUpBody(this.fresh('signed-up'));
  }
}
