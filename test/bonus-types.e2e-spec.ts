import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Injectable, Logger, Module } from '@nestjs/common';
import { type AnyBonusType, BonusTypes, calculate, inputOf, OWN_BONUS_TYPES, sale } from '@commerce/commission-engine';
import { InstalledBonuses } from '#commissions/plans/index.js';
import {
  ALL_PURCHASES,
  Bonus,
  everyPayee,
  KIND,
  levelLine,
  levelWords,
  linesWord,
  payLevels,
  planFields,
  STATUS,
  sumOf,
  tenThousandths,
  validateRanks,
  z,
} from '../src/index.js';
import type {
  Base,
  BonusType,
  BonusWords,
  ExplainedLine,
  LevelRule,
  MemberInRun,
  PeriodCalculation,
  Plan,
  Problem,
  Surroundings,
  Unvalidated,
} from '../src/index.js';
import type { TestClient } from './support/factories.js';
import { MemberImports, ndjson } from './support/imports.js';
import { monthBefore, RunHands } from './support/runs.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

const schema = z.strictObject({
  id: planFields.id,
  type: z.literal('rebate'),
  percents: planFields.byRank(planFields.percent).describe('by rank: the percentage of what the member bought itself'),
});
type Rebate = z.output<typeof schema>;

@Injectable()
@Bonus()
class RebateBonus implements BonusType<Rebate> {
  readonly type = 'rebate';
  readonly schema = schema;
  readonly unit = 'volume';

  validate({ percents }: Unvalidated<Rebate>, around: Surroundings): Iterable<Problem> {
    return validateRanks('percents', percents, around);
  }

  base(): Base {
    return ALL_PURCHASES;
  }

  levels(): null {
    return null;
  }

  calculate(period: PeriodCalculation, { id, type, percents }: Rebate): void {
    const percent = tenThousandths(percents.member ?? 0);
    for (const [payee, base] of period.basesOf({ id, type }).entries()) {
      const amount = period.money.share('volume', percent).of(base);
      period.lines.add({ bonus: period.positionOf(id), payee, source: payee, percent, base, amount });
    }
  }

  explain({ id, percents }: Rebate, run: MemberInRun): BonusWords {
    const sum = sumOf(run, id);
    return {
      rule: `Pays back ${percents.member!} % of what the member bought.`,
      sentences: [`${run.words.money(sum)} by ${linesWord(run, id)}.`],
      reasons: [],
      figures: { sum: run.words.number(sum) },
    };
  }

  explainLine(_: Rebate, { source }: ExplainedLine): string {
    return `A part of what ${source!} bought.`;
  }
}

const mentorSchema = z.strictObject({
  id: planFields.id,
  type: z.literal('mentor'),
  percents: planFields.levels.describe('the percentage of each level, the first level first'),
});
type Mentor = z.output<typeof mentorSchema>;

/** Pays each payee above, by levels. */
@Injectable()
@Bonus()
class MentorBonus implements BonusType<Mentor> {
  readonly type = 'mentor';
  readonly schema = mentorSchema;
  readonly unit = 'volume';
  readonly calculate = payLevels;

  base(): Base {
    return ALL_PURCHASES;
  }

  levels({ percents }: Mentor, plan: Plan): LevelRule {
    return everyPayee(plan, percents);
  }

  explain(bonus: Mentor, run: MemberInRun): BonusWords {
    return levelWords(run, bonus, this.levels(bonus, run.plan), 'Pays each mentor above.');
  }

  explainLine(_: Mentor, line: ExplainedLine): string {
    return levelLine(line, 'bought, as a mentor');
  }
}

const brokenSchema = z.strictObject({ id: planFields.id, type: z.literal('broken') });
type Broken = z.output<typeof brokenSchema>;

/** Fails in all that it does. */
@Injectable()
@Bonus()
class BrokenBonus implements BonusType<Broken> {
  readonly type = 'broken';
  readonly schema = brokenSchema;
  readonly unit = 'volume';

  base(): null {
    return null;
  }

  levels(): null {
    return null;
  }

  calculate({ from, to, input: { members } }: PeriodCalculation): void {
    const { kind, status } = members;
    const active = kind.filter((is, at) => is === KIND.distributor && status[at] === STATUS.active).length;
    const [first, end] = [from, to].map((at) => new Date(at).toISOString().slice(0, 10));
    throw new TypeError(`no tier for ${active} members from ${first} to ${end}`);
  }

  /** Type checks cannot see all that JSON cannot hold. */
  explain(): BonusWords {
    return { rule: '', sentences: [], reasons: [], figures: { sum: 10n as unknown as number } };
  }

  explainLine(): string {
    throw new TypeError('no such line');
  }
}

@Module({ providers: [MentorBonus, RebateBonus, BrokenBonus] })
class RebateModule {}

