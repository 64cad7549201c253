import { beforeEach, describe, expect, it } from '@jest/globals';
import { OwnPreviews } from '#commissions/runs/own-previews.js';
import { monthBefore, RunHands } from './support/runs.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const [OPEN, LAST, EARLIER] = [monthBefore(0), monthBefore(1), monthBefore(2)];
const NEXT = monthBefore(-1);

const app = await useTestApp();
const hands = await RunHands.of(app);

// What is published and posted stays for ever; tests begin without any.
beforeEach(() => app.database.query('TRUNCATE commission_plans, commission_runs'));

/** The status of an answer, and its fields with their first messages. */
function refusal({ status, body }: Answer): unknown[] {
  const errors = Object.entries(body.errors as Record<string, { message: string }[]>);
  return [status, Object.fromEntries(errors.map(([field, [first]]) => [field, first!.message]))];
}

const final = (period: string): Promise<Answer> => hands.start({ period, kind: 'final' });
const preview = (period: string, more: object = {}): Promise<Answer> =>
  hands.start({ period, kind: 'preview', ...more });

describe('the periods that can be run', () => {
  const toRun = async (): Promise<unknown> => {
    const { periods } = (await hands.root.get('/admin/api/commission-runs/periods/')).body.data;
    return periods.map((one: Record<string, unknown>) => [one.period, one.has_ended, one.can_be_final]);
  };

  it('are those behind the last one that is posted, up to the open one', async () => {
    expect(await toRun()).toEqual([]);
    await hands.published(EARLIER);
    expect(await toRun()).toEqual([
      [EARLIER, true, true],
      [LAST, true, true],
      [OPEN, false, false],
    ]);
    const { id } = (await final(EARLIER)).body.data;
    expect(await toRun()).toEqual([
      [EARLIER, true, false],
      [LAST, true, false],
      [OPEN, false, false],
    ]);
    await app.database.query(`UPDATE commission_runs SET status = 'posted', posted_at = now() WHERE id = $1`, [id]);
    expect(await toRun()).toEqual([
      [LAST, true, true],
      [OPEN, false, false],
    ]);
    expect((await final(LAST)).status).toBe(200);
    expect(await toRun()).toEqual([
      [LAST, true, false],
      [OPEN, false, false],
    ]);
  });
});

describe('starting a run', () => {
  it('begins a final run of a period that has ended, by the plan that is published for it', async () => {
    const planId = await hands.published(EARLIER);
    const { status, body } = await final(LAST);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: expect.any(Number),
      kind: 'final',
      period: LAST,
      plan_id: planId,
      plan_name: 'Levels',
      from: `${LAST}-01T00:00:00.000Z`,
      to: `${OPEN}-01T00:00:00.000Z`,
      status: 'queued',
      progress: 0,
      correction_id: null,
      corrects_run_id: null,
      automatic: false,
      created_at: expect.any(String),
      created_by_uid: hands.root.user.uid,
      calculated_at: null,
      approved_at: null,
      approved_by_uid: null,
      posted_at: null,
      posted_by_uid: null,
      ended_at: null,
      error: null,
      seconds: null,
      input_hash: null,
      result_hash: null,
      payout: null,
      payout_percent: null,
      payees: null,
      currency_code: 'USD',
      summary: null,
      replay: null,
    });
    expect(await hands.read(body.data.id)).toEqual(body.data);
    expect(await hands.audited(body.data.id)).toEqual([
      {
        action: 'commission_run.start',
        actor_uid: hands.root.user.uid,
        before: null,
        after: { kind: 'final', period: LAST, plan_id: planId, status: 'queued' },
      },
    ]);
  });

  it('makes previews of the open period, also with a draft', async () => {
    const published = await hands.published(EARLIER);
    const draft = await hands.draft({ name: 'Draft' });
    expect((await preview(OPEN)).body.data).toMatchObject({ kind: 'preview', plan_id: published });
    expect((await preview(OPEN, { plan_id: draft })).body.data).toMatchObject({ plan_id: draft, plan_name: 'Draft' });
  });

  it('refuses what is no period, no plan, or does not fit the plan', async () => {
    await hands.published(EARLIER);
    const weeks = await hands.draft({ period: 'week' });
    const [wrong] = refusal(await preview('2026-13'));
    expect(wrong).toBe(400);
    expect(refusal(await preview(OPEN, { plan_id: weeks }))).toEqual([
      400,
      { period: `must be a week, as plan ${weeks} has them` },
    ]);
    expect(refusal(await preview(OPEN, { plan_id: 999_999 }))).toEqual([400, { plan_id: 'is no plan' }]);
    expect(refusal(await hands.start({ period: OPEN, kind: 'rehearsal' }))).toEqual([
      400,
      { kind: 'must be one of preview, final' },
    ]);
    expect(refusal(await hands.start({}))).toEqual([400, { period: 'is required', kind: 'is required' }]);
  });

  it('previews a period that has not begun', async () => {
    await hands.published(LAST);
    const { status, body } = await preview(NEXT);
    expect(status).toBe(200);
    expect(await hands.calculate(body.data.id)).toMatchObject({ period: NEXT, kind: 'preview' });
    expect(refusal(await final(NEXT))).toEqual([409, { period: expect.stringContaining('until then only previews') }]);
  });

  it('refuses a period that has no plan', async () => {
    await hands.published(LAST);
    const draft = await hands.draft();
    expect((await preview(EARLIER, { plan_id: draft })).status).toBe(200);
    for (const started of [await preview(EARLIER), await final(EARLIER)])
      expect(refusal(started)).toEqual([409, { period: expect.stringContaining('no plan is published for') }]);
  });

  it('refuses a final run of a period that has not ended, or by another plan', async () => {
    const published = await hands.published(EARLIER);
    const draft = await hands.draft();
    expect(refusal(await final(OPEN))).toEqual([
      409,
      { period: `ends at ${NEXT}-01T00:00:00.000Z; until then only previews can be made` },
    ]);
    expect(refusal(await hands.start({ period: LAST, kind: 'final', plan_id: draft }))).toEqual([
      409,
      { plan_id: `must be ${published}, the plan that is published for ${LAST}` },
    ]);
    expect((await hands.start({ period: LAST, kind: 'final', plan_id: published })).status).toBe(200);
  });

  it('refuses the second period while the first of all is not posted', async () => {
    await hands.published(EARLIER);
    const { id } = (await final(EARLIER)).body.data;
    expect(refusal(await final(LAST))).toEqual([
      409,
      { period: `comes after ${EARLIER}, whose final run ${id} is queued: post or end it first` },
    ]);
    await hands.done(hands.act(id, 'cancel'));
    expect((await final(LAST)).status).toBe(200);
    expect((await final(EARLIER)).status).toBe(200);
  });

  it('refuses a second final run, also at the same time, until the first has ended', async () => {
    await hands.published(EARLIER);
    const both = await Promise.all([final(LAST), final(LAST)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { id } = both.find(({ status }) => status === 200)!.body.data;
    expect(refusal(await final(LAST))).toEqual([409, { period: `has a final run already: ${id}, which is queued` }]);
    await hands.done(hands.act(id, 'cancel'));
    expect((await final(LAST)).status).toBe(200);
  });

  it('asks for no gap after what is posted, also where months become weeks', async () => {
    await hands.published(monthBefore(4));
    await posted(monthBefore(3), monthBefore(2));
    expect(refusal(await final(LAST))).toEqual([
      409,
      {
        period: `must begin at ${EARLIER}-01T00:00:00.000Z, where ${monthBefore(3)} ended: it is the last posted period`,
      },
    ]);
    expect((await final(monthBefore(4))).status).toBe(409);
    expect((await final(EARLIER)).status).toBe(200);
  });

  it('keeps no more than a hundred previews of an admin', async () => {
    const plan = await hands.published(EARLIER);
    await app.database.query(
      `INSERT INTO commission_runs (kind, period, from_at, to_at, plan_id, document, status, created_by_uid)
       SELECT 'preview', $1, now(), now() + interval '1 day', $2, '{}', 'calculated', $3 FROM generate_series(1, 100)`,
      [OPEN, plan, hands.root.user.uid],
    );
    expect(refusal(await preview(OPEN))).toEqual([409, { detail: 'you have 100 previews; discard some first' }]);
    expect((await hands.start({ period: OPEN, kind: 'preview' }, hands.other)).status).toBe(200);
    await app.database.query(
      `UPDATE commission_runs SET status = 'discarded'
        WHERE id = (SELECT max(id) FROM commission_runs WHERE created_by_uid = $1)`,
      [hands.root.user.uid],
    );
    expect((await preview(OPEN)).status).toBe(200);
  });
});

