import { beforeEach, describe, expect, it } from '@jest/globals';
import { monthBefore, RunHands } from './support/runs.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const RUNS = '/admin/api/commission-runs/';
const LAST = monthBefore(1);
let run: number;

const app = await useTestApp();
const hands = await RunHands.of(app);

beforeEach(async () => {
  // What is published and posted stays for ever; tests begin without any.
  await app.database.query('TRUNCATE commission_plans, commission_runs');
  await hands.published(LAST);
  run = await hands.calculated({ period: LAST, kind: 'final' });
});

const keyed = (path: string, key: string, body?: object, client = hands.root): Promise<Answer> =>
  client.post(`${RUNS}${path}`, body, { headers: { 'idempotency-key': key } });
const statusOf = async (id: number): Promise<unknown> => (await hands.read(id)).status;

describe('four eyes on a run', () => {
  it('are not those of one admin with two sessions', async () => {
    const again = await app.make.superAdmin(hands.root.user);
    const { status, approval } = await hands.done(hands.act(run, 'approve', hands.root));
    expect([status, approval.status]).toEqual(['calculated', 'waiting']);
    expect((await hands.act(run, 'approve', again)).status).toBe(403);
    expect(await statusOf(run)).toBe('calculated');
  });

  it('are not those of an admin whose role was taken away', async () => {
    const former = await app.make.superAdmin();
    await hands.done(hands.root.patch(`/admin/api/users/${former.user.uid}/`, { roles: ['member'] }));
    expect([401, 403]).toContain((await hands.act(run, 'approve', former)).status);
    expect(await statusOf(run)).toBe('calculated');
  });

  it('and a discarding at the same moment come to one of both', async () => {
    const both = await Promise.all([hands.act(run, 'approve', hands.other), hands.act(run, 'discard')]);
    const isDiscarded = (await statusOf(run)) === 'discarded';
    // A run that is approved may be discarded still; one that is discarded is not approved.
    expect(both[1].status).toBe(200);
    expect(isDiscarded).toBe(true);
    expect([200, 409]).toContain(both[0].status);
  });
});

describe('a repeated request of a run', () => {
  it('has the same answer, and does nothing twice', async () => {
    const { plan_id } = await hands.read(run);
    const body = { period: LAST, kind: 'preview', plan_id };
    const started = [await keyed('', 'start', body), await keyed('', 'start', body)];
    expect(started[1]!.text).toBe(started[0]!.text);
    for (const [what, client] of [
      ['approve', hands.other],
      ['post', hands.root],
    ] as const) {
      const [first, again] = [
        await keyed(`${run}/${what}/`, what, undefined, client),
        await keyed(`${run}/${what}/`, what, undefined, client),
      ];
      expect([what, first.status, again.status, again.text]).toEqual([what, 200, 200, first.text]);
    }
    const counted = await app.database.query(
      `SELECT count(*)::integer AS runs, count(*) FILTER (WHERE status = 'posted')::integer AS posted FROM commission_runs`,
    );
    expect(counted).toEqual([{ runs: 2, posted: 1 }]);
    const actions = (await hands.audited(run)).map((entry) => (entry as { action: string }).action);
    expect(actions).toEqual(['commission_run.start', 'commission_run.approve', 'commission_run.post']);
  });
});
