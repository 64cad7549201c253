import pg from 'pg';
import { describe, expect, it } from '@jest/globals';
import { ADVISORY_LOCKS } from '#common/database/advisory-locks.js';
import { Correcting } from '#commissions/corrections/correcting.service.js';
import { Calculation } from '#commissions/runs/index.js';
import { Replays } from '#commissions/runs/replays.service.js';
import {
  CONTEXT,
  CORRECTIONS,
  Corrections,
  FIFTH,
  LAST,
  LOW,
  MIDDLE,
  PLAN,
  refusal,
  TOP,
} from './support/corrections.js';
import type { Answer } from './support/start-test-app.js';
import { PERIOD, StoredPeriods } from './support/stored-period.js';
import { auditOf } from './support/catalogue.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
const corrections = await Corrections.open(app);
const { root, other, runId } = corrections;

const history = (uid: number): Promise<object[]> =>
  app.database.query(
    `SELECT parent_uid::integer, from_at, to_at FROM network_edges
      WHERE uid = $1 AND tree = 'sponsor' AND (to_at IS NULL OR to_at > from_at) ORDER BY from_at`,
    [uid],
  );

describe('a move that is dated back', () => {
  let first: number;

  it('says in a dry run which posted periods it touches', async () => {
    const before = await history(LOW);
    const { status, body } = await corrections.move(LOW, { parent_uid: TOP, dry_run: true });
    expect([status, body.data]).toMatchObject([
      200,
      { dry_run: true, from_at: FIFTH, periods: [{ period: PERIOD, run_id: runId }], correction_id: null },
    ]);
    expect(await history(LOW)).toEqual(before);
  });

  it('has the past say something else, and posted periods calculated again', async () => {
    first = await corrections.moved(LOW, TOP);
    expect(await history(LOW)).toEqual([
      { parent_uid: MIDDLE, from_at: expect.any(Date), to_at: new Date(FIFTH) },
      { parent_uid: TOP, from_at: new Date(FIFTH), to_at: null },
    ]);
    expect(await corrections.read(first)).toMatchObject({
      uid: LOW,
      tree: 'sponsor',
      from: FIFTH,
      status: 'calculated',
      four_eyes: true,
      to: { parent_uid: TOP },
      positions: [{ parent_uid: MIDDLE, to: null }],
      periods: [
        { period: PERIOD, run_id: runId, before_run_id: runId, payout_before: 24, payout_after: 18, difference: -6 },
      ],
    });
    expect((await root.get(`${CORRECTIONS}${first}/members/`)).body.data).toMatchObject({
      count: 2,
      results: [
        { period: PERIOD, uid: MIDDLE, username: 'user-1002', before: 13, after: 0, difference: -13 },
        { uid: TOP, before: 6, after: 13, difference: 7 },
      ],
    });
    expect((await root.get(`${CORRECTIONS}?status=calculated`)).body.data).toMatchObject({ results: [{ id: first }] });
  });

  it('has a CSV file of whose earnings it changes, which is audited', async () => {
    const { status, text } = await root.get(`${CORRECTIONS}${first}/members/?format=csv`);
    expect([status, text.trimEnd().split('\n')]).toEqual([
      200,
      [
        'period,uid,username,before,after,difference,rank_before,rank_after',
        `${PERIOD},${MIDDLE},user-1002,13,0,-13,member,member`,
        `${PERIOD},${TOP},user-1001,6,13,7,member,member`,
      ],
    ]);
    expect((await auditOf(app, root.user.uid)).at(-1)).toMatchObject({
      action: 'corrected-members.download',
      entity_id: String(first),
    });
  });

  it('is the only way for its runs to be approved or posted', async () => {
    const run = (await corrections.read(first)).periods[0].correction_run_id as number;
    for (const what of ['approve', 'post', 'discard', 'cancel'])
      expect(refusal(await other.post(`/admin/api/commission-runs/${run}/${what}/`))).toEqual([
        409,
        [['detail', `run ${run} belongs to a correction: approve or discard the correction instead`]],
      ]);
  });

  it('posts the differences once, when another super admin approves them', async () => {
    const { data } = (await corrections.act(first, 'approve', root)).body;
    expect(data).toMatchObject({
      status: 'calculated',
      approval: { kind: 'correction.approve', status: 'waiting', contributors: [root.user.uid] },
    });
    expect(data.approval.effect).toMatchObject({
      amount: -6,
      members: 2,
      people: [
        { uid: MIDDLE, amount: -13 },
        { uid: TOP, amount: 7 },
      ],
      changes: [{ name: `payout of ${PERIOD}`, before: 24, after: 18 }],
    });
    expect((await corrections.act(first, 'approve', root)).status).toBe(403);
    const both = await Promise.all([
      corrections.act(first, 'approve', other),
      corrections.act(first, 'approve', other),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await corrections.read(first)).toMatchObject({ status: 'approved', approved_by_uid: other.user.uid });
    const entries = await app.database.query(
      'SELECT uid::integer, kind, amount, period, reason FROM earnings ORDER BY uid',
    );
    const entry = { kind: 'adjustment', period: PERIOD, reason: `correction ${first}: wrong sponsor` };
    expect(entries).toEqual([
      { uid: TOP, amount: '7.0000', ...entry },
      { uid: MIDDLE, amount: '-13.0000', ...entry },
    ]);
    // Both results are kept.
    const kept = await app.database.query(
      'SELECT run_id::integer, earned FROM commission_members WHERE uid = $1 ORDER BY run_id',
      [MIDDLE],
    );
    expect(kept).toMatchObject([{ run_id: runId, earned: '13.0000' }, { earned: '0.0000' }]);
  });

  it('stands on the statements of those whom it touches', async () => {
    const statement = async (uid: number): Promise<Answer['body']['data']> =>
      (await root.get(`/admin/api/commission-statements/${PERIOD}/?uid=${uid}`)).body.data;
    expect(await statement(MIDDLE)).toMatchObject({
      total: 13,
      corrections: [{ at: expect.any(String), amount: -13, reason: `correction ${first}: wrong sponsor` }],
    });
    expect((await statement(LOW)).corrections).toEqual([]);
  });

  it('is named by a replay of the posted run, which is no longer the same', async () => {
    await app.nest.get(Replays, { strict: false }).calculate({ runId }, CONTEXT);
    const { replay } = (await root.get(`/admin/api/commission-runs/${runId}/`)).body.data;
    expect(replay).toMatchObject({ same: false, changed: 'places in the network' });
  });

  it('counts in compliance once it is approved', async () => {
    const compliance = async (): Promise<Answer['body']['data']> =>
      (await root.get(`/admin/api/compliance/?period=${PERIOD}`)).body.data;
    const { results } = (await root.get(`/admin/api/commission-runs/?corrects_run_id=${runId}`)).body.data;
    expect(results).toMatchObject([{ kind: 'correction', correction_id: first, corrects_run_id: runId }]);
    expect(await compliance()).toMatchObject({
      run_ids: [runId],
      payout: 18,
      commissions: { total: 18 },
      income: { total: 18 },
      corrected: [{ period: PERIOD, run_id: runId, correction_run_id: results[0].id }],
    });
  });

  it('is what the next period is compared with', async () => {
    const { results } = (await root.get(`/admin/api/commission-runs/?corrects_run_id=${runId}`)).body.data;
    const [from, to] = [new Date(Date.UTC(2026, 11, 1)), new Date(Date.UTC(2027, 0, 1))];
    const next = await new StoredPeriods(app.database).run({ period: '2026-12', from, to, plan: PLAN });
    await app.nest.get(Calculation, { strict: false }).calculate({ runId: next }, CONTEXT);
    const { summary } = (await root.get(`/admin/api/commission-runs/${next}/`)).body.data;
    expect(summary.previous).toMatchObject({ run_id: results[0].id, period: PERIOD, payout: 18 });
    const explained = (await root.get(`/admin/api/commission-runs/${next}/explain/?uid=${TOP}`)).body.data;
    expect(explained.compared_to_previous).toMatchObject({ run_id: results[0].id, earned: 13, difference: -13 });
  });

  it('is compared with the correction before', async () => {
    const second = await corrections.moved(LOW, MIDDLE);
    const { periods } = await corrections.read(second);
    expect(periods).toMatchObject([{ run_id: runId, payout_before: 18, payout_after: 24 }]);
    expect(periods[0].before_run_id).not.toBe(runId);
    expect((await corrections.act(second, 'approve', other)).status).toBe(200);
    const balances = await app.database.query(
      'SELECT uid, sum(amount) FROM earnings GROUP BY uid HAVING sum(amount) <> 0',
    );
    expect(balances).toEqual([]);
  });

  it('leaves no run behind when it is discarded while it is calculated', async () => {
    const id = (await corrections.move(LOW, { parent_uid: TOP })).body.data.correction_id as number;
    // As long as somebody changes corrections, no run of one is begun.
    const discarding = new pg.Client({ connectionString: app.database.url });
    await discarding.connect();
    await discarding.query('BEGIN');
    await discarding.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.corrections]);
    const calculated = app.nest.get(Correcting, { strict: false }).correct({ correctionId: id }, CONTEXT);
    await until(async () => {
      const waiting = await app.database.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return waiting.length > 0;
    });
    await discarding.query(`UPDATE commission_corrections SET status = 'discarded', ended_at = now() WHERE id = $1`, [
      id,
    ]);
    await discarding.query('COMMIT');
    await discarding.end();
    await calculated;
    expect(await app.database.query('SELECT FROM commission_runs WHERE correction_id = $1', [id])).toEqual([]);
    expect((await corrections.read(id)).status).toBe('discarded');
    expect((await corrections.move(LOW, { parent_uid: MIDDLE })).status).toBe(200);
  });

  it('makes no cycle at any instant since', async () => {
    // From the 10th on the lower one stands below the top; before, it stood below the middle.
    expect((await corrections.move(LOW, { parent_uid: TOP, from: '2026-11-10T00:00:00Z' })).status).toBe(200);
    const below = { parent_uid: LAST };
    expect(refusal(await corrections.move(MIDDLE, { ...below, from: '2026-11-09T00:00:00Z' }))).toEqual([
      409,
      [['detail', 'the parent is below the member']],
    ]);
    expect((await corrections.move(MIDDLE, { ...below, from: '2026-11-10T00:00:00Z' })).status).toBe(200);
  });

  it('is refused before both were there, in the future, and where nothing would change', async () => {
    const to = { parent_uid: TOP };
    expect(refusal(await corrections.move(LAST, { ...to, from: '2020-01-01' }))).toMatchObject([
      400,
      [['from', expect.any(String)]],
    ]);
    expect(refusal(await corrections.move(LAST, { ...to, from: '2099-01-01' }))).toEqual([
      400,
      [['from', 'must not be in the future']],
    ]);
    expect((await corrections.move(LAST, { parent_uid: LOW })).status).toBe(409);
  });
});
