import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { TestClient } from './support/factories.js';
import { literal, statementsOf, type Run } from './support/sent-statements.js';
import { planOf } from '@commerce/commission-engine';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { storeRun, writeAnew } from './support/stored-run.js';

/** Enough for the planner to care. */
const MEMBERS = 20_000;
const LINES_OF_BONUS = 15_000;

const BONUSES = ['levels', 'match', 'pool'];

const RUN = {
  plan: planOf({
    ranks: [{ name: 'member' }],
    bonuses: [
      { id: 'levels', type: 'unilevel', percents: { member: [10] } },
      { id: 'match', type: 'matching', of: ['levels'], percents: { member: [50] } },
      { id: 'pool', type: 'unilevel', percents: { member: [1] } },
    ],
  }),
  members: [{ uid: 1 }],
  rows: [],
};

describe('pages of a large run', () => {
  let app: TestApp;
  let root: TestClient;
  let client: pg.Client;
  let path: string;
  let id: number;

  beforeAll(async () => {
    app = await startTestApp();
    root = await app.make.superAdmin();
    ({ id } = await storeRun(app, RUN, { offset: 100_000 }));
    path = `/admin/api/commission-runs/${id}/`;
    await app.database.query(
      `INSERT INTO users (uid, username, first_name, last_name, country_code)
       SELECT 200000 + i, 'many-' || i, 'Many', '', 'DE' FROM generate_series(1, ${MEMBERS}) AS i`,
    );
    // Half of them are active, and they are those who earned; one in a thousand has a rank of its own.
    await app.database.query(
      `INSERT INTO commission_members (run_id, uid, kind, status, enrolled_at, sponsor_uid, parent_uid, leg, is_placed, active,
         rank, own_volume, commissionable_volume, personal_volume, group_volume, counted_volume, earned, bonuses)
       SELECT $1, 200000 + i, 'distributor', 'active', now(), NULL, NULL, NULL, false, i % 2 = 0,
              CASE WHEN i % 1000 = 0 THEN 'gold' ELSE 'member' END, 0, 0, i * 31 % 500, i * 17 % 9000, 0,
              CASE WHEN i % 2 = 0 THEN i * 7919 % 5000 ELSE 0 END, '{}'
         FROM generate_series(1, ${MEMBERS}) AS i`,
      [id],
    );
    for (const [at, bonus] of BONUSES.entries()) {
      await app.database.query(
        `INSERT INTO commission_lines (run_id, number, uid, bonus, source_uid, level, percent, base, amount)
         SELECT $1, $2 + i, 200000 + 1 + i * 7 % ${MEMBERS}, $3, 200000 + 1 + i % ${MEMBERS}, 1, 5, 100, 5
           FROM generate_series(1, ${LINES_OF_BONUS}) AS i`,
        [id, at * LINES_OF_BONUS, bonus],
      );
    }
    client = new pg.Client({ connectionString: app.database.url, options: '-c jit=off' });
    await client.connect();
    await client.query('VACUUM ANALYZE');
  });
  afterAll(async () => {
    await client.end();
    await app.stop();
  });

  /** How a request reads its page: for its values, and for any. */
  async function plansOf(query: string): Promise<string[]> {
    const sent = await statementsOf(() => root.get(`${path}${query}`));
    const plans: string[] = [];
    for (const run of sent.filter(({ text }) => text.startsWith('WITH page'))) plans.push(...(await explained(run)));
    expect(plans).toHaveLength(2);
    return plans;
  }

  async function explained({ text, values }: Run): Promise<string[]> {
    const plans: string[] = [];
    await client.query(`PREPARE read AS ${text}`);
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`SET plan_cache_mode = ${mode}`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, TIMING OFF) EXECUTE read(${values.map(literal).join(', ')})`,
      );
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    await client.query('DEALLOCATE read');
    return plans;
  }

  describe.each(['as versions before stored it', 'as it is written now'])('%s', (form) => {
    beforeAll(async () => {
      if (form === 'as versions before stored it') return;
      await writeAnew(app, id);
      await client.query('VACUUM ANALYZE');
    });

    it.each(BONUSES.flatMap((bonus) => [`bonus=${bonus}`, `bonus=${bonus}&offset=${LINES_OF_BONUS - 20}`]))(
      'of lines by %s read no other bonus',
      async (query) => {
        for (const plan of await plansOf(`lines/?limit=20&${query}`)) {
          expect(plan).not.toMatch(/Seq Scan on commission_lines|Rows Removed by Filter/);
        }
      },
    );

    it('of lines that a search finds are read by the indexes of payee and source', async () => {
      // It is no whole username, so that those who contain it are looked for.
      const sent = await statementsOf(() => root.get(`${path}lines/?sums=true&search=any-1777`));
      const read = sent.filter(({ text }) => text.startsWith('WITH found'));
      expect(read).toHaveLength(2);
      for (const run of read) {
        const [plan] = await explained(run);
        expect(plan).not.toMatch(/Seq Scan on commission_lines/);
        expect(plan).toMatch(/Bitmap Index Scan on \S*uid_number/);
      }
    });

    it('of lines count those of the bonus, and none of one that the plan does not have', async () => {
      for (const bonus of BONUSES) {
        const { count, results } = (await root.get(`${path}lines/?limit=1&bonus=${bonus}&offset=1`)).body.data;
        const number = BONUSES.indexOf(bonus) * LINES_OF_BONUS + 2;
        expect([count, results[0].bonus, results[0].number]).toEqual([LINES_OF_BONUS, bonus, number]);
      }
      for (const bonus of ['cap', 'nothing'])
        expect((await root.get(`${path}lines/?bonus=${bonus}`)).body.data).toMatchObject({ count: 0, results: [] });
    });

    it.each(['earned', 'personal_volume', 'group_volume'].flatMap((by) => [by, `-${by}`]))(
      'of members by %s are read in the order of its index, whatever is skipped or left out',
      async (order) => {
        const index = `commission_members_${id}_run_id_${order.replace('-', '')}`;
        for (const query of ['', '&offset=9000', '&active=false', '&rank=member']) {
          for (const plan of await plansOf(`members/?limit=10&sort=${order}${query}`)) {
            expect(plan).toMatch(new RegExp(`Index Only Scan (?:Backward )?using ${index}`));
            expect(plan).not.toContain('Incremental Sort');
          }
        }
      },
    );

    it('of members who are few are counted by what the run came to, and read in the order of the index up to the last', async () => {
      const gold = { rank: 'gold', members: MEMBERS / 1000, active: MEMBERS / 1000 };
      const summary = { members: MEMBERS + 1, active: MEMBERS / 2 + 1, by_rank: [gold] };
      const read = async (query: string): Promise<unknown> => (await root.get(`${path}members/?${query}`)).body.data;
      const queries = ['', 'rank=gold', 'rank=gold&offset=15', 'rank=gold&active=false', 'rank=none', 'active=false'];
      const before = await Promise.all(queries.map(read));
      await app.database.query('UPDATE commission_runs SET summary = $2 WHERE id = $1', [id, JSON.stringify(summary)]);
      try {
        expect(await Promise.all(queries.map(read))).toEqual(before);
        for (const plan of await plansOf('members/?rank=gold&offset=15'))
          expect(plan).toMatch(/Index Only Scan using commission_members_\d+_run_id_earned/);
      } finally {
        await app.database.query('UPDATE commission_runs SET summary = NULL WHERE id = $1', [id]);
      }
    });

    it('of members by a measure are the same from either end', async () => {
      const read = async (query: string): Promise<number[]> =>
        (await root.get(`${path}members/?limit=10&${query}`)).body.data.results.map(({ uid }: { uid: number }) => uid);
      const last = MEMBERS + 1 - 10;
      for (const measure of ['earned', 'personal_volume', 'group_volume'])
        expect(await read(`sort=${measure}`)).toEqual((await read(`sort=-${measure}&offset=${last}`)).reverse());
    });
  });
});
