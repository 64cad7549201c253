import { describe, expect, it } from '@jest/globals';
import { Database } from '#common/database/index.js';
import { EventRecorder } from '#common/events/index.js';
import type { Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp({ config: { jobConcurrency: 1 } });
const root = await app.make.superAdmin();

type Kind = 'distributor' | 'preferred' | 'customer';

interface Member {
  uid: number;
  kind: Kind;
  volume: number;
  earned: number;
}

interface Line {
  uid: number;
  amount: number;
  source?: number;
  bonus?: string;
}

/** A posted run of a month, as posting leaves it. */
async function posted(period: string, members: readonly Member[], lines: readonly Line[], rate = 1): Promise<number> {
  const [run] = await app.database.query<{ id: number }>(
    `INSERT INTO commission_runs (kind, period, from_at, to_at, plan_id, document, status, posted_at)
     VALUES ('final', $1, $2, $2::timestamptz + interval '1 month', 1, $3, 'posted', now()) RETURNING id`,
    [period, `${period}-01T00:00:00Z`, JSON.stringify({ rate })],
  );
  const { id } = run!;
  for (const table of ['commission_lines', 'commission_members'])
    await app.database.query(`CREATE TABLE ${table}_${id} PARTITION OF ${table} FOR VALUES IN (${id})`);
  for (const { uid, kind, volume, earned } of members)
    await app.database.query(
      `INSERT INTO commission_members (run_id, uid, kind, status, enrolled_at, is_placed, active, own_volume,
         commissionable_volume, personal_volume, group_volume, counted_volume, earned, bonuses)
       VALUES ($1, $2, $3, 'active', '2020-01-01Z', false, true, 0, $4, 0, 0, 0, $5, '{}')`,
      [id, uid, kind, volume, earned],
    );
  for (const [at, { uid, amount, source = null, bonus = 'levels' }] of lines.entries())
    await app.database.query(
      `INSERT INTO commission_lines (run_id, number, uid, bonus, source_uid, amount) VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, at + 1, uid, bonus, source, amount],
    );
  return id;
}

const read = (period: string): Promise<Answer> => root.get(`/admin/api/compliance/?period=${period}`);

describe('compliance', () => {
  it('says who bought, and to whose purchases commissions go back', async () => {
    const members: Member[] = [
      { uid: 9001, kind: 'distributor', volume: 100, earned: 23 },
      { uid: 9002, kind: 'customer', volume: 250, earned: 0 },
      { uid: 9003, kind: 'preferred', volume: 50, earned: 0 },
      { uid: 9004, kind: 'distributor', volume: 0, earned: 0 },
    ];
    const run = await posted(
      '2021-01',
      members,
      [
        { uid: 9001, amount: 10, source: 9002 },
        { uid: 9001, amount: 5, source: 9003 },
        { uid: 9001, amount: 1, source: 9004 },
        { uid: 9001, amount: 8, bonus: 'pool' },
        { uid: 9001, amount: -1, source: 9002, bonus: 'clawback' },
      ],
      2,
    );
    const { status, body } = await read('2021-01');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      period: '2021-01',
      run_ids: [run],
      currency_code: 'USD',
      volume: { total: 400, customer: 250, preferred: 50, distributor: 100 },
      volume_percent: { customer: 62.5, preferred: 12.5, distributor: 25 },
      // The pool's 8 go back as the volumes do: 5, 1 and 2.
      commissions: { total: 23, customer: 14, preferred: 6, distributor: 3 },
      commissions_from_customers_percent: 86.9565,
      payout: 23,
      payout_percent: 2.875,
      income: { year: '2021', periods: ['2021-01'], distributors: 2, without: 1, total: 23, median: 11.5 },
    });
    expect(body.data.corrected).toEqual([]);
    // The second time it is read as it was kept.
    expect((await read('2021-01')).body.data).toEqual(body.data);
  });

  it('is a CSV file too, with a row for each figure', async () => {
    const { status, headers, text } = await root.get('/admin/api/compliance/?period=2021-01&format=csv');
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('text/csv'),
      expect.stringMatching(/"compliance-2021-01-\d{4}-\d{2}-\d{2}\.csv"/),
    ]);
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'period,figure,amount,percent',
        '2021-01,volume.customer,250,62.5',
        '2021-01,commissions.from_customers,,86.9565',
        '2021-01,payout,23,2.875',
        '2021,income.without,1,50',
        '2021,income.median,11.5,',
      ]),
    );
    expect((await root.get('/admin/api/compliance/?period=2024-01&format=csv')).status).toBe(404);
  });

  it('discloses the income of a whole year, of all who were distributors in it', async () => {
    const many = Array.from({ length: 101 }, (_, at): Member => ({
      uid: 8000 + at,
      kind: 'distributor',
      volume: 0,
      earned: at,
    }));
    await posted('2022-01', many, []);
    // All are customers at the end of the second period but one, who goes on earning.
    const after = many.map((one): Member => ({ ...one, kind: 'customer', earned: 0 }));
    await posted('2022-02', [...after.slice(1), { uid: 8000, kind: 'distributor', volume: 10, earned: 1000 }], []);
    // Who was one between the ends of periods is in no run, and was one all the same.
    const left = await app.make.user({ roles: ['member'] });
    await app.database.query(
      `UPDATE network_states SET from_at = '2022-02-03Z', to_at = '2022-02-05Z' WHERE uid = $1 AND to_at IS NULL`,
      [left.uid],
    );
    const { body } = await read('2022-01');
    expect(body.data.payout_percent).toBeNull();
    expect(body.data.income).toEqual({
      year: '2022',
      periods: ['2022-01', '2022-02'],
      distributors: 102,
      without: 1,
      without_percent: 0.9804,
      total: 6050,
      mean: 59.31,
      median: 50.5,
      percentiles: { p10: 10.1, p25: 25.25, p50: 50.5, p75: 75.75, p90: 90.9, p95: 95.95, p99: 99.99 },
      top_1_percent: { members: 2, amount: 1100, percent: 18.1818, least: 100 },
    });
    expect((await read('2022')).body.data).toMatchObject({ period: '2022', income: body.data.income });
  });

  it('is calculated again when another period of the year is posted', async () => {
    await posted('2023-01', [{ uid: 7001, kind: 'distributor', volume: 5, earned: 2 }], []);
    expect((await read('2023')).body.data.income.total).toBe(2);
    await posted('2023-02', [{ uid: 7001, kind: 'distributor', volume: 5, earned: 3 }], []);
    expect((await read('2023-01')).body.data.income.total).toBe(5);
    expect((await read('2023')).body.data.volume.total).toBe(10);
  });

  it('is calculated soon after a posting, before anybody asks', async () => {
    const run = await posted('2020-05', [{ uid: 7001, kind: 'distributor', volume: 5, earned: 2 }], []);
    const kept = (): Promise<object[]> =>
      app.database.query(
        `SELECT shares->>'base' AS base, income->>'total' AS total FROM commission_fairness WHERE run_id = $1`,
        [run],
      );
    expect(await kept()).toEqual([]);
    await app.nest
      .get(Database, { strict: false })
      .transaction((tx) =>
        app.nest
          .get(EventRecorder, { strict: false })
          .record(tx, 'commission.posted', run, {
            run_id: run,
            period: '2020-05',
            from: '2020-05-01T00:00:00.000Z',
            to: '2020-06-01T00:00:00.000Z',
            plan_id: 1,
            members: 1,
            payees: 1,
            payout: 2,
            currency_code: 'USD',
            posted_at: '2020-06-02T00:00:00.000Z',
          }),
      );
    await until(async () => (await kept()).length === 1);
    await until(async () => (await kept()).every((row) => !Object.values(row).includes(null)));
    expect(await kept()).toEqual([
      { base: expect.stringMatching(/^5(\.0+)?$/), total: expect.stringMatching(/^2(\.0+)?$/) },
    ]);
  });

  it('knows only what is posted', async () => {
    const unknown = await read('2024-01');
    expect([unknown.status, unknown.body.errors]).toEqual([
      404,
      { period: [expect.objectContaining({ message: 'no run of it is posted' })] },
    ]);
    for (const wrong of ['', '2024-13', 'all'])
      expect([(await read(wrong)).status, Object.keys((await read(wrong)).body.errors)]).toEqual([400, ['period']]);
  });

  it('is for super admins', async () => {
    const member = await app.make.member();
    expect((await member.get('/admin/api/compliance/?period=2021-01')).status).toBe(401);
  });
});
