import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Correcting } from '#commissions/corrections/correcting.service.js';
import { CorrectionsReader } from '#commissions/corrections/corrections.reader.js';
import { Calculation } from '#commissions/runs/index.js';
import type { TestClient } from './support/factories.js';
import { planOf } from '@commerce/commission-engine';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { StoredPeriods } from './support/stored-period.js';

const CORRECTIONS = '/admin/api/commission-corrections/';
const UNIT = 10_000;
const CONTEXT = { signal: new AbortController().signal, progress: () => undefined };
const [TOP, MIDDLE, LOW, LAST] = [1001, 1002, 1003, 1004] as const;
const FIFTH = '2026-11-05T00:00:00.000Z';

let app: TestApp;
let root: TestClient;
let other: TestClient;
let runId: number;

beforeAll(async () => {
  app = await startTestApp();
  [root, other] = [await app.make.superAdmin(), await app.make.superAdmin()];
  runId = await new StoredPeriods(app.database).write({
    // 5 % to the first and 10 % to the second member above.
    plan: planOf({
      ranks: [{ name: 'member' }],
      bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [5, 10] } }],
    }),
    members: [{ uid: TOP }, { uid: MIDDLE, sponsor: TOP }, { uid: LOW, sponsor: MIDDLE }, { uid: LAST, sponsor: LOW }],
    rows: [
      { member: LOW, qualifying: 60 * UNIT, commissionable: 60 * UNIT },
      { member: LAST, qualifying: 100 * UNIT, commissionable: 100 * UNIT },
    ],
  });
  await app.nest.get(Calculation, { strict: false }).calculate({ runId }, CONTEXT);
  await app.database.query(
    `UPDATE commission_runs SET kind = 'final', status = 'posted', posted_at = now() WHERE id = $1`,
    [runId],
  );
});
afterAll(() => app.stop());
beforeEach(async () => {
  // Members stand where they stood at first, and nobody has moved them.
  await app.database.query('TRUNCATE approvals, commission_corrections');
  await app.database.query(`DELETE FROM commission_runs WHERE kind = 'correction'`);
  await app.database.query('DELETE FROM network_edges WHERE by_uid IS NOT NULL');
  await app.database.query(`UPDATE network_edges SET to_at = NULL`);
});

const move = (uid: number, body: object, client = root): Promise<Answer> =>
  client.post(`/admin/api/network/${uid}/move/`, { tree: 'sponsor', reason: 'wrong sponsor', from: FIFTH, ...body });
const act = (id: number, what: string, client: TestClient): Promise<Answer> =>
  client.post(`${CORRECTIONS}${id}/${what}/`);
const read = async (id: number): Promise<Answer['body']['data']> => (await root.get(`${CORRECTIONS}${id}/`)).body.data;

const message = ({ status, body }: Answer): unknown[] => [
  status,
  Object.entries(body.errors as Record<string, { message: string }[]>).map(([field, [first]]) => [
    field,
    first!.message,
  ]),
];

const calculate = (correctionId: number): Promise<void> =>
  app.nest.get(Correcting, { strict: false }).correct({ correctionId }, CONTEXT);

/** Moves a member, and does the job of the correction here. */
async function moved(uid: number, parentUid: number, client = root): Promise<number> {
  const { status, text, body } = await move(uid, { parent_uid: parentUid }, client);
  if (status !== 200) throw new Error(`a move was answered with ${status} ${text}`);
  const id = body.data.correction_id as number;
  await calculate(id);
  return id;
}

/** Under whom a member stood at the end of the period, and stands since. */
async function standing(uid: number): Promise<unknown[]> {
  const rows = await app.database.query<{ parent: number }>(
    `SELECT parent_uid::integer AS parent FROM network_edges
      WHERE uid = $1 AND tree = 'sponsor' AND (to_at IS NULL OR to_at >= '2026-12-01' AND to_at > from_at) ORDER BY from_at`,
    [uid],
  );
  return rows.map(({ parent }) => parent);
}

