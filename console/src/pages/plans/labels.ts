import { periodInWords } from '../../components/format';
import type { PlanStatus, PlanSummary } from './plans.queries';
import { t } from '../../i18n/t';

/** The statuses of versions, as select options. */
export const STATUSES: readonly { value: PlanStatus; label: string }[] = [
  { value: 'draft', label: t('Draft') },
  { value: 'published', label: t('Published') },
  { value: 'retired', label: t('Retired') },
];

/** For which periods a version holds: `from January 2027`, `January 2027 to June 2027`, or that it holds for none. */
export function spanInWords({ status, from_period, to_period }: PlanSummary): string {
  if (from_period === null) return t('not published');
  if (to_period !== null)
    return from_period === to_period
      ? t('only {{from_period}}', { from_period: periodInWords(from_period) })
      : t('{{from_period}} to {{to_period}}', {
          from_period: periodInWords(from_period),
          to_period: periodInWords(to_period),
        });
  return status === 'retired'
    ? t('replaced before {{from_period}} began', { from_period: periodInWords(from_period) })
    : t('from {{from_period}} on', { from_period: periodInWords(from_period) });
}

/** What a plan calculates by: `months in Europe/Berlin`. */
export const periodsInWords = ({ period, time_zone }: Pick<PlanSummary, 'period' | 'time_zone'>): string =>
  period === 'week' ? t('weeks in {{time_zone}}', { time_zone }) : t('months in {{time_zone}}', { time_zone });

/** An id in the address; undefined if it is not a valid one. */
export function idOf(text: string | null | undefined): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
