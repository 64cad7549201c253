import type { z } from 'zod';
import {
  type Bonus,
  enrolledAt,
  type NamedLine,
  type NamedMember,
  PERIOD_BEGINS,
  type SmallEarlier,
  type SmallEarlierLine,
  type SmallMember,
  type SmallPeriod,
} from '@commerce/commission-engine';
import {
  addLine,
  addRounded,
  binary,
  bonusesOf,
  fastStart,
  generation,
  matching,
  percentOf,
  type Period,
  unilevel,
  valueOf,
} from './lines.js';
import { Evaluator, Network } from './network.js';
import { tier, type TierBonus } from './tier-bonus.js';
import { lowerOf, ONE, Rational, sum, ZERO } from './rational.js';

const DAY_MS = 86_400_000;

/** Takes back of each line its part of all that came back, rounded down, less the same of what was calculated before. */
function clawBack(period: Period): void {
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
  const bonus = bonusesOf(earlier.plan).find(({ id }) => id === line.bonus)!;
  const returned = bonus.type === 'matching' ? earnedBack() : boughtBack();
  return lowerOf(returned.over(Rational.of(line.base)), ONE);

  function earnedBack(): Rational {
    const { of } = bonus as BonusOf<'matching'>;
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
    return !bonusesOf(earlier.plan).some(
      (one) => one.type === 'fast_start' && one.excludes.includes(bonus.id) && isEarly(one.days),
    );
  }
}

const TEN_THOUSAND = Rational.of(10_000);

/** What a period comes to, by the second implementation. */
export interface NaiveOutcome {
  readonly lines: readonly NamedLine[];
  readonly members: ReadonlyMap<number, NamedMember>;
  readonly carried: Period['carried'];
}

/**
 * Calculates a small period straight from the text of docs/spec/commissions.md#3: in fractions, by recursion, in
 * whatever time it takes. It shares nothing with the engine but types.
 */
export function naively(small: SmallPeriod): NaiveOutcome {
  const network = new Network(small);
  const evaluator = new Evaluator(network);
  const minor = Rational.of(10n ** BigInt(small.currencyDigits ?? 2));
  const period: Period = { plan: small.plan, network, evaluator, lines: [], carried: {}, minor };
  for (const bonus of bonusesOf(small.plan)) pay(period, bonus);
  capMembers(period);
  capPayout(period);
  clawBack(period);
  const nameOf = (rank: number): string | undefined => small.plan.ranks[rank]?.name;
  const members = small.members.map((member): [number, NamedMember] => [
    member.uid,
    {
      personal: evaluator.personal(member).times(TEN_THOUSAND).toNumber(),
      group: evaluator.group(member).times(TEN_THOUSAND).toNumber(),
      active: evaluator.isActive(member),
      rank: nameOf(evaluator.paidAs(member)),
      title: nameOf(evaluator.title(member)),
    },
  ]);
  return { lines: period.lines, members: new Map(members), carried: period.carried };
}

function pay(period: Period, bonus: Bonus | z.output<TierBonus['schema']>): void {
  switch (bonus.type) {
    case 'tier':
      return tier(period, bonus);
    case 'unilevel':
      return unilevel(period, bonus);
    case 'generation':
      return generation(period, bonus);
    case 'fast_start':
      return fastStart(period, bonus);
    case 'differential':
      return differential(period, bonus);
    case 'binary':
      return binary(period, bonus);
    case 'matching':
      return matching(period, bonus);
    case 'pool':
      return pool(period, bonus);
    case 'rank_advancement':
      return rankAdvancement(period, bonus);
    case 'retail':
      return retail(period, bonus);
  }
}

function capMembers(period: Period): void {
  const { member_cap } = period.plan;
  if (member_cap === undefined) return;
  const cap = Rational.decimal(member_cap).times(period.minor);
  for (const [payee, earned] of sums(period))
    if (earned.isAbove(cap)) addRounded(period, { bonus: 'cap', payee }, cap.minus(earned));
}

function capPayout(period: Period): void {
  const { payout_cap_percent, rate } = period.plan;
  if (payout_cap_percent === undefined) return;
  const volume = period.network.allVolume().times(Rational.decimal(rate));
  const cap = percentOf(payout_cap_percent, volume).times(period.minor);
  const earned = sums(period);
  const total = sum(earned.values());
  if (!total.isAbove(cap)) return;
  for (const [payee, own] of earned) {
    if (!own.isAbove(ZERO)) continue;
    const kept = cap.isAbove(ZERO) ? own.times(cap).over(total) : ZERO;
    addRounded(period, { bonus: 'cap', payee }, ZERO.minus(own.minus(kept).ceiling()));
  }
}

