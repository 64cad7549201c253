import { afterEach, describe, expect, it } from '@jest/globals';
import fc, { type GeneratorValue } from 'fast-check';
import type { BridgeView } from '#commissions/runs/bridge/bridge.dto.js';
import { planOf, sale, type Plan, type SmallPeriod } from '@commerce/commission-engine';
import { Bridges } from '#commissions/runs/bridge/bridge.service.js';
import { naiveBridge, readRun } from './support/naive-bridge.js';
import { anyPeriod } from './support/oracle/arbitrary.js';
import type { Answer } from './support/start-test-app.js';
import { storeRun, type StoredRunOptions } from './support/stored-run.js';
import { useTestApp } from './support/use-test-app.js';

const RUNS = '/admin/api/commission-runs/';
const DRAWN = 40;

const PLAN = planOf({
  ranks: [{ name: 'member' }, { name: 'silver', requires: { personal_volume: 100 } }],
  bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [10], silver: [20] } }],
});

/** Ana sponsors Ben and Eva. */
const small = (rows: SmallPeriod['rows'], more: Partial<SmallPeriod> = {}): SmallPeriod => ({
  plan: PLAN,
  members: [{ uid: 101 }, { uid: 102, sponsor: 101 }, { uid: 103, sponsor: 101 }],
  rows,
  ...more,
});

const cents = (amount: number): number => Math.round(amount * 100);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + cents(amount), 0);

const app = await useTestApp();
const root = await app.make.superAdmin();
await app.database.query(
  `INSERT INTO users (uid, username, first_name, last_name, country_code)
   SELECT uid, 'person-' || uid, 'Person', uid::text, 'DE' FROM generate_series(101, 120) AS uid`,
);