class SecondUnilevel extends RebateBonus {
  override readonly type = 'unilevel' as 'rebate';
}

const plan = (bonus: object): object => ({
  name: 'With rebates',
  period: 'month',
  time_zone: 'UTC',
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  ranks: [{ name: 'member' }],
  bonuses: [
    { id: 'back', type: 'rebate', percents: { member: 5 }, ...bonus },
    { id: 'match', type: 'matching', of: ['back'], percents: { member: [10] } },
  ],
});

describe('a type of bonus of an extension', () => {
  let app: TestApp;
  let root: TestClient;

  beforeAll(async () => {
    app = await startTestApp({ extensions: [RebateModule] });
    root = await app.make.superAdmin();
  });
  afterAll(() => app.stop());

  it('may stand in plans, which keep what it takes', async () => {
    const { status, body } = await root.post('/admin/api/plans/', plan({}));
    expect(status).toBe(200);
    expect(body.data.plan.bonuses[0]).toEqual({ id: 'back', type: 'rebate', percents: { member: 5 } });
  });

  it('is validated strictly, by its schema and by what that cannot say', async () => {
    const { status, body } = await root.post('/admin/api/plans/', plan({ percents: { gold: 101 }, surprise: 1 }));
    expect(status).toBe(400);
    expect(body.errors.bonuses.map(({ path }: { path: string }) => path).sort()).toEqual([
      'bonuses[0].percents.gold',
      'bonuses[0].percents.gold',
      'bonuses[0].surprise',
    ]);
  });

  it('stands in the JSON Schema of a plan', async () => {
    const { text } = await app.send('GET', '/plan.schema.json');
    expect(text).toContain('the percentage of what the member bought itself');
  });

  it('is calculated, and matched by others', () => {
    const types = app.nest.get(InstalledBonuses, { strict: false }).types;
    const calculated: Plan = types.planSchema.parse(plan({}));
    const members = [{ uid: 1 }, { uid: 2, sponsor: 1 }];
    const { input } = inputOf({ plan: calculated, members, rows: [sale(2, 200)] });
    const lines = [...calculate(calculated, input, types).lines].map(({ payee, amount }) => ({ payee, amount }));
    expect(lines).toEqual([
      { payee: 1, amount: 1_000 },
      { payee: 0, amount: 100 },
    ]);
  });
});

