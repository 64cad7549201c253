import { DIGEST } from '../../../src/modules/commissions/runs/reading/input-digest.js';
import { account, bundleBody, PLAN, PRODUCT_TYPE, SUPER_ADMIN } from '../shop.js';

/** The page of browser applications, one whose host is blocked, and an address that is. */
export const OWN_ORIGIN = 'https://shop.example.com';
export const BLOCKED_ORIGIN = 'https://blocked.example.com';
export const BLOCKED_IP = '192.0.2.66';

/** The id of a run that no other gets. */
const POSTED_RUN = 2_000_000_000;

/** The summary of {@link World.approvedFinal}. */
const EMPTY_SUMMARY = {
  ...{ members: 1, distributors: 1, active: 1, payees: 0, qualifying_volume: 0, commissionable_volume: 0, payout: 0 },
  ...{ payout_percent: null, clawed_back: 0, lines: 0, by_bonus: [], by_rank: [], by_level: [], unpaid: [] },
  ...{ highest: null, median: 0 },
};

/** The plan of {@link World.calculatedRun}, with its defaults filled in. */
const RUN_PLAN = {
  ...{ name: 'Pool', period: 'month', time_zone: 'UTC', rate: 1, rounding: 'half_even', minimum_payout: 0 },
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  ...{ personal_volume_includes_customers: false, active: {}, four_eyes: true },
  ranks: [{ name: 'member', requires: {} }],
  bonuses: [{ id: 'pool', type: 'pool', percent: 5, shares: { member: 1 } }],
};

export type ClientType = 'server' | 'web' | 'mobile';
export type Headers = Readonly<Record<string, string>>;
export type Data = Readonly<Record<string, unknown>>;

/** What a request holds beside the caller's credentials. A form is `URLSearchParams`. */
export interface Parts {
  path?: Data;
  query?: Data;
  body?: unknown;
}

/** Sends a request to an operation; `data` is empty where the answer has none. */
export type Send = (
  operationId: string,
  request: Parts & { headers: Headers },
) => Promise<{ status: number; text: string; data: Data }>;

/** Runs a statement in the service's database. */
export type Query = (text: string, values: unknown[]) => Promise<readonly object[]>;

/** An application, with what belongs to it. */
export interface Application {
  id: string;
  apikey: string;
  keyId: string;
}

