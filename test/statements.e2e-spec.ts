import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TestClient } from './support/factories.js';
import { NetworkHands } from './support/network.js';
import { PLAN } from './support/shop.js';
import { literal, statementsOf } from './support/sent-statements.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

interface Line {
  number: number;
  bonus?: string;
  source_uid?: number | null;
  level?: number;
  percent?: number;
  base?: number;
  amount: number;
  taken?: [run: number, number: number];
}

type Person = { uid: number; username: string };

const app = await useTestApp();
const network = await NetworkHands.of(app);

describe('statements', () => {
  let runs = 0;
  let member: Person;
  let client: TestClient;

  beforeEach(async () => {
    member = await network.member();
    client = await network.as(member);
    await app.database.query(`DELETE FROM commission_runs`);
  });

  /** A run of a month, as if it had been calculated, with unilevel bonuses of these ids, and a pool. */
  async function run(month: string, status = 'posted', ids = ['levels']): Promise<number> {
    runs += 1;
    const bonuses = [...ids.map((id) => ({ id, type: 'unilevel' })), { id: 'shared', type: 'pool' }];
    const posted = status === 'posted' ? '2026-12-02T10:00:00Z' : null;
    await app.database.query(
      `INSERT INTO commission_runs (id, kind, period, from_at, to_at, plan_id, document, status, posted_at)
       VALUES ($1, 'final', $2, $3, $3::timestamptz + interval '1 month', 1, $4, $5, $6)`,
      [runs, month, `${month}-01T00:00:00Z`, { ...PLAN, bonuses }, status, posted],
    );
    for (const table of ['lines', 'members'])
      await app.database.query(
        `CREATE TABLE commission_${table}_${runs} PARTITION OF commission_${table} FOR VALUES IN (${runs})`,
      );
    return runs;
  }

  async function earned(of: number, { uid }: Person, lines: readonly Line[]): Promise<void> {
    const sums = new Map<string, number>();
    for (const { bonus = 'levels', amount } of lines) sums.set(bonus, (sums.get(bonus) ?? 0) + amount);
    await app.database.query(
      `INSERT INTO commission_members (run_id, uid, kind, status, enrolled_at, is_placed, active, rank, title_rank, own_volume,
         commissionable_volume, personal_volume, group_volume, counted_volume, earned, bonuses)
       VALUES ($1, $2, 'distributor', 'active', now(), false, true, 'silver', 'gold', 10, 10, 120.5, 4300.0001, 0, $3, $4)`,
      [of, uid, lines.reduce((sum, { amount }) => sum + amount, 0), Object.fromEntries(sums)],
    );
    for (const {
      number,
      bonus = 'levels',
      source_uid = null,
      level = null,
      percent = null,
      base = null,
      ...line
    } of lines)
      await app.database.query(
        `INSERT INTO commission_lines (run_id, number, uid, bonus, source_uid, level, percent, base, amount, taken_run_id, taken_number)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [of, number, uid, bonus, source_uid, level, percent, base, line.amount, ...(line.taken ?? [null, null])],
      );
  }

  it('lists posted periods with their sums, the newest first', async () => {
    await earned(await run('2026-09'), member, [{ number: 1, amount: 12.5 }]);
    await earned(await run('2026-10'), member, [
      { number: 4, amount: 40 },
      { number: 9, bonus: 'cap', amount: -2.25 },
      { number: 7, bonus: 'shared', amount: 5 },
    ]);
    await earned(await run('2026-11', 'approved'), member, [{ number: 1, amount: 99 }]);
    const { body } = await client.get('commissions/');
    expect(body.data.count).toBe(2);
    expect(body.data.results[0]).toEqual({
      period: '2026-10',
      from: '2026-10-01T00:00:00.000Z',
      to: '2026-11-01T00:00:00.000Z',
      posted_at: '2026-12-02T10:00:00.000Z',
      total: 42.75,
      currency_code: 'USD',
      kind: 'distributor',
      status: 'active',
      active: true,
      rank: 'silver',
      title_rank: 'gold',
      personal_volume: 120.5,
      group_volume: 4300.0001,
      by_bonus: [
        { bonus: 'levels', type: 'unilevel', amount: 40 },
        { bonus: 'shared', type: 'pool', amount: 5 },
        { bonus: 'cap', type: 'cap', amount: -2.25 },
      ],
    });
    const second = await client.get('commissions/?limit=1&offset=1');
    expect(second.body.data.results).toMatchObject([{ period: '2026-09', total: 12.5 }]);
    const behind = await client.get('commissions/?offset=5');
    expect([behind.body.data.results, behind.body.data.count]).toEqual([[], 2]);
  });

  it('tells bonuses in the order of the plan, and only what was paid, whatever they are called', async () => {
    await earned(await run('2026-10', 'posted', ['levels', 'constructor', '10', 'toString', '2']), member, [
      { number: 1, bonus: '2', amount: 1 },
      { number: 2, bonus: 'constructor', amount: 2 },
      { number: 3, bonus: '10', amount: 3 },
    ]);
    const { body } = await client.get('commissions/2026-10/');
    const sums = body.data.by_bonus.map(({ bonus, amount }: { bonus: string; amount: number }) => [bonus, amount]);
    expect(sums).toEqual([
      ['constructor', 2],
      ['10', 3],
      ['2', 1],
    ]);
    expect(body.data.lines.map(({ type }: { type: string }) => type)).toEqual(['unilevel', 'unilevel', 'unilevel']);
  });

  it('reads a statement line by line', async () => {
    const below = await network.member({ sponsor: member.username });
    const stranger = await network.member();
    const september = await run('2026-09');
    await earned(september, member, [{ number: 3, source_uid: below.uid, amount: 8 }]);
    await earned(await run('2026-10'), member, [
      { number: 11, source_uid: below.uid, level: 1, percent: 5, base: 800.5, amount: 40.03 },
      { number: 12, source_uid: stranger.uid, level: 2, percent: 2.5, base: 100, amount: 2.5 },
      { number: 13, bonus: 'clawback', source_uid: below.uid, level: 1, amount: -4, taken: [september, 3] },
    ]);
    // Who stands below is told by the live network, which hears of a new member a moment later.
    await until(async () => {
      const { body } = await client.get('commissions/2026-10/');
      return body.data.lines[0].source_username !== null;
    });
    const { body } = await client.get('commissions/2026-10/');
    const { lines, ...sums } = body.data;
    expect(sums).toMatchObject({
      period: '2026-10',
      total: 38.53,
      currency_code: 'USD',
      line_count: 3,
      rank: 'silver',
    });
    expect(lines).toEqual([
      {
        number: 11,
        bonus: 'levels',
        type: 'unilevel',
        source_uid: below.uid,
        source_username: below.username,
        level: 1,
        rank: null,
        percent: 5,
        base: 800.5,
        amount: 40.03,
        takes_back: null,
      },
      {
        number: 12,
        bonus: 'levels',
        type: 'unilevel',
        source_uid: stranger.uid,
        source_username: null,
        level: 2,
        rank: null,
        percent: 2.5,
        base: 100,
        amount: 2.5,
        takes_back: null,
      },
      {
        number: 13,
        bonus: 'clawback',
        type: 'clawback',
        source_uid: below.uid,
        source_username: below.username,
        level: 1,
        rank: null,
        percent: null,
        base: null,
        amount: -4,
        takes_back: { period: '2026-09', number: 3, bonus: 'levels' },
      },
    ]);
    const { body: page } = await client.get('commissions/2026-10/?limit=1&offset=1');
    expect([page.data.lines.map((line: Line) => line.number), page.data.line_count]).toEqual([[12], 3]);
  });

  it('reads the lines of a period from its run alone, however many runs there are', async () => {
    await earned(await run('2026-09'), member, [{ number: 1, amount: 8 }]);
    const october = await run('2026-10');
    await earned(october, member, [{ number: 1, amount: 2.5 }]);
    const sent = await statementsOf(() => client.get('commissions/2026-10/'));
    const reads = sent.filter(({ text }) => text.includes('commission_lines'));
    expect(reads).toHaveLength(1);
    const text = reads[0]!.text.replace(/\$(\d+)/g, (_, number) => literal(reads[0]!.values[Number(number) - 1]));
    const plan = JSON.stringify(await app.database.query(`EXPLAIN ${text}`));
    expect(new Set(plan.match(/on commission_lines_\d+/g))).toEqual(new Set([`on commission_lines_${october}`]));
  });

  it('knows no period that is not posted, or in which one was no member', async () => {
    await earned(await run('2026-10', 'calculated'), member, [{ number: 1, amount: 1 }]);
    await earned(await run('2026-09'), await network.member(), [{ number: 1, amount: 1 }]);
    for (const period of ['2026-10', '2026-09', '2026-08', '2026-W40', 'autumn'])
      expect([period, (await client.get(`commissions/${period}/`)).status]).toEqual([period, 404]);
    expect((await client.get('commissions/')).body.data.results).toEqual([]);
    const answer = await client.get('commissions/2026-10/?limit=1001&offset=-1');
    expect(Object.keys(answer.body.errors).sort()).toEqual(['limit', 'offset']);
  });

  it('shows super admins any member’s periods and statements', async () => {
    const october = await run('2026-10');
    await earned(october, member, [{ number: 5, amount: 10 }]);
    const statements = '/admin/api/commission-statements/';
    const list = await network.root.get(`${statements}?uid=${member.uid}&limit=1`);
    expect(list.body.data).toMatchObject({ count: 1, results: [{ period: '2026-10', total: 10, run_id: october }] });
    const own = await client.get('commissions/2026-10/');
    expect((await network.root.get(`${statements}2026-10/?uid=${member.uid}`)).body.data).toEqual(own.body.data);
    const other = await network.member();
    expect((await network.root.get(`${statements}?uid=${other.uid}`)).body.data).toMatchObject({ count: 0 });
    const statuses = ['2026-09/?uid=1', `2026-10/?uid=${other.uid}`, '?uid=999999', '', '2026-10/'].map(
      async (path) => (await network.root.get(statements + path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 400, 400]);
  });

  it('shows a member’s own alone, and API admins whom they name, which is audited', async () => {
    const other = await network.member();
    const october = await run('2026-10');
    await earned(october, member, [{ number: 1, amount: 10 }]);
    await earned(october, other, [{ number: 2, amount: 20 }]);
    expect((await client.get('commissions/2026-10/')).body.data).toMatchObject({ total: 10, line_count: 1 });
    expect((await client.get(`commissions/2026-10/?uid=${other.uid}`)).status).toBe(403);
    expect((await client.get(`commissions/?uid=${other.uid}`)).status).toBe(403);
    const read = await network.apiAdmin.get(`commissions/2026-10/?uid=${other.uid}`);
    expect(read.body.data).toMatchObject({ total: 20 });
    const list = await network.apiAdmin.get(`commissions/?uid=${other.uid}&limit=1`);
    expect(list.body.data.results).toMatchObject([{ total: 20 }]);
    const audited = await app.database.query(
      `SELECT entity_id FROM audit_entries WHERE action = 'commissions.read' AND target_uid = $1 ORDER BY id`,
      [other.uid],
    );
    expect(audited).toEqual([{ entity_id: '2026-10' }, { entity_id: 'periods' }]);
    const apikey = (await app.make.application()).apikey;
    expect((await client.get('commissions/2026-10/', { headers: { apikey } })).status).toBe(401);
  });
});
