import { beforeEach, describe, expect, it } from '@jest/globals';
import { CorrectionsReader } from '#commissions/corrections/corrections.reader.js';
import { CORRECTIONS, Corrections, LAST, LOW, MIDDLE, refusal, TOP } from './support/corrections.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
const corrections = await Corrections.open(app);
const { root, other } = corrections;

beforeEach(async () => {
  // Members stand where they stood at first, and nobody has moved them.
  await app.database.query('TRUNCATE approvals, commission_corrections');
  await app.database.query(`DELETE FROM commission_runs WHERE kind = 'correction'`);
  await app.database.query('DELETE FROM network_edges WHERE by_uid IS NOT NULL');
  await app.database.query(`UPDATE network_edges SET to_at = NULL`);
});

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
    const [first, second] = [await corrections.moved(LOW, TOP), await corrections.moved(LAST, MIDDLE)];
    expect(refusal(await corrections.act(second, 'approve', other))).toEqual([
      409,
      [['detail', `correction ${first} comes first: approve or discard it`]],
    ]);
    const { data } = (await corrections.act(first, 'discard', root)).body;
    expect(data).toMatchObject({ status: 'discarded', holds_from: '2026-12-01T00:00:00.000Z' });
    expect((await corrections.act(first, 'approve', other)).status).toBe(409);
    expect((await corrections.act(first, 'discard', other)).status).toBe(409);
    expect(await corrections.read(second)).toMatchObject({ status: 'queued', periods: [{ correction_run_id: null }] });
    await corrections.calculate(second);
    // 10 % of 100 are not the middle's any more, as 5 % are; the low one's 60 are as they were.
    expect(await corrections.read(second)).toMatchObject({ periods: [{ payout_before: 24, payout_after: 24 }] });
    expect((await corrections.act(second, 'approve', other)).body.data).toMatchObject({ status: 'approved' });
    expect(await app.database.query(`SELECT FROM earnings WHERE reason LIKE 'correction ${first}:%'`)).toEqual([]);
  });

  it('does not come back inside the next one', async () => {
    const hidden = await corrections.moved(LOW, TOP);
    expect((await corrections.act(hidden, 'discard', root)).status).toBe(200);
    expect(await standing(LOW)).toEqual([MIDDLE, TOP]);
    const tidy = await corrections.moved(LAST, TOP);
    const { results } = (await root.get(`${CORRECTIONS}${tidy}/members/`)).body.data;
    const differences = Object.fromEntries(
      (results as { uid: number; difference: number }[]).map(({ uid, difference }) => [uid, difference]),
    );
    // Of the 100 alone: the low one had 5 and the middle one 10 of it, and the top has 5 now.
    expect(differences).toEqual({ [MIDDLE]: -10, [LOW]: -5, [TOP]: 5 });
  });

  it('is given back step by step where the same member was moved again', async () => {
    const first = await corrections.moved(LOW, TOP);
    const again = await corrections.moved(LOW, MIDDLE);
    expect(refusal(await corrections.act(first, 'discard', root))).toEqual([
      409,
      [['detail', `correction ${again} moved the same member after it: discard it first`]],
    ]);
    expect((await corrections.act(again, 'discard', root)).status).toBe(200);
    expect(await standing(LOW)).toEqual([TOP, MIDDLE]);
    expect((await corrections.act(first, 'discard', root)).status).toBe(200);
    expect(await standing(LOW)).toEqual([MIDDLE, MIDDLE]);
  });

  it('keeps its move where others were moved into that past since', async () => {
    const first = await corrections.moved(LOW, TOP);
    await corrections.moved(MIDDLE, LAST);
    expect(refusal(await corrections.act(first, 'discard', root))).toEqual([
      409,
      [
        [
          'detail',
          'the previous positions cannot be restored: the parent is below the member; other members were moved since',
        ],
      ],
    ]);
    expect((await corrections.read(first)).status).toBe('calculated');
  });
});

describe('a correction whose job has ended without a result', () => {
  it('is told as failed by reading, which writes nothing, and written by a job', async () => {
    const { correction_id: id } = (await corrections.move(LOW, { parent_uid: TOP })).body.data;
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
    const before = await corrections.read(id);
    expect(before).toMatchObject(told);
    expect(await row()).toEqual(kept);
    await app.nest.get(CorrectionsReader, { strict: false }).settle();
    expect(await row()).toMatchObject([{ status: 'failed' }]);
    expect(await corrections.read(id)).toEqual(before);
    expect((await corrections.act(id, 'discard', root)).status).toBe(200);
  });
});

describe('a correction with several moves in it', () => {
  it('is not approved by who made any of them', async () => {
    const mine = await corrections.moved(LOW, TOP);
    const theirs = (await corrections.move(LAST, { parent_uid: MIDDLE }, other)).body.data.correction_id as number;
    await app.database.query(`UPDATE commission_runs SET status = 'failed' WHERE correction_id = $1`, [mine]);
    await corrections.act(mine, 'recalculate', root);
    await corrections.calculate(mine);
    const { approval } = (await corrections.act(mine, 'approve', root)).body.data;
    expect(new Set(approval.contributors)).toEqual(new Set([root.user.uid, other.user.uid]));
    expect((await other.post(`/admin/api/approvals/${approval.id}/approve/`)).status).toBe(403);
    expect((await corrections.act(theirs, 'discard', other)).status).toBe(200);
    expect((await corrections.act(mine, 'discard', root)).status).toBe(200);
    expect((await root.get(`/admin/api/approvals/${approval.id}/`)).body.data.status).toBe('lapsed');
  });

  it('waits for a third person where everybody who may approve it made one of them', async () => {
    const mine = await corrections.moved(LOW, TOP);
    await corrections.move(LAST, { parent_uid: MIDDLE }, other);
    await app.database.query(`UPDATE commission_runs SET status = 'failed' WHERE correction_id = $1`, [mine]);
    await corrections.act(mine, 'recalculate', root);
    await corrections.calculate(mine);
    await app.database.query('UPDATE commission_corrections SET four_eyes = false');
    const { status, approval } = (await corrections.act(mine, 'approve', root)).body.data;
    expect([status, approval.status, approval.waits_for]).toEqual(['calculated', 'waiting', []]);
    const third = await app.make.admin(['finance']);
    expect((await third.post(`/admin/api/approvals/${approval.id}/approve/`)).body.data.status).toBe('approved');
  });

  it('is not approved by who made one that was discarded, but stays in the past because its position was not kept', async () => {
    const former = await corrections.moved(LOW, TOP, other);
    await app.database.query('UPDATE commission_corrections SET edge_id = NULL WHERE id = $1', [former]);
    const { data } = (await corrections.act(former, 'discard', root)).body;
    expect([data.status, data.holds_from]).toEqual(['discarded', null]);
    const mine = await corrections.moved(LAST, MIDDLE);
    const { approval } = (await corrections.act(mine, 'approve', root)).body.data;
    expect(new Set(approval.contributors)).toEqual(new Set([root.user.uid, other.user.uid]));
  });
});
