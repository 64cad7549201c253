import { get } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { Downloads } from '#common/http/downloads.js';
import { auditOf } from './support/catalogue.js';
import { planOf, sale, type SmallPeriod } from '@commerce/commission-engine';
import type { Answer } from './support/start-test-app.js';
import { storeRun, writeAnew } from './support/stored-run.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const RUNS = '/admin/api/commission-runs/';

const LEVELS: SmallPeriod = {
  plan: planOf({
    ranks: [{ name: 'member' }, { name: 'silver', requires: { group_volume: 100 } }],
    bonuses: [
      { id: 'levels', type: 'unilevel', percents: { member: [10, 5] } },
      { id: 'match', type: 'matching', of: ['levels'], percents: { member: [50] } },
    ],
    member_cap: 16,
  }),
  members: [
    { uid: 101 },
    { uid: 102, sponsor: 101 },
    { uid: 103, sponsor: 102, kind: 'customer' },
    { uid: 104, sponsor: 102 },
  ],
  rows: [sale(102, 100.5), sale(103, 10), sale(104, 80)],
};

const app = await useTestApp();
const root = await app.make.superAdmin();
const { id } = await storeRun(app, LEVELS);
await app.database.query(`UPDATE users SET first_name = '=SUM(1)', last_name = 'a,"b"' WHERE uid = 102`);

