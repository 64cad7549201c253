import { describe, expect, it } from '@jest/globals';
import { Correcting } from '#commissions/corrections/correcting.service.js';
import type { TestClient } from './support/factories.js';
import { MoneyHands } from './support/payouts.js';
import { monthBefore, RunHands } from './support/runs.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const LAST = monthBefore(1);
const VOLUMES = { business_volume: 1, points: 2, cumulative_volume: 3, reason: 'by phone' };

/** Whatever a request of these may leave behind. */
const TABLES = [
  'earnings',
  'payouts',
  'payout_items',
  'payout_holds',
  'volume_rows',
  'commission_plans',
  'commission_runs',
  'commission_corrections',
  'commission_simulations',
  'network_successions',
  'network_edges',
  'network_states',
  'audit_entries',
  'events',
];

const app = await useTestApp({ config: { jobConcurrency: 0 } });
const hands = await RunHands.of(app);
const money = await MoneyHands.of(app);
await hands.published(LAST);

/** The rows of all of those tables, as text. */
async function state(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of TABLES) {
    const [row] = await app.database.query<{ rows: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' ORDER BY t::text)), '') AS rows FROM ${table} t`,
    );
    found[table] = row!.rows;
  }
  return found;
}

/** Sends a request three times under one key: it has one answer, and changes something once. */
async function repeated(path: string, body?: object, client: TestClient = hands.root): Promise<Answer['body']> {
  const send = () => client.post(`/admin/api/${path}`, body, { headers: { 'idempotency-key': `once ${path}` } });
  const before = await state();
  const first = await send();
  expect([path, first.status, first.body.errors]).toEqual([path, 200, {}]);
  const after = await state();
  expect([path, after]).not.toEqual([path, before]);
  for (const again of [await send(), await send()]) expect([again.status, again.text]).toEqual([200, first.text]);
  expect([path, await state()]).toEqual([path, after]);
  return first.body.data;
}

describe('a repeated request under one key has the same answer, and does nothing twice:', () => {
  it('payouts that are made, released, marked and cancelled', async () => {
    for (const amount of [30, 20, 10]) await money.earner(amount);
    const { id, items } = await repeated('payouts/', {});
    await repeated(`payouts/${id}/release/`, undefined, hands.other);
    const [one, two, three] = items.results ?? items;
    await repeated(`payouts/${id}/items/${one.id}/paid/`, { reference: 'bank-1' });
    await repeated(`payouts/${id}/items/${two.id}/failed/`, { reason: 'no such account' });
    await repeated(`payouts/${id}/mark/`, { items: [{ id: three.id, status: 'failed', reason: 'closed' }] });
    await repeated('payouts/', {}, hands.other).then((next) => repeated(`payouts/${next.id}/cancel/`));
  });

  it('holds, adjustments of balances and volumes, what is written off, and last payouts', async () => {
    const [held, gone, last] = [await money.earner(5), await money.earner(7), await money.earner(9)];
    const { id } = await repeated('payout-holds/', { uid: held.uid, reason: 'tax', note: 'no number' });
    await repeated(`payout-holds/${id}/release/`);
    await repeated('earnings/', { uid: held.uid, amount: -2.5, reason: 'paid in cash' });
    await repeated('volumes/', { uid: held.uid, ...VOLUMES });
    for (const { uid } of [gone, last]) await money.network.setStatus(uid, 'terminated');
    await repeated('earnings/write-off/', { uid: gone.uid, reason: 'cannot be found' });
    await repeated('payouts/last/', { uid: last.uid });
  });

  it('plans that are published', async () => {
    const id = await hands.draft();
    await repeated(`plans/${id}/publish/`, { from_period: monthBefore(-1) });
  });

  it('positions that are merged and handed over', async () => {
    const [, one, two] = await hands.chain(3);
    await money.ok(money.root.post('/admin/api/volumes/', { uid: two, ...VOLUMES }));
    const { network } = money;
    const [heir, buyer] = [await network.member(), await network.member()];
    await repeated(`network/${two}/merge/`, { into_uid: one, reason: 'came twice' });
    await repeated(`network/${heir.uid}/hand-over/`, { to_uid: buyer.uid, reason: 'sold' });
  });

  it('simulations and corrections', async () => {
    const [top, middle, low] = await hands.chain(3);
    await hands.done(hands.volume(low!, LAST, 100));
    await hands.posted(LAST);
    await repeated('commission-simulations/', { period: LAST, plan: hands.plan() });
    const move = { tree: 'sponsor', parent_uid: top, reason: 'wrong sponsor', from: `${LAST}-02T00:00:00Z` };
    const { correction_id: correctionId } = await repeated(`network/${low}/move/`, move);
    const context = { signal: new AbortController().signal, progress: () => undefined };
    await app.nest.get(Correcting, { strict: false }).correct({ correctionId }, context);
    await repeated(`commission-corrections/${correctionId}/approve/`, undefined, hands.other);
    const sums = await app.database.query(
      `SELECT uid::integer, sum(amount)::float FROM earnings WHERE uid = ANY ($1) GROUP BY uid ORDER BY uid`,
      [[top, middle]],
    );
    expect(sums).toEqual([
      { uid: top, sum: 10 },
      { uid: middle, sum: 0 },
    ]);
  });
});
