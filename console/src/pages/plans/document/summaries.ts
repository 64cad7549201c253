import { formatNumber, formatPercent } from '#console/components/format';
import { listOf, objectOf, valueAt, type Json } from './paths';
import { inWords } from './schema';
import { plural, t, within } from '#console/i18n/t';

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
        return [
          cap === undefined
            ? t('group volume {{part}}', { part: number(part) })
            : t('group volume {{part}} (at most {{cap}} of one leg)', { part: number(part), cap: percentage(cap) }),
        ];
      }
      case 'active_frontline':
        return [t('{{part}} active in the frontline', { part: number(part) })];
      case 'customers':
        return [t('{{part}} customers', { part: number(part) })];
      case 'legs':
        return listOf(part).map((leg) =>
          t('{{legs}} legs with {{rank}}', { legs: number(valueAt(leg, 'count')), rank: nameOf(valueAt(leg, 'rank')) }),
        );
      case 'any':
        return [
          t('either {{alternatives}}', {
            alternatives: listOf(part)
              .map(conditionsInWords)
              .join(`, ${t('or')} `),
          }),
        ];
      default:
        return [`${within(inWords(key))} ${number(part)}`];
    }
  });
  return words.length === 0 ? t('no conditions') : words.join(', ');
}

const nameOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '…');

const percentage = (value: Json | undefined): string => (typeof value === 'number' ? formatPercent(value) : '…');

/** Levels in a few words, each with its sign: a list of numbers with decimal commas cannot be read. `5%, 3%, 2%` */
const levels = (list: readonly Json[]): string => list.map(percentage).join(', ');

/** The parameters of a bonus in a few words: `5%, 3%, 2%`. */
export function bonusInWords(bonus: Json): string {
  const { percents, percent, cycle, days, steps, shares, amounts, of } = objectOf(bonus);
  const parts: string[] = [];
  if (typeof days === 'number') parts.push(t('first {{days}} days', { days: number(days) }));
  if (Array.isArray(of)) parts.push(t('of {{bonuses}}', { bonuses: of.map(nameOf).join(', ') }));
  if (Array.isArray(percents)) parts.push(levels(percents));
  else if (percents !== undefined) {
    const most = Math.max(0, ...Object.values(objectOf(percents)).map((list) => listOf(list).length));
    parts.push(plural(most, '{{count}} level by rank', '{{count}} levels by rank'));
  }
  if (typeof percent === 'number') parts.push(formatPercent(percent));
  if (cycle !== undefined)
    parts.push(
      t('{{amount}} for each cycle of {{volume}}', {
        amount: number(valueAt(cycle, 'amount')),
        volume: number(valueAt(cycle, 'volume')),
      }),
    );
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
