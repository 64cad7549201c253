import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Correcting } from '#commissions/corrections/correcting.service.js';
import { Simulating } from '#commissions/simulations/simulating.service.js';
import type { TestClient } from './support/factories.js';
import { MemberImports } from './support/imports.js';
import { RunHands } from './support/runs.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

const CONTEXT = { signal: new AbortController().signal, progress: () => undefined };
const CORRECTIONS = '/admin/api/commission-corrections/';
const SIMULATIONS = '/admin/api/commission-simulations/';

/** A year with 53 weeks, the first week of the next, and the one after. */
const [OLD, NEW, NEXT] = ['2020-W53', '2021-W01', '2021-W02'] as const;

const PLAN = {
  period: 'week',
  time_zone: 'Europe/Berlin',
  bonuses: [
    { id: 'levels', type: 'unilevel', percents: { member: [10, 5] } },
    { id: 'pairs', type: 'binary', percent: 10 },
  ],
};

let app: TestApp;
let hands: RunHands;
let apiAdmin: TestClient;
let planId: number;
let people: Map<string, number>;
const uid = (name: string): number => people.get(name)!;

beforeAll(async () => {
  app = await startTestApp();
  hands = await RunHands.of(app);
  apiAdmin = await app.make.apiAdmin();
  await hands.done(hands.root.patch('/admin/api/network/settings/', { placement: 'binary', spill: 'left' }));
  const rows = [
    { username: 'top' },
    { username: 'left', sponsor: 'top', placement_parent: 'top', placement_leg: 1 },
    { username: 'right', sponsor: 'top', placement_parent: 'top', placement_leg: 2 },
    { username: 'leaf', sponsor: 'left' },
  ].map((row) => ({ kind: 'distributor', enrolled_at: '2020-01-01', ...row }));
  expect((await new MemberImports(app, hands.root).import(rows)).status).toBe('done');
  const found = await app.database.query<{ uid: number; username: string }>(
    `SELECT uid, username FROM users WHERE username IN ('top', 'left', 'right', 'leaf')`,
  );
  people = new Map(found.map((one) => [one.username, Number(one.uid)]));
  for (const [name, at, amount] of [
    ['left', '2020-12-31T12:00:00Z', 100],
    ['leaf', '2021-01-01T12:00:00Z', 200],
    ['right', '2021-01-03T22:59:59Z', 100],
    // Half past midnight on Monday in Berlin.
    ['right', '2021-01-03T23:30:00Z', 50],
    ['leaf', '2021-01-05T12:00:00Z', 40],
    ['right', '2021-01-12T12:00:00Z', 500],
  ] as const) {
    const volumes = { business_volume: amount, points: amount, cumulative_volume: amount };
    await hands.done(hands.root.post('/admin/api/volumes/', { uid: uid(name), at, ...volumes, reason: 'a test' }));
  }
  planId = await hands.published(OLD, PLAN);
});
afterAll(() => app.stop());

const correction = async (id: number): Promise<Record<string, unknown>> =>
  hands.done(hands.root.get(`${CORRECTIONS}${id}/`)) as Promise<Record<string, unknown>>;

/** Puts somebody below another since Tuesday of the old week, and does the job of the correction. */
async function movedBack(name: string, below: string): Promise<number> {
  const body = { tree: 'sponsor', parent_uid: uid(below), reason: 'wrong sponsor', from: '2020-12-29T00:00:00Z' };
  const { correction_id: id } = await hands.done(hands.root.post(`/admin/api/network/${uid(name)}/move/`, body));
  await app.nest.get(Correcting, { strict: false }).correct({ correctionId: id }, CONTEXT);
  expect(await correction(id)).toMatchObject({ status: 'calculated' });
  return id as number;
}

/** What everybody has in all, by name, without who has nothing. */
async function balances(): Promise<Record<string, number>> {
  const rows = await app.database.query<{ username: string; sum: string }>(
    `SELECT username, sum(amount) FROM earnings JOIN users USING (uid) GROUP BY username HAVING sum(amount) <> 0 ORDER BY username`,
  );
  return Object.fromEntries(rows.map(({ username, sum }) => [username, Number(sum)]));
}

/** What previews of periods give now, in all. */
async function previewed(...periods: string[]): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const period of periods) {
    const run = await hands.calculated({ period, kind: 'preview', plan_id: planId });
    const { results } = await hands.done(hands.root.get(`/admin/api/commission-runs/${run}/members/`));
    for (const { username, earned } of results as { username: string; earned: number }[])
      if (earned !== 0) sums[username] = (sums[username] ?? 0) + earned;
  }
  return sums;
}

describe('weeks over the end of a year', () => {
  it('are posted one after the other by the week in which a row is at home, with what is carried', async () => {
    await hands.posted(OLD);
    expect((await hands.start({ period: NEXT, kind: 'final' })).status).toBe(409);
    // 10 % of 100 + 100 and 5 % of 200, and 10 % of the 100 that pair.
    expect(await balances()).toEqual({ left: 20, top: 40 });
    await hands.posted(NEW);
    const { total } = await hands.done(apiAdmin.get(`commissions/${NEW}/?uid=${uid('top')}`));
    // 10 % of 50 and 5 % of 40, and 10 % of the 50 that pair with 200 carried in and 40.
    expect(total).toBe(12);
    const { results } = await hands.done(apiAdmin.get(`commissions/?uid=${uid('top')}`));
    expect(results.map(({ period }: { period: string }) => period)).toEqual([NEW, OLD]);
  });

  it('can be simulated, which comes to what was posted', async () => {
    const body = { period: NEW, plan: hands.plan(PLAN) };
    const { id } = await hands.done(hands.root.post(`${SIMULATIONS}?wait=0`, body));
    await app.nest.get(Simulating, { strict: false }).simulate({ simulationId: id }, CONTEXT);
    expect((await hands.done(hands.root.get(`${SIMULATIONS}${id}/`))).result).toMatchObject({
      posted: { payout: 16 },
      plans: [{ payout: 16, difference: { payout: 0 }, unchanged: 2 }],
    });
  });
});

describe('a correction of a corrected period', () => {
  it('posts what differs from the correction before, after each with four eyes', async () => {
    const first = await movedBack('leaf', 'right');
    expect((await hands.done(hands.root.post(`${CORRECTIONS}${first}/approve/`))).status).toBe('calculated');
    expect(await balances()).toEqual({ left: 24, top: 52 });
    await hands.done(hands.other.post(`${CORRECTIONS}${first}/approve/`));
    expect(await balances()).toEqual(await previewed(OLD, NEW));
    const second = await movedBack('leaf', 'top');
    expect(await correction(second)).toMatchObject({
      periods: [
        { period: OLD, before_run_id: expect.any(Number) },
        { period: NEW, before_run_id: expect.any(Number) },
      ],
    });
    expect((await hands.done(hands.root.post(`${CORRECTIONS}${second}/approve/`))).status).toBe('calculated');
    await hands.done(hands.other.post(`${CORRECTIONS}${second}/approve/`));
    const after = await balances();
    expect(after).toEqual(await previewed(OLD, NEW));
    const third = await movedBack('leaf', 'left');
    await hands.done(hands.other.post(`${CORRECTIONS}${third}/approve/`));
    expect(await balances()).toEqual({ left: 24, top: 52 });
  });

  it('hands on what is carried to the next week', async () => {
    await hands.posted(NEXT);
    // 10 % of 500, and 10 % of what pairs: all of the 190 that the left leg has.
    const { total } = await hands.done(apiAdmin.get(`commissions/${NEXT}/?uid=${uid('top')}`));
    expect(total).toBe(50 + 19);
  });
});
