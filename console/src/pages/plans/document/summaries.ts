import { formatNumber } from '../../../components/format';
import { listOf, objectOf, valueAt, type Json } from './paths';
import { inWords } from './schema';

const number = (value: Json | undefined): string => (typeof value === 'number' ? formatNumber(value) : '…');

/** The conditions of a rank in a few words: `personal volume 100, group volume 1,000 (at most 60% of one leg)`. */
export function conditionsInWords(value: Json | undefined): string {
  const conditions = objectOf(value);
  const words = Object.entries(conditions).flatMap(([key, part]): string[] => {
    switch (key) {
      case 'leg_cap_percent':
        return [];
      case 'group_volume': {
        const cap = conditions.leg_cap_percent;
        return [`group volume ${number(part)}${cap === undefined ? '' : ` (at most ${number(cap)}% of one leg)`}`];
      }
      case 'active_frontline':
        return [`${number(part)} active in the frontline`];
      case 'customers':
        return [`${number(part)} customers`];
      case 'legs':
        return listOf(part).map((leg) => `${number(valueAt(leg, 'count'))} legs with ${nameOf(valueAt(leg, 'rank'))}`);
      case 'any':
        return [`either ${listOf(part).map(conditionsInWords).join(', or ')}`];
      default:
        return [`${inWords(key).toLowerCase()} ${number(part)}`];
    }
  });
  return words.length === 0 ? 'no conditions' : words.join(', ');
}

const nameOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '…');

/** Levels in a few words: `5, 3, 2 %`. */
const levels = (list: readonly Json[]): string => `${list.map(number).join(', ')}%`;

/** The parameters of a bonus in a few words: `5, 3, 2% to 7 levels`. */
export function bonusInWords(bonus: Json): string {
  const { percents, percent, cycle, days, steps, shares, amounts, of } = objectOf(bonus);
  const parts: string[] = [];
  if (typeof days === 'number') parts.push(`first ${number(days)} days`);
  if (Array.isArray(of)) parts.push(`of ${of.map(nameOf).join(', ')}`);
  if (Array.isArray(percents)) parts.push(levels(percents));
  else if (percents !== undefined) {
    const most = Math.max(0, ...Object.values(objectOf(percents)).map((list) => listOf(list).length));
    parts.push(`${most} ${most === 1 ? 'level' : 'levels'} by rank`);
  }
  if (typeof percent === 'number') parts.push(`${number(percent)}%`);
  if (cycle !== undefined)
    parts.push(`${number(valueAt(cycle, 'amount'))} for each cycle of ${number(valueAt(cycle, 'volume'))}`);
  if (Array.isArray(steps)) parts.push(levels(steps.map((step: Json) => valueAt(step, 'percent') ?? '')));
  for (const table of [shares, amounts])
    if (table !== undefined)
      parts.push(
        Object.entries(objectOf(table))
          .map(([rank, value]) => `${rank} ${number(value)}`)
          .join(', '),
      );
  return parts.filter((part) => part !== '').join('; ');
}
