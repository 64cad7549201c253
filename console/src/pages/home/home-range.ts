import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../../i18n/t';

/** Ranges that end today, by the days that they have. */
export const RANGES = [
  { days: 7, label: t('7 days') },
  { days: 30, label: t('30 days') },
  { days: 90, label: t('90 days') },
  { days: 365, label: t('12 months') },
] as const;

const USUAL_DAYS = 30;
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The range in the address: `?days=7`, or `?from=2026-11-01&to=2026-11-15`. */
export interface HomeRange {
  /** What is asked for; without `to`, up to today, and without `from` the usual days. */
  readonly asked: { from?: string; to?: string };
  /** Of one of {@link RANGES}; null for days of one’s own. */
  readonly days: number | null;
  readonly setDays: (days: number) => void;
  readonly setOwn: (from: string, to: string) => void;
}

/** The day some days before today. @param timeZone the browser’s, if it is undefined */
function daysAgo(days: number, timeZone: string | undefined): string {
  // Swedish days are those of ISO 8601.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date());
  return new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);
}

/** Keeps the range of the first page in the address. @param timeZone the plan’s, once it is known */
export function useHomeRange(timeZone: string | undefined): HomeRange {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
    const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
    const isOwn = DAY.test(from) && DAY.test(to);
    const asked = Number(params.get('days') ?? USUAL_DAYS);
    const days = RANGES.some((range) => range.days === asked) ? asked : USUAL_DAYS;
    const set = (next: Record<string, string>): void => setParams(next, { replace: true, preventScrollReset: true });
    return {
      asked: isOwn ? { from, to } : days === USUAL_DAYS ? {} : { from: daysAgo(days - 1, timeZone) },
      days: isOwn ? null : days,
      setDays: (next) => set(next === USUAL_DAYS ? {} : { days: String(next) }),
      setOwn: (first, last) => set({ from: first, to: last }),
    };
  }, [params, setParams, timeZone]);
}
