import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { anyPeriod } from './support/oracle/arbitrary.js';
import { naively } from './support/oracle/calculate.js';
import { Calculation } from '#commissions/runs/index.js';
import { calculate, sortedLines, storedRun } from './support/calculated-run.js';
import { NetworkHands } from './support/network.js';
import { monthBefore, RunHands } from './support/runs.js';
import { planOf, type SmallPeriod } from '@commerce/commission-engine';
import { StoredPeriods } from './support/stored-period.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const DAY_MS = 86_400_000;

const app = await useTestApp();
const stored = new StoredPeriods(app.database);

describe('a run', () => {
  it('comes to what the naive implementation makes of the same network, ledger, carried volumes and returns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (random) => {
        await stored.clear();
        const period = storable(anyPeriod(random));
        const id = await stored.write(period);
        await calculate(app, id);
        const binaries = period.plan.bonuses.filter(({ type }) => type === 'binary').map((bonus) => bonus.id);
        const run = await storedRun(app, id, binaries);
        const naive = naively(period);
        expect(run).toMatchObject({ status: 'calculated', error: null });
        expect(sortedLines(run.lines)).toEqual(sortedLines(naive.lines));
        expect(run.members).toEqual(naive.members);
        expect(run.carried).toEqual(naive.carried);
        await expectTaken(id);
      }),
      { numRuns: 10 },
    );
  });
});

describe('what a run comes to', () => {
  it('takes no room for what all its rows have alike', async () => {
    await stored.clear();
    const id = await stored.write({ plan: planOf({}), members: [{ uid: 1 }], rows: [] });
    await calculate(app, id);
    // A column that came after the rows is in none of them.
    const later = (table: string): Promise<unknown[]> =>
      app.database.query(
        `SELECT attname AS name, atthasmissing AS "isInNone", atthasdef AS "hasDefault" FROM pg_attribute
          WHERE attrelid = $1::regclass AND attnum >= (SELECT attnum FROM pg_attribute WHERE attrelid = $1::regclass AND attname = 'run_id')
          ORDER BY attnum`,
        [`${table}_${id}`],
      );
    const run = { name: 'run_id', isInNone: true, hasDefault: false };
    const nothing = (name: string): object => ({ name, isInNone: false, hasDefault: false });
    expect(await later('commission_lines')).toEqual([run, ...['rank', 'taken_run_id', 'taken_number'].map(nothing)]);
    expect(await later('commission_members')).toEqual([run, nothing('inputs')]);
    expect(await later('commission_legs')).toEqual([run]);
  });
});

