import { beforeEach, describe, expect, it } from '@jest/globals';
import { Replays } from '#commissions/runs/replays.service.js';
import { calculate, storedRun } from './support/calculated-run.js';
import { PERIOD_BEGINS, planOf, sale, type SmallMember, type SmallPeriod } from '@commerce/commission-engine';
import { PERIOD, StoredPeriods } from './support/stored-period.js';
import { useTestApp } from './support/use-test-app.js';

const BEGINS = new Date(PERIOD_BEGINS);
const ENDS = new Date(Date.UTC(2026, 11, 1));
const LATER = new Date(Date.UTC(2026, 11, 5));
const TABLES = ['commission_lines', 'commission_members', 'commission_legs'];

const MEMBERS: readonly SmallMember[] = [
  { uid: 1, placed: 'root' },
  { uid: 2, sponsor: 1, placed: { below: 1, leg: 1 } },
  { uid: 3, sponsor: 2, placed: { below: 1, leg: 2 } },
  { uid: 4, sponsor: 3, kind: 'customer' },
];

const PLAN = planOf({
  ranks: [{ name: 'member' }, { name: 'gold', requires: { group_volume: 1_000 } }],
  bonuses: [
    { id: 'levels', type: 'unilevel', percents: { member: [5, 5] } },
    { id: 'shop', type: 'retail' },
    { id: 'step', type: 'rank_advancement', amounts: { gold: 100 } },
    { id: 'legs', type: 'binary', percent: 10 },
  ],
});

const PERIOD_OF_ALL: SmallPeriod = {
  plan: PLAN,
  members: MEMBERS,
  rows: [sale(2, 100.5), sale(3, 33.33), sale(4, 20, { price: 500_000, wholesale: 300_000 }), sale(2, 900)],
};

const app = await useTestApp();
const stored = new StoredPeriods(app.database);

beforeEach(() => stored.clear());

const run = (sql: string, values: unknown[] = []): Promise<unknown[]> => app.database.query(sql, values);

/** Another run of the same period. */
const again = (plan = PLAN): Promise<number> => stored.run({ period: PERIOD, from: BEGINS, to: ENDS, plan });

async function calculated(id: number): ReturnType<typeof storedRun> {
  await calculate(app, id);
  return storedRun(app, id);
}

async function hashes(id: number): Promise<string[]> {
  const { status, input_hash, result_hash } = await calculated(id);
  return [status, input_hash, result_hash];
}

/** Partitions of a run that are left, also those that never became one. */
async function partitions(id: number): Promise<unknown[]> {
  const names = TABLES.map((table) => `${table}_${id}`);
  return run('SELECT relname FROM pg_class WHERE relname = ANY ($1)', [names]);
}

