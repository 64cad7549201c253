import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Database } from '#common/database/index.js';
import { Balances1790680000000 } from '#common/database/migrations/1790680000000-balances.js';
import { EarningsLedger } from '#commissions/earnings/index.js';
import { NetworkHands } from './support/network.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
const hands = await NetworkHands.of(app);
const { root } = hands;

const EARNINGS = '/admin/api/earnings/';
const SETTINGS = '/admin/api/commission-settings/';

const adjust = (uid: number, amount: number, more: object = {}): Promise<Answer> =>
  root.post(EARNINGS, { uid, amount, reason: 'a test', ...more });

/** A member with a balance. */
async function earner(...amounts: number[]): Promise<{ uid: number; username: string }> {
  const member = await hands.member();
  for (const amount of amounts) {
    const { status, text } = await adjust(member.uid, amount);
    if (status !== 200) throw new Error(`an adjustment was answered with ${status} ${text}`);
  }
  return member;
}

const balanceOf = async (uid: number): Promise<Answer['body']> => (await root.get(`${EARNINGS}${uid}/`)).body.data;

describe('the settings of commissions', () => {
  it('begin with no hold and a preview every hour, and change if nobody else did', async () => {
    expect((await root.get(SETTINGS)).body.data).toEqual({ hold_days: 0, preview_minutes: 60, version: 1 });
    const changed = await root.patch(SETTINGS, { hold_days: 14 }, { headers: { 'if-match': '1' } });
    const approval = expect.objectContaining({ status: 'alone' });
    expect(changed.body.data).toEqual({ hold_days: 14, preview_minutes: 60, version: 2, approval });
    expect((await root.patch(SETTINGS, { hold_days: 1 }, { headers: { 'if-match': '1' } })).status).toBe(409);
    expect((await root.patch(SETTINGS, { hold_days: 0, preview_minutes: 0 })).body.data.version).toBe(3);
    const [audited] = await app.database.query(
      `SELECT before, after FROM audit_entries WHERE action = 'commissions.change-settings' ORDER BY id LIMIT 1`,
    );
    expect(audited).toEqual({
      before: { hold_days: 0, preview_minutes: 60, version: 1 },
      after: { hold_days: 14, preview_minutes: 60, version: 2, approval: expect.objectContaining({ status: 'alone' }) },
    });
  });

  it('refuse what is out of range, and a change of nothing', async () => {
    for (const wrong of [{ hold_days: 366 }, { hold_days: -1 }, { preview_minutes: 1441 }, { preview_minutes: 0.5 }])
      expect(Object.keys((await root.patch(SETTINGS, wrong)).body.errors)).toEqual(Object.keys(wrong));
    expect((await root.patch(SETTINGS, {})).status).toBe(400);
  });
});