describe('a run that another one keeps from attaching its results', () => {
  it('has written and indexed all of them', async () => {
    await stored.clear();
    const id = await stored.write({ plan: planOf({}), members: [{ uid: 1 }], rows: [] });
    const other = new pg.Client({ connectionString: app.database.url });
    await other.connect();
    let most = 0;
    await other.query('BEGIN');
    await other.query('LOCK TABLE commission_lines IN SHARE UPDATE EXCLUSIVE MODE');
    const waiters = `SELECT FROM pg_locks WHERE relation = 'commission_lines'::regclass AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    const calculated = app.nest
      .get(Calculation, { strict: false })
      .calculate({ runId: id }, { signal: new AbortController().signal, progress: (done) => void (most = done) });
    await until(async () => (await app.database.query(waiters)).length > 0).finally(() => other.end());
    expect(most).toBe(100);
    await calculated;
    expect(await storedRun(app, id, [])).toMatchObject({ status: 'calculated' });
  });
});

describe('a preview of the open period', () => {
  it('pays on what members bought in the shop, less what was returned', async () => {
    await stored.clear();
    const hands = await NetworkHands.of(app);
    const runs = await RunHands.of(app);
    const [top, middle, bottom] = await chain(hands);
    const { id: product_id } = await app.make.catalogue.product({ businessVolume: '40.5', points: '10' });
    const client = await hands.as(bottom);
    await client.post('commerce/add-cart-item/', { product_id, quantity: 3 });
    const { order_id } = (await client.post('commerce/create-order/')).body.data;
    const paid = await hands.apiAdmin.post('commerce/order-status/', { order_id, status: 'paid' });
    const items = [{ id: paid.body.data.items[0].id, quantity: 1 }];
    await hands.apiAdmin.post('commerce/order-return/', { order_id, items, reason: 'broken' });
    const planId = await runs.draft({ rate: 0.5 });
    const { body } = await runs.start({ period: monthBefore(0), kind: 'preview', plan_id: planId });
    await calculate(app, body.data.id as number);
    const run = await storedRun(app, body.data.id as number);
    // 2 × 40.5 × 0.5 is 40.5, of which 10 % are 4.05 and 5 % are 2.025.
    expect(run.lines.map(({ payee, source, level, amount }) => [payee, source, level, amount])).toEqual([
      [middle.uid, bottom.uid, 1, 405],
      [top.uid, bottom.uid, 2, 202],
    ]);
    expect(run.members.get(top.uid)).toMatchObject({ group: 200_000, active: true, rank: 'member' });
    expect((await runs.read(body.data.id as number)).summary).toMatchObject({
      qualifying_volume: 20,
      commissionable_volume: 81,
      payout: 6.07,
      payout_percent: 14.9877,
      lines: 2,
      highest: { uid: middle.uid, username: middle.username, amount: 4.05 },
    });
    const { results } = (await runs.root.get(`/admin/api/commission-runs/?period=${monthBefore(0)}`)).body.data;
    expect(results[0]).toMatchObject({ payout: 6.07, payout_percent: 14.9877, payees: 2 });
    expect(results[0]).not.toHaveProperty('summary');
  });
});

/** Three members, each below the one before. */
async function chain(hands: NetworkHands): Promise<[Somebody, Somebody, Somebody]> {
  const top = await hands.member();
  const middle = await hands.member({ sponsor: top.username });
  return [top, middle, await hands.member({ sponsor: middle.username })];
}

type Somebody = Awaited<ReturnType<NetworkHands['member']>>;

/**
 * A period whose returns are rows: what came back of an earlier period came back by rows, of that period's members. Nothing
 * was sold below its wholesale price.
 */
function storable(period: SmallPeriod): SmallPeriod {
  const rows = period.rows.map((row) => {
    if (row.takesBack !== 'earlier') return row;
    const [price, wholesale] = [Math.abs(row.price ?? 0), Math.abs(row.wholesale ?? 0)];
    const commissionable = -Math.abs(row.commissionable);
    return { ...row, commissionable, price: -price - wholesale, wholesale: -wholesale };
  });
  const earlier = period.earlier?.[0] ?? { plan: planOf({}), returns: [], lines: [], paid: {} };
  const now = rows
    .filter(({ takesBack }) => takesBack === 'earlier')
    .map(({ member, commissionable, price = 0, wholesale = 0 }, index) => ({
      source: member,
      soldAt: -(32 + (index % 29)) * DAY_MS,
      commissionable: -commissionable,
      margin: wholesale - price,
      posted: false,
    }));
  const before = earlier.returns
    .filter(({ posted }) => posted)
    .map((one) => ({ ...one, soldAt: Math.floor(one.soldAt * 0.9) - 32 * DAY_MS }));
  return { ...period, currencyDigits: 2, rows, earlier: [{ ...earlier, returns: [...before, ...now] }] };
}

/** Each line that takes something back names one of its payee, source and level, which gave no less. */
async function expectTaken(runId: number): Promise<void> {
  const [sums] = await app.database.query<{ all: number; named: number }>(
    `SELECT count(*)::integer AS all, count(t.number)::integer AS named
       FROM commission_lines l
       LEFT JOIN commission_lines t ON t.run_id = l.taken_run_id AND t.number = l.taken_number AND t.uid = l.uid
             AND t.source_uid = l.source_uid AND t.level = l.level AND t.amount >= -l.amount
      WHERE l.run_id = $1 AND l.bonus = 'clawback'`,
    [runId],
  );
  expect(sums!.named).toBe(sums!.all);
}
