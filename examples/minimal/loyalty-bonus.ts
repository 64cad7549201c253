import { Injectable } from '@nestjs/common';
import {
  Bonus,
  byRank,
  validateRanks,
  planFields,
  tenThousandths,
  z,
  type BonusType,
  type Problem,
  type PeriodCalculation,
  type Surroundings,
  type Unvalidated,
} from 'direct-selling-commerce-api';

const schema = z
  .strictObject({
    id: planFields.id,
    type: z.literal('loyalty'),
    percents: planFields
      .byRank(planFields.percent)
      .describe('by rank: the percentage of what the member bought itself'),
  })
  .meta({
    id: 'LoyaltyBonus',
    title: 'Loyalty',
    description: 'Pays back a percentage of what an active member bought.',
  });

type Loyalty = z.output<typeof schema>;

/** A further type of bonus: pays back a percentage of what an active member bought. */
@Injectable()
@Bonus()
export class LoyaltyBonus implements BonusType<Loyalty> {
  readonly type = 'loyalty';
  readonly schema = schema;

  validate({ percents }: Unvalidated<Loyalty>, around: Surroundings): Iterable<Problem> {
    return validateRanks('percents', percents, around);
  }

  calculate(period: PeriodCalculation, { id, percents }: Loyalty): void {
    const bonus = period.positionOf(id);
    const table = byRank(percents, period.plan.ranks, 0).map(tenThousandths);
    const { active, paidAs } = period.standings;
    for (const [payee, base] of period.measures.commissionable.entries()) {
      if (active[payee] === 0 || base <= 0) continue;
      const percent = table.at(paidAs.at(payee) ?? 0) ?? 0;
      const amount = period.money.share('volume', percent).of(base);
      period.lines.add({ bonus, payee, percent, base, amount });
    }
  }
}