describe('a run whose job has ended without a result', () => {
  it.each([
    ['failed', 'failed', expect.stringContaining('failed')],
    ['cancelled', 'cancelled', null],
    ['done', 'failed', expect.stringContaining('failed')],
  ])('is told so: %s', async (state, status, error) => {
    await hands.published(EARLIER);
    const { id } = (await final(LAST)).body.data;
    await app.database.query(
      `UPDATE long_jobs SET state = $1, error = 'secret words', finished_at = now()
        WHERE id = (SELECT job_id FROM commission_runs WHERE id = $2)`,
      [state, id],
    );
    const kept = await rows();
    expect((await hands.list(`?status=${status}`)).body.data).toMatchObject({
      count: 1,
      results: [{ id, status, error }],
    });
    expect((await hands.list('?status=queued')).body.data.count).toBe(0);
    const read = await hands.read(id);
    expect(read).toMatchObject({ status, error, ended_at: expect.any(String), progress: 0 });
    const { periods } = await hands.done(hands.root.get('/admin/api/commission-runs/periods/'));
    expect(periods).toContainEqual(expect.objectContaining({ period: LAST, can_be_final: true }));
    expect(await rows()).toEqual(kept);
    await app.nest.get(OwnPreviews, { strict: false }).look();
    expect((await rows()).filter((row) => row.id === id)).toMatchObject([{ status }]);
    expect(await hands.read(id)).toEqual(read);
    expect((await final(LAST)).status).toBe(200);
  });

  it('tells how far a running one has come', async () => {
    await hands.published(EARLIER);
    const { id } = (await final(LAST)).body.data;
    await app.database.query(`UPDATE commission_runs SET status = 'running' WHERE id = $1`, [id]);
    await app.database.query(`UPDATE long_jobs SET state = 'running', done = 37, total = 100`);
    expect(await hands.read(id)).toMatchObject({ status: 'running', progress: 0.37 });
  });
});

/** All runs as they are kept, each with the transaction that wrote it last. */
const rows = (): Promise<{ id: number; status: string }[]> =>
  app.database.query('SELECT xmin::text, id, status, error, ended_at FROM commission_runs ORDER BY id');

/** A posted run, as if there had been one. */
async function posted(from: string, to: string): Promise<void> {
  await app.database.query(
    `INSERT INTO commission_runs (kind, period, from_at, to_at, plan_id, document, status, posted_at)
     VALUES ('final', $1, $2, $3, 1, '{}', 'posted', now())`,
    [from, `${from}-01T00:00:00Z`, `${to}-01T00:00:00Z`],
  );
}