describe('a correction that is discarded', () => {
  it('posts nothing, and has later ones calculated without its move', async () => {
    const [first, second] = [await moved(LOW, TOP), await moved(LAST, MIDDLE)];
    expect(message(await act(second, 'approve', other))).toEqual([
      409,
      [['detail', `correction ${first} comes first: approve or discard it`]],
    ]);
    const { data } = (await act(first, 'discard', root)).body;
    expect(data).toMatchObject({ status: 'discarded', holds_from: '2026-12-01T00:00:00.000Z' });
    expect((await act(first, 'approve', other)).status).toBe(409);
    expect((await act(first, 'discard', other)).status).toBe(409);
    expect(await read(second)).toMatchObject({ status: 'queued', periods: [{ correction_run_id: null }] });
    await calculate(second);
    // 10 % of 100 are not the middle's any more, as 5 % are; the low one's 60 are as they were.
    expect(await read(second)).toMatchObject({ periods: [{ payout_before: 24, payout_after: 24 }] });
    expect((await act(second, 'approve', other)).body.data).toMatchObject({ status: 'approved' });
    expect(await app.database.query(`SELECT FROM earnings WHERE reason LIKE 'correction ${first}:%'`)).toEqual([]);
  });

  it('does not come back inside the next one', async () => {
    const hidden = await moved(LOW, TOP);
    expect((await act(hidden, 'discard', root)).status).toBe(200);
    expect(await standing(LOW)).toEqual([MIDDLE, TOP]);
    const tidy = await moved(LAST, TOP);
    const { results } = (await root.get(`${CORRECTIONS}${tidy}/members/`)).body.data;
    const differences = Object.fromEntries(
      (results as { uid: number; difference: number }[]).map(({ uid, difference }) => [uid, difference]),
    );
    // Of the 100 alone: the low one had 5 and the middle one 10 of it, and the top has 5 now.
    expect(differences).toEqual({ [MIDDLE]: -10, [LOW]: -5, [TOP]: 5 });
  });

  it('is given back step by step where the same member was moved again', async () => {
    const first = await moved(LOW, TOP);
    const again = await moved(LOW, MIDDLE);
    expect(message(await act(first, 'discard', root))).toEqual([
      409,
      [['detail', `correction ${again} moved the same member after it: discard it first`]],
    ]);
    expect((await act(again, 'discard', root)).status).toBe(200);
    expect(await standing(LOW)).toEqual([TOP, MIDDLE]);
    expect((await act(first, 'discard', root)).status).toBe(200);
    expect(await standing(LOW)).toEqual([MIDDLE, MIDDLE]);
  });

  it('keeps its move where others were moved into that past since', async () => {
    const first = await moved(LOW, TOP);
    await moved(MIDDLE, LAST);
    expect(message(await act(first, 'discard', root))).toEqual([
      409,
      [
        [
          'detail',
          'the previous positions cannot be restored: the parent is below the member; other members were moved since',
        ],
      ],
    ]);
    expect((await read(first)).status).toBe('calculated');
  });
});

describe('a correction whose job has ended without a result', () => {
  it('is told as failed by reading, which writes nothing, and written by a job', async () => {
    const { correction_id: id } = (await move(LOW, { parent_uid: TOP })).body.data;
    await app.database.query(
      `UPDATE long_jobs SET state = 'failed', error = 'secret words', finished_at = now()
        WHERE id = (SELECT job_id FROM commission_corrections WHERE id = $1)`,
      [id],
    );
    const row = (): Promise<object[]> =>
      app.database.query('SELECT xmin::text, status, error, ended_at FROM commission_corrections WHERE id = $1', [id]);
    const kept = await row();
    const told = { id, status: 'failed', error: 'it was stopped', ended_at: expect.any(String) };
    expect((await root.get(`${CORRECTIONS}?status=failed`)).body.data).toMatchObject({ count: 1, results: [told] });
    expect((await root.get(`${CORRECTIONS}?status=queued`)).body.data.count).toBe(0);
    const before = await read(id);
    expect(before).toMatchObject(told);
    expect(await row()).toEqual(kept);
    await app.nest.get(CorrectionsReader, { strict: false }).settle();
    expect(await row()).toMatchObject([{ status: 'failed' }]);
    expect(await read(id)).toEqual(before);
    expect((await act(id, 'discard', root)).status).toBe(200);
  });
});

describe('a correction with several moves in it', () => {
  it('is not approved by who made any of them', async () => {
    const mine = await moved(LOW, TOP);
    const theirs = (await move(LAST, { parent_uid: MIDDLE }, other)).body.data.correction_id as number;
    await app.database.query(`UPDATE commission_runs SET status = 'failed' WHERE correction_id = $1`, [mine]);
    await act(mine, 'recalculate', root);
    await calculate(mine);
    const { approval } = (await act(mine, 'approve', root)).body.data;
    expect(new Set(approval.contributors)).toEqual(new Set([root.user.uid, other.user.uid]));
    expect((await other.post(`/admin/api/approvals/${approval.id}/approve/`)).status).toBe(403);
    expect((await act(theirs, 'discard', other)).status).toBe(200);
    expect((await act(mine, 'discard', root)).status).toBe(200);
    expect((await root.get(`/admin/api/approvals/${approval.id}/`)).body.data.status).toBe('lapsed');
  });

  it('waits for a third person where everybody who may approve it made one of them', async () => {
    const mine = await moved(LOW, TOP);
    await move(LAST, { parent_uid: MIDDLE }, other);
    await app.database.query(`UPDATE commission_runs SET status = 'failed' WHERE correction_id = $1`, [mine]);
    await act(mine, 'recalculate', root);
    await calculate(mine);
    await app.database.query('UPDATE commission_corrections SET four_eyes = false');
    const { status, approval } = (await act(mine, 'approve', root)).body.data;
    expect([status, approval.status, approval.waits_for]).toEqual(['calculated', 'waiting', []]);
    const third = await app.make.admin(['finance']);
    expect((await third.post(`/admin/api/approvals/${approval.id}/approve/`)).body.data.status).toBe('approved');
  });
});
