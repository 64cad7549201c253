/**
 * Retail: a percentage of what a customer or preferred customer paid above wholesale in the period, to the nearest payee above
 * in the sponsor tree, if that one is active. Never below 0 for a customer and period.
 */
import type { BonusType } from '../../bonus-type.js';
import { BeyondRange, isHeld, MemberSums, tenThousandths, Total } from '../../exact.js';
import { EARLIER, KIND, type PeriodInput } from '../../period.js';
import { retailSchema, type RetailBonus } from './retail.schema.js';

export const retail: BonusType<RetailBonus> = {
  type: 'retail',
  schema: retailSchema,
  calculate(period, { id, percent: percentage }) {
    const bonus = period.positionOf(id);
    const percent = tenThousandths(percentage);
    const share = period.money.share('price', percent);
    const upline = period.upline('sponsor');
    const margins = marginsOf(period.input);
    const unpaid = { no_upline: new Total(), not_active: new Total() };
    for (let source = 0; source < margins.length; source += 1) {
      const base = margins[source]!;
      if (base <= 0) continue;
      const payee = upline[source]!;
      if (payee < 0) unpaid.no_upline.add(base);
      else if (period.standings.active[payee] === 0) unpaid.not_active.add(base);
      else period.lines.addLevel(bonus, payee, source, 1, percent, base, share.of(base));
    }
    for (const reason of ['no_upline', 'not_active'] as const) {
      const products = unpaid[reason].exact * BigInt(percent);
      period.unpaid.add(id, reason, period.money.ofProducts('price', products));
    }
  },
};

/** Price less wholesale price of what each customer and preferred customer bought, in ten-thousandths. */
function marginsOf({ members, rows }: PeriodInput): Float64Array {
  const { prices } = rows;
  if (prices === undefined) throw new Error('a retail bonus needs prices');
  const margins = new MemberSums(members.uid.length);
  for (let row = 0; row < rows.member.length; row += 1) {
    const member = rows.member[row]!;
    if (members.kind[member] === KIND.distributor || rows.takesBack[row] === EARLIER) continue;
    const margin = prices.price[row]! - prices.wholesale[row]!;
    if (!isHeld(margin)) throw new BeyondRange('retail margin', members.uid[member]);
    margins.add(member, margin);
  }
  return margins.finish('retail margin', members.uid);
}
