import fc, { type GeneratorValue } from 'fast-check';
import { z } from 'zod';
import {
  ALL_PURCHASES,
  type Base,
  BonusTypes,
  type BonusType,
  type BonusWords,
  defineInput,
  type MemberInRun,
  type PeriodCalculation,
  planFields,
  type SmallPeriod,
  sumOf,
  tenThousandths,
} from '@commerce/commission-engine';
import { addLine, percentOf, type Period } from './lines.js';
import { Rational, ZERO } from './rational.js';

/** In tests, how loyal somebody is. */
export const TIER = defineInput({
  name: 'loyalty_tier',
  title: 'Loyalty tier',
  description: 'from the points that were collected',
  isLasting: true,
  type: 'choice',
  choices: ['none', 'silver', 'gold'],
  default: 'none',
});

/** In tests, what is paid on top. */
export const EXTRA = defineInput({
  name: 'extra_percent',
  title: 'Extra percent',
  description: 'agreed with the member',
  isLasting: false,
  type: 'decimal',
  min: 0,
  max: 10,
  default: 0,
});

const schema = z.strictObject({
  id: planFields.id,
  type: z.literal('tier'),
  percents: z.record(z.string(), planFields.percent).describe('by tier'),
});
type Tier = z.output<typeof schema>;

/** A type of bonus that reads inputs: pays each active member on what it bought, by its tier. */
export class TierBonus implements BonusType<Tier> {
  readonly type = 'tier';
  readonly schema = schema;
  readonly inputs = [TIER, EXTRA];
  readonly unit = 'volume';

  base(): Base {
    return ALL_PURCHASES;
  }

  levels(): null {
    return null;
  }

  calculate(period: PeriodCalculation, { id, type, percents }: Tier): void {
    const [tiers, extras] = [period.valuesOf(TIER), period.valuesOf(EXTRA)];
    for (const [payee, base] of period.basesOf({ id, type }).entries()) {
      if (period.standings.active[payee] === 0 || base <= 0) continue;
      const percent = tenThousandths(percents[TIER.choices[tiers[payee]!]!] ?? 0) + extras[payee]!;
      const amount = period.money.share('volume', percent).of(base);
      period.lines.add({ bonus: period.positionOf(id), payee, source: payee, percent, base, amount });
    }
  }

  explain({ id, percents }: Tier, run: MemberInRun): BonusWords {
    const { value } = run.inputs.get(TIER.name)!;
    const sum = sumOf(run, id);
    return {
      rule: 'Pays a percentage of what the member bought, by tier.',
      sentences: [`${percents[value] ?? 0} % for ${value}.`],
      reasons: [],
      figures: { sum: run.words.number(sum) },
    };
  }

  explainLine(): string {
    return 'For what the member bought.';
  }
}

/** The types of bonuses with the one that reads inputs. */
export const TYPES_WITH_TIER = new BonusTypes([new TierBonus()]);

/** The same straight from the words above. */
export function tier(period: Period, { id, percents }: Tier): void {
  const { network, evaluator, plan } = period;
  const given = (name: string, uid: number): unknown =>
    network.period.inputs?.find(({ of }) => of.name === name)?.values[uid];
  for (const member of network.members.filter((one) => evaluator.isActive(one))) {
    const base = network.base(member, () => true).times(Rational.decimal(plan.rate));
    const own = Rational.decimal(percents[(given(TIER.name, member.uid) ?? 'none') as string] ?? 0);
    const extra = Rational.decimal((given(EXTRA.name, member.uid) ?? 0) as number);
    if (!base.isAbove(ZERO)) continue;
    const line = { bonus: id, payee: member.uid, source: member.uid };
    addLine(period, line, percentOf(1, base).times(own.plus(extra)));
  }
}

/** A period whose plan has the bonus first, so that caps see it, with inputs of some members. */
export function withTier(random: GeneratorValue, period: SmallPeriod): SmallPeriod {
  const percents = { silver: random(fc.nat, 40) / 4, gold: random(fc.nat, 200_000) / 10_000 };
  const given = <Value>(value: () => Value): Record<number, Value> =>
    Object.fromEntries(period.members.filter(() => random(fc.boolean)).map(({ uid }) => [uid, value()]));
  return {
    ...period,
    plan: { ...period.plan, bonuses: [{ id: 'by-tier', type: 'tier', percents } as Tier, ...period.plan.bonuses] },
    inputs: [
      { of: TIER, values: given(() => TIER.choices[random(fc.nat, 2)]!) },
      { of: EXTRA, values: given(() => random(fc.nat, 100_000) / 10_000) },
    ],
  };
}
