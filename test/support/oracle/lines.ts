import type { Bonus, NamedLine, Plan, SmallMember, SmallRow } from '@commerce/commission-engine';
import type { Evaluator, Network } from './network.js';
import { lowerOf, Rational, sum, ZERO } from './rational.js';

/** What each bonus needs, and where its lines go. */
export interface Period {
  readonly plan: Plan;
  readonly network: Network;
  readonly evaluator: Evaluator;
  readonly lines: NamedLine[];
  /** By bonus and uid, in ten-thousandths. */
  readonly carried: Record<string, Record<number, { left: number; right: number }>>;
  /** Minor units of the currency in one unit. */
  readonly minor: Rational;
}

const HUNDRED = Rational.of(100);

/** The bonuses of a plan, all of types that there are without extensions. */
export const bonusesOf = ({ bonuses }: Plan): readonly Bonus[] => bonuses as Bonus[];

/** Adds a line of an amount of money, which is rounded here and nowhere else. */
export function addLine(period: Period, line: Omit<NamedLine, 'amount'>, money: Rational): void {
  addRounded(period, line, money.times(period.minor).rounded(period.plan.rounding));
}

/** Adds a line of whole minor units. */
export function addRounded({ lines }: Period, line: Omit<NamedLine, 'amount'>, minorUnits: Rational): void {
  const amount = minorUnits.toNumber();
  if (amount !== 0) lines.push({ ...line, amount });
}

/** A percentage of an amount. */
export function percentOf(percent: number, amount: Rational): Rational {
  return amount.times(Rational.decimal(percent)).over(HUNDRED);
}

/** The value that a table by rank has for a member's paid-as rank: its own, or that of the next lower one that is named. */
export function valueOf<Value>(
  { plan, evaluator }: Period,
  table: Readonly<Record<string, Value>>,
  member: SmallMember,
): Value | undefined {
  for (let rank = evaluator.paidAs(member); rank >= 0; rank -= 1) {
    const value = table[plan.ranks[rank]!.name];
    if (value !== undefined) return value;
  }
  return undefined;
}

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

/** The levels of a source by the compression, each found by going up again. */
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
