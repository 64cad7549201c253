import type { Bonus, SmallMember, SmallRow } from '@commerce/commission-engine';
import { addLine, bonusesOf, percentOf, valueOf, type Period } from './lines.js';
import { Rational, sum, ZERO } from './rational.js';

type BonusOf<Type extends Bonus['type']> = Extract<Bonus, { type: Type }>;

export function unilevel(period: Period, bonus: BonusOf<'unilevel'>): void {
  for (const source of period.network.members) {
    const payees = period.network.payeesAbove(source, bonus.tree);
    payUp(period, bonus, source, payees, baseFor(period, bonus.id, source));
  }
}

export function matching(period: Period, bonus: BonusOf<'matching'>): void {
  const { network, lines } = period;
  const earned = network.members.map((source) => {
    const matched = lines.filter(({ bonus: id, payee }) => payee === source.uid && bonus.of.includes(id));
    return sum(matched.map(({ amount }) => Rational.of(amount))).over(period.minor);
  });
  for (const [index, source] of network.members.entries())
    payUp(period, bonus, source, network.payeesAbove(source, 'sponsor'), earned[index]!);
}

export function generation(period: Period, { id, rank, percents }: BonusOf<'generation'>): void {
  const { network, evaluator } = period;
  for (const source of network.members) {
    const leaders = network
      .payeesAbove(source, 'sponsor')
      .filter((payee) => evaluator.isActive(payee) && evaluator.paidAs(payee) >= evaluator.numberOf(rank));
    for (const [index, percent] of percents.entries())
      payOne(period, id, source, leaders[index], index + 1, percent, baseFor(period, id, source));
  }
}

export function fastStart(period: Period, { id, days, percents }: BonusOf<'fast_start'>): void {
  const { network, evaluator } = period;
  for (const source of network.members) {
    const payees = network.payeesAbove(source, 'sponsor');
    const base = money(
      period,
      network.base(source, (row) => network.isInFirstDays(row, days)),
    );
    for (const [index, percent] of percents.entries()) {
      const payee = payees[index];
      if (payee !== undefined && evaluator.isActive(payee)) payOne(period, id, source, payee, index + 1, percent, base);
    }
  }
}

/** The levels of a source by the compression, each found by going up anew. */
function payUp(
  period: Period,
  { id, percents, compression }: BonusOf<'unilevel'> | BonusOf<'matching'>,
  source: SmallMember,
  payees: readonly SmallMember[],
  base: Rational,
): void {
  const { evaluator } = period;
  const percentAt = (payee: SmallMember, level: number): number => valueOf(period, percents, payee)?.[level - 1] ?? 0;
  const levels = Math.max(0, ...Object.values(percents).map((list) => list.length));
  const takers = compression === 'none' ? payees : payees.filter((payee) => evaluator.isActive(payee));
  let next = 0;
  for (let level = 1; level <= levels; level += 1) {
    if (compression === 'dynamic') {
      while (next < takers.length && percentAt(takers[next]!, level) === 0) next += 1;
    }
    const payee = takers[next];
    if (payee === undefined) return;
    next += 1;
    if (evaluator.isActive(payee)) payOne(period, id, source, payee, level, percentAt(payee, level), base);
  }
}

function payOne(
  period: Period,
  bonus: string,
  source: SmallMember,
  payee: SmallMember | undefined,
  level: number,
  percent: number,
  base: Rational,
): void {
  if (payee === undefined || !base.isAbove(ZERO)) return;
  addLine(period, { bonus, payee: payee.uid, source: source.uid, level }, percentOf(percent, base));
}

/** The base of a source, without what belongs to fast-start bonuses that exclude this bonus. */
function baseFor(period: Period, bonus: string, source: SmallMember): Rational {
  const fastStarts = bonusesOf(period.plan).filter((one) => one.type === 'fast_start');
  const days = fastStarts.filter(({ excludes }) => excludes.includes(bonus)).map((one) => one.days);
  const counts = (row: SmallRow): boolean => !days.some((some) => period.network.isInFirstDays(row, some));
  return money(period, period.network.base(source, counts));
}

function money({ plan }: Period, volume: Rational): Rational {
  return volume.times(Rational.decimal(plan.rate));
}