describe('the difference of a run to the one before', () => {
  afterEach(clear);

  async function clear(): Promise<void> {
    const runs = await app.database.query<{ id: number }>('DELETE FROM commission_runs RETURNING id');
    for (const { id } of runs)
      for (const table of ['commission_lines', 'commission_members', 'commission_legs'])
        await app.database.query(`DROP TABLE IF EXISTS ${table}_${id}`);
  }

  /** A run with the two figures of its summary that matter here. */
  async function store(period: SmallPeriod, options: StoredRunOptions): Promise<number> {
    const { id } = await storeRun(app, { ...period, currencyDigits: 2 }, { ...options, isKnown: true });
    await app.database.query(
      `UPDATE commission_runs SET summary = json_build_object(
         'payout', (SELECT coalesce(sum(amount), 0) FROM commission_lines WHERE run_id = $1), 'payout_percent', 12.5,
         'commissionable_volume', (SELECT sum(commissionable_volume) FROM commission_members WHERE run_id = $1)) WHERE id = $1`,
      [id],
    );
    return id;
  }
  const posted = (period: SmallPeriod, name = '2026-09'): Promise<number> =>
    store(period, { period: name, status: 'posted', kind: 'final' });

  async function bridge(id: number): Promise<BridgeView> {
    const { status, body } = await root.get(`${RUNS}${id}/bridge/`);
    expect([status, body.message]).toEqual([200, undefined]);
    return body.data as BridgeView;
  }
  const amounts = ({ parts }: Pick<BridgeView, 'parts'>): object =>
    Object.fromEntries(parts.filter(({ amount }) => amount !== 0).map(({ part, amount }) => [part, amount]));

  async function expectToAddUp(told: BridgeView, before: number, after: number): Promise<void> {
    const paid = async (id: number): Promise<number> => {
      const [row] = await app.database.query<{ amount: number }>(
        'SELECT coalesce(sum(amount), 0)::float8 AS amount FROM commission_lines WHERE run_id = $1',
        [id],
      );
      return cents(row!.amount);
    };
    const [was, is] = [await paid(before), await paid(after)];
    expect([told.before!.payout, told.run.payout, told.difference!].map(cents)).toEqual([was, is, is - was]);
    expect(sum(told.parts.map(({ amount }) => amount))).toBe(is - was);
    expect(sum(told.by_bonus.map(({ before: one }) => one))).toBe(was);
    expect(sum(told.by_bonus.map(({ after: one }) => one))).toBe(is);
    for (const one of told.by_bonus) {
      expect(cents(one.difference)).toBe(cents(one.after) - cents(one.before));
      expect(sum(one.parts.map(({ amount }) => amount))).toBe(cents(one.difference));
    }
    for (const { part, amount } of told.parts) {
      const ofBonuses = told.by_bonus.flatMap(({ parts }) => parts.filter((one) => one.part === part));
      expect(sum(ofBonuses.map((one) => one.amount))).toBe(cents(amount));
    }
  }

  describe('is told by its causes:', () => {
    it('volume, where payees have the percentage they had', async () => {
      await posted(small([sale(102, 50)]));
      const id = await store(small([sale(102, 80)]), { kind: 'final' });
      const told = await bridge(id);
      expect(told).toMatchObject({ difference: 3, before: { payout: 5, period: '2026-09' }, run: { payout: 8 } });
      expect(amounts(told)).toEqual({ volume: 3 });
      expect(told.by_bonus).toEqual([
        {
          bonus: 'levels',
          type: 'unilevel',
          before: 5,
          before_percent: 10,
          after: 8,
          after_percent: 10,
          difference: 3,
          parts: [{ part: 'volume', amount: 3, percent: 3.75 }],
        },
      ]);
    });

    it('ranks, where the payee has another one: what was bought more counts at the percentage of before', async () => {
      await posted(small([sale(102, 50)]));
      const id = await store(small([sale(101, 100), sale(102, 80)]), {});
      expect(amounts(await bridge(id))).toEqual({ volume: 3, ranks: 8 });
    });

    it('the plan, where it has another percentage', async () => {
      await posted(small([sale(102, 50)]));
      const plan = planOf({
        ranks: PLAN.ranks,
        bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [12], silver: [25] } }],
      });
      const id = await store(small([sale(102, 80)], { plan }), {});
      expect(amounts(await bridge(id))).toEqual({ volume: 3, plan: 1.6 });
      await clear();
      await posted(small([sale(102, 50)]));
      // At 12 % it would be 9.60 for a member; as silver Ana gets 25 %.
      const both = await store(small([sale(101, 100), sale(102, 80)], { plan }), {});
      expect(amounts(await bridge(both))).toEqual({ volume: 3, plan: 1.6, ranks: 10.4 });
    });

    it('the plan, where a unit of volume is other money', async () => {
      await posted(small([sale(102, 50)]));
      const plan = planOf({ ranks: PLAN.ranks, bonuses: PLAN.bonuses, rate: 1.5 });
      const id = await store(small([sale(102, 80)], { plan }), {});
      expect(amounts(await bridge(id))).toEqual({ volume: 3, plan: 4 });
    });

    it('members who are new and members who were lost, with what others got for them', async () => {
      await posted(small([sale(102, 50), sale(103, 30)]));
      const members = [
        { uid: 101 },
        { uid: 102, sponsor: 101, status: 'terminated' as const },
        { uid: 103, sponsor: 101 },
        { uid: 104, sponsor: 103 },
        { uid: 105, sponsor: 104 },
      ];
      const id = await store(small([sale(103, 30), sale(104, 60), sale(105, 20)], { members }), {});
      expect(amounts(await bridge(id))).toEqual({ new_members: 8, lost_members: -5 });
    });

    it('corrections of the period before, which were approved after it was posted', async () => {
      const before = await posted(small([sale(102, 50)]));
      const corrected = await store(small([sale(102, 50), sale(103, 20)]), { period: '2026-08' });
      await app.database.query(
        `UPDATE commission_runs SET kind = 'correction', status = 'approved', corrects_run_id = $2, correction_id = 1 WHERE id = $1`,
        [corrected, before],
      );
      const id = await store(small([sale(102, 50), sale(103, 50)]), {});
      const told = await bridge(id);
      expect(told).toMatchObject({ before: { run_id: before, payout: 5 }, corrected_by_run_id: corrected });
      expect(amounts(told)).toEqual({ corrections: 2, volume: 3 });
      await expectToAddUp(told, before, id);
    });
  });

  it('adds up to the cent, and is what a naive implementation says, whatever the runs and plans are', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.gen(), async (random) => {
          const [before, after] = anyPair(random);
          const [one, other] = [await posted(before), await store(after, { earlierPeriod: '2026-12' })];
          const told = await bridge(other);
          await expectToAddUp(told, one, other);
          await expectAsNaive(told, one, other);
        })
        .afterEach(clear),
      { numRuns: DRAWN },
    );
  });

  async function expectAsNaive(told: BridgeView, before: number, after: number): Promise<void> {
    const [was, is] = [await readRun(app, before), await readRun(app, after)];
    const expected = new Map([...naiveBridge(was, is)]);
    const rounding = 0.0051 * (was.lines.length + is.lines.length);
    for (const { bonus, parts } of told.by_bonus)
      for (const { part, amount } of parts) {
        const key = `${bonus} ${part}`;
        expect([key, Math.abs(amount - (expected.get(key) ?? 0)) <= rounding]).toEqual([key, true]);
        expected.delete(key);
      }
    for (const [key, amount] of expected) expect([key, Math.abs(amount) <= rounding]).toEqual([key, true]);
  }

  it('is kept by a job, not by a request, and made again when a correction of the period before is approved', async () => {
    const before = await posted(small([sale(102, 50)]));
    const id = await store(small([sale(102, 80)]), {});
    const first = await bridge(id);
    const [unread] = await app.database.query('SELECT bridge FROM commission_runs WHERE id = $1', [id]);
    expect(unread).toEqual({ bridge: null });
    await app.nest.get(Bridges, { strict: false }).keep(id);
    await app.database.query('DELETE FROM commission_lines WHERE run_id = $1', [id]);
    expect(await bridge(id)).toEqual(first);
    const corrected = await store(small([]), { period: '2026-08' });
    await app.database.query(
      `UPDATE commission_runs SET kind = 'correction', status = 'approved', corrects_run_id = $2, correction_id = 1 WHERE id = $1`,
      [corrected, before],
    );
    expect(amounts(await bridge(id))).toEqual({ corrections: -5 });
  });

  it('comes with the periods before, the oldest first, six in all', async () => {
    for (const month of ['01', '02', '03', '04', '05', '06', '07'])
      await posted(small([sale(102, 10)]), `2026-${month}`);
    const id = await store(small([sale(102, 80)]), {});
    const { periods, run } = await bridge(id);
    expect(periods.map(({ period }) => period)).toEqual(
      [3, 4, 5, 6, 7].map((month) => `2026-0${month}`).concat('2026-11'),
    );
    expect(periods.at(-1)).toEqual(run);
    expect(periods[0]).toMatchObject({ payout: 1, payout_percent: 12.5 });
  });

  it('has nothing to be compared with in the first period', async () => {
    const id = await store(small([sale(102, 80)]), {});
    expect(await bridge(id)).toMatchObject({
      before: null,
      difference: null,
      parts: [],
      by_bonus: [],
      periods: [{ run_id: id }],
    });
  });

  it('is not there for runs that are unknown, or have no results', async () => {
    const id = await store(small([]), {});
    await app.database.query(`UPDATE commission_runs SET status = 'discarded' WHERE id = $1`, [id]);
    const asked = (run: number): Promise<Answer> => root.get(`${RUNS}${run}/bridge/`);
    expect((await asked(id)).status).toBe(409);
    expect((await asked(999_999)).status).toBe(404);
  });
});