/** Makes what calls are about, over HTTP: as a super admin, and as an API admin that acts for whoever is named. */
export class World {
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
    private readonly query: Query,
    readonly superAdmin: Readonly<Record<'username' | 'password', string>> = SUPER_ADMIN,
    private readonly webhookUrl = 'https://shop.example.com/hooks',
  ) {}

  /** Makes the product type, the keeper and its application, a member and a first bundle. */
  async begin(): Promise<void> {
    this.rootHeaders = await this.enterAdmin(this.superAdmin);
    await this.root('adminCreateProductType', { body: PRODUCT_TYPE });
    const { apikey } = await this.application();
    const { access_token } = await this.logIn(apikey, 'keeper');
    this.keeperHeaders = { apikey, authorization: `Bearer ${String(access_token)}` };
    ({ username: this.memberName } = await this.user('member', ['member']));
    ({ productId: this.productId } = await this.bundle());
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

  /** Makes a user a member who is none; gives the username. */
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
      webhook: { url: this.webhookUrl, events: ['order.placed'] },
      sso: { login_url: 'https://shop.example.com/sso', logout_url: 'https://shop.example.com/sso/logout' },
      access: {
        hosts: { allow: type === 'web' ? [new URL(OWN_ORIGIN).host] : [], block: [new URL(BLOCKED_ORIGIN).host] },
        ips: { block: [BLOCKED_IP] },
      },
      ...settings,
    };
    const { id, apikey } = await this.root('adminRegisterApplication', { body });
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

  /** A run that is calculated, with a line of a member; written as a run would write it, which takes a process of its own. */
  async calculatedRun(): Promise<{ id: number; uid: number; number: number }> {
    const uid = await this.member();
    const rows = (await this.query(
      `INSERT INTO commission_runs (kind, period, from_at, to_at, plan_id, document, status, calculated_at)
       VALUES ('preview', '2026-10', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z', 1, $1, 'calculated', now()) RETURNING id::float8 AS id`,
      [JSON.stringify(RUN_PLAN)],
    )) as { id: number }[];
    const { id } = rows[0]!;
    for (const table of ['commission_lines', 'commission_members', 'commission_legs'])
      await this.query(`CREATE TABLE ${table}_${id} PARTITION OF ${table} FOR VALUES IN (${id})`, []);
    await this.query(
      `INSERT INTO commission_members (run_id, uid, kind, status, enrolled_at, is_placed, active, rank, title_rank, own_volume,
         commissionable_volume, personal_volume, group_volume, counted_volume, earned, bonuses)
       VALUES ($1, $2, 'distributor', 'active', '2026-01-01', false, true, 'member', 'member', 0, 0, 0, 0, 0, 5, '{"pool":5}')`,
      [id, uid],
    );
    await this.query(
      `INSERT INTO commission_lines (run_id, number, uid, bonus, amount) VALUES ($1, 1, $2, 'pool', 5)`,
      [id, uid],
    );
    return { id, uid, number: 1 };
  }

  /** A delivery of an application's webhook. */
  async delivery(applicationId: string): Promise<string> {
    return String((await this.root('adminTestWebhook', { path: { id: applicationId } })).id);
  }

  async encryptionKey(applicationId: string): Promise<string> {
    const parts = { path: { id: applicationId }, body: { platform: 'ios' } };
    return String((await this.root('adminIssueEncryptionKey', parts)).kid);
  }

  /** A draft of a commission plan. */
  async plan(): Promise<number> {
    return Number((await this.root('adminCreatePlan', { body: PLAN })).id);
  }

  /** Gives a member a balance. */
  async earn(uid: number): Promise<void> {
    await this.root('adminAdjustEarnings', { body: { uid, amount: 40, reason: 'earned' } });
  }

  /** A member with a balance; its uid. */
  async earner(): Promise<number> {
    const uid = await this.member();
    await this.earn(uid);
    return uid;
  }

  /** A terminated member with a balance; its uid. */
  async leaver(): Promise<number> {
    const uid = await this.earner();
    await this.root('adminChangeMemberStatus', { path: { uid }, body: { status: 'terminated', reason: 'left' } });
    return uid;
  }

  /** A posted period in which somebody was a member, as if it had been: the run of one has no member who came today. */
  async postedPeriod(uid: number): Promise<string> {
    await this.enrolled(uid);
    await this.query(
      `INSERT INTO commission_runs (id, kind, period, from_at, to_at, plan_id, document, status, posted_at)
       SELECT $1, 'final', '2000-01', '2000-01-01', '2000-02-01', 1, $2, 'posted', now()
        WHERE NOT EXISTS (SELECT FROM commission_runs WHERE id = $1)`,
      [POSTED_RUN, JSON.stringify(RUN_PLAN)],
    );
    for (const table of ['commission_members', 'commission_lines'])
      await this.query(
        `CREATE TABLE IF NOT EXISTS ${table}_${POSTED_RUN} PARTITION OF ${table} FOR VALUES IN (${POSTED_RUN})`,
        [],
      );
    await this.query(
      `INSERT INTO commission_members (run_id, uid, kind, status, enrolled_at, is_placed, active, rank, title_rank, own_volume,
         commissionable_volume, personal_volume, group_volume, counted_volume, earned, bonuses)
       VALUES ($1, $2, 'distributor', 'active', '2000-01-01', false, true, 'member', 'member', 10, 10, 10, 10, 0, 5, '{}')
       ON CONFLICT DO NOTHING`,
      [POSTED_RUN, uid],
    );
    return '2000-01';
  }

  /** A run of commissions that is queued, by a plan of its own. */
  async queuedRun(): Promise<number> {
    const body = { period: '2026-10', kind: 'preview', plan_id: await this.plan() };
    return Number((await this.root('adminStartCommissionRun', { body })).id);
  }

  /** As if a final run of a week that nothing else is about were calculated. */
  async calculatedFinal(): Promise<number> {
    const { id } = await this.calculatedRun();
    const week = `${2000 + (id % 100)}-W${String(1 + (Math.floor(id / 100) % 52)).padStart(2, '0')}`;
    await this.query(`UPDATE commission_runs SET kind = 'final', period = $2, created_by_uid = NULL WHERE id = $1`, [
      id,
      week,
    ]);
    return id;
  }

  /** A payout that another super admin has made, or also released one, and its first item. */
  async payout(isReleased: boolean): Promise<{ id: number; itemId: number }> {
    await this.earner();
    const { username } = await this.user('treasurer', ['super_admin']);
    const treasurer = await this.enterAdmin({ username, password: SUPER_ADMIN.password });
    const { id } = await this.ask('adminCreatePayout', treasurer, { body: {} });
    if (isReleased) await this.root('adminReleasePayout', { path: { id } });
    const { results } = await this.root('adminListPayoutItems', { path: { id } });
    const [item] = results as [{ id: number }];
    return { id: Number(id), itemId: item.id };
  }

  /** Somebody's payouts that are held back; the id of the hold. */
  async hold(): Promise<number> {
    const body = { uid: await this.member(), reason: 'tax', note: 'a test' };
    return Number((await this.root('adminHoldPayouts', { body })).id);
  }

  /**
   * A final run of the period after the last posted one, as if it were approved: without a row, and with a member whom it
   * gives a title rank.
   */
  async approvedFinal(): Promise<number> {
    const uid = await this.member();
    const ask = async (sql: string, values: unknown[] = []): Promise<Data> =>
      ((await this.query(sql, values)) as Data[])[0] ?? {};
    // One that nobody has posted would stand in the way.
    await ask(`UPDATE commission_runs SET status = 'discarded' WHERE kind = 'final' AND status = 'approved'`);
    const { period } = await ask(
      `SELECT to_char(coalesce(max(to_at), '2000-02-01') AT TIME ZONE 'UTC', 'YYYY-MM') AS period FROM commission_runs WHERE status = 'posted'`,
    );
    const { results } = await this.root('adminListPlans', { query: { period } });
    if ((results as unknown[]).length === 0)
      await this.root('adminPublishPlan', { path: { id: await this.plan() }, body: { from_period: period } });
    const id = Number((await this.root('adminStartCommissionRun', { body: { period, kind: 'final' } })).id);
    await ask(`CREATE TABLE commission_members_${id} PARTITION OF commission_members FOR VALUES IN (${id})`);
    await ask(
      `INSERT INTO commission_members (run_id, uid, kind, status, enrolled_at, is_placed, active, rank, title_rank, own_volume,
         commissionable_volume, personal_volume, group_volume, counted_volume, earned, bonuses)
       VALUES ($1, $2, 'distributor', 'active', '2000-01-01', false, true, 'member', 'member', 0, 0, 0, 0, 0, 0, '{}')`,
      [id, uid],
    );
    const { from, to, plan } = await ask(
      `SELECT r.from_at AS from, r.to_at AS to, r.plan_id || CASE WHEN p.from_at = r.from_at THEN ' first' ELSE ' later' END AS plan
         FROM commission_runs r JOIN commission_plans p ON p.id = r.plan_id WHERE r.id = $1`,
      [id],
    );
    const digest = { ...(await ask(DIGEST, [from, to])), plan };
    await ask(`UPDATE commission_runs SET status = 'approved', input_digest = $2, summary = $3 WHERE id = $1`, [
      id,
      digest,
      EMPTY_SUMMARY,
    ]);
    return id;
  }

  /** A correction that is calculated, without periods; nobody of those who call has begun it, and nothing is open before it. */
  async correction(): Promise<number> {
    const uid = await this.member();
    await this.query(
      `UPDATE commission_corrections SET status = 'discarded', ended_at = now() WHERE status NOT IN ('approved', 'discarded')`,
      [],
    );
    const rows = (await this.query(
      `INSERT INTO commission_corrections (uid, tree, from_at, reason, change, four_eyes, status, calculated_at, created_by_uid)
       VALUES ($1, 'sponsor', now(), 'wrong sponsor', $2, true, 'calculated', now(), $1) RETURNING id`,
      [uid, { positions: [], to: { parent_uid: null, leg: null } }],
    )) as { id: number }[];
    return rows[0]!.id;
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
