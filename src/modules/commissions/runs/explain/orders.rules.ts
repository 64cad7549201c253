import type { Fixed } from '#common/money/fixed.js';
import { whyUnpaid } from '@commerce/commission-engine';
import type { BonusFacts } from './facts.js';
import type { ExplainedOrderBonusView, OrderReason } from './orders.dto.js';
import { dayOf } from './words.js';

/** The deciding reason, and its sentence. */
export interface OrderVerdict {
  readonly reason: OrderReason;
  readonly sentence: string;
}

/** What is known of an order by itself. */
export interface OrderRows {
  readonly status: string;
  readonly rows: readonly { readonly at: Date; readonly kind: string }[];
  /** Its commissionable volume in the period. */
  readonly volume: Fixed;
}

/** What is said of an order that counts. */
export interface CountedSaid extends OrderRows {
  readonly share: Fixed;
  /** Whether the member bought it, has the volume of who did, or had it before another one took the position. */
  readonly isOwn: boolean;
  readonly isGiven: boolean;
  readonly bonuses: readonly ExplainedOrderBonusView[];
}

/** Of an order of somebody who is not below the member. */
export function otherTeam(isInRun: boolean): OrderVerdict {
  const where = isInRun ? 'did not stand below this member' : 'was no member of the network';
  const sentence = `The buyer ${where} in this period, so nothing of the order goes to this member.`;
  return { reason: 'other_team', sentence };
}

/** Why nothing of an order counts in the period of a run; undefined if something does. */
export function whyNotCounted(
  { status, rows, volume }: OrderRows,
  { run, plan }: BonusFacts,
): OrderVerdict | undefined {
  if (rows.length === 0 && status === 'cancelled')
    return {
      reason: 'cancelled',
      sentence: 'The order was cancelled before it was paid: commissions need a paid order.',
    };
  if (rows.length === 0)
    return { reason: 'not_paid', sentence: `The order is ${status}: an order counts from the moment when it is paid.` };
  const inside = rows.filter(({ at }) => at >= run.fromAt && at < run.toAt);
  if (inside.length === 0) {
    const { at } = rows[0]!;
    const isBefore = at < run.fromAt;
    return {
      reason: isBefore ? 'before_period' : 'after_period',
      sentence: `The order was paid on ${dayOf(at, plan.time_zone)}, ${isBefore ? 'before' : 'after'} this period: it counts in the period of that day.`,
    };
  }
  const back = inside.filter(({ kind }) => kind !== 'sale');
  if (back.length === inside.length)
    return {
      reason: 'taken_back',
      sentence:
        'The order was sold in an earlier period, and came back in this one: what it had given then is taken back.',
    };
  if (volume === 0n && back.length > 0)
    return { reason: 'came_back', sentence: 'The order came back whole in the same period: nothing of it counts.' };
  return undefined;
}

/** What an order that counts in the period of a run gave the member, or the one reason why it gave nothing. */
export function countedVerdict(said: CountedSaid, facts: BonusFacts): OrderVerdict {
  const { rows, volume, share, isOwn, isGiven, bonuses } = said;
  const { run, words, member } = facts;
  const isReturned = rows.some(({ at, kind }) => kind !== 'sale' && at >= run.fromAt && at < run.toAt);
  const returned = isReturned ? ' A part of it came back, and does not count.' : '';
  const counts = `Commissions are paid on ${words.volume(volume)} of it`;
  if (isGiven)
    return {
      reason: 'position_given',
      sentence: `${counts}, but not here: another member has this position since.${returned}`,
    };
  if (isOwn)
    return {
      reason: 'own',
      sentence: `${counts} in the member’s own volumes; bonuses on it go to those above.${returned}`,
    };
  if (share !== 0n)
    return {
      reason: 'paid',
      sentence: `${counts}.${returned} ${words.money(share)} is its share of what this member got.`,
    };
  const unpaid = whyUnpaid(member)?.sentence;
  const whole = bonuses.find((one) => one.share === null && one.whole !== null && member.bonuses.get(one.bonus));
  if (unpaid === undefined && whole !== undefined)
    return { reason: 'part_of_whole', sentence: `${counts}.${returned} ${whole.sentence}` };
  const why = unpaid ?? decidingOf(bonuses) ?? 'No bonus of the plan pays on it.';
  return { reason: 'no_share', sentence: `${counts}, but nothing to this member. ${why}${returned}` };
}

/** Of bonuses that the order has a part in, that of the first; else of the first of all. */
function decidingOf(bonuses: readonly ExplainedOrderBonusView[]): string | undefined {
  return (bonuses.find(({ base }) => base > 0) ?? bonuses[0])?.sentence;
}
