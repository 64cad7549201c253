import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { stepAt, totpOf } from '#platform/second-factor/totp.rules.js';
import { account, bundleBody, PRODUCT_TYPE, SUPER_ADMIN } from '../shop.js';

/** The page of browser applications, one whose host is blocked, and an address that is. */
export const OWN_ORIGIN = 'https://shop.example.com';
export const BLOCKED_ORIGIN = 'https://blocked.example.com';
export const BLOCKED_IP = '192.0.2.66';

export type ClientType = 'server' | 'web' | 'mobile';
type Headers = Readonly<Record<string, string>>;
export type Data = Readonly<Record<string, unknown>>;

/** What a request holds beside the caller's credentials. A form is `URLSearchParams`. */
export interface Parts {
  path?: Data;
  query?: Data;
  body?: unknown;
}

/** Sends a request to an operation; `data` is empty where the answer has none. */
type Send = (
  operationId: string,
  request: Parts & { headers: Headers },
) => Promise<{ status: number; text: string; data: Data }>;

/** Runs a statement in the service's database. */
type Query = (text: string, values: unknown[]) => Promise<readonly object[]>;

/** An application, with what belongs to it. */
export interface Application {
  id: string;
  apikey: string;
  keyId: string;
}

/** Makes users, applications and what a shop has, over HTTP: as a super admin, and as an API admin that acts for whoever is named. */
class ShopWorld {
  private count = 0;
  private rootHeaders: Headers = {};
  private keeperHeaders: Headers = {};
  /** A product that nobody deletes. */
  productId = 0;
  /** A member, whose name others may give for their sponsor's. */
  memberName = '';

  /**
   * @param superAdmin who is there already, and makes the rest
   * @param webhookUrl where applications hear of events
   */
  constructor(
    private readonly send: Send,
    protected readonly query: Query,
    readonly superAdmin: Readonly<Record<'username' | 'password', string>> = SUPER_ADMIN,
    private readonly webhookUrl = 'https://shop.example.com/hooks',
  ) {}

  /** Makes the product type, the keeper and its application, a member and a first bundle. */
  async begin(): Promise<void> {
    await this.enter();
    await this.root('adminCreateProductType', { body: PRODUCT_TYPE });
    const { apikey } = await this.application();
    const { access_token } = await this.logIn(apikey, 'keeper');
    this.keeperHeaders = { apikey, authorization: `Bearer ${String(access_token)}` };
    ({ username: this.memberName } = await this.user('member', ['member']));
    ({ productId: this.productId } = await this.bundle());
  }

  /** Only signs the super admin in: for worlds that have a shop already. */
  async enter(): Promise<void> {
    this.rootHeaders = await this.enterAdmin(this.superAdmin);
  }

  /** A name that nothing else has. */
  fresh(of: string): string {
    this.count += 1;
    return `${of}-${this.count}`;
  }

  /** Sends as the super admin. */
  root(operationId: string, parts: Parts = {}): Promise<Data> {
    return this.ask(operationId, this.rootHeaders, parts);
  }

  /** Sends as the API admin of all applications, for a user. */
  keeper(operationId: string, parts: Parts = {}, uid?: number): Promise<Data> {
    const query = { ...parts.query, ...(uid === undefined ? {} : { uid }) };
    return this.ask(operationId, this.keeperHeaders, { ...parts, query });
  }

  /**
   * Sends what must succeed.
   * @throws Error for any answer but 200
   */
  async ask(operationId: string, headers: Headers, parts: Parts = {}): Promise<Data> {
    const { status, text, data } = await this.send(operationId, { ...parts, headers });
    if (status !== 200) throw new Error(`${operationId} was answered with ${status} ${text}`);
    return data;
  }

  /** Opens a session of the admin module; gives its headers. */
  async enterAdmin(credentials: object): Promise<Headers> {
    const { access_token } = await this.ask('adminLogIn', {}, { body: credentials });
    return { authorization: `Bearer ${String(access_token)}` };
  }

  logIn(apikey: string, username: string): Promise<Data> {
    const { password } = SUPER_ADMIN;
    return this.ask('getToken', { apikey, origin: OWN_ORIGIN }, { body: { username, password } });
  }

  async user(name: string, roles: readonly string[]): Promise<{ uid: number; username: string }> {
    const username = this.fresh(name.replaceAll(' ', '-'));
    const { uid } = await this.root('adminCreateUser', { body: { ...account(username), roles } });
    return { uid: Number(uid), username };
  }

  /** A member whom nothing else is about; its uid. */
  async member(): Promise<number> {
    return (await this.user('member', ['member'])).uid;
  }

  /** Makes a member of a user that is not one; gives the username. */
  async enrolled(uid: number): Promise<string> {
    const path = { uid };
    const { username, roles } = await this.root('adminGetUser', { path });
    const others = roles as readonly string[];
    if (!others.includes('member'))
      await this.root('adminChangeUser', { path, body: { roles: [...others, 'member'] } });
    return String(username);
  }

