import { beforeEach, describe, expect, it } from '@jest/globals';
import { ImportRunner } from '#platform/imports/index.js';
import { PostedPeriods } from '#network/volumes/index.js';
import { PostedRuns } from '#commissions/runs/index.js';
import { Replays } from '#commissions/runs/replays.service.js';
import { ResultsDropping } from '#commissions/runs/writing/result-partitions.js';
import { MemberImports } from './support/imports.js';
import { monthBefore, RunHands } from './support/runs.js';
import type { Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const [OPEN, LAST, EARLIER] = [monthBefore(0), monthBefore(1), monthBefore(2)];

const app = await useTestApp();
const hands = await RunHands.of(app);

// What is published and posted stays for ever; tests begin without any.
beforeEach(() => app.database.query('TRUNCATE commission_plans, commission_runs'));

const message = ({ status, body }: Answer): unknown[] => [status, body.message];

/** Two members, of whom the lower one has bought in the last month, and a plan that holds since. */
async function period(change: object = {}): Promise<{ upper: number; lower: number; planId: number }> {
  const planId = await hands.published(LAST, change);
  const [upper, lower] = (await hands.chain(2)) as [number, number];
  await hands.done(hands.volume(upper, LAST, 120));
  await hands.done(hands.volume(lower, LAST, 200));
  return { upper, lower, planId };
}

const earningsOf = (uid: number): Promise<object[]> =>
  app.database.query(
    'SELECT kind, amount::float8 AS amount, period, run_id, by_uid FROM earnings WHERE uid = $1 ORDER BY id',
    [uid],
  );

const eventsOf = (type: string, id: number): Promise<{ data: object }[]> =>
  app.database.query('SELECT data FROM events WHERE type = $1 AND aggregate_id = $2 ORDER BY sequence', [
    type,
    String(id),
  ]);

const titleOf = async (uid: number): Promise<string | null> =>
  (await hands.done(hands.root.get(`/admin/api/network/${uid}/`))).title_rank as string | null;

describe('a final run', () => {
  it('is calculated, approved by another admin, and posted: earnings, titles and events come with it', async () => {
    const { upper, planId } = await period();
    const id = await hands.calculated({ period: LAST, kind: 'final' });
    expect(await eventsOf('commission.calculated', id)).toMatchObject([
      { data: { run_id: id, kind: 'final', period: LAST, plan_id: planId, automatic: false, currency_code: 'USD' } },
    ]);
    expect(message(await hands.act(id, 'post'))).toEqual([409, `run ${id} is calculated; it must be approved`]);
    expect((await hands.done(hands.act(id, 'approve'))).status).toBe('calculated');
    expect(message(await hands.act(id, 'approve'))).toEqual([
      403,
      'another person has to approve: you proposed this, or contributed to it',
    ]);
    const approved = await hands.done(hands.act(id, 'approve', hands.other));
    expect(approved).toMatchObject({ status: 'approved', approved_by_uid: hands.other.user.uid });
    expect(await earningsOf(upper)).toEqual([]);

    const posted = await hands.done(hands.act(id, 'post'));
    expect(posted).toMatchObject({
      id,
      status: 'posted',
      posted_by_uid: hands.root.user.uid,
      progress: 1,
      posted_at: expect.stringMatching(/^20/),
    });
    expect(await hands.read(id)).toEqual(posted);
    const by = { period: LAST, run_id: id, by_uid: hands.root.user.uid };
    expect(await earningsOf(upper)).toEqual([{ kind: 'commission', amount: 20, ...by }]);
    expect(await titleOf(upper)).toBe('silver');
    expect(await eventsOf('member.rank_changed', upper)).toEqual([
      { data: { uid: upper, period: LAST, from: null, to: 'silver' } },
    ]);
    expect(await eventsOf('commission.posted', id)).toMatchObject([
      { data: { run_id: id, period: LAST, payout: posted.summary.payout, posted_at: posted.posted_at } },
    ]);
    expect((await hands.audited(id)).map((entry) => (entry as { action: string }).action)).toEqual([
      'commission_run.start',
      'commission_run.approve',
      'commission_run.post',
    ]);
    for (const what of ['post', 'approve', 'discard', 'cancel'])
      expect([what, (await hands.act(id, what)).status]).toEqual([what, 409]);
  });

  it('is not posted when its lines are no longer what was calculated, even if they add up', async () => {
    const { upper, lower } = await period();
    const id = await hands.calculated({ period: LAST, kind: 'final' });
    await hands.done(hands.act(id, 'approve'));
    await hands.done(hands.act(id, 'approve', hands.other));
    const change = (what: string): Promise<unknown> =>
      app.database.query(`UPDATE commission_lines SET ${what} WHERE run_id = ${id} AND uid = ${upper}`);
    const refused = (lines: string, members: number): unknown[] => [
      409,
      `the lines of run ${id} are not what was calculated: they come to ${lines} instead of 40.0000 (members with another amount than on their statements: ${members}); discard it and start another`,
    ];
    await change('amount = amount + 1');
    expect(message(await hands.act(id, 'post'))).toEqual(refused('41.0000', 1));
    await change(`amount = amount - 1, uid = ${lower}`);
    expect(message(await hands.act(id, 'post'))).toEqual(refused('40.0000', 2));
    expect([(await hands.read(id)).status, await earningsOf(upper)]).toEqual(['approved', []]);
  });

  it('may be approved by who started it where its plan does not ask for four eyes', async () => {
    await period({ four_eyes: false });
    const id = await hands.calculated({ period: LAST, kind: 'final' });
    await hands.done(hands.act(id, 'approve'));
    expect((await hands.done(hands.act(id, 'post'))).status).toBe('posted');
  });

  it('makes earnings payable when the days of the settings are over', async () => {
    const { upper } = await period();
    await hands.done(hands.root.patch('/admin/api/commission-settings/', { hold_days: 7 }));
    const id = await hands.posted(LAST);
    await hands.done(hands.root.patch('/admin/api/commission-settings/', { hold_days: 0 }));
    const [{ days }] = (await app.database.query(
      `SELECT extract(epoch FROM e.payable_at - r.posted_at) / 86400 AS days
         FROM earnings e JOIN commission_runs r ON r.id = e.run_id WHERE e.run_id = $1 AND e.uid = $2`,
      [id, upper],
    )) as [{ days: string }];
    expect(Number(days)).toBe(7);
  });

  it('keeps a title that was higher, and tells of no change then', async () => {
    await hands.published(EARLIER);
    const [uid] = (await hands.chain(1)) as [number];
    await hands.done(hands.volume(uid, EARLIER, 150));
    await hands.posted(EARLIER);
    await hands.posted(LAST);
    expect(await titleOf(uid)).toBe('silver');
    expect(await eventsOf('member.rank_changed', uid)).toHaveLength(1);
  });

  it('gives titles the names of the plan that is new, also those of members who came later', async () => {
    await hands.published(EARLIER);
    const renamed = { ranks: [{ name: 'member' }, { name: 'gold', requires: { personal_volume: 100 } }] };
    await hands.published(LAST, renamed, { ranks: { silver: 'gold' } });
    const [uid] = (await hands.chain(1)) as [number];
    const [late] = (await hands.chain(1, { enrolled_at: new Date().toISOString(), title_rank: 'silver' })) as [number];
    await hands.done(hands.volume(uid, EARLIER, 150));
    await hands.posted(EARLIER);
    expect([await titleOf(uid), await titleOf(late)]).toEqual(['silver', 'silver']);
    await hands.posted(LAST);
    expect([await titleOf(uid), await titleOf(late)]).toEqual(['gold', 'gold']);
    expect(await eventsOf('member.rank_changed', uid)).toHaveLength(1);
    await app.database.query(`UPDATE network_members SET title_rank = NULL`);
  });

  it('refuses previews', async () => {
    await period();
    const id = await hands.calculated({ period: LAST, kind: 'preview' });
    for (const what of ['approve', 'post'])
      expect(message(await hands.act(id, what, hands.other))).toEqual([
        409,
        `run ${id} is a preview; only final runs are approved and posted`,
      ]);
  });

  it('is not found under an id that is none', async () => {
    for (const what of ['approve', 'post', 'discard', 'cancel'])
      for (const id of [999_999_999, 'none']) expect((await hands.act(id as number, what)).status).toBe(404);
  });

  it('sends webhooks of all that it tells', async () => {
    const events = ['commission.calculated', 'commission.posted', 'member.rank_changed'];
    const { id: applicationId } = await app.make.application({
      webhookUrl: 'http://127.0.0.1:9/',
      webhookEvents: events,
    });
    const { upper } = await period();
    const id = await hands.posted(LAST);
    const told = await app.database.query<{ type: string }>(
      `SELECT DISTINCT e.type FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
        WHERE d.application_id = $1 AND e.aggregate_id = ANY ($2) ORDER BY e.type`,
      [applicationId, [String(id), String(upper)]],
    );
    expect(told.map(({ type }) => type)).toEqual(events);
  });
});

describe('an import of members after a posting', () => {
  it('takes who came before the posted period ended, whose replay stays the same', async () => {
    await period();
    const id = await hands.posted(LAST);
    const imports = new MemberImports(app, hands.root);
    const row = { username: 'long-ago', kind: 'distributor', enrolled_at: '2015-05-05T00:00:00Z' };
    expect((await imports.import([row])).status).toBe('done');
    await app.nest
      .get(Replays, { strict: false })
      .calculate({ runId: id }, { signal: new AbortController().signal, progress: () => undefined });
    expect((await hands.read(id)).replay).toMatchObject({ same: true });
    const preview = await hands.calculated({ period: LAST, kind: 'preview' });
    const [posted, known] = [await hands.read(id), await hands.read(preview)];
    expect(known.summary.members).toBe(posted.summary.members + 1);
  });
});

describe('posting is refused', () => {
  it.each([
    ['a row has come in', (uid: number) => hands.volume(uid, LAST, 5), 'rows of the volume ledger'],
    [
      'a member was imported whom it does not have',
      async () => ({ status: (await hands.chain(1)).length === 1 ? 200 : 500 }),
      'members, kinds or statuses of members, places in the network',
    ],
  ])('when %s', async (_, change, what) => {
    const { upper } = await period();
    const id = await hands.approved(LAST);
    expect((await change(upper)).status).toBe(200);
    expect(message(await hands.act(id, 'post'))).toEqual([
      409,
      `the input of run ${id} has changed since: ${what}; discard it and start another`,
    ]);
    expect(await earningsOf(upper)).toEqual([]);
    await hands.done(hands.act(id, 'discard'));
    await hands.posted(LAST);
    expect(await earningsOf(upper)).toHaveLength(1);
  });

  it('when another plan was published for the period', async () => {
    await period();
    const id = await hands.approved(LAST);
    await hands.published(LAST);
    expect(message(await hands.act(id, 'post'))).toEqual([
      409,
      `another plan was published for ${LAST} since; discard run ${id} and start another`,
    ]);
  });

  it('when a later period is posted already', async () => {
    await hands.published(EARLIER);
    const last = await hands.approved(LAST);
    const earlier = await hands.approved(EARLIER);
    expect((await hands.act(last, 'post')).status).toBe(200);
    expect(message(await hands.act(earlier, 'post'))).toEqual([
      409,
      expect.stringContaining('periods are posted one after the other'),
    ]);
  });

  it('while an import writes rows, which it waits for a while', async () => {
    await period();
    const id = await hands.approved(LAST);
    await app.db.transaction(async (tx) => {
      await app.nest.get(PostedPeriods, { strict: false }).span(tx);
      expect(message(await hands.act(id, 'post'))).toEqual([
        409,
        `the volume ledger is being written to, for example by an import; post run ${id} again when that is over`,
      ]);
    });
    expect((await hands.act(id, 'post')).status).toBe(200);
  });
});

describe('at the same time', () => {
  it('two posts are one', async () => {
    const { upper } = await period();
    const id = await hands.approved(LAST);
    const both = await Promise.all([hands.act(id, 'post'), hands.act(id, 'post', hands.other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await earningsOf(upper)).toHaveLength(1);
  });

  it('two approvals are one, and one of posting and discarding wins', async () => {
    await period();
    const id = await hands.calculated({ period: LAST, kind: 'final' });
    const approvals = await Promise.all([1, 2].map(() => hands.act(id, 'approve', hands.other)));
    expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409]);
    const ends = await Promise.all([hands.act(id, 'post'), hands.act(id, 'discard')]);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = ends[0].status === 200 ? 'posted' : 'discarded';
    expect((await hands.read(id)).status).toBe(won);
  });

  it('a row comes in before the posting, which is refused then, or not at all', async () => {
    for (let round = 0; round < 4; round += 1) {
      await app.database.query('TRUNCATE commission_plans, commission_runs');
      const { upper } = await period();
      const id = await hands.approved(LAST);
      const rows = [1, 2, 3].map(() => hands.volume(upper, LAST, 5));
      const [post, ...added] = await Promise.all([hands.act(id, 'post'), ...rows]);
      const came = added.filter(({ status }) => status === 200).length;
      expect([post.status, came]).toEqual(post.status === 200 ? [200, 0] : [409, expect.any(Number)]);
      const [{ late }] = (await app.database.query(
        `SELECT count(*) AS late FROM volume_rows v JOIN commission_runs r ON r.status = 'posted'
          WHERE v.at >= r.from_at AND v.at < r.to_at AND v.recorded_at > r.calculated_at`,
      )) as [{ late: number }];
      expect(late).toBe(0);
    }
  });
});

/** How many connections wait for an advisory lock. */
async function waiting(): Promise<number> {
  const locks = await app.database.query(
    `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE locktype = 'advisory' AND NOT granted AND d.datname = current_database()`,
  );
  return locks.length;
}

describe('while a period is posted', () => {
  it('orders are paid and returned, and rows into the period wait', async () => {
    const { upper } = await period();
    const { to } = await hands.read(await hands.approved(LAST));
    const shop = await app.make.application();
    const [admin, buyer] = [await app.make.apiAdmin(shop), await app.make.member(shop)];
    await buyer.post('commerce/add-cart-item/', { product_id: (await app.make.catalogue.product()).id, quantity: 1 });
    const { order_id } = (await buyer.post('commerce/create-order/')).body.data;
    let late: Promise<Answer> | undefined;
    await app.db.transaction(async (tx) => {
      await app.nest.get(PostedRuns, { strict: false }).lock(tx, new Date(String(to)));
      await hands.done(admin.post('commerce/order-status/', { order_id, status: 'paid' }));
      await hands.done(admin.post('commerce/order-return/', { order_id, reason: 'damaged' }));
      late = hands.volume(upper, LAST, 5);
      await until(async () => (await waiting()) === 1);
    });
    expect((await late!).status).toBe(200);
  });

  it('mergings and moves that are dated back wait before they lock members, whose titles it writes at its end', async () => {
    const { upper, lower } = await period();
    const [successor, sponsor] = await hands.chain(2);
    const { to } = await hands.read(await hands.approved(LAST));
    const move = { tree: 'sponsor', parent_uid: sponsor, from: `${LAST}-05T00:00:00Z` };
    const asked: Promise<Answer>[] = [];
    await app.db.transaction(async (tx) => {
      await app.nest.get(PostedRuns, { strict: false }).lock(tx, new Date(String(to)));
      asked.push(hands.root.post(`/admin/api/network/${lower}/move/`, { ...move, reason: 'a wrong sponsor' }));
      await until(async () => (await waiting()) === 1);
      asked.push(hands.root.post(`/admin/api/network/${upper}/merge/`, { into_uid: successor, reason: 'came twice' }));
      await until(async () => (await waiting()) === 2);
      const free = await tx.query('SELECT uid FROM network_members FOR UPDATE SKIP LOCKED');
      expect(free.map(({ uid }: { uid: number }) => uid)).toEqual(expect.arrayContaining([upper, lower, successor]));
    });
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each([
    [-1, true],
    [-11 * 3_600_000, true],
    [0, false],
    [900_000, false],
  ])('rows %i ms from its end wait: %s', async (ms, waits) => {
    const runs = app.nest.get(PostedRuns, { strict: false });
    const to = new Date(Date.UTC(2100, 0, 1));
    await app.db.transaction(async (tx) => {
      await runs.lock(tx, to);
      const other = app.db.transaction(async (one) => {
        await one.query(`SET LOCAL lock_timeout = '200ms'`);
        await runs.span(one, new Date(+to + ms));
      });
      const [{ status }] = await Promise.allSettled([other]);
      expect(status).toBe(waits ? 'rejected' : 'fulfilled');
    });
  });
});

describe('a posted period', () => {
  it('takes no more rows: adjustments and imports are refused, and plans cannot be published into it', async () => {
    const { upper } = await period();
    await hands.posted(LAST);
    expect(message(await hands.volume(upper, LAST, 5))).toEqual([
      409,
      `the period of ${LAST}-15T12:00:00.000Z is posted; nothing can be added to it`,
    ]);
    expect((await hands.volume(upper, EARLIER, 5)).status).toBe(200);
    const draft = await hands.draft();
    const publish = await hands.root.post(`/admin/api/plans/${draft}/publish/`, { from_period: LAST });
    expect(message(publish)).toEqual([
      409,
      `the period ${LAST}, or a later one, is posted; publish from a later period`,
    ]);
    expect((await hands.root.post(`/admin/api/plans/${draft}/publish/`, { from_period: OPEN })).status).toBe(200);
  });
});

describe('what comes late', () => {
  it('is refused by an import, row by row', async () => {
    await period();
    await hands.posted(LAST);
    const row = { external_id: 'late-1', username: hands.name(), points: 5, business_volume: 5, cumulative_volume: 0 };
    const type = { 'content-type': 'application/x-ndjson' };
    const file = [`${LAST}-20`, `${EARLIER}-20`].map((at, place) =>
      JSON.stringify({ ...row, external_id: `late-${place}`, at }),
    );
    const sent = await hands.root.post('/admin/api/volumes/import/', file.join('\n'), { headers: type });
    const context = { signal: new AbortController().signal, progress: () => undefined };
    await app.nest.get(ImportRunner, { strict: false }).run({ importId: sent.body.data.id }, context);
    const { status, refused } = (await hands.root.get(`/admin/api/imports/${sent.body.data.id}/`)).body.data;
    expect([status, refused]).toEqual([
      'refused',
      [
        {
          line: 1,
          errors: { at: [{ message: expect.stringContaining('posted') }] },
          values: { at: `${LAST}-20T00:00:00.000Z` },
        },
      ],
    ]);
  });

  it('is a row of the open period where an order of a posted one is returned', async () => {
    await hands.published(LAST);
    const kit = await app.make.catalogue.product();
    const shop = await app.make.application();
    const [admin, buyer] = [await app.make.apiAdmin(shop), await app.make.member(shop)];
    await buyer.post('commerce/add-cart-item/', { product_id: kit.id, quantity: 1 });
    const { order_id } = (await buyer.post('commerce/create-order/')).body.data;
    await hands.done(admin.post('commerce/order-status/', { order_id, status: 'paid' }));
    await hands.posted(LAST);
    await hands.done(admin.post('commerce/order-return/', { order_id, reason: 'damaged' }));
    const rows = await app.database.query<{ month: string; kind: string }>(
      `SELECT kind, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM') AS month FROM volume_rows WHERE order_id = $1 ORDER BY id`,
      [order_id],
    );
    expect(rows).toEqual([
      { kind: 'sale', month: OPEN },
      { kind: 'return', month: OPEN },
    ]);
  });
});

describe('a run that is calculated again', () => {
  it('has no result yet under an Idempotency-Key, where its job begins after the answer, and must have one itself', async () => {
    await period();
    const id = await hands.calculated({ period: LAST, kind: 'final' });
    const headers = { 'idempotency-key': 'replay' };
    expect(await hands.done(hands.root.post(`/admin/api/commission-runs/${id}/replay/`, {}, { headers }))).toEqual({
      status: 'queued',
      same: null,
      changed: null,
      input_hash: null,
      result_hash: null,
    });
    await app.nest
      .get(Replays, { strict: false })
      .calculate({ runId: id }, { signal: new AbortController().signal, progress: () => undefined });
    const { replay, input_hash, result_hash } = await hands.read(id);
    expect(replay).toEqual({ same: true, changed: null, input_hash, result_hash, at: expect.any(String) });
    const queued = await hands.done(hands.start({ period: OPEN, kind: 'preview' }));
    expect((await hands.act(queued.id, 'replay')).status).toBe(409);
  });
});

describe('a run that is discarded', () => {
  it('loses its results, and its period can be run again', async () => {
    await period();
    const id = await hands.calculated({ period: LAST, kind: 'final' });
    const tables = (): Promise<object[]> =>
      app.database.query(
        `SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ ('^commission_.*_' || $1 || '$')`,
        [id],
      );
    expect(await tables()).toHaveLength(3);
    expect(await hands.done(hands.act(id, 'discard'))).toMatchObject({
      status: 'discarded',
      ended_at: expect.any(String),
    });
    await app.nest.get(ResultsDropping, { strict: false }).dropLeft();
    await hands.drop(id);
    expect(await tables()).toEqual([]);
    expect((await hands.start({ period: LAST, kind: 'final' })).status).toBe(200);
  });

  it('was cancelled while it was calculated: nothing of it is kept', async () => {
    await period();
    const { id } = await hands.done(hands.start({ period: LAST, kind: 'final' }));
    await hands.done(hands.act(id, 'cancel'));
    expect(await hands.calculate(id)).toMatchObject({ status: 'cancelled', summary: null });
    expect((await hands.act(id, 'cancel')).status).toBe(409);
  });
});