/** What all lines so far come to for each member, in minor units. */
function sums({ lines }: Period): Map<number, Rational> {
  const earned = new Map<number, Rational>();
  for (const { payee, amount } of lines) earned.set(payee, (earned.get(payee) ?? ZERO).plus(Rational.of(amount)));
  return earned;
}

type BonusOf<Type extends Bonus['type']> = Extract<Bonus, { type: Type }>;

function differential(period: Period, { id, steps, breakaway }: BonusOf<'differential'>): void {
  const { network, evaluator, plan } = period;
  const rate = Rational.decimal(plan.rate);
  const nearest = (member: SmallMember): SmallMember | undefined => network.payeesAbove(member, 'sponsor')[0];
  const hanging = (member: SmallMember): SmallMember[] =>
    network.members.filter((one) => nearest(one)?.uid === member.uid);

  /** The members whose volume is the group's. */
  const group = (member: SmallMember): SmallMember[] => [
    member,
    ...hanging(member).flatMap((one) => {
      if (!network.isPayee(one)) return [one];
      return hasBrokenAway(one) ? [] : group(one);
    }),
  ];
  const stepOf = (member: SmallMember): number => {
    const volume = sum(group(member).map((one) => network.qualifying(one)));
    return steps.findLastIndex(({ from }) => !volume.isBelow(Rational.decimal(from)));
  };
  const hasBrokenAway = (member: SmallMember): boolean =>
    breakaway !== undefined && stepOf(member) === steps.length - 1;
  const base = (member: SmallMember): Rational =>
    sum(group(member).map((one) => network.commissionable(one))).times(rate);
  const share = (member: SmallMember): Rational => percentOf(steps[stepOf(member)]?.percent ?? 0, base(member));

  for (const member of network.members.filter((one) => network.isPayee(one))) {
    const children = hanging(member).filter((one) => network.isPayee(one) && !hasBrokenAway(one));
    const difference = share(member).minus(sum(children.map(share)));
    if (evaluator.isActive(member) && difference.isAbove(ZERO))
      addLine(period, { bonus: id, payee: member.uid }, difference);
    if (!hasBrokenAway(member) || !base(member).isAbove(ZERO)) continue;
    const leader = network.payeesAbove(member, 'sponsor').find(hasBrokenAway);
    if (leader === undefined || !evaluator.isActive(leader)) continue;
    const line = { bonus: id, payee: leader.uid, source: member.uid, level: 1 };
    addLine(period, line, percentOf(breakaway!.leadership_percent, base(member)));
  }
}

function retail(period: Period, { id, percent }: BonusOf<'retail'>): void {
  const { network, evaluator } = period;
  for (const customer of network.members.filter((one) => !network.isDistributor(one))) {
    const margin = network.margin(customer);
    const payee = network.payeesAbove(customer, 'sponsor')[0];
    if (payee === undefined || !evaluator.isActive(payee) || !margin.isAbove(ZERO)) continue;
    addLine(period, { bonus: id, payee: payee.uid, source: customer.uid, level: 1 }, percentOf(percent, margin));
  }
}

function rankAdvancement(period: Period, { id, amounts }: BonusOf<'rank_advancement'>): void {
  const { network, evaluator, plan } = period;
  for (const member of network.members.filter((one) => evaluator.isActive(one))) {
    const had = evaluator.numberOf(member.title);
    for (const [rank, { name }] of plan.ranks.entries()) {
      if (rank <= had || rank > evaluator.paidAs(member)) continue;
      addLine(period, { bonus: id, payee: member.uid, rank: name }, Rational.decimal(amounts[name] ?? 0));
    }
  }
}

function pool(period: Period, { id, percent, shares }: BonusOf<'pool'>): void {
  const { network, evaluator, plan } = period;
  const all = network.allVolume().times(Rational.decimal(plan.rate));
  const pot = percentOf(percent, all).times(period.minor).floor();
  if (!pot.isAbove(ZERO)) return;
  const sharing = network.members
    .filter((one) => evaluator.isActive(one))
    .map((member) => ({ member, shares: Rational.of(valueOf(period, shares, member) ?? 0) }))
    .filter((one) => one.shares.isAbove(ZERO));
  if (sharing.length === 0) return;
  const total = sum(sharing.map((one) => one.shares));
  const parts = sharing.map((one) => {
    const exact = pot.times(one.shares).over(total);
    return { uid: one.member.uid, floor: exact.floor(), remainder: exact.minus(exact.floor()) };
  });
  const left = pot.minus(sum(parts.map(({ floor }) => floor))).toNumber();
  parts.sort((one, other) => {
    if (one.remainder.isAbove(other.remainder)) return -1;
    return one.remainder.isBelow(other.remainder) ? 1 : one.uid - other.uid;
  });
  for (const [place, { uid, floor }] of parts.entries())
    addRounded(period, { bonus: id, payee: uid }, place < left ? floor.plus(Rational.of(1)) : floor);
}