describe('results of runs', () => {
  async function results(path: string, run = id): Promise<Answer['body']> {
    const { status, body } = await root.get(`${RUNS}${run}/${path}`);
    expect([status, body.message]).toEqual([200, undefined]);
    return body.data;
  }
  const uids = (data: Answer['body']): number[] => data.results.map(({ uid }: { uid: number }) => uid);

  describe('lines', () => {
    it('come in the order in which they were calculated, with all that led to them', async () => {
      const { results: lines, count } = await results('lines/');
      expect(count).toBe(lines.length);
      expect(lines[0]).toEqual({
        number: 1,
        uid: 101,
        username: 'person-101',
        bonus: 'levels',
        type: 'unilevel',
        source_uid: 102,
        source_username: 'person-102',
        level: 1,
        rank: null,
        percent: 10,
        base: 100.5,
        amount: 10.05,
        takes_back: null,
      });
      expect(lines.at(-1)).toMatchObject({ bonus: 'cap', type: 'cap', source_uid: null, base: null, percent: null });
      expect(lines.map(({ number }: { number: number }) => number)).toEqual(
        lines.map((_: unknown, at: number) => at + 1),
      );
    });

    it('are those of a payee, a bonus or a source', async () => {
      expect(uids(await results('lines/?uid=102'))).toEqual([102, 102]);
      expect(uids(await results('lines/?bonus=levels&source_uid=104'))).toEqual([102, 101]);
      expect((await results('lines/?bonus=none')).results).toEqual([]);
      const page = await results('lines/?limit=1&offset=1');
      expect([page.count > 2, page.results[0].number, page.next !== null]).toEqual([true, 2, true]);
    });
  });

  it('of a run are found by the payee and by the source, also added up and as a file', async () => {
    const found = async (search: string) => results(`lines/?sums=true&search=${search}`);
    const [payee, source] = [await results('lines/?uid=102'), await results('lines/?source_uid=102')];
    const numbers = (of: Answer['body']): number[] => of.results.map(({ number }: { number: number }) => number);
    const both = [...new Set([...numbers(payee), ...numbers(source)])].sort((a, b) => a - b);
    for (const search of ['102', 'person-102', 'a,"b']) {
      const page = await found(encodeURIComponent(search));
      expect([search, numbers(page), page.count]).toEqual([search, both, both.length]);
      expect(page.sums).toMatchObject([{ count: both.length }]);
      const file = await root.get(`${RUNS}${id}/lines/?format=csv&search=${encodeURIComponent(search)}`);
      expect(
        file.text
          .trimEnd()
          .split('\n')
          .slice(1)
          .map((row) => Number(row.split(',')[0])),
      ).toEqual(both);
    }
    expect(await found('nobody')).toMatchObject({ count: 0, results: [], sums: [{ count: 0, amount: 0 }] });
    expect(await found('')).toMatchObject({ count: (await results('lines/')).count });
  });

  it('say what all lines and members that match come to', async () => {
    const sums = async (path: string): Promise<unknown> => (await results(`${path}sums=true&limit=1`)).sums;
    const amounts = (await results('lines/?uid=101')).results.map(({ amount }: { amount: number }) => amount);
    expect(await sums('lines/?uid=101&')).toEqual([{ count: amounts.length, amount: 16 }]);
    expect(await sums('lines/?bonus=cap&')).toEqual([{ count: 1, amount: -3.05 }]);
    expect(await sums('members/?rank=silver&active=true&')).toEqual([{ count: 2, earned: 25 }]);
    expect(await sums('members/?search=person-101&')).toEqual([{ count: 1, earned: 16 }]);
    expect(await sums('members/?search=nobody&')).toEqual([{ count: 0, earned: 0 }]);
    expect(await results('lines/')).not.toHaveProperty('sums');
  });

  describe('members', () => {
    it('have measures, ranks and sums by bonus that come to what they earned', async () => {
      const { results: members, count } = await results('members/');
      expect([count, uids({ results: members })[0]]).toEqual([4, 101]);
      expect(members[0]).toEqual({
        uid: 101,
        username: 'person-101',
        name: 'Person 101',
        kind: 'distributor',
        status: 'active',
        active: true,
        sponsor_uid: null,
        own_volume: 0,
        personal_volume: 0,
        group_volume: 190.5,
        commissionable_volume: 0,
        rank: 'silver',
        title_before: null,
        title_rank: 'silver',
        earned: 16,
        previous_earned: null,
        bonuses: { levels: 14.55, match: 4.5, cap: -3.05 },
      });
      const all = await results('lines/');
      for (const { uid, earned } of members) {
        const own = all.results.filter((line: { uid: number }) => line.uid === uid);
        const cents = own.reduce((sum: number, { amount }: { amount: number }) => sum + Math.round(amount * 100), 0);
        expect(cents).toBe(Math.round(earned * 100));
      }
    });

    it.each([
      ['sort=earned', [104, 103, 102, 101]],
      ['sort=-earned', [101, 102, 103, 104]],
      ['sort=uid', [101, 102, 103, 104]],
      ['sort=-uid', [104, 103, 102, 101]],
      ['sort=-username&limit=2', [104, 103]],
      ['sort=username&offset=2', [103, 104]],
      ['sort=-group_volume&limit=2', [101, 102]],
      ['sort=personal_volume&limit=2', [101, 103]],
      ['uid=103', [103]],
      ['rank=silver&sort=uid', [101, 102]],
      ['active=false', [103]],
      ['search=PERSON-10&sort=uid', [101, 102, 103, 104]],
      ['search=sum(', [102]],
      ['search=104', [104]],
    ])('by %s are %j', async (query, expected) => {
      expect(uids(await results(`members/?${query}`))).toEqual(expected);
    });
  });

  describe('as CSV', () => {
    it('have a header, all rows, and no formulas', async () => {
      const answer = await root.get(`${RUNS}${id}/members/?format=csv&limit=1`);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': expect.stringMatching(
          new RegExp(`filename="commission-members-2026-11-run-${id}-\\d{4}-\\d{2}-\\d{2}\\.csv"$`),
        ),
        'cache-control': 'no-store',
      });
      expect(answer.text.split('\n')).toEqual([
        'uid,username,name,kind,status,active,sponsor_uid,own_volume,personal_volume,group_volume,commissionable_volume,rank,title_before,title_rank,earned,previous_earned,bonuses.levels,bonuses.match,bonuses.cap,bonuses.clawback',
        '101,person-101,Person 101,distributor,active,true,,0,0,190.5,0,silver,,silver,16,,14.55,4.5,-3.05,0',
        `102,person-102,"'=SUM(1) a,""b""",distributor,active,true,101,100.5,100.5,190.5,100.5,silver,,silver,9,,9,0,0,0`,
        '103,person-103,Person 103,customer,active,false,102,10,10,10,10,,,,0,,0,0,0,0',
        '104,person-104,Person 104,distributor,active,true,102,80,80,80,80,member,,member,0,,0,0,0,0',
        '',
      ]);
    });

    it('are audited', async () => {
      const auditor = await app.make.admin(['finance']);
      for (const part of ['members', 'lines']) await auditor.get(`${RUNS}${id}/${part}/?format=csv`);
      expect((await auditOf(app, auditor.user.uid)).map(({ action, entity_id }) => [action, entity_id])).toEqual([
        ['commission-members.download', String(id)],
        ['commission-lines.download', String(id)],
      ]);
    });

    it('are asked for by the header Accept too, unless the query says otherwise', async () => {
      const headers = { accept: 'text/csv, application/json;q=0.5' };
      const { text } = await root.get(`${RUNS}${id}/lines/?uid=102`, { headers });
      expect(text.split('\n').slice(1)).toEqual([
        '2,102,person-102,levels,unilevel,103,person-103,1,,10,10,1,,,,',
        '3,102,person-102,levels,unilevel,104,person-104,1,,10,80,8,,,,',
        '',
      ]);
      const json = await root.get(`${RUNS}${id}/lines/?format=json`, { headers });
      expect(json.body.data.count).toBe(7);
      expect((await root.get(`${RUNS}${id}/lines/?format=xml`)).status).toBe(400);
      const head = await app.send('HEAD', `${RUNS}${id}/lines/?format=csv`, { headers: root.headers });
      expect([head.status, head.text]).toEqual([200, '']);
    });

    it('are sent batch by batch, and the reading ends when the client hangs up', async () => {
      const big = await storeRun(app, { ...LEVELS, members: [{ uid: 1 }], rows: [] }, { offset: 1_000_000 });
      await app.database.query(
        // More than the sockets take in at once.
        `INSERT INTO commission_lines (run_id, number, uid, bonus, source_uid, level, rank, percent, base, amount)
         SELECT $1, n, 1000001, 'levels', 1000001, 1, repeat('💎', 100), 5, 100, 5 FROM generate_series(1, 25000) AS n`,
        [big.id],
      );
      const downloads = app.nest.get(Downloads);
      const url = await app.listen();
      const address = `${url}${RUNS}${big.id}/lines/?format=csv`;
      const whole = await (await fetch(address, { headers: root.headers })).text();
      expect(whole.split('\n')).toHaveLength(25_002);
      await until(() => downloads.count === 0);

      const opened = await Promise.all([1, 2].map(() => open(address, root.headers)));
      const refused = await fetch(address, { headers: root.headers });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
      expect(downloads.count).toBe(2);
      for (const request of opened) request.destroy();
      await until(() => downloads.count === 0);
      expect((await fetch(address, { headers: root.headers, method: 'HEAD' })).status).toBe(200);

      const cut = await open(address, root.headers);
      await app.database.query(`UPDATE commission_runs SET status = 'discarded' WHERE id = $1`, [big.id]);
      await app.database.query(`DROP TABLE commission_lines_${big.id}`);
      await expect(drained(cut)).rejects.toThrow();
      await until(() => downloads.count === 0);
    });
  });

  it('are the same of a run that a version before wrote', async () => {
    const paths = ['lines', 'members'].flatMap((of) => [`${of}/`, `${of}/?uid=102`, `${of}/?format=csv`]);
    paths.push(
      'lines/?source_uid=104',
      'members/?sort=-earned',
      'members/?sort=group_volume&active=true',
      'explain/?uid=102',
    );
    const { id: run } = await storeRun(app, LEVELS, { offset: 30_000 });
    const answers = (): Promise<string[]> =>
      Promise.all(
        paths.map(async (path) => {
          const { status, text } = await root.get(`${RUNS}${run}/${path.replace('=10', '=3010')}`);
          return `${status} ${text}`;
        }),
      );
    const before = await answers();
    await writeAnew(app, run);
    expect(await answers()).toEqual(before);
    for (const answer of before) expect(answer).toMatch(/^200 .*person-30102/s);
  });

  it('are not found for an unknown run, and a conflict where there are none', async () => {
    for (const path of ['lines/', 'members/', 'lines/?format=csv', 'members/?format=csv']) {
      for (const unknown of ['0', 'x', '999999', '99999999999999999999'])
        expect((await root.get(`${RUNS}${unknown}/${path}`)).status).toBe(404);
      for (const status of ['queued', 'running', 'failed', 'cancelled', 'discarded']) {
        const [run] = await app.database.query<{ id: number }>(
          `INSERT INTO commission_runs (kind, period, from_at, to_at, plan_id, document, status)
           VALUES ('preview', '2026-11', '2026-11-01', '2026-12-01', 1, '{}', $1) RETURNING id`,
          [status],
        );
        const answer = await root.get(`${RUNS}${run!.id}/${path}`);
        expect([answer.status, answer.body.message]).toEqual([
          409,
          `the run is ${status}: only runs that are calculated, approved or posted have results`,
        ]);
      }
    }
  });
});

interface Opened {
  destroy(): void;
  response: NodeJS.ReadableStream;
}

/** Asks for a file, and reads nothing of it yet. */
function open(address: string, headers: Record<string, string>): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers, agent: false }, (response) =>
      resolve({ destroy: () => request.destroy(), response }),
    );
    request.once('error', reject);
  });
}

async function drained({ response }: Opened): Promise<void> {
  for await (const _ of response as AsyncIterable<Buffer>);
}
