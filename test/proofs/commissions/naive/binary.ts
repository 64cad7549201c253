import type { Bonus, SmallMember } from '@commerce/commission-engine';
import { addLine, percentOf, valueOf, type Period } from './lines.js';
import { lowerOf, Rational, sum, ZERO } from './rational.js';

type Binary = Extract<Bonus, { type: 'binary' }>;

const TEN_THOUSAND = Rational.of(10_000);

export function binary(period: Period, bonus: Binary): void {
  const carried: Record<number, { left: number; right: number }> = {};
  period.carried[bonus.id] = carried;
  for (const member of period.network.members) {
    if (!period.network.isPayee(member) || member.placed === undefined) continue;
    const rest = settle(period, bonus, member);
    const legs = { left: whole(bonus, rest[0]), right: whole(bonus, rest[1]) };
    if (legs.left !== 0 || legs.right !== 0) carried[member.uid] = legs;
  }
}

/** Pays a member, and returns what is left of its left and right leg. */
function settle(period: Period, bonus: Binary, member: SmallMember): [Rational, Rational] {
  const left = legVolume(period, bonus, member, 1);
  const right = legVolume(period, bonus, member, 2);
  const hasLegs = !bonus.requires_legs || (hasOwnIn(period, member, 1) && hasOwnIn(period, member, 2));
  if (!period.evaluator.isActive(member) || !hasLegs) return bonus.inactive === 'keep' ? [left, right] : [ZERO, ZERO];
  const leftIsStrong = !left.isBelow(right);
  const [strong, weak] = leftIsStrong ? [left, right] : [right, left];
  const matched = matchedOf(period, bonus, strong, weak);
  const cap = valueOf(period, bonus.cap ?? {}, member);
  const { paid, consumed } = capped(period, bonus, matched, cap === undefined ? undefined : Rational.decimal(cap));
  addLine(period, { bonus: bonus.id, payee: member.uid }, paid);
  const strongRest = strong.minus(consumed.times(Rational.of(bonus.ratio.strong)));
  const weakRest = weak.minus(consumed.times(Rational.of(bonus.ratio.weak)));
  return leftIsStrong ? [strongRest, weakRest] : [weakRest, strongRest];
}

/** u, or c × volume: what is consumed once for each part of the ratio. */
function matchedOf(_period: Period, { ratio, cycle }: Binary, strong: Rational, weak: Rational): Rational {
  const parts = lowerOf(strong.over(Rational.of(ratio.strong)), weak.over(Rational.of(ratio.weak)));
  const unit = cycle === undefined ? Rational.of(1, 10_000) : Rational.decimal(cycle.volume);
  const matched = parts.over(unit).floor().times(unit);
  return matched.isBelow(ZERO) ? ZERO : matched;
}

function capped(
  period: Period,
  bonus: Binary,
  matched: Rational,
  cap: Rational | undefined,
): { paid: Rational; consumed: Rational } {
  const paid = payment(period, bonus, matched);
  if (cap === undefined || !paid.isAbove(cap)) return { paid, consumed: matched };
  if (bonus.over_cap === 'flush') return { paid: cap, consumed: matched };
  const unit = bonus.cycle === undefined ? Rational.of(1, 10_000) : Rational.decimal(bonus.cycle.volume);
  const consumed = cap
    .over(payment(period, bonus, unit))
    .floor()
    .times(unit);
  return { paid: payment(period, bonus, consumed), consumed };
}

/** What some matched volume pays, before rounding. */
function payment({ plan }: Period, { percent, cycle, ratio }: Binary, matched: Rational): Rational {
  if (cycle !== undefined) return matched.over(Rational.decimal(cycle.volume)).times(Rational.decimal(cycle.amount));
  return percentOf(percent!, matched.times(Rational.of(ratio.weak)).times(Rational.decimal(plan.rate)));
}

function legVolume({ network }: Period, { id }: Binary, member: SmallMember, leg: 1 | 2): Rational {
  const carried = network.period.carried?.[id]?.[member.uid];
  const before = (leg === 1 ? carried?.left : carried?.right) ?? 0;
  const volumes = legOf(network, member, leg).map((one) => network.commissionable(one));
  return Rational.of(before).over(TEN_THOUSAND).plus(sum(volumes));
}

function legOf(network: Period['network'], { uid }: SmallMember, leg: 1 | 2): readonly SmallMember[] {
  const head = network.members.find(
    ({ placed }) => typeof placed === 'object' && placed.below === uid && placed.leg === leg,
  );
  return head === undefined ? [] : network.placementGroup(head);
}

/** Whether an active distributor whose nearest payee above is the member stands in a leg. */
function hasOwnIn({ network, evaluator }: Period, member: SmallMember, leg: 1 | 2): boolean {
  return legOf(network, member, leg).some(
    (one) => evaluator.isActive(one) && network.payeesAbove(one, 'sponsor')[0]?.uid === member.uid,
  );
}

/** In ten-thousandths, no more than the bonus lets anybody carry. */
function whole({ carry_cap }: Binary, rest: Rational): number {
  const most = carry_cap === undefined ? rest : lowerOf(rest, Rational.decimal(carry_cap));
  return most.times(TEN_THOUSAND).toNumber();
}
