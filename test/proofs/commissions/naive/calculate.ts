import type { Bonus } from '#commissions/engine/document/plan.schema.js';
import type { NamedLine, NamedMember } from '#test/support/calculated.js';
import type { SmallPeriod } from '#test/support/small-period.js';
import { binary } from './binary.js';
import { clawBack } from './claw-back.js';
import { differential, pool, rankAdvancement, retail } from './groups.js';
import { fastStart, generation, matching, unilevel } from './levels.js';
import { addRounded, percentOf, type Period } from './lines.js';
import { Network } from './network.js';
import { Evaluator } from './ranks.js';
import { Rational, sum, ZERO } from './rational.js';

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
  for (const bonus of small.plan.bonuses) pay(period, bonus);
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

function pay(period: Period, bonus: Bonus): void {
  switch (bonus.type) {
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