  /** Somebody who waits below a sponsor to be placed, and a member with free legs below the same sponsor. */
  async waiting(sponsorUid: number): Promise<{ uid: number; parentUid: number }> {
    const sponsor = await this.enrolled(sponsorUid);
    const below = async (spill: string): Promise<number> => {
      await this.root('adminChangeNetworkSettings', { body: { placement: 'binary', spill } });
      const body = { ...account(this.fresh('below')), sponsor };
      return Number((await this.root('adminCreateUser', { body })).uid);
    };
    return { parentUid: await below('left'), uid: await below('manual') };
  }

  /** An application with a webhook and single sign-on; a browser application has a list of hosts. */
  async application(type: ClientType = 'server', settings: Data = {}): Promise<Application> {
    const body = {
      name: this.fresh('application'),
      api_version: 'v1',
      client_type: type,
      api_admin: account('keeper'),
      webhook: { url: this.webhookUrl, events: ['order.placed', 'account.invited'] },
      sso: { login_url: 'https://shop.example.com/sso', logout_url: 'https://shop.example.com/sso/logout' },
      access: {
        hosts: { allow: type === 'web' ? [new URL(OWN_ORIGIN).host] : [], block: [new URL(BLOCKED_ORIGIN).host] },
        ips: { block: [BLOCKED_IP] },
      },
      ...settings,
    };
    const { id, apikey } = await this.root('adminRegisterApplication', { body });
    await this.root('adminChangeApplication', { path: { id }, body: { self_service: true } });
    const { results } = await this.root('adminListApplicationKeys', { path: { id } });
    const [key] = results as [{ key_id: string }];
    return { id: String(id), apikey: String(apikey), keyId: key.key_id };
  }

  /** As the service does when an endpoint fails for days. */
  async disableWebhook(applicationId: string): Promise<void> {
    await this.query(
      `UPDATE applications SET webhook_disabled_at = now(), webhook_disabled_reason = 'failing',
         webhook_failing_since = now() - interval '5 days' WHERE id = $1`,
      [applicationId],
    );
  }

  /** A delivery of an application's webhook. */
  async delivery(applicationId: string): Promise<string> {
    return String((await this.root('adminTestWebhook', { path: { id: applicationId } })).id);
  }

  async encryptionKey(applicationId: string): Promise<string> {
    const parts = { path: { id: applicationId }, body: { platform: 'ios' } };
    return String((await this.root('adminIssueEncryptionKey', parts)).kid);
  }

  async productType(): Promise<string> {
    const name = this.fresh('type');
    await this.root('adminCreateProductType', { body: { ...PRODUCT_TYPE, name } });
    return name;
  }

  async bundle(variants = 1): Promise<{ bundleId: string; sku: string; productId: number }> {
    const bundleId = this.fresh('bundle');
    await this.keeper('createBundle', { body: bundleBody(bundleId, bundleId, variants) });
    const { varients } = await this.root('adminGetBundle', { path: { bundle_id: bundleId } });
    const [product] = varients as [{ product_id: number }];
    return { bundleId, sku: `${bundleId}-0`, productId: product.product_id };
  }

  /** A line in a user's cart. */
  async line(uid: number): Promise<{ lineId: number; cartId: number }> {
    const cart = await this.keeper('addCartItem', { body: { product_id: this.productId, quantity: 1 } }, uid);
    const [line] = cart.cartitems as [{ id: number }];
    return { lineId: line.id, cartId: Number(cart.cart_id) };
  }

  /** A placed order of a user. */
  async order(uid: number): Promise<number> {
    await this.line(uid);
    return Number((await this.keeper('createOrder', {}, uid)).order_id);
  }
}

/** Makes what calls of one's own account in the admin module are about; written as the service would write it. */
export class AccountWorld extends ShopWorld {
  /** Nobody has a second factor any longer: the password suffices. */
  override async enterAdmin(credentials: object): Promise<Headers> {
    await this.query('DELETE FROM second_factors', []);
    return super.enterAdmin(credentials);
  }

  /**
   * A session of somebody; its id.
   * @param applicationId where; by default in the admin module
   */
  async session(uid: number, applicationId: string | null = null): Promise<string> {
    const id = randomUUID();
    await this.query(
      `INSERT INTO sessions (id, uid, application_id, sign_on_id, refresh_seed, expires_at) VALUES ($1, $2, $4, $1, $3, now() + interval '1 hour')`,
      [id, uid, randomBytes(32), applicationId],
    );
    return id;
  }

