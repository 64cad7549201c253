import { fixedNumber, type Fixed } from '#common/money/fixed.js';
import { byRank } from '#commissions/engine/index.js';
import { whyUnpaid, type BinaryFacts, type Reason } from '../facts.js';
import { rankAt } from '../levels.js';
import type { ExplainBonus } from './explain-bonus.js';
import { sumOf } from './level-words.js';

const NONE: BinaryFacts = { leftIn: 0n, rightIn: 0n, left: 0n, right: 0n, leftOut: 0n, rightOut: 0n };

export const explainBinary: ExplainBonus<'binary'> = (bonus, facts) => {
  const { plan, member, words } = facts;
  const legs = facts.legs.get(bonus.id) ?? NONE;
  const { strong, weak } = bonus.ratio;
  const isLeftStrong = legs.left >= legs.right;
  const units = lower(quotient(larger(legs), BigInt(strong)), quotient(smaller(legs), BigInt(weak)));
  const cycleVolume = bonus.cycle === undefined ? undefined : ten(bonus.cycle.volume);
  const cycles = cycleVolume === undefined || units <= 0n ? 0n : units / cycleVolume;
  // Of what both legs have, this is what pays.
  const matched = units <= 0n ? 0n : cycleVolume === undefined ? units : cycles * cycleVolume;
  const sum = sumOf(facts, bonus.id);
  const cap = byRank(bonus.cap ?? {}, plan.ranks, undefined)[rankAt(plan, member.rank)];
  const unpaid = whyUnpaid(member) ?? (member.isPlaced ? undefined : NOT_PLACED);
  const isLacking = unpaid === undefined && matched > 0n && sum === 0n && bonus.requires_legs;
  const sentences: string[] = [legsSentence(legs, words)];
  const reasons: Reason[] = [];
  const tell = (reason: Reason, sentence: string): void => {
    reasons.push(reason);
    sentences.push(sentence);
  };
  if (unpaid !== undefined) tell(unpaid.reason, unpaid.sentence);
  else if (isLacking)
    tell('legs', 'It was not paid: one leg had no active distributor whom this member sponsors personally.');
  else if (matched === 0n) tell('no_match', matchSentence(bonus.cycle !== undefined));
  else if (cap !== undefined && sum >= ten(cap))
    tell('cap', `The rank ${member.rank!} is paid at most ${words.money(ten(cap))} by this bonus.`);
  else
    sentences.push(
      `${words.volume(matched * BigInt(weak))} of the smaller leg found its match in the larger one, which pays ${words.money(sum)}.`,
    );
  sentences.push(carriedSentence(legs, words));
  return {
    rule: ruleOf(bonus, cap),
    sentences,
    reasons,
    figures: {
      carried_from: carriedFrom(bonus.id, legs, facts),
      carried_in: pair(legs.leftIn, legs.rightIn),
      new: pair(legs.left - legs.leftIn, legs.right - legs.rightIn),
      volume: pair(legs.left, legs.right),
      strong_leg: isLeftStrong ? 'left' : 'right',
      matched: pair(matched * BigInt(isLeftStrong ? strong : weak), matched * BigInt(isLeftStrong ? weak : strong)),
      cycles: cycleVolume === undefined ? null : Number(cycles),
      cap: cap ?? null,
      carried_out: pair(legs.leftOut, legs.rightOut),
      // What was matched, flushed, or cut off above the limit of what is carried.
      gone: pair(legs.left - legs.leftOut, legs.right - legs.rightOut),
    },
  };
};

const NOT_PLACED = {
  reason: 'not_placed',
  sentence: 'Members without a place in the placement tree are not paid, and keep nothing.',
} as const;

type Bonus = Parameters<typeof explainBinary>[0];
type Facts = Parameters<typeof explainBinary>[1];
type Words = Facts['words'];

function ruleOf(
  { ratio, percent, cycle, requires_legs, inactive, over_cap, carry_cap }: Bonus,
  cap: number | undefined,
): string {
  const pays =
    cycle === undefined
      ? `${percent!} % of what matches of the smaller one`
      : `${cycle.amount} for each full ${cycle.volume} of volume`;
  return [
    `Matches the volume of the left and of the right leg, ${ratio.strong} of the larger to ${ratio.weak} of the smaller, and pays ${pays}. What finds no match is kept for the next period.`,
    ...(requires_legs ? ['It needs an active distributor in each leg whom the member sponsors personally.'] : []),
    ...(cap === undefined
      ? []
      : [
          `At most ${cap}; what matched above that is ${over_cap === 'flush' ? 'used up' : 'kept for the next period'}.`,
        ]),
    ...(carry_cap === undefined ? [] : [`At most ${carry_cap} is kept in each leg.`]),
    inactive === 'flush'
      ? 'Members who are not paid keep nothing.'
      : 'Members who are not active keep the volume of both legs.',
  ].join(' ');
}

function legsSentence({ leftIn, rightIn, left, right }: BinaryFacts, words: Words): string {
  return `Left leg ${words.volume(left)} (${words.volume(leftIn)} kept from before, ${words.volume(left - leftIn)} new), right leg ${words.volume(right)} (${words.volume(rightIn)} kept from before, ${words.volume(right - rightIn)} new).`;
}

function carriedSentence({ leftOut, rightOut }: BinaryFacts, words: Words): string {
  return `Kept for the next period: ${words.volume(leftOut)} left and ${words.volume(rightOut)} right.`;
}

function matchSentence(isCycle: boolean): string {
  return isCycle ? 'The legs do not complete a cycle.' : 'The smaller leg has nothing to match.';
}

const larger = ({ left, right }: BinaryFacts): Fixed => (left >= right ? left : right);
const smaller = ({ left, right }: BinaryFacts): Fixed => (left >= right ? right : left);
const lower = (one: Fixed, other: Fixed): Fixed => (one < other ? one : other);
const pair = (left: Fixed, right: Fixed) => ({ left: fixedNumber(left), right: fixedNumber(right) });

/**
 * What was carried in, by the position that carried it out of the previous period, where other positions were merged into the
 * member's own; it adds up to `carried_in`. The member's own part is what is left: limits and mappings of plans are in it.
 */
function carriedFrom(bonus: string, { leftIn, rightIn }: BinaryFacts, { member, successions }: Facts) {
  const taken = successions.filter(({ carried }) => carried.has(bonus));
  if (taken.length === 0) return [];
  let [left, right] = [leftIn, rightIn];
  const others = taken.map(({ uid, username, carried }) => {
    const legs = carried.get(bonus)!;
    left -= legs.left;
    right -= legs.right;
    return { uid, username, ...pair(legs.left, legs.right) };
  });
  return [{ uid: member.uid, username: member.username, ...pair(left, right) }, ...others];
}

/** Rounded down, also below 0. */
function quotient(value: Fixed, divisor: bigint): bigint {
  return value >= 0n ? value / divisor : -((-value + divisor - 1n) / divisor);
}

function ten(value: number): Fixed {
  return BigInt(Math.round(value * 10_000));
}
