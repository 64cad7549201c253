import type { Bonus } from '#commissions/engine/document/plan.schema.js';
import { enrolledAt, PERIOD_BEGINS, type SmallEarlier, type SmallEarlierLine } from '#test/support/small-period.js';
import { addRounded, type Period } from './lines.js';
import { lowerOf, ONE, Rational, sum, ZERO } from './rational.js';

const DAY_MS = 86_400_000;

/** Takes back of each line its part of all that came back, rounded down, less the same of what was calculated before. */
export function clawBack(period: Period): void {
  for (const earlier of period.network.period.earlier ?? []) {
    for (const line of earlier.lines) {
      const taken = (beforeOnly: boolean): Rational => {
        const { before, left } = earlier.paid[line.payee]!;
        const kept = Rational.of(line.amount).times(Rational.of(left, before));
        return kept.times(partOf(period, earlier, line, beforeOnly)).floor();
      };
      const { payee, source, level } = line;
      addRounded(period, { bonus: 'clawback', payee, source, level }, taken(true).minus(taken(false)));
    }
  }
}

/** The part of the base of a line that came back: of all, or of what was calculated before. */
function partOf(period: Period, earlier: SmallEarlier, line: SmallEarlierLine, beforeOnly: boolean): Rational {
  const bonus = earlier.plan.bonuses.find(({ id }) => id === line.bonus)!;
  const returned = bonus.type === 'matching' ? earnedBack() : boughtBack();
  return lowerOf(returned.over(Rational.of(line.base)), ONE);

  function earnedBack(): Rational {
    const { of } = bonus as Extract<Bonus, { type: 'matching' }>;
    const matched = earlier.lines.filter((one) => one.payee === line.source && of.includes(one.bonus));
    return sum(matched.map((one) => Rational.of(one.amount).times(partOf(period, earlier, one, beforeOnly))));
  }

  function boughtBack(): Rational {
    const rows = earlier.returns.filter(({ source, posted }) => source === line.source && (!beforeOnly || posted));
    const counting = rows.filter(({ soldAt }) => counts(soldAt));
    const total = sum(counting.map((row) => Rational.of(bonus.type === 'retail' ? row.margin : row.commissionable)));
    return total.isBelow(ZERO) ? ZERO : total;
  }

  function counts(soldAt: number): boolean {
    const came = enrolledAt(period.network.member(line.source));
    const isEarly = (days: number): boolean => PERIOD_BEGINS + soldAt < came + days * DAY_MS;
    if (bonus.type === 'fast_start') return isEarly(bonus.days);
    if (bonus.type === 'retail') return true;
    return !earlier.plan.bonuses.some(
      (one) => one.type === 'fast_start' && one.excludes.includes(bonus.id) && isEarly(one.days),
    );
  }
}