describe('what a run reads', () => {
  it('are the members as they stood at the end of the period: who came, moved or changed later is as before', async () => {
    const before = await hashes(await stored.write(PERIOD_OF_ALL));
    await run('INSERT INTO network_members (uid, enrolled_at) VALUES (9, $1)', [LATER]);
    await run(`INSERT INTO network_states (uid, kind, status, from_at) VALUES (9, 'distributor', 'active', $1)`, [
      LATER,
    ]);
    await run(`INSERT INTO network_edges (tree, uid, parent_uid, from_at) VALUES ('sponsor', 9, 1, $1)`, [LATER]);
    await run(`UPDATE network_edges SET to_at = $1 WHERE tree = 'sponsor' AND uid = 3`, [LATER]);
    await run(`INSERT INTO network_edges (tree, uid, parent_uid, from_at) VALUES ('sponsor', 3, 1, $1)`, [LATER]);
    await run(`UPDATE network_states SET to_at = $1 WHERE uid = 1`, [LATER]);
    await run(`INSERT INTO network_states (uid, kind, status, from_at) VALUES (1, 'distributor', 'terminated', $1)`, [
      LATER,
    ]);
    expect(await hashes(await again())).toEqual(before);
  });

  it('includes what changed right at its last instant, and not what changed at its end', async () => {
    const id = await stored.write(PERIOD_OF_ALL);
    const last = new Date(ENDS.getTime() - 1);
    await run(`UPDATE network_states SET to_at = $1 WHERE uid = 1`, [last]);
    await run(
      `INSERT INTO network_states (uid, kind, status, from_at, to_at) VALUES (1, 'distributor', 'suspended', $1, $2)`,
      [last, ENDS],
    );
    await run(`INSERT INTO network_states (uid, kind, status, from_at) VALUES (1, 'distributor', 'active', $1)`, [
      ENDS,
    ]);
    await calculate(app, id);
    expect(await run('SELECT status, active FROM commission_members WHERE uid = 1')).toEqual([
      { status: 'suspended', active: false },
    ]);
  });

  it('has the hash that it always had: a replay of a run of long ago says the same', async () => {
    const [, inputHash] = await hashes(await stored.write(PERIOD_OF_ALL));
    expect(inputHash).toBe('785d796dd9c0685cea7088fb55905b17336a461af615b60388e789d61e4b032f');
  });

  it('is the same whatever order rows stand in', async () => {
    const before = await hashes(await stored.write(PERIOD_OF_ALL));
    for (const table of ['volume_rows', 'network_members', 'network_states', 'network_edges']) {
      await run(
        `CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT * FROM ${table};
         SET LOCAL session_replication_role = replica;
         DELETE FROM ${table};
         INSERT INTO ${table} SELECT * FROM kept ORDER BY ${table === 'network_members' ? 'uid' : 'id'} DESC`,
      );
    }
    expect(await hashes(await again())).toEqual(before);
  });

  it('has the titles that the first posted run of this or of a later period found', async () => {
    const id = await stored.write({ ...PERIOD_OF_ALL, members: MEMBERS.map((one) => ({ ...one, title: 'gold' })) });
    const titles = (runId: number): Promise<unknown[]> =>
      run('SELECT uid, title_before AS title FROM commission_members WHERE run_id = $1 AND uid < 3 ORDER BY uid', [
        runId,
      ]);
    await calculate(app, id);
    expect(await titles(id)).toEqual([
      { uid: 1, title: 'gold' },
      { uid: 2, title: 'gold' },
    ]);
    await run(`UPDATE commission_members SET title_before = NULL WHERE uid = 2`);
    await run(`UPDATE commission_runs SET kind = 'final', status = 'posted', posted_at = now() WHERE id = $1`, [id]);
    const preview = await again();
    await calculate(app, preview);
    expect(await titles(preview)).toEqual([
      { uid: 1, title: 'gold' },
      { uid: 2, title: null },
    ]);
  });

  it('leaves out what somebody bought who is no member, such as an API admin, or who came later', async () => {
    const before = await hashes(await stored.write(PERIOD_OF_ALL));
    await run(
      `INSERT INTO users (uid, username, email, password_hash, roles) VALUES (9, 'keeper', '9@example.com', '', '{api_admin}')`,
    );
    const bought = { member: 9, qualifying: 70_000, commissionable: 70_000, price: 90_000, wholesale: 10_000 };
    const id = await stored.row(bought, BEGINS);
    const back = { member: 9, qualifying: -70_000, commissionable: -70_000, price: -90_000, wholesale: -10_000 };
    await stored.row(back, BEGINS, { id, at: BEGINS });
    await stored.row(bought, BEGINS);
    expect(await hashes(await again())).toEqual(before);
    await run(`UPDATE users SET roles = '{member,api_admin}' WHERE uid = 9`);
    await run('INSERT INTO network_members (uid, enrolled_at) VALUES (9, $1)', [LATER]);
    expect(await hashes(await again())).toEqual(before);
  });

  it('leaves out what somebody took back who is no member', async () => {
    const bought = { member: 2, qualifying: -10_000, commissionable: -10_000, takesBack: 'earlier' as const };
    const lines = [{ bonus: 'levels', payee: 1, source: 2, level: 1, base: 10_000, amount: 10 }];
    const returns = [{ source: 2, soldAt: -40 * 86_400_000, commissionable: 10_000, margin: 0, posted: false }];
    const earlier = [{ plan: PLAN, lines, returns, paid: { 1: { before: 10, left: 10 } } }];
    const id = await stored.write({ ...PERIOD_OF_ALL, rows: [...PERIOD_OF_ALL.rows, bought], earlier });
    const before = await hashes(id);
    await run(
      `INSERT INTO users (uid, username, email, password_hash, roles) VALUES (9, 'keeper', '9@example.com', '', '{api_admin}')`,
    );
    const back = { member: 9, qualifying: -70_000, commissionable: -70_000, price: 0, wholesale: 0 };
    await stored.row(back, BEGINS, { id: 1_000_001, at: new Date(PERIOD_BEGINS - 40 * 86_400_000) });
    expect(await hashes(await again())).toEqual(before);
  });

  it('adds up what was taken back before it asks whether a number can be held exactly', async () => {
    const sold = { member: 2, qualifying: 10_000_000_000_000_000, commissionable: 10_000_000_000_000_000 };
    const before = await hashes(await stored.write({ ...PERIOD_OF_ALL, rows: [...PERIOD_OF_ALL.rows, sale(2, 20)] }));
    await stored.clear();
    await stored.write(PERIOD_OF_ALL);
    const id = await stored.row({ ...sold, price: 0, wholesale: 0 }, BEGINS);
    const back = { member: 2, qualifying: -9_999_999_999_800_000, commissionable: -9_999_999_999_800_000 };
    await stored.row({ ...back, price: 0, wholesale: 0 }, BEGINS, { id, at: BEGINS });
    // Sums leave the range on the way, too.
    const large = { member: 2, qualifying: 8_000_000_000_000_000, commissionable: 8_000_000_000_000_000 };
    const less = { member: 2, qualifying: -8_000_000_000_000_000, commissionable: -8_000_000_000_000_000 };
    for (const row of [large, large, less, less]) await stored.row({ ...row, price: 0, wholesale: 0 }, BEGINS);
    const [status, , result] = await hashes(await again());
    expect([status, result]).toEqual([before[0], before[2]]);
  });

  it('fails a run, and says of which row, where a number cannot be held exactly', async () => {
    const id = await stored.write(PERIOD_OF_ALL);
    const [row] = (await run(
      `INSERT INTO volume_rows (at, uid, kind, business_volume, points, cumulative_volume)
       VALUES ($1, 3, 'import', 99999999999999, 1, 1) RETURNING id::integer`,
      [BEGINS],
    )) as { id: number }[];
    expect(await calculated(id)).toMatchObject({
      status: 'failed',
      error: `an amount of row ${row!.id} of member 3 is too large to be calculated exactly`,
    });
    expect(await partitions(id)).toEqual([]);
  });
});