  /** A saved view of somebody's. */
  async view(uid: number): Promise<number> {
    const [made] = (await this.query(
      `INSERT INTO saved_views (uid, list, name, query, column_order, hidden_columns, is_shared)
       VALUES ($1, 'orders', $2, '', '{}', '{}', false) RETURNING id::int`,
      [uid, this.fresh('view')],
    )) as { id: number }[];
    return made!.id;
  }

  /**
   * Somebody's only authenticator app, and a code of it.
   * @param isConfirmed whether it counts
   */
  async factor(uid: number, isConfirmed: boolean): Promise<{ id: string; code: string }> {
    const [id, secret] = [randomUUID(), randomBytes(20)];
    await this.query('DELETE FROM second_factors WHERE uid = $1', [uid]);
    await this.query(
      `INSERT INTO second_factors (id, uid, kind, name, secret, confirmed_at) VALUES ($1, $2, 'totp', 'Phone', $3, CASE WHEN $4 THEN now() END)`,
      [id, uid, secret, isConfirmed],
    );
    return { id, code: totpOf(secret, stepAt(Date.now())) };
  }

  /** Gives somebody the password of the member, which is known; it. */
  async knownPassword(uid: number): Promise<string> {
    await this.query(
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE username = $2) WHERE uid = $1`,
      [uid, this.memberName],
    );
    return SUPER_ADMIN.password;
  }

  /** The challenge of a log-in that has to set a second factor up. */
  async setUpChallenge(): Promise<string> {
    const [challenge, uid] = [this.fresh('challenge'), await this.member()];
    await this.query(
      `INSERT INTO login_challenges (token_hash, uid, purpose, password_digest, expires_at)
       SELECT $1, uid, 'set-up', sha256(password_hash::bytea), now() + interval '5 minutes' FROM users WHERE uid = $2`,
      [hashOf(challenge), uid],
    );
    return challenge;
  }

  /** Where {@link shop} is, if the callers have an application already. */
  shopId: string | undefined;

  /** The token of a sign-up whose e-mail address is to be confirmed. */
  async pendingSignUp(): Promise<string> {
    const [token, id] = [this.fresh('sign-up'), await this.shop()];
    const [username, email] = [this.fresh('signed-up'), `${this.fresh('signed-up')}@example.com`];
    const details = { username, first_name: 'Maria', last_name: 'Schmidt', country_code: 'DE' };
    await this.query(
      `INSERT INTO pending_sign_ups (id, token_hash, application_id, email, password_hash, details, expires_at)
       SELECT $1, $2, $3, $4, password_hash, $5, now() + interval '1 day' FROM users WHERE username = $6`,
      [randomUUID(), hashOf(token), id, email, details, this.memberName],
    );
    return token;
  }

  /** The token of an e-mail address that somebody is to confirm. */
  async pendingEmail(): Promise<string> {
    const [token, uid] = [this.fresh('e-mail'), await this.member()];
    await this.query(
      `INSERT INTO pending_email_changes (id, token_hash, uid, application_id, email, password_digest, expires_at)
       SELECT $1, $2, uid, $5, $3, sha256((password_hash || ' ' || coalesce(email, ''))::bytea), now() + interval '1 day'
         FROM users WHERE uid = $4`,
      [randomUUID(), hashOf(token), `${token}@example.com`, uid, await this.shop()],
    );
    return token;
  }

  /** An address of somebody; its id. */
  async address(uid: number): Promise<number> {
    const rows = (await this.query(
      `INSERT INTO user_addresses (uid, label, recipient, line1, city, country_code) VALUES ($1, 'Home', 'Maria', 'Lindenallee 12', 'Berlin', 'DE')
       RETURNING id::float8 AS id`,
      [uid],
    )) as { id: number }[];
    return rows[0]!.id;
  }

  /** A new application that somebody lets act for them; its id. */
  async consent(uid: number): Promise<string> {
    const { id } = await this.application();
    await this.query(`INSERT INTO consents (uid, application_id, scopes) VALUES ($1, $2, '{shop}')`, [uid, id]);
    return id;
  }

  async withoutAddresses(uid: number): Promise<void> {
    await this.query('DELETE FROM user_addresses WHERE uid = $1', [uid]);
  }

  /**
   * What is in a link with which somebody sets a password.
   * @param applicationId where it was asked for; null for one that an admin made
   */
  async passwordLink(applicationId: string | null = null): Promise<string> {
    const [token, uid] = [this.fresh('link'), await this.member()];
    await this.query(
      `INSERT INTO password_resets (token_hash, uid, made_by_uid, application_id, expires_at)
       SELECT $1, $2, min(uid), $3, now() + interval '30 minutes' FROM users WHERE 'super_admin' = ANY (roles) AND status = 'active'`,
      [hashOf(token), uid, applicationId],
    );
    return token;
  }

  /** The application at which callers use what they were sent. */
  async shop(): Promise<string> {
    return (this.shopId ??= (await this.application()).id);
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
