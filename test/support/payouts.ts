import type { TestClient } from './factories.js';
import { withoutApprovals } from './approvals.js';
import { NetworkHands } from './network.js';
import type { Answer, TestApp } from './start-test-app.js';

export const EARNINGS = '/admin/api/earnings/';
export const PAYOUTS = '/admin/api/payouts/';
export const HOLDS = '/admin/api/payout-holds/';

/** A member, as tests know it. */
export interface Earner {
  uid: number;
  username: string;
}

/** An entry of the ledger, as SQL gives it. */
export interface LedgerRow {
  kind: string;
  amount: number;
}

/** An item of a payout, as tests see it. */
export interface Item {
  id: number;
  uid: number;
  amount: number;
  status: string;
}

/** Hands for tests of earnings and payouts. */
export class MoneyHands {
  private constructor(
    readonly app: TestApp,
    readonly network: NetworkHands,
    readonly root: TestClient,
    /** Another super admin, who releases. */
    readonly other: TestClient,
  ) {}

  static async of(app: TestApp): Promise<MoneyHands> {
    const network = await NetworkHands.of(app);
    await withoutApprovals(app);
    return new MoneyHands(app, network, network.root, await app.make.superAdmin());
  }

  /** The `data` of a request that succeeds. */
  async ok(asked: Promise<Answer>): Promise<Answer['body']> {
    const { status, text, body } = await asked;
    if (status !== 200) throw new Error(`answered with ${status} ${text}`);
    return body.data;
  }

  adjust(uid: number, amount: number): Promise<Answer> {
    return this.root.post(EARNINGS, { uid, amount, reason: 'a test' });
  }

  /** Somebody with these entries. */
  async earner(...amounts: number[]): Promise<Earner> {
    const member = await this.network.member();
    for (const amount of amounts) await this.ok(this.adjust(member.uid, amount));
    return member;
  }

  /** Takes all that is payable out of the way of a test. */
  async drain(): Promise<void> {
    await this.root.post(PAYOUTS, {});
  }

  make(body: object = {}): Promise<Answer> {
    return this.root.post(PAYOUTS, body);
  }

  /** A payout that is made; its id. */
  async made(body: object = {}): Promise<number> {
    return (await this.ok(this.make(body))).id;
  }

  /** A payout that is released; its id. */
  async released(): Promise<number> {
    const id = await this.made();
    await this.ok(this.other.post(`${PAYOUTS}${id}/release/`));
    return id;
  }

  async payout(id: number): Promise<Answer['body']> {
    return this.ok(this.root.get(`${PAYOUTS}${id}/`));
  }

  async items(id: number, query = ''): Promise<Item[]> {
    return (await this.ok(this.root.get(`${PAYOUTS}${id}/items/?limit=100${query}`))).results;
  }

  async balance(uid: number): Promise<Answer['body']> {
    return this.ok(this.root.get(`${EARNINGS}${uid}/`));
  }

  /** What a member has in the ledger, oldest first. */
  async entries(uid: number): Promise<LedgerRow[]> {
    const sql = 'SELECT kind, amount::float8 AS amount FROM earnings WHERE uid = $1 ORDER BY id';
    return this.app.database.query<LedgerRow>(sql, [uid]);
  }

  hold(uid: number, reason = 'tax'): Promise<Answer> {
    return this.root.post(HOLDS, { uid, reason, note: 'a test' });
  }

  /** Lets a plan hold from this month on. */
  async publish(change: object): Promise<void> {
    const plan = {
      name: 'Plan',
      period: 'month',
      time_zone: 'UTC',
      ranks: [{ name: 'member' }],
      volumes: { qualifying: 'points', commissionable: 'business_volume' },
      bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [5] } }],
      ...change,
    };
    const { id } = await this.ok(this.root.post('/admin/api/plans/', plan));
    const from_period = new Date().toISOString().slice(0, 'yyyy-mm'.length);
    await this.ok(this.root.post(`/admin/api/plans/${id}/publish/`, { from_period }));
  }
}
