import type { PlanStatus, PlanSummary } from './plans.queries';

/** The statuses of versions, as select options. */
export const STATUSES: readonly { value: PlanStatus; label: string }[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
  { value: 'retired', label: 'Retired' },
];

/** For which periods a version holds: `from 2027-01`, `2027-01 to 2027-06`, or that it holds for none. */
export function spanInWords({ status, from_period, to_period }: PlanSummary): string {
  if (from_period === null) return 'not published';
  if (to_period !== null) return from_period === to_period ? `only ${from_period}` : `${from_period} to ${to_period}`;
  return status === 'retired' ? `replaced before ${from_period} began` : `from ${from_period} on`;
}

/** What a plan calculates by: `months in Europe/Berlin`. */
export const periodsInWords = ({ period, time_zone }: Pick<PlanSummary, 'period' | 'time_zone'>): string =>
  `${period === 'week' ? 'weeks' : 'months'} in ${time_zone}`;

/** An id in the address; undefined if it is not a valid one. */
export function idOf(text: string | null | undefined): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