describe('the lines of an extension’s types over HTTP', () => {
  const [LAST, NOW] = [monthBefore(1), monthBefore(0)];
  let app: TestApp;
  let hands: RunHands;
  let uids: number[];
  let run: number;

  beforeAll(async () => {
    app = await startTestApp({ extensions: [RebateModule] });
    hands = await RunHands.of(app);
    uids = await hands.chain(2);
    await hands.published(LAST, {
      ranks: [{ name: 'member' }],
      bonuses: [
        { id: 'start', type: 'fast_start', days: 30, percents: [1] },
        { id: 'back', type: 'rebate', percents: { member: 5 } },
        { id: 'mentors', type: 'mentor', percents: [10] },
        { id: 'match', type: 'matching', of: ['back'], percents: { member: [10] } },
      ],
    });
    const row = { username: hands.name(), cumulative_volume: 0 };
    await imported({ ...row, external_id: 'sold', at: `${LAST}-15T12:00:00Z`, business_volume: 200, points: 200 });
    run = await hands.posted(LAST);
    await imported({
      ...row,
      external_id: 'came back',
      at: new Date(),
      business_volume: -50,
      points: -50,
      takes_back: 'sold',
    });
  });
  afterAll(() => app.stop());

  async function imported(row: Record<string, unknown>): Promise<void> {
    const headers = { 'content-type': 'application/x-ndjson' };
    const { id } = await hands.done(hands.root.post('/admin/api/volumes/import/', ndjson([row]), { headers }));
    expect((await new MemberImports(app, hands.root).work(id as string)).status).toBe('done');
  }

  const explained = (of: number, uid: number) =>
    hands.done(hands.root.get(`/admin/api/commission-runs/${of}/explain/?uid=${uid}`));

  it('are explained by their type, and a level by the rule that paid it', async () => {
    const [top, buyer] = [await explained(run, uids[0]!), await explained(run, uids[1]!)];
    expect(buyer.bonuses[1]).toMatchObject({
      type: 'rebate',
      amount: 10,
      rule: 'Pays back 5 % of what the member bought.',
      sentence: '$10.00 by 1 line.',
      figures: { sum: 10 },
    });
    expect(top.bonuses[2]).toMatchObject({ type: 'mentor', amount: 20, rule: 'Pays each mentor above.' });
    const mentors = buyer.as_source.find(({ bonus }: { bonus: string }) => bonus === 'mentors');
    expect(mentors).toMatchObject({ base: 200, above: [{ uid: uids[0], level: 1, percent: 10, amount: 20 }] });
    const { number } = top.bonuses[2].lines[0];
    const line = await hands.done(hands.root.get(`/admin/api/commission-runs/${run}/lines/${number}/`));
    expect(line.sentence).toBe(`Level 1 of the bonus mentors, on what ${hands.name()} bought, as a mentor.`);
    expect(line.path).toMatchObject([{ uid: uids[0], amount: 20 }]);
  });

  it('are taken back for the part that came back, with what others matched of it', async () => {
    const preview = await hands.calculated({ period: NOW, kind: 'preview' });
    const lines = await app.database.query(
      `SELECT l.uid::integer, t.bonus, l.amount::float8 FROM commission_lines l
         JOIN commission_lines t ON t.run_id = l.taken_run_id AND t.number = l.taken_number
        WHERE l.run_id = $1 AND l.bonus = 'clawback' ORDER BY l.number`,
      [preview],
    );
    expect(lines).toEqual([
      { uid: uids[1], bonus: 'back', amount: -2.5 },
      { uid: uids[0], bonus: 'mentors', amount: -5 },
      { uid: uids[0], bonus: 'match', amount: -0.25 },
    ]);
    const clawback = (await explained(preview, uids[1]!)).bonuses.at(-1);
    expect(clawback).toMatchObject({ bonus: 'clawback', amount: -2.5 });
  });

  it('are explained beside one of a type that cannot explain its own', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const preview = await hands.calculated({ period: LAST, kind: 'preview' });
    await app.database.query(
      `UPDATE commission_runs SET document = replace(document::text, '"mentor"', '"broken"')::json WHERE id = $1`,
      [preview],
    );
    const { bonuses } = await explained(preview, uids[0]!);
    expect(bonuses[2]).toMatchObject({
      amount: 20,
      rule: 'This bonus cannot be explained.',
      sentence: '$20.00 by 1 line.',
      figures: {},
    });
    expect(bonuses[1]).toMatchObject({ type: 'rebate', rule: 'Pays back 5 % of what the member bought.' });
    expect(logged).toHaveBeenCalledWith(
      'bonus mentors (broken) cannot be explained',
      expect.stringContaining('BigInt'),
    );
    logged.mockRestore();
  });

  it('fail a run at once where their type does, with what it says of members and period, and the log has where', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    await hands.published(NOW, { bonuses: [{ id: 'new', type: 'broken' }] });
    const { id } = await hands.done(hands.start({ period: NOW, kind: 'preview' }));
    const error = `bonus new (broken): no tier for 2 members from ${NOW}-01 to ${monthBefore(-1)}-01`;
    expect(await hands.calculate(id as number)).toMatchObject({ status: 'failed', error });
    expect(logged.mock.calls).toEqual([[error, expect.stringMatching(/^TypeError: no tier for .*\n.*BrokenBonus/)]]);
    logged.mockRestore();
  });

  it('are still told of by themselves when the extension is gone', async () => {
    const preview = await hands.calculated({ period: LAST, kind: 'preview' });
    await app.database.query(
      `UPDATE commission_runs SET document = replace(document::text, '"mentor"', '"vanished"')::json WHERE id = $1`,
      [preview],
    );
    const { bonuses } = await explained(preview, uids[0]!);
    expect(bonuses[2]).toMatchObject({ type: 'vanished', amount: 20, sentence: '$20.00 by 1 line.' });
    const { number } = bonuses[2].lines[0];
    const line = await hands.done(hands.root.get(`/admin/api/commission-runs/${preview}/lines/${number}/`));
    expect(line).toMatchObject({ sentence: 'By the bonus mentors.', path: [] });
  });
});

describe('types of bonuses', () => {
  it('do not compile without one of their parts', () => {
    const rest: Omit<AnyBonusType, 'explain'> = OWN_BONUS_TYPES.find('unilevel')!;
    // @ts-expect-error -- how it is explained is missing
    const forgotten: AnyBonusType = rest;
    expect(forgotten.type).toBe('unilevel');
  });

  it('do not compile with figures that JSON cannot hold', () => {
    // @ts-expect-error -- JSON has no bigint
    const figures: BonusWords['figures'] = { sum: 10n };
    expect(figures).toEqual({ sum: 10n });
  });

  it('have names of their own', () => {
    expect(() => new BonusTypes([new SecondUnilevel()])).toThrow('there is a type of bonus unilevel already');
  });

  it('stop a run where the extension of one is missing', () => {
    const orphan = { ...plan({}), rate: 1, rounding: 'half_even', active: {} } as unknown as Plan;
    const { input } = inputOf({ plan: orphan, members: [{ uid: 1 }], rows: [] });
    expect(() => calculate({ ...orphan, ranks: [{ name: 'member', requires: {} }] }, input)).toThrow(
      'there is no type of bonus rebate: is its extension missing?',
    );
  });
});
