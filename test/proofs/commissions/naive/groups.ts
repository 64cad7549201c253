import type { Bonus } from '#commissions/engine/document/plan.schema.js';
import type { SmallMember } from '#test/support/small-period.js';
import { addLine, addRounded, percentOf, valueOf, type Period } from './lines.js';
import { Rational, sum, ZERO } from './rational.js';

type BonusOf<Type extends Bonus['type']> = Extract<Bonus, { type: Type }>;

export function differential(period: Period, { id, steps, breakaway }: BonusOf<'differential'>): void {
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

export function retail(period: Period, { id, percent }: BonusOf<'retail'>): void {
  const { network, evaluator } = period;
  for (const customer of network.members.filter((one) => !network.isDistributor(one))) {
    const margin = network.margin(customer);
    const payee = network.payeesAbove(customer, 'sponsor')[0];
    if (payee === undefined || !evaluator.isActive(payee) || !margin.isAbove(ZERO)) continue;
    addLine(period, { bonus: id, payee: payee.uid, source: customer.uid, level: 1 }, percentOf(percent, margin));
  }
}

export function rankAdvancement(period: Period, { id, amounts }: BonusOf<'rank_advancement'>): void {
  const { network, evaluator, plan } = period;
  for (const member of network.members.filter((one) => evaluator.isActive(one))) {
    const had = evaluator.numberOf(member.title);
    for (const [rank, { name }] of plan.ranks.entries()) {
      if (rank <= had || rank > evaluator.paidAs(member)) continue;
      addLine(period, { bonus: id, payee: member.uid, rank: name }, Rational.decimal(amounts[name] ?? 0));
    }
  }
}

export function pool(period: Period, { id, percent, shares }: BonusOf<'pool'>): void {
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