/** Two periods of which members, ranks, plans and volumes differ, or only some of these. */
function anyPair(random: GeneratorValue): [SmallPeriod, SmallPeriod] {
  const before = { ...anyPeriod(random), earlier: [] };
  const drawn = anyPeriod(random);
  const kept = random(fc.constantFrom, 'all', 'plan', 'members', 'none');
  const isSamePlan = kept === 'all' || kept === 'plan';
  const plan = isSamePlan ? before.plan : random(fc.boolean) ? changed(before.plan, random) : drawn.plan;
  if (kept !== 'all' && kept !== 'members') return [moved(before), moved({ ...drawn, plan, carried: {} })];
  const uids = before.members.map(({ uid }) => uid);
  const rows = drawn.rows.map((row, at) => ({ ...row, member: uids[at % uids.length]! }));
  const own = rows.filter(({ takesBack }) => takesBack === undefined);
  return [moved(before), moved({ ...before, plan, rows: own, carried: {} })];
}

/** With other percentages, or another rate. */
function changed(plan: Plan, random: GeneratorValue): Plan {
  const factor = random(fc.constantFrom, 0, 0.5, 2);
  const bonuses = plan.bonuses.map((bonus) => {
    const { percents } = bonus as { percents?: unknown };
    if (percents === undefined || random(fc.boolean)) return bonus;
    return JSON.parse(JSON.stringify(bonus), (_, value: unknown) =>
      Array.isArray(value) && value.every((one) => typeof one === 'number')
        ? value.map((one) => Math.round(one * factor * 10_000) / 10_000)
        : value,
    ) as typeof bonus;
  });
  return { ...plan, bonuses, rate: random(fc.constantFrom, plan.rate, plan.rate, 1) };
}

/** Uids of people who are there. */
function moved(period: SmallPeriod): SmallPeriod {
  const to = (uid: number): number => uid + 100;
  return {
    ...period,
    members: period.members.map((member) => ({
      ...member,
      uid: to(member.uid),
      ...(member.sponsor === undefined ? {} : { sponsor: to(member.sponsor) }),
      ...(typeof member.placed === 'object' ? { placed: { ...member.placed, below: to(member.placed.below) } } : {}),
    })),
    rows: period.rows.map((row) => ({ ...row, member: to(row.member) })),
    carried: Object.fromEntries(
      Object.entries(period.carried ?? {}).map(([bonus, legs]) => [
        bonus,
        Object.fromEntries(Object.entries(legs).map(([uid, both]) => [to(Number(uid)), both])),
      ]),
    ),
    earlier: (period.earlier ?? []).map((one) => ({
      ...one,
      returns: one.returns.map((back) => ({ ...back, source: to(back.source) })),
      lines: one.lines.map((line) => ({ ...line, payee: to(line.payee), source: to(line.source) })),
      paid: Object.fromEntries(Object.entries(one.paid).map(([uid, paid]) => [to(Number(uid)), paid])),
    })),
  };
}
