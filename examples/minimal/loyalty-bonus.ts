import { Injectable } from '@nestjs/common';
import {
  ALL_PURCHASES,
  Bonus,
  byRank,
  linesWord,
  planFields,
  sumOf,
  tenThousandths,
  validateRanks,
  whyUnpaid,
  z,
  type Base,
  type BonusType,
  type BonusWords,
  type ExplainedLine,
  type MemberInRun,
  type PeriodCalculation,
  type Problem,
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
  readonly unit = 'volume';

  validate({ percents }: Unvalidated<Loyalty>, around: Surroundings): Iterable<Problem> {
    return validateRanks('percents', percents, around);
  }

  base(): Base {
    return ALL_PURCHASES;
  }

  levels(): null {
    return null;
  }

  calculate(period: PeriodCalculation, { id, type, percents }: Loyalty): void {
    const bonus = period.positionOf(id);
    const table = byRank(percents, period.plan.ranks, 0).map(tenThousandths);
    const { active, paidAs } = period.standings;
    for (const [payee, base] of period.basesOf({ id, type }).entries()) {
      if (active[payee] === 0 || base <= 0) continue;
      const percent = table.at(paidAs.at(payee) ?? 0) ?? 0;
      const amount = period.money.share('volume', percent).of(base);
      period.lines.add({ bonus, payee, source: payee, percent, base, amount });
    }
  }

  explain({ id }: Loyalty, run: MemberInRun): BonusWords {
    const sum = sumOf(run, id);
    const unpaid = whyUnpaid(run.member);
    return {
      rule: 'Pays back a percentage of what an active member bought, by its rank.',
      sentences: [unpaid?.sentence ?? `${run.words.money(sum)} by ${linesWord(run, id)}.`],
      reasons: unpaid === undefined ? [] : [unpaid.reason],
      figures: { sum: run.words.number(sum) },
    };
  }

  explainLine(_: Loyalty, { source }: ExplainedLine): string {
    return `A part of what ${source!} bought is paid back.`;
  }
}