describe('adjustments', () => {
  it('add to a balance and take off, also below 0, to the last decimal', async () => {
    const { uid } = await earner(25.5, 0.01);
    expect((await balanceOf(uid)).balance).toBe(25.51);
    const answer = await adjust(uid, -100);
    expect(answer.body.data).toMatchObject({ uid, kind: 'adjustment', amount: -100, reason: 'a test', period: null });
    expect(await balanceOf(uid)).toMatchObject({ balance: -74.49, payable: 0, currency_code: 'USD', holds: [] });
  });

  it('name what is wrong with them', async () => {
    const { uid } = await hands.member();
    const fields = async (amount: number, more: object = {}): Promise<string[]> =>
      Object.keys((await adjust(uid, amount, more)).body.errors);
    expect(await fields(0)).toEqual(['amount']);
    expect(await fields(1.001)).toEqual(['amount']);
    expect(await fields(1, { reason: ' ' })).toEqual(['reason']);
    expect(await fields(1, { uid: root.user.uid })).toEqual(['uid']);
    expect(await fields(0, { uid: 9_999_999 })).toEqual(['amount', 'uid']);
    expect((await balanceOf(uid)).balance).toBe(0);
  });

  it('are made once for an Idempotency-Key, and audited', async () => {
    const { uid } = await hands.member();
    const body = { uid, amount: 7, reason: 'once' };
    const send = (): Promise<Answer> => root.post(EARNINGS, body, { headers: { 'idempotency-key': `once-${uid}` } });
    const [one, other] = await Promise.all([send(), send()]);
    const again = await send();
    expect([one.status, other.status].filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(again.status).toBe(200);
    expect((await balanceOf(uid)).balance).toBe(7);
    const audited = await app.database.query(
      `SELECT after->>'amount' AS amount FROM audit_entries WHERE action = 'earnings.adjust' AND entity_id = $1`,
      [String(again.body.data.id)],
    );
    expect(audited).toEqual([{ amount: '7' }]);
  });
});

describe('the ledger', () => {
  it('is never changed or emptied, even in the database', async () => {
    await earner(1);
    for (const sql of ['UPDATE earnings SET amount = 2', 'DELETE FROM earnings', 'TRUNCATE earnings'])
      await expect(app.database.query(sql)).rejects.toThrow('never changed or removed');
  });

  it('is read by its member alone, newest first and by pages', async () => {
    const member = await earner(1, 2, -3.5);
    const client = await hands.as(member);
    const { body } = await client.get('earnings/?limit=2');
    expect(body.data).toMatchObject({ count: 3, previous: null });
    expect(body.data.results.map(({ amount }: { amount: number }) => amount)).toEqual([-3.5, 2]);
    expect(Object.keys(body.data.results[0]).sort()).toEqual([
      'amount',
      'at',
      'id',
      'kind',
      'payable_at',
      'period',
      'reason',
      'reward',
    ]);
    expect((await client.get('earnings/balance/')).body.data).toMatchObject({ balance: -0.5, currency_code: 'USD' });
    const other = await hands.as(await hands.member());
    expect((await other.get('earnings/')).body.data.count).toBe(0);
    expect((await other.get(`earnings/?uid=${member.uid}`)).status).toBe(403);
    expect((await other.get(`earnings/balance/?uid=${member.uid}`)).status).toBe(403);
  });

  it('is read by API admins for others, which is audited', async () => {
    const { uid } = await earner(12);
    const { body } = await hands.apiAdmin.get(`earnings/?uid=${uid}`);
    expect(body.data.results).toHaveLength(1);
    expect((await hands.apiAdmin.get(`earnings/balance/?uid=${uid}`)).body.data.balance).toBe(12);
    expect((await hands.apiAdmin.get('earnings/balance/?uid=9999999')).status).toBe(404);
    const audited = await app.database.query<{ action: string }>(
      `SELECT action FROM audit_entries WHERE entity_id = $1 AND action LIKE 'earnings.read%' ORDER BY id`,
      [String(uid)],
    );
    expect(audited.map(({ action }) => action)).toEqual(['earnings.read', 'earnings.read-balance']);
  });

  it('is filtered by member, kind and time in the admin module', async () => {
    const { uid } = await earner(1, 2);
    const count = async (query: string): Promise<number> =>
      (await root.get(`${EARNINGS}?uid=${uid}${query}`)).body.data.count;
    expect(await count('')).toBe(2);
    expect(await count('&kind=adjustment')).toBe(2);
    expect(await count('&kind=commission')).toBe(0);
    expect(await count('&period=2026-11')).toBe(0);
    expect(await count('&from=2000-01-01')).toBe(2);
    expect(await count('&to=2000-01-01')).toBe(0);
    expect((await root.get(`${EARNINGS}?kind=salary`)).status).toBe(400);
  });
});

describe('posting a run', () => {
  const post = (runId: number, payableAt = new Date()): Promise<unknown> =>
    app.nest
      .get(Database)
      .transaction((tx) =>
        app.nest.get(EarningsLedger).postRun(tx, { runId, period: '2026-10', payableAt, byUid: root.user.uid }),
      );

  /** Lines of a run: whose, of which bonus, and how much. */
  async function lines(runId: number, rows: readonly (readonly [number, string, number])[]): Promise<void> {
    await app.database.query(
      `CREATE TABLE commission_lines_${runId} PARTITION OF commission_lines FOR VALUES IN (${runId})`,
    );
    for (const [index, [uid, bonus, amount]] of rows.entries())
      await app.database.query(
        'INSERT INTO commission_lines (run_id, number, uid, bonus, amount) VALUES ($1, $2, $3, $4, $5)',
        [runId, index + 1, uid, bonus, amount],
      );
  }

  it('gives each member the sum of its lines, and takes back by an entry of its own', async () => {
    const [both, taken, nothing] = [await earner(), await earner(), await earner()];
    await lines(901, [
      [both.uid, 'levels', 10.05],
      [both.uid, 'cap', -0.05],
      [both.uid, 'clawback', -2.5],
      [taken.uid, 'clawback', -1.25],
      [nothing.uid, 'levels', 4],
      [nothing.uid, 'cap', -4],
    ]);
    const tomorrow = new Date(Date.now() + 86_400_000);
    expect(await post(901, tomorrow)).toMatchObject({ entries: 3, commission: 100_000n, clawback: -37_500n });
    const { body } = await root.get(`${EARNINGS}?uid=${both.uid}`);
    expect(body.data.results).toMatchObject([
      { kind: 'clawback', amount: -2.5, period: '2026-10', run_id: 901, by_uid: root.user.uid },
      { kind: 'commission', amount: 10, period: '2026-10', payable_at: tomorrow.toISOString() },
    ]);
    // What is taken back does not wait for the day from which the rest is payable.
    expect(Date.parse(body.data.results[0].payable_at)).toBeLessThan(tomorrow.getTime());
    expect(await balanceOf(both.uid)).toMatchObject({ balance: 7.5, payable: 0 });
    expect((await balanceOf(taken.uid)).balance).toBe(-1.25);
    expect((await root.get(`${EARNINGS}?uid=${nothing.uid}`)).body.data.count).toBe(0);
  });

  it('is done once', async () => {
    const { uid } = await earner();
    await lines(902, [[uid, 'levels', 3]]);
    const tried = await Promise.allSettled([post(902), post(902), post(902)]);
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await balanceOf(uid)).toMatchObject({ balance: 3, payable: 3 });
  });
});