describe('what a run writes', () => {
  it('are lines, measures and legs in units and in money, and a summary that adds up', async () => {
    const id = await stored.write(PERIOD_OF_ALL);
    await calculate(app, id);
    const lines = await run(
      `SELECT number, uid, bonus, source_uid AS source, level, rank, percent::float8, base::float8, amount::float8
         FROM commission_lines ORDER BY number`,
    );
    const none = { source: null, level: null, rank: null, percent: null, base: null };
    expect(lines).toEqual([
      { ...none, number: 1, uid: 1, bonus: 'levels', source: 2, level: 1, percent: 5, base: 1000.5, amount: 50.02 },
      { ...none, number: 2, uid: 2, bonus: 'levels', source: 3, level: 1, percent: 5, base: 33.33, amount: 1.67 },
      { ...none, number: 3, uid: 3, bonus: 'levels', source: 4, level: 1, percent: 5, base: 20, amount: 1 },
      { ...none, number: 4, uid: 1, bonus: 'levels', source: 3, level: 2, percent: 5, base: 33.33, amount: 1.67 },
      { ...none, number: 5, uid: 2, bonus: 'levels', source: 4, level: 2, percent: 5, base: 20, amount: 1 },
      { ...none, number: 6, uid: 3, bonus: 'shop', source: 4, level: 1, percent: 100, base: 20, amount: 20 },
      { ...none, number: 7, uid: 1, bonus: 'step', rank: 'gold', amount: 100 },
      { ...none, number: 8, uid: 2, bonus: 'step', rank: 'gold', amount: 100 },
      { ...none, number: 9, uid: 1, bonus: 'legs', percent: 10, base: 53.33, amount: 5.33 },
    ]);
    expect(await run('SELECT uid, earned::float8, bonuses FROM commission_members ORDER BY uid')).toEqual([
      { uid: 1, earned: 157.02, bonuses: { levels: 51.69, step: 100, legs: 5.33 } },
      { uid: 2, earned: 102.67, bonuses: { levels: 2.67, step: 100 } },
      { uid: 3, earned: 21, bonuses: { levels: 1, shop: 20 } },
      { uid: 4, earned: 0, bonuses: {} },
    ]);
    const [{ summary }] = (await run('SELECT summary FROM commission_runs WHERE id = $1', [id])) as [
      { summary: unknown },
    ];
    expect(summary).toMatchObject({
      members: 4,
      distributors: 3,
      active: 3,
      payees: 3,
      lines: 9,
      clawed_back: 0,
      qualifying_volume: 1053.83,
      commissionable_volume: 1053.83,
      payout: 280.69,
      payout_percent: 26.6352,
      median: 102.67,
      highest: { uid: 1, username: 'user-1', amount: 157.02 },
      by_rank: [
        { rank: 'member', members: 1, active: 1, amount: 21 },
        { rank: 'gold', members: 2, active: 2, amount: 259.69 },
      ],
      by_level: [
        { bonus: 'levels', level: 1, amount: 52.69, lines: 3 },
        { bonus: 'levels', level: 2, amount: 2.67, lines: 2 },
        { bonus: 'shop', level: 1, amount: 20, lines: 1 },
      ],
    });
  });

  it('is not kept of a run that is cancelled meanwhile', async () => {
    const id = await stored.write(PERIOD_OF_ALL);
    const cancelled = app.database.query(`UPDATE commission_runs SET status = 'cancelled' WHERE id = $1`, [id]);
    await cancelled;
    expect(await calculated(id)).toMatchObject({ status: 'cancelled', lines: [] });
    expect(await partitions(id)).toEqual([]);
  });

  it('leaves nothing where it is stopped, and comes to the same when it is begun again', async () => {
    const id = await stored.write(PERIOD_OF_ALL);
    await expect(calculate(app, id, AbortSignal.abort())).rejects.toThrow();
    expect(await partitions(id)).toEqual([]);
    expect((await calculated(id)).status).toBe('calculated');
    expect(await partitions(id)).toHaveLength(TABLES.length);
  });
});

describe('a replay', () => {
  it('comes to the same, although titles have changed since, and tells what happened to the past', async () => {
    const id = await stored.write(PERIOD_OF_ALL);
    const { input_hash, result_hash } = await calculated(id);
    await run(`UPDATE network_members SET title_rank = 'gold'`);
    const replays = app.nest.get(Replays, { strict: false });
    const context = { signal: new AbortController().signal, progress: () => undefined };
    await replays.calculate({ runId: id }, context);
    expect(await replays.result(id)).toEqual({
      same: true,
      changed: null,
      input_hash,
      result_hash,
      at: expect.any(String),
    });
    await stored.row({ member: 3, qualifying: 10_000, commissionable: 10_000 }, BEGINS);
    await replays.calculate({ runId: id }, context);
    expect(await replays.result(id)).toMatchObject({ same: false, changed: 'rows of the volume ledger' });
  });
});
