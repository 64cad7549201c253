import { describe, expect, it } from '@jest/globals';
import { Calculation } from '#commissions/runs/index.js';
import { Simulating } from '#commissions/simulations/simulating.service.js';
import { Simulations } from '#commissions/simulations/simulations.service.js';
import { planOf } from '@commerce/commission-engine';
import type { Answer } from './support/start-test-app.js';
import { PERIOD, StoredPeriods } from './support/stored-period.js';
import { useTestApp } from './support/use-test-app.js';

const SIMULATIONS = '/admin/api/commission-simulations/';
const UNIT = 10_000;
const CONTEXT = { signal: new AbortController().signal, progress: () => undefined };

/** 5 % to the first and 10 % to the second member above. */
const PLAN = {
  name: 'Levels',
  period: 'month',
  time_zone: 'UTC',
  four_eyes: true,
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  ranks: [{ name: 'member' }, { name: 'silver', requires: { personal_volume: 100 } }],
  bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [5, 10] } }],
};

const app = await useTestApp();
const root = await app.make.superAdmin();
const runId = await new StoredPeriods(app.database).write({
  plan: planOf(PLAN),
  members: [
    { uid: 1001, placed: 'root' },
    { uid: 1002, sponsor: 1001 },
    { uid: 1003, sponsor: 1002 },
    { uid: 1004, sponsor: 1003 },
  ],
  rows: [
    { member: 1003, qualifying: 60 * UNIT, commissionable: 60 * UNIT },
    { member: 1004, qualifying: 100 * UNIT, commissionable: 100 * UNIT },
  ],
  carried: { pairs: { 1001: { left: 30 * UNIT, right: 20 * UNIT } } },
});
await app.nest.get(Calculation, { strict: false }).calculate({ runId }, CONTEXT);
await app.database.query(
  `UPDATE commission_runs SET kind = 'final', status = 'posted', posted_at = now() WHERE id = $1`,
  [runId],
);

const begin = (body: object, client = root): Promise<Answer> => client.post(`${SIMULATIONS}?wait=0`, body);

/** Begins a simulation, does its job here, and reads it. */
async function simulated(body: object): Promise<Answer['body']['data']> {
  const { status, text, body: begun } = await begin(body);
  if (status !== 200) throw new Error(`a simulation was answered with ${status} ${text}`);
  expect(begun.data).toMatchObject({ status: 'queued', progress: 0, period: PERIOD, run_id: runId, result: null });
  await app.nest.get(Simulating, { strict: false }).simulate({ simulationId: begun.data.id }, CONTEXT);
  return (await root.get(`${SIMULATIONS}${begun.data.id}/`)).body.data;
}

describe('simulating plans', () => {
  it('with the plan that was posted comes to what was posted', async () => {
    const { status, progress, result, error } = await simulated({ period: PERIOD, plan: PLAN });
    expect([status, progress, error]).toEqual(['done', 1, null]);
    expect(result.posted).toMatchObject({ plan_name: 'Levels', payout: 24, payees: 3 });
    expect(result.plans).toHaveLength(1);
    expect(result.plans[0]).toMatchObject({
      name: 'Levels',
      payout: 24,
      caps: 0,
      gaining: 0,
      losing: 0,
      unchanged: 3,
      gainers: [],
      losers: [],
      difference: {
        payout: 0,
        payout_percent: 0,
        payees: 0,
        active: 0,
        by_bonus: [{ bonus: 'levels', before: 24, after: 24, difference: 0 }],
        by_rank: [
          { rank: 'member', before: 3, after: 3 },
          { rank: 'silver', before: 1, after: 1 },
        ],
      },
    });
  });

  it('says side by side what others come to, and who gains and loses most', async () => {
    const flat = { ...PLAN, name: 'Flat', bonuses: [{ id: 'flat', type: 'unilevel', percents: { member: [20] } }] };
    const easier = { ...PLAN, ranks: [{ name: 'member' }, { name: 'gold', requires: { personal_volume: 60 } }] };
    const { result } = await simulated({ period: PERIOD, plans: [flat, easier] });
    const [one, two] = result.plans;
    // 60 × 20 % to 1002 and 100 × 20 % to 1003.
    expect(one).toMatchObject({ name: 'Flat', payout: 32, gaining: 1, losing: 2, unchanged: 0 });
    expect(one.gainers).toEqual([{ uid: 1003, username: 'user-1003', before: 5, after: 20, difference: 15 }]);
    expect(one.losers).toEqual([
      { uid: 1001, username: 'user-1001', before: 6, after: 0, difference: -6 },
      { uid: 1002, username: 'user-1002', before: 13, after: 12, difference: -1 },
    ]);
    expect(one.difference.by_bonus).toEqual([
      { bonus: 'flat', before: 0, after: 32, difference: 32 },
      { bonus: 'levels', before: 24, after: 0, difference: -24 },
    ]);
    expect(two.difference.by_rank).toEqual([
      { rank: 'member', before: 3, after: 2 },
      { rank: 'gold', before: null, after: 2 },
      { rank: 'silver', before: 1, after: null },
    ]);
  });

  it('gives what was carried in to binary bonuses of the same id', async () => {
    const pairs = { ...PLAN, bonuses: [{ id: 'pairs', type: 'binary', percent: 10 }] };
    const others = { ...PLAN, bonuses: [{ id: 'others', type: 'binary', percent: 10 }] };
    const { result } = await simulated({ period: PERIOD, plans: [pairs, others] });
    expect(result.plans.map(({ payout }: { payout: number }) => payout)).toEqual([2, 0]);
  });

  it('refuses what is no plan, by its path, and what does not fit the period', async () => {
    const wrong = { ...PLAN, bonuses: [{ id: 'levels', type: 'unilevel', percents: { gold: [5] } }] };
    const refused = await begin({ period: PERIOD, plan: wrong });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { plan: [{ message: 'is not a rank of this plan', path: 'plan.bonuses[0].percents.gold' }] },
    ]);
    const weekly = await begin({ period: PERIOD, plan: { ...PLAN, period: 'week' } });
    const ofPlan = { message: 'the plan must have the period of the posted run: month', path: 'plan.period' };
    expect([weekly.status, weekly.body.errors]).toEqual([400, { plan: [ofPlan] }]);
    const unposted = await begin({ period: '2026-12', plan: PLAN });
    expect([unposted.status, unposted.body.errors.period[0].message]).toEqual([409, 'its run is not posted']);
  });

  it('goes on three at a time for each admin, and is forgotten after 30 days', async () => {
    const other = await app.make.superAdmin();
    const bodies = Array.from({ length: 3 }, () => begin({ period: PERIOD, plan: PLAN }, other));
    const begun = await Promise.all(bodies);
    expect(begun.map(({ status }) => status)).toEqual(Array(3).fill(200));
    expect((await begin({ period: PERIOD, plan: PLAN }, other)).status).toBe(409);
    const id = begun[0]!.body.data.id as string;
    await app.database.query(
      `UPDATE commission_simulations SET created_at = now() - interval '31 days' WHERE id = $1`,
      [id],
    );
    await app.nest.get(Simulations, { strict: false }).forget();
    expect((await root.get(`${SIMULATIONS}${id}/`)).status).toBe(404);
    expect((await root.get(`${SIMULATIONS}nonsense/`)).status).toBe(404);
  });
});
