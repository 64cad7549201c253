import { Injectable } from '@nestjs/common';
import {
  ALL_PURCHASES,
  Bonus,
  defineInput,
  linesWord,
  planFields,
  sumOf,
  tenThousandths,
  whyUnpaid,
  z,
  type Base,
  type BonusType,
  type BonusWords,
  type MemberInRun,
  type PeriodCalculation,
} from 'direct-selling-commerce-api';
import { TIERS } from './loyalty.rules.js';

export const LOYALTY_TIER = defineInput({
  name: 'loyalty_tier',
  title: 'Loyalty tier',
  description: 'by the points that the member has earned',
  type: 'choice',
  choices: [...TIERS],
  default: 'none',
  isLasting: true,
});

const schema = z
  .strictObject({
    id: planFields.id,
    type: z.literal('loyalty_tier'),
    silver: planFields.percent.describe('what silver members get of their own purchases'),
    gold: planFields.percent.describe('what gold members get'),
  })
  .meta({
    id: 'LoyaltyTierBonus',
    title: 'Loyalty tier',
    description: 'Pays back a percentage of what an active member bought, by its loyalty tier.',
  });

type ByTier = z.output<typeof schema>;

/** A type of bonus: pays back a percentage of what an active member bought, by its loyalty tier. */
@Injectable()
@Bonus()
export class TierBonus implements BonusType<ByTier> {
  readonly type = 'loyalty_tier';
  readonly schema = schema;
  readonly inputs = [LOYALTY_TIER];
  readonly unit = 'volume';

  base(): Base {
    return ALL_PURCHASES;
  }

  levels(): null {
    return null;
  }

  calculate(period: PeriodCalculation, { id, type, silver, gold }: ByTier): void {
    const bonus = period.positionOf(id);
    const tiers = period.valuesOf(LOYALTY_TIER);
    const percents = [0, silver, gold].map(tenThousandths);
    for (const [payee, base] of period.basesOf({ id, type }).entries()) {
      const percent = percents[tiers[payee]!]!;
      if (period.standings.active[payee] === 0 || base <= 0 || percent === 0) continue;
      const amount = period.money.share('volume', percent).of(base);
      period.lines.add({ bonus, payee, source: payee, percent, base, amount });
    }
  }

  explain({ id, silver, gold }: ByTier, run: MemberInRun): BonusWords {
    const unpaid = whyUnpaid(run.member);
    return {
      rule: `Pays back ${silver} % of own purchases to silver members, and ${gold} % to gold members.`,
      sentences: [unpaid?.sentence ?? `${run.words.money(sumOf(run, id))} by ${linesWord(run, id)}.`],
      reasons: unpaid === undefined ? [] : [unpaid.reason],
      figures: { tier: run.inputs.get(LOYALTY_TIER.name)?.value ?? null },
    };
  }

  explainLine(): string {
    return 'A part of what the member bought, by its tier.';
  }
}
