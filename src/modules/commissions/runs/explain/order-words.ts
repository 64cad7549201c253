import type { Fixed } from '../../../../common/money/fixed.js';
import type { BonusFacts } from './facts.js';

/** What is said of an order by itself. */
export interface OrderSaid {
  readonly status: string;
  readonly rows: readonly { readonly at: Date; readonly kind: string }[];
  /** Its commissionable volume in the period. */
  readonly volume: Fixed;
  readonly share: Fixed;
  /** Whether the member bought it, has the volume of who did, or had it before another one took the position. */
  readonly isOwn: boolean;
  readonly isGiven: boolean;
}

/** Whether and how an order counts in the period of a run. */
export function orderSentence(said: OrderSaid, { run, words }: BonusFacts): string {
  const { status, rows, volume, share, isOwn, isGiven } = said;
  if (rows.length === 0) return `The order is ${status}: an order counts from the moment when it is paid.`;
  const inside = rows.filter(({ at }) => at >= run.fromAt && at < run.toAt);
  if (inside.length === 0) {
    const [first] = rows;
    const when = first!.at < run.fromAt ? 'before' : 'after';
    return `The order was paid at ${first!.at.toISOString()}, ${when} this period: it counts in the period of that time.`;
  }
  const back = inside.filter(({ kind }) => kind !== 'sale');
  if (back.length === inside.length)
    return 'The order was sold in an earlier period, and came back in this one: what it had given then is taken back.';
  if (volume === 0n && back.length > 0) return 'The order came back whole in the same period: nothing of it counts.';
  const returned = back.length === 0 ? '' : ' A part of it came back, and does not count.';
  const counts = `Commissions are paid on ${words.volume(volume)} of it`;
  if (isGiven) return `${counts}, but not here: another member has this position since.${returned}`;
  if (isOwn) return `${counts} in the member’s own volumes; bonuses on it go to those above.${returned}`;
  if (share === 0n) return `${counts}.${returned} It gave this member nothing by itself; see each bonus.`;
  return `${counts}.${returned} ${words.money(share)} is its share of what this member got.`;
}
