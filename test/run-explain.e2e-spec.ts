import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyPeriod } from './support/oracle/arbitrary.js';
import type { TestClient } from './support/factories.js';
import { planOf, sale, type SmallPeriod } from '@commerce/commission-engine';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { storeRun, type StoredRun } from './support/stored-run.js';

const RUNS = '/admin/api/commission-runs/';

/** In ten-thousandths. */
const ten = (value: number): number => Math.round(value * 10_000);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + ten(value), 0);

let app: TestApp;
let root: TestClient;
let networks = 0;

beforeAll(async () => {
  app = await startTestApp();
  root = await app.make.superAdmin();
});
afterAll(() => app.stop());

/** A stored run with uids of its own. */
async function stored(small: SmallPeriod): Promise<StoredRun> {
  networks += 1;
  const year = 1900 + networks;
  return storeRun(app, small, { offset: networks * 100_000, earlierPeriod: `${year}-10` });
}

async function explained(run: StoredRun, uid: number, more = ''): Promise<Answer['body']> {
  const { status, body } = await root.get(`${RUNS}${run.id}/explain/?uid=${uid}&limit=100${more}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
}

/** Of a network whose uids are those of the period. */
function hands(run: StoredRun) {
  const offset = networks * 100_000;
  return {
    of: (uid: number, more?: string) => explained(run, uid + offset, more),
    line: async (number: number) => (await root.get(`${RUNS}${run.id}/lines/${number}/`)).body.data,
    uid: (uid: number) => uid + offset,
  };
}

const bonusOf = (data: Answer['body'], bonus: string): Answer['body'] =>
  data.bonuses.find((one: { bonus: string }) => one.bonus === bonus);

describe('explaining any run', () => {
  it('adds up to what the engine says, for every member of any network', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (random) => {
        const small = anyPeriod(random);
        const run = await stored(small);
        const lines = await app.database.query<{
          uid: number;
          bonus: string;
          source_uid: number;
          level: number;
          amount: string;
        }>('SELECT uid, bonus, source_uid, level, amount FROM commission_lines WHERE run_id = $1 ORDER BY number', [
          run.id,
        ]);
        for (const [at, uid] of run.uids.entries()) {
          const data = await explained(run, uid);
          const { standings, measures } = run.outcome;
          expect(sum(data.bonuses.map(({ amount }: { amount: number }) => amount))).toBe(ten(data.earned));
          const own = lines.filter((line) => Number(line.uid) === uid);
          expect(sum(own.map(({ amount }) => Number(amount)))).toBe(ten(data.earned));
          for (const { bonus, amount, count, lines: shown } of data.bonuses) {
            const ofBonus = own.filter((line) => line.bonus === bonus);
            expect([bonus, count, shown.length]).toEqual([bonus, ofBonus.length, ofBonus.length]);
            expect(sum(shown.map((line: { amount: number }) => line.amount))).toBe(ten(amount));
          }
          for (const { value, parts } of data.measures)
            expect(sum(parts.map(({ volume }: { volume: number }) => volume))).toBe(ten(value));
          expect(data.measures.map(({ value }: { value: number }) => ten(value))).toEqual(
            [measures.own, measures.commissionable, measures.personal, measures.group].map((column) => column[at]!),
          );
          expectStanding(data, small, { at, active: standings.active[at] === 1, paidAs: standings.paidAs[at]! });
          const onMember = lines.filter(({ bonus, source_uid }) => {
            const type = small.plan.bonuses.find(({ id }) => id === bonus)?.type;
            return Number(source_uid) === uid && type !== undefined && type !== 'differential';
          });
          const paid = data.as_source.flatMap((one: { bonus: string; above: { amount: number | null }[] }) =>
            one.above.filter(({ amount }) => amount !== null).map((above) => ({ bonus: one.bonus, ...above })),
          );
          const key = (bonus: string, payee: number, level: number, amount: number): string =>
            [bonus, payee, level, ten(amount)].join();
          expect(
            paid
              .map((one: { bonus: string; uid: number; level: number; amount: number }) =>
                key(one.bonus, one.uid, one.level, one.amount),
              )
              .sort(),
          ).toEqual(
            onMember
              .map(({ bonus, uid: payee, level, amount }) => key(bonus, Number(payee), level, Number(amount)))
              .sort(),
          );
        }
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  function expectStanding(
    data: Answer['body'],
    small: SmallPeriod,
    { at, active, paidAs }: { at: number; active: boolean; paidAs: number },
  ): void {
    expect([at, data.activity.active]).toEqual([at, active]);
    const holding = data.ranks.findIndex(({ holds }: { holds: boolean }) => holds);
    const highest = small.plan.ranks.length - 1 - holding;
    if (active) expect(highest).toBe(paidAs);
    const conditions = data.activity.conditions.every(({ holds }: { holds: boolean }) => holds);
    if (active) expect(conditions).toBe(true);
    const isNotActive = data.activity.sentence.startsWith('Not active');
    expect(isNotActive).toBe(!active);
  }
});

describe('explaining a run', () => {
  const small: SmallPeriod = {
    plan: planOf({
      personal_volume_includes_customers: true,
      active: { personal_volume: 50 },
      ranks: [
        { name: 'member' },
        { name: 'silver', requires: { group_volume: 200, leg_cap_percent: 60, active_frontline: 1 } },
        { name: 'gold', requires: { any: [{ legs: [{ rank: 'silver', count: 1 }] }, { group_volume: 5000 }] } },
      ],
      bonuses: [
        { id: 'levels', type: 'unilevel', percents: { member: [10], silver: [10, 5] } },
        { id: 'match', type: 'matching', of: ['levels'], percents: { silver: [50] } },
        { id: 'pairs', type: 'binary', percent: 10 },
        { id: 'pool', type: 'pool', percent: 1, shares: { silver: 2, member: 1 } },
        { id: 'first', type: 'rank_advancement', amounts: { silver: 25 } },
        {
          id: 'steps',
          type: 'differential',
          steps: [
            { from: 100, percent: 3 },
            { from: 300, percent: 6 },
          ],
        },
      ],
    }),
    members: [
      { uid: 1, placed: 'root' },
      { uid: 2, sponsor: 1, placed: { below: 1, leg: 1 } },
      { uid: 3, sponsor: 1, placed: { below: 1, leg: 2 } },
      { uid: 4, sponsor: 2, kind: 'customer' },
      { uid: 5, sponsor: 4, placed: { below: 2, leg: 1 } },
    ],
    rows: [sale(1, 60), sale(2, 100), sale(3, 20), sale(4, 40), sale(5, 124)],
  };
  let run: StoredRun;
  let uid: (uid: number) => number;
  let of: (uid: number, more?: string) => Promise<Answer['body']>;

  beforeAll(async () => {
    run = await stored(small);
    ({ uid, of } = hands(run));
  });

  it('says what measures are made of', async () => {
    const { measures } = await of(2);
    expect(measures[2]).toEqual({
      measure: 'personal_volume',
      value: 140,
      sentence: 'Personal volume is 140: 100 bought by the member and 40 by its customers.',
      parts: [
        { part: 'own', uid: null, username: null, count: null, volume: 100 },
        { part: 'customer', uid: uid(4), username: `person-${uid(4)}`, count: null, volume: 40 },
      ],
    });
    expect(measures[3].parts.map(({ part, volume }: { part: string; volume: number }) => [part, volume])).toEqual([
      ['own', 100],
      ['leg', 164],
    ]);
    expect(measures[0].parts).toEqual([{ part: 'import', uid: null, username: null, count: 1, volume: 100 }]);
  });

  it('says of each rank what was wanted, had and missing', async () => {
    const { ranks, rank, activity } = await of(1);
    expect([rank, activity]).toMatchObject(['silver', { active: true, sentence: 'Active.' }]);
    expect(
      ranks.map(({ rank: name, holds, is_paid_as: paidAs }: Record<string, unknown>) => [name, holds, paidAs]),
    ).toEqual([
      ['gold', false, false],
      ['silver', true, true],
      ['member', true, false],
    ]);
    const [any] = ranks[0].conditions;
    expect(any.any[0][0]).toMatchObject({
      condition: 'legs',
      rank: 'silver',
      wanted: 1,
      had: 0,
      missing: 1,
      holds: false,
    });
    expect(any.any[1][0]).toMatchObject({
      condition: 'group_volume',
      wanted: 5000,
      had: 344,
      missing: 4656,
      sentence: 'Group volume of at least 5,000: it was 344; 4,656 is missing.',
    });
    expect(ranks[1].conditions[1]).toMatchObject({
      condition: 'leg_cap_percent',
      wanted: 200,
      had: 200,
      missing: 0,
      holds: true,
      legs: [
        { uid: uid(2), had: 264, counts: 120 },
        { uid: uid(3), had: 20, counts: 20 },
      ],
    });
    const inactive = await of(3);
    expect(inactive.activity.sentence).toBe('Not active: Personal volume of at least 50: it was 20; 30 is missing.');
    expect([inactive.sentence, inactive.earned]).toEqual(['Nothing: Who is not active in the period is not paid.', 0]);
    expect(bonusOf(inactive, 'levels').reasons).toEqual(['not_active']);
  });

  it('says what each bonus came to, by which rule, and why not more', async () => {
    const data = await of(1);
    expect(data.sentence).toMatch(/^\$[0-9.,]+: \$20.20 by levels, /);
    expect(bonusOf(data, 'levels')).toMatchObject({
      amount: 20.2,
      count: 4,
      reasons: [],
      rule: 'Pays a percentage of what is bought below, level by level in the sponsor tree. If the member on a level cannot be paid, nobody gets that level. The rank silver has 10 % on level 1, 5 % on level 2.',
      sentence: '$20.20 in 4 lines.',
    });
    expect(bonusOf(await of(2), 'levels')).toMatchObject({
      reasons: ['rank'],
      sentence: '$16.40 in 2 lines. A higher rank has more on level 2: 5 %.',
    });
    expect(bonusOf(data, 'pairs')).toMatchObject({
      amount: 2,
      reasons: [],
      figures: {
        carried_in: { left: 0, right: 0 },
        new: { left: 264, right: 20 },
        matched: { left: 20, right: 20 },
        carried_out: { left: 244, right: 0 },
      },
    });
    expect(bonusOf(data, 'pool')).toMatchObject({ figures: { pool: 3.44, all_shares: 4, shares: 2 } });
    expect(bonusOf(data, 'first').sentence).toBe('$25.00 for silver, reached for the first time.');
    expect(bonusOf(data, 'steps').figures).toMatchObject({
      own: { qualifying_volume: 344, percent: 6 },
      children: [
        { uid: uid(2), qualifying_volume: 264, percent: 3 },
        { uid: uid(3), percent: 0 },
      ],
    });
    expect(bonusOf(data, 'cap').rule).toBe('The plan has no upper limits.');
  });

  it('says who above was paid on the member’s own volume, and who was not', async () => {
    const { as_source: sources } = await of(5);
    expect(sources[0]).toMatchObject({
      bonus: 'levels',
      base: 124,
      sentence: 'Commissions are paid on 124: 2 members above got something.',
    });
    expect(sources[0].above).toEqual([
      {
        uid: uid(4),
        username: `person-${uid(4)}`,
        level: null,
        percent: null,
        amount: null,
        reason: 'not_a_distributor',
        sentence: 'Skipped: only distributors are paid, not customers.',
      },
      {
        uid: uid(2),
        username: `person-${uid(2)}`,
        level: 1,
        percent: 10,
        amount: 12.4,
        reason: null,
        sentence: 'Level 1: 10 %.',
      },
      {
        uid: uid(1),
        username: `person-${uid(1)}`,
        level: 2,
        percent: 5,
        amount: 6.2,
        reason: null,
        sentence: 'Level 2: 5 %.',
      },
    ]);
  });

  it('says of a line how it was calculated, and where it comes from', async () => {
    const { line } = hands(run);
    const { results } = (await root.get(`${RUNS}${run.id}/lines/?uid=${uid(1)}&source_uid=${uid(5)}`)).body.data;
    const explainedLine = await line(results[0].number);
    expect(explainedLine).toMatchObject({
      line: results[0],
      formula: '124 × 5 % = $6.20, halves rounded to the even digit.',
      sentence: `Level 2 of the bonus levels, on what person-${uid(5)} bought.`,
      path: [
        { uid: uid(4), reason: 'not_a_distributor' },
        { uid: uid(2), level: 1 },
        { uid: uid(1), level: 2 },
      ],
      rows: [{ kind: 'import', volume: 124, order_id: null }],
      lines: [],
    });
    const matches = (await root.get(`${RUNS}${run.id}/lines/?bonus=match`)).body.data.results;
    expect((await line(matches[0].number)).lines.map(({ bonus }: { bonus: string }) => bonus)).toEqual([
      'levels',
      'levels',
    ]);
    for (const unknown of ['0', 'x', '999', '4294967296'])
      expect((await root.get(`${RUNS}${run.id}/lines/${unknown}/`)).status).toBe(404);
  });

  it('shows the prices of what a retail line is paid on, whose margins add up to its base', async () => {
    const row = (at: number, price: number, wholesale: number, more: object = {}) =>
      sale(2, price, { at, price: price * 10_000, wholesale: wholesale * 10_000, ...more });
    const shop = await stored({
      plan: planOf({ bonuses: [{ id: 'shop', type: 'retail' }] }),
      members: [{ uid: 1 }, { uid: 2, sponsor: 1, kind: 'customer' }],
      rows: [
        row(0, 120, 90),
        row(1, 50, 45),
        row(2, -30, -22.5, { takesBack: 0 }),
        row(3, -9, -6, { takesBack: 'earlier' }),
      ],
    });
    const { line, uid: buyer } = hands(shop);
    await app.database.query(
      `INSERT INTO volume_rows (at, uid, kind, business_volume, points, cumulative_volume, price)
       VALUES ('2026-11-02Z', $1, 'import', 8, 8, 8, 10)`,
      [buyer(2)],
    );
    const [october] = await app.database.query<{ id: number }>(
      `INSERT INTO commission_runs (kind, period, from_at, to_at, plan_id, document, status, posted_at)
       VALUES ('final', '2026-10', '2026-10-01Z', '2026-11-01Z', 1, $1, 'posted', now()) RETURNING id`,
      [planOf({})],
    );
    const { line: said, sentence, rows } = await line(1);
    await app.database.query('DELETE FROM commission_runs WHERE id = $1', [october!.id]);
    expect([said.base, sentence]).toEqual([
      27.5,
      `Level 1 of the bonus shop, on what person-${buyer(2)} paid above the wholesale price.`,
    ]);
    expect(
      rows.map(({ price, wholesale_price, margin }: Record<string, number>) => [price, wholesale_price, margin]),
    ).toEqual([
      [10, null, 0],
      // Taken back by a clawback, and in no base.
      [-9, -6, null],
      [-30, -22.5, -7.5],
      [50, 45, 5],
      [120, 90, 30],
    ]);
    // What is paid on volumes shows no prices.
    const path = `${RUNS}${run.id}/lines/`;
    const { number } = (await root.get(`${path}?bonus=levels&limit=1`)).body.data.results[0];
    expect((await root.get(`${path}${number}/`)).body.data.rows[0]).toMatchObject({
      price: null,
      wholesale_price: null,
      margin: null,
    });
  });

  it('says what of a differential bonus goes off for the groups below, which adds up', async () => {
    const { figures, sentence, amount } = bonusOf(await of(1), 'steps');
    expect(figures).toMatchObject({ of_group: 20.64, others_taken_off: 0, by_group: 12.72, leadership: 0 });
    expect(figures.children.map((child: { taken_off: number }) => child.taken_off)).toEqual([7.92, 0]);
    expect(amount).toBe(12.72);
    expect(sentence).toContain(
      '344 at 6 % is $20.64; less $7.92 that 2 groups directly below come to by their own steps, this leaves $12.72',
    );
  });

  it('compares with the posted period before', async () => {
    const before = { ...small, rows: [sale(1, 60), sale(5, 200)] };
    networks += 1;
    const offset = networks * 100_000;
    const earlier = await storeRun(app, before, { offset, kind: 'final', status: 'posted' });
    await app.database.query(
      `UPDATE commission_runs SET period = '2026-10', from_at = '2026-10-01', to_at = '2026-11-01' WHERE id = $1`,
      [earlier.id],
    );
    const now = await storeRun(app, { ...small, rows: [sale(1, 60), sale(5, 100)] }, { offset, isKnown: true });
    const { compared_to_previous: compared } = await explained(now, offset + 1);
    expect(compared).toMatchObject({ run_id: earlier.id, period: '2026-10', active: true });
    expect(compared.sentence).toMatch(/^\$[0-9.,]+ less than in October 2026: \$[0-9.,]+ less by /);
    expect(compared.differences).toContainEqual({
      of: 'group_volume',
      before: 260,
      now: 160,
      difference: -100,
      sentence: 'group volume: 160 instead of 260.',
    });
    const { compared_to_previous: ofBuyer } = await explained(now, offset + 5);
    expect(ofBuyer.differences.map(({ sentence }: { sentence: string }) => sentence)).toContain(
      'own commissionable volume: 100 instead of 200.',
    );
    await app.database.query(`UPDATE commission_runs SET status = 'discarded', posted_at = NULL WHERE id = $1`, [
      earlier.id,
    ]);
    expect((await explained(now, offset + 1)).compared_to_previous).toBeNull();
  });

  it('is not found for who is not in the run, and a conflict for runs without results', async () => {
    expect((await root.get(`${RUNS}${run.id}/explain/?uid=99999999`)).status).toBe(404);
    expect((await root.get(`${RUNS}${run.id}/explain/`)).status).toBe(400);
    expect((await root.get(`${RUNS}99999999/explain/?uid=${uid(1)}`)).status).toBe(404);
    expect((await root.get(`${RUNS}${run.id}/explain/?uid=${uid(1)}&order=none`)).status).toBe(404);
  });
});

describe('explaining a differential bonus of a group that is too large to be added up', () => {
  const MEMBERS = 10_050;
  const steps = [
    { from: 100, percent: 3 },
    { from: 20_000, percent: 6 },
  ];

  /** Two groups below the top, of whom all but sixty others stand below one; and sixty who come to nothing. */
  const large = (breakaway?: { leadership_percent: number }): SmallPeriod => ({
    plan: planOf({
      ranks: [{ name: 'member' }],
      bonuses: [{ id: 'steps', type: 'differential', steps, ...(breakaway && { breakaway }) }],
    }),
    members: Array.from({ length: MEMBERS }, (_, at) => ({
      uid: at + 1,
      ...(at > 0 && { sponsor: at < 64 ? 1 : 2 + (at % 2) }),
    })),
    rows: Array.from({ length: MEMBERS }, (_, at) => sale(at + 1, at === 1 ? 20_000 : 1)),
  });

  it.each([undefined, { leadership_percent: 1 }])('adds up by lines: %j', async (breakaway) => {
    const run = await stored(large(breakaway));
    const { of, uid } = hands(run);
    const data = await of(1);
    const { figures, amount } = bonusOf(data, 'steps');
    expect(figures).toMatchObject({ own: null, children_count: 63 });
    expect(figures.children).toHaveLength(50);
    expect(figures.children[0]).toMatchObject({ uid: uid(2), percent: 6, broken_away: breakaway !== undefined });
    const off =
      sum(figures.children.map((child: { taken_off: number }) => child.taken_off)) + ten(figures.others_taken_off);
    expect(Math.abs(ten(figures.of_group) - off - ten(figures.by_group))).toBeLessThanOrEqual(100);
    expect(ten(figures.by_group) + ten(figures.leadership)).toBe(ten(amount));
    expect(figures.leadership).toBe(0);
    expect(amount).toBeGreaterThan(0);
  });
});
