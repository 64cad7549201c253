import { byRank } from '../../by-rank.js';
import {
  exactly,
  rankAt,
  sumOf,
  whyUnpaid,
  type BonusWords,
  type LegVolumes,
  type MemberInRun,
  type NumberWords,
  type OrderInRun,
  type OrderPart,
  type Reason,
} from '../../explanation.js';
import type { BinaryBonus } from './binary.schema.js';
import { matcherOf } from './match.js';

const NONE: LegVolumes = { leftIn: 0n, rightIn: 0n, left: 0n, right: 0n, leftOut: 0n, rightOut: 0n };

/** What a binary bonus came to for a member. */
export function explainBinary(bonus: BinaryBonus, run: MemberInRun): BonusWords {
  const { plan, member, words } = run;
  const legs = run.legs.get(bonus.id) ?? NONE;
  const isLeftStrong = legs.left >= legs.right;
  const [larger, smaller] = isLeftStrong ? [legs.left, legs.right] : [legs.right, legs.left];
  // What pays, before a cap.
  const matched = matcherOf(bonus, run.money).match(Number(larger), Number(smaller), Infinity);
  const [strong, weak] = [BigInt(matched.strong), BigInt(matched.weak)];
  const sum = sumOf(run, bonus.id);
  const cap = byRank(bonus.cap ?? {}, plan.ranks, undefined)[rankAt(plan, member.rank)];
  const unpaid = whyUnpaid(member) ?? (member.isPlaced ? undefined : NOT_PLACED);
  const isLacking = unpaid === undefined && weak > 0n && sum === 0n && bonus.requires_legs;
  const sentences: string[] = [legsSentence(legs, words)];
  const reasons: Reason[] = [];
  const tell = (reason: Reason, sentence: string): void => {
    reasons.push(reason);
    sentences.push(sentence);
  };
  if (unpaid !== undefined) tell(unpaid.reason, unpaid.sentence);
  else if (isLacking)
    tell('legs', 'It was not paid: one leg had no active distributor whom this member sponsors personally.');
  else if (weak === 0n) tell('no_match', matchSentence(bonus.cycle !== undefined));
  else if (cap !== undefined && sum >= exactly(cap))
    tell('cap', `The rank ${member.rank!} is paid at most ${words.money(exactly(cap))} by this bonus.`);
  else
    sentences.push(
      `${words.volume(weak)} of the smaller leg found its match in the larger one, which pays ${words.money(sum)}.`,
    );
  sentences.push(carriedSentence(legs, words));
  return {
    rule: ruleOf(bonus, cap, words),
    sentences,
    reasons,
    figures: {
      carried_from: carriedFrom(bonus.id, legs, run),
      carried_in: pairOf(words, legs.leftIn, legs.rightIn),
      new: pairOf(words, legs.left - legs.leftIn, legs.right - legs.rightIn),
      volume: pairOf(words, legs.left, legs.right),
      strong_leg: isLeftStrong ? 'left' : 'right',
      matched: isLeftStrong ? pairOf(words, strong, weak) : pairOf(words, weak, strong),
      cycles:
        bonus.cycle === undefined ? null : Number(weak / (exactly(bonus.cycle.volume) * BigInt(bonus.ratio.weak))),
      cap: cap ?? null,
      carried_out: pairOf(words, legs.leftOut, legs.rightOut),
      // What was matched, flushed, or cut off above the limit of what is carried.
      gone: pairOf(words, legs.left - legs.leftOut, legs.right - legs.rightOut),
    },
  };
}

const NOT_PLACED = {
  reason: 'not_placed',
  sentence: 'Members without a place in the placement tree are not paid, and keep nothing.',
} as const;

function ruleOf(
  { ratio, percent, cycle, requires_legs, inactive, over_cap, carry_cap }: BinaryBonus,
  cap: number | undefined,
  words: NumberWords,
): string {
  const pays =
    cycle === undefined
      ? `${percent!} % of what matches of the smaller one`
      : `${words.money(exactly(cycle.amount))} for each full ${words.volume(exactly(cycle.volume))} of volume`;
  return [
    `Matches the volume of the left and of the right leg, ${ratio.strong} of the larger to ${ratio.weak} of the smaller, and pays ${pays}. What finds no match is kept for the next period.`,
    ...(requires_legs ? ['It needs an active distributor in each leg whom the member sponsors personally.'] : []),
    ...(cap === undefined
      ? []
      : [
          `At most ${words.money(exactly(cap))}; what matched above that is ${over_cap === 'flush' ? 'used up' : 'kept for the next period'}.`,
        ]),
    ...(carry_cap === undefined ? [] : [`At most ${words.volume(exactly(carry_cap))} is kept in each leg.`]),
    inactive === 'flush'
      ? 'Members who are not paid keep nothing.'
      : 'Members who are not active keep the volume of both legs.',
  ].join(' ');
}

function legsSentence({ leftIn, rightIn, left, right }: LegVolumes, words: NumberWords): string {
  return `Left leg ${words.volume(left)} (${words.volume(leftIn)} kept from before, ${words.volume(left - leftIn)} new), right leg ${words.volume(right)} (${words.volume(rightIn)} kept from before, ${words.volume(right - rightIn)} new).`;
}

function carriedSentence({ leftOut, rightOut }: LegVolumes, words: NumberWords): string {
  return `Kept for the next period: ${words.volume(leftOut)} left and ${words.volume(rightOut)} right.`;
}

function matchSentence(isCycle: boolean): string {
  return isCycle ? 'The legs do not complete a cycle.' : 'The smaller leg has nothing to match.';
}

function pairOf(words: NumberWords, left: bigint, right: bigint) {
  return { left: words.number(left), right: words.number(right) };
}

/**
 * What was carried in, by the position that carried it out of the previous period, where other positions were merged into the
 * member's own; it adds up to `carried_in`. The member's own part is what is left: limits and mappings of plans are in it.
 */
function carriedFrom(bonus: string, { leftIn, rightIn }: LegVolumes, { member, successions, words }: MemberInRun) {
  const taken = successions.filter(({ carried }) => carried.has(bonus));
  if (taken.length === 0) return [];
  let [left, right] = [leftIn, rightIn];
  const others = taken.map(({ uid, username, carried }) => {
    const legs = carried.get(bonus)!;
    left -= legs.left;
    right -= legs.right;
    return { uid, username, ...pairOf(words, legs.left, legs.right) };
  });
  return [{ uid: member.uid, username: member.username, ...pairOf(words, left, right) }, ...others];
}

/** Says in which leg an order counts. */
export async function explainOrderInLegs({ id }: BinaryBonus, run: MemberInRun, order: OrderInRun): Promise<OrderPart> {
  const legs = run.legs.get(id);
  const leg = await order.leg();
  if (leg === undefined || legs === undefined)
    return { share: null, whole: null, sentence: 'It is in neither leg of this member.' };
  const isLeft = leg === 1;
  const whole = isLeft ? legs.left - legs.leftIn : legs.right - legs.rightIn;
  return {
    share: null,
    whole,
    sentence: `Its ${run.words.volume(order.volume)} are a part of the ${run.words.volume(whole)} that are new in the ${isLeft ? 'left' : 'right'} leg. This bonus matches whole legs, so the ${run.words.money(sumOf(run, id))} that it paid cannot be put down to single orders.`,
  };
}
