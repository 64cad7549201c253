import { DIGEST } from '#commissions/runs/reading/input-digest.js';
import { digestOf } from '#people/approvals/proposals.js';
import { PLAN, SUPER_ADMIN } from '../shop.js';
import { AccountWorld, type Data } from './shop-world.js';

/** The id of a run that no other gets. */
const POSTED_RUN = 2_000_000_000;

/** The summary of runs that nobody calculates. */
const EMPTY_SUMMARY = {
  members: 1,
  distributors: 1,
  active: 1,
  payees: 0,
  qualifying_volume: 0,
  commissionable_volume: 0,
  payout: 0,
  payout_percent: null,
  clawed_back: 0,
  lines: 0,
  by_bonus: [],
  by_rank: [],
  by_level: [],
  unpaid: [],
  highest: null,
  median: 0,
};

/** The plan of {@link World.calculatedRun}, with its defaults filled in. */
const RUN_PLAN = {
  name: 'Pool',
  period: 'month',
  time_zone: 'UTC',
  rate: 1,
  rounding: 'half_even',
  minimum_payout: 0,
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  personal_volume_includes_customers: false,
  active: {},
  four_eyes: true,
  ranks: [{ name: 'member', requires: {} }],
  bonuses: [{ id: 'pool', type: 'pool', percent: 5, shares: { member: 1 } }],
};

/** Makes what calls are about: a shop, accounts, and what commissions have. */
export class World extends AccountWorld {
  override async enter(): Promise<void> {
    await super.enter();
    await this.withoutApprovals();
  }

  /** What is called is done: whoever else there is, no call waits for them. */
  async withoutApprovals(): Promise<void> {
    await this.query(`UPDATE approval_settings SET mode = 'off', new_account_days = 0`, []);
  }

  /** A proposal that waits, by somebody who calls nothing; and another one that is late. */
  async approval(): Promise<number> {
    const [uid, maker] = [await this.member(), await this.member()];
    await this.query(`UPDATE users SET roles = '{member,finance}' WHERE uid = $1`, [maker]);
    const subject = { uid, amount: 1, reason: 'a call' };
    const effect = {
      summary: 'Adjusts a balance.',
      amount: 1,
      currency_code: 'USD',
      members: 1,
      people: [],
      changes: [],
    };
    const insert = `INSERT INTO approvals (kind, subject_key, subject, digest, effect, contributors, made_by_uid, lapses_at)
      VALUES ('earnings.adjust', gen_random_uuid()::text, $1, $2, $3, '[]', $4, now() + $5::interval) RETURNING id::float8 AS id`;
    const values = [JSON.stringify(subject), digestOf({ subject, seen: { amount: 1 } }), JSON.stringify(effect), maker];
    await this.query(insert, [...values, '-1 day']);
    return ((await this.query(insert, [...values, '1 day'])) as { id: number }[])[0]!.id;
  }

  /** A run that is calculated, with a line of a member; written as a run would write it, which takes a process of its own. */
  async calculatedRun(): Promise<{ id: number; uid: number; number: number }> {
    const uid = await this.member();
    const rows = (await this.query(
      `INSERT INTO commission_runs (kind, period, from_at, to_at, plan_id, document, status, calculated_at, summary)
       VALUES ('preview', '2026-10', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z', 1, $1, 'calculated', now(), $2)
       RETURNING id::float8 AS id`,
      [JSON.stringify(RUN_PLAN), JSON.stringify(EMPTY_SUMMARY)],
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

  /** A row of the ledger from before there were bounds, with more volume than can be added up; its id. */
  async impossibleRow(): Promise<number> {
    const rows = (await this.query(
      `INSERT INTO volume_rows (uid, at, kind, external_id, business_volume, points, cumulative_volume)
       VALUES ($1, now(), 'import', $2, 99999999999999, 0, 0) RETURNING id::float8 AS id`,
      [await this.member(), this.fresh('row')],
    )) as { id: number }[];
    return rows[0]!.id;
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

  /** A reward that an extension, which is gone, has posted to a member. */
  async postedReward(): Promise<{ reward: string; key: string }> {
    const key = this.fresh('reward');
    await this.query(
      `INSERT INTO earnings (uid, kind, amount, payable_at, reward, reward_key, reason)
       VALUES ($1, 'reward', 5, now(), 'loyalty_reward', $2, 'For loyalty')`,
      [await this.member(), key],
    );
    return { reward: 'loyalty_reward', key };
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
      `INSERT INTO commission_runs (id, kind, period, from_at, to_at, plan_id, document, status, posted_at, summary)
       SELECT $1, 'final', '2000-01', '2000-01-01', '2000-02-01', 1, $2, 'posted', now(), $3
        WHERE NOT EXISTS (SELECT FROM commission_runs WHERE id = $1)`,
      [POSTED_RUN, JSON.stringify(RUN_PLAN), EMPTY_SUMMARY],
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

  /** Lets no simulation count that goes on: an admin has only so many at a time. */
  async endSimulations(): Promise<void> {
    await this.query('UPDATE commission_simulations SET created_by_uid = 0 WHERE result IS NULL', []);
  }

  /** As if a final run of a week that nothing else is about were calculated. */
  async calculatedFinal(): Promise<number> {
    const { id } = await this.calculatedRun();
    const week = `${2000 + (id % 100)}-W${String(1 + (Math.floor(id / 100) % 52)).padStart(2, '0')}`;
    await this.query(
      `UPDATE commission_runs SET kind = 'final', period = $2, created_by_uid = NULL, summary = $3 WHERE id = $1`,
      [id, week, JSON.stringify(EMPTY_SUMMARY)],
    );
    return id;
  }

  /** A price that waits for a variant of a new bundle. */
  async scheduledPrice(): Promise<{ bundle_id: string; id: number }> {
    const { bundleId, sku } = await this.bundle();
    const body = { product_sku: sku, price: 12.5, effective_at: '2099-01-01T00:00:00Z' };
    const { id } = await this.root('adminSchedulePrice', { path: { bundle_id: bundleId }, body });
    return { bundle_id: bundleId, id: Number(id) };
  }

  /** A payout that another super admin has made, or released one that they did not make, and its first item. */
  async payout(isReleased: boolean): Promise<{ id: number; itemId: number; amount: number }> {
    await this.earner();
    const { username } = await this.user('treasurer', ['super_admin']);
    const treasurer = await this.enterAdmin({ username, password: SUPER_ADMIN.password });
    const made = { body: {} };
    const { id } = isReleased
      ? await this.root('adminCreatePayout', made)
      : await this.ask('adminCreatePayout', treasurer, made);
    // Not by the first super admin, who has adjusted what it pays.
    if (isReleased) await this.ask('adminReleasePayout', treasurer, { path: { id } });
    const { results } = await this.root('adminListPayoutItems', { path: { id } });
    const [item] = results as [{ id: number; amount: number }];
    return { id: Number(id), itemId: item.id, amount: item.amount };
  }

  /** Lets no payout to somebody be under way: who is paid cannot go. */
  async endPayouts(uid: number): Promise<void> {
    await this.query(`UPDATE payout_items SET status = 'paid' WHERE uid = $1 AND status = 'pending'`, [uid]);
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
}
