import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { BonusTypes } from '#commissions/engine/index.js';
import { calculate } from '#commissions/engine/calculate.js';
import { InstalledBonuses } from '#commissions/plans/index.js';
import { Bonus, validateRanks, planFields, tenThousandths, z } from '../src/index.js';
import type { BonusType, Plan, Problem, PeriodCalculation, Surroundings, Unvalidated } from '../src/index.js';
import type { TestClient } from './support/factories.js';
import { inputOf, sale } from './support/small-period.js';
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

  validate({ percents }: Unvalidated<Rebate>, around: Surroundings): Iterable<Problem> {
    return validateRanks('percents', percents, around);
  }

  calculate(period: PeriodCalculation, { id, percents }: Rebate): void {
    const percent = tenThousandths(percents.member ?? 0);
    for (const [payee, base] of period.measures.commissionable.entries()) {
      const amount = period.money.share('volume', percent).of(base);
      period.lines.add({ bonus: period.positionOf(id), payee, percent, base, amount });
    }
  }
}

@Module({ providers: [RebateBonus] })
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

describe('types of bonuses', () => {
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