describe('balances', () => {
  it('are listed by what they are, and found by name', async () => {
    const [rich, poor] = [await earner(1_000_000), await earner(-1_000_000)];
    const uids = async (query: string): Promise<number[]> =>
      (await root.get(`${EARNINGS}balances/?${query}`)).body.data.results.map(({ uid }: { uid: number }) => uid);
    expect((await uids(''))[0]).toBe(rich.uid);
    expect((await uids('sort=balance'))[0]).toBe(poor.uid);
    expect(await uids(`search=${rich.username}&sort=username`)).toContain(rich.uid);
    expect(await uids('least=1000000')).toEqual([rich.uid]);
    await hands.setStatus(poor.uid, 'suspended');
    expect(await uids('status=suspended')).toEqual([poor.uid]);
    expect(await uids('kind=customer')).toEqual([]);
    expect(await uids('on_hold=true')).toEqual([]);
    const page = await root.get(`${EARNINGS}balances/?limit=1&offset=1`);
    expect(page.body.data.results).toHaveLength(1);
    expect(page.body.data.count).toBeGreaterThan(2);
  });

  it('are listed by what is payable, which is less than the balance while something is held', async () => {
    const [waiting, ready] = [await earner(5), await earner(2_000_000)];
    await app.database.query(
      `INSERT INTO earnings (uid, kind, amount, payable_at, reason) VALUES ($1, 'adjustment', 3000000, now() + interval '1 day', 'held')`,
      [waiting.uid],
    );
    const first = async (query: string): Promise<unknown> =>
      (await root.get(`${EARNINGS}balances/?${query}`)).body.data.results[0];
    expect(await first('')).toMatchObject({ uid: waiting.uid, balance: 3_000_005, payable: 5 });
    expect(await first('sort=-payable')).toMatchObject({ uid: ready.uid, balance: 2_000_000, payable: 2_000_000 });
  });

  it('come in the same order by what is payable and from whatever page, with negative ones among those of nothing', async () => {
    const [half, all, owing] = [await earner(40), await earner(30), await earner(-7)];
    await app.database.query(
      `INSERT INTO earnings (uid, kind, amount, payable_at, reason)
       SELECT uid, 'adjustment', 100, now() + interval '1 day', 'held' FROM unnest($1::bigint[]) AS uid`,
      [[half.uid, owing.uid]],
    );
    const rows = async (query: string): Promise<{ uid: number; payable: number; status: string }[]> =>
      (await root.get(`${EARNINGS}balances/?${query}`)).body.data.results;
    const byUid = await rows('sort=uid');
    const ascending = byUid.toSorted((one, other) => one.payable - other.payable);
    const uids = (of: { uid: number }[]): number[] => of.map(({ uid }) => uid);
    expect(byUid.filter(({ uid }) => uid === half.uid || uid === owing.uid).map(({ payable }) => payable)).toEqual([
      40, 0,
    ]);
    expect(uids(await rows('sort=payable'))).toEqual(uids(ascending));
    expect(uids(await rows('sort=-payable'))).toEqual(uids(ascending.toReversed()));
    const paged: number[] = [];
    for (const at of byUid.keys()) paged.push(...uids(await rows(`sort=-payable&limit=1&offset=${at}`)));
    expect(paged).toEqual(uids(ascending.toReversed()));
    expect(uids(await rows('sort=-payable&least=30.5&status=active'))).not.toContain(all.uid);
    await hands.setStatus(all.uid, 'suspended');
    const active = byUid.filter(({ uid, status }) => status === 'active' && uid !== all.uid);
    expect(uids(await rows('sort=uid&status=active'))).toEqual(uids(active));
  });

  it('are the sums of their entries, however these come, and nothing else changes them', async () => {
    const [one, other] = [await earner(1.5), await earner()];
    await app.database.query(
      `INSERT INTO earnings (uid, kind, amount, payable_at, reason)
       SELECT u, 'adjustment', a, now(), 'many at once' FROM unnest($1::bigint[]) u, unnest('{2.0001,-4,7}'::numeric[]) a`,
      [[one.uid, other.uid]],
    );
    const kept = (): Promise<unknown[]> =>
      app.database.query('SELECT balance::text FROM earnings_balances WHERE uid = ANY ($1) ORDER BY uid', [
        [one.uid, other.uid],
      ]);
    expect(await kept()).toEqual([{ balance: '6.5001' }, { balance: '5.0001' }]);
    for (const sql of [
      'UPDATE earnings_balances SET balance = balance + 1',
      'INSERT INTO earnings_balances (uid, balance) VALUES (9999999, 1)',
      'DELETE FROM earnings_balances',
      'TRUNCATE earnings_balances',
    ])
      await expect(app.database.query(sql)).rejects.toThrow('change with them alone');
    expect(
      await app.database.query(
        `SELECT * FROM (SELECT uid, sum(amount) AS balance FROM earnings GROUP BY uid) e
           FULL JOIN earnings_balances b USING (uid) WHERE e.balance IS DISTINCT FROM b.balance`,
      ),
    ).toEqual([]);
  });

  it('of entries that were there before come with the migration', async () => {
    const { uid } = await earner(8, -3);
    const runner = app.nest.get(DataSource).createQueryRunner();
    try {
      await new Balances1790680000000().down(runner);
      await app.database.query(
        `INSERT INTO earnings (uid, kind, amount, payable_at, reason) VALUES ($1, 'adjustment', 0.25, now(), 'before')`,
        [uid],
      );
      await new Balances1790680000000().up(runner);
    } finally {
      await runner.release();
    }
    await adjust(uid, 1);
    expect(await app.database.query('SELECT balance::float8 FROM earnings_balances WHERE uid = $1', [uid])).toEqual([
      { balance: 6.25 },
    ]);
  });

  it('of nobody are not found', async () => {
    for (const uid of ['9999999', 'x', String(root.user.uid)])
      expect((await root.get(`${EARNINGS}${uid}/`)).status).toBe(404);
  });

  it('of those who have left are written off once, whatever their sign', async () => {
    const [owed, owing, staying] = [await earner(10, 20.5), await earner(-5), await earner(3)];
    for (const { uid } of [owed, owing]) await hands.setStatus(uid, 'terminated');
    const writeOff = (uid: number): Promise<Answer> => root.post(`${EARNINGS}write-off/`, { uid, reason: 'unclaimed' });
    const answers = await Promise.all([writeOff(owed.uid), writeOff(owed.uid), writeOff(owed.uid)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 200)!.body.data).toMatchObject({
      kind: 'adjustment',
      amount: -30.5,
    });
    expect((await writeOff(owing.uid)).body.data.amount).toBe(5);
    for (const { uid } of [owed, owing]) expect((await balanceOf(uid)).balance).toBe(0);
    expect((await writeOff(staying.uid)).status).toBe(409);
    expect((await writeOff(9_999_999)).status).toBe(400);
  });
});
