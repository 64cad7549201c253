import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Period } from './requests.queries';
import { t } from '../../i18n/t';

/** The selectable periods, and their names within a sentence. */
export const PERIODS: Readonly<Record<Period, { label: string; words: string }>> = {
  hour: { label: t('Hour'), words: t('the last hour') },
  day: { label: t('Day'), words: t('the last 24 hours') },
  week: { label: t('Week'), words: t('the last 7 days') },
  month: { label: t('Month'), words: t('the last 30 days') },
};

const USUAL: Period = 'day';

/** The traffic filter in the URL. */
export interface TrafficParams {
  period: Period;
  /** One application; null for all. */
  applicationId: string | null;
  setPeriod: (period: Period) => void;
  setApplication: (id: string | null) => void;
}

/** Whether a text is a selectable period. */
export const isPeriod = (text: string | null): text is Period => text !== null && Object.hasOwn(PERIODS, text);

/** Keeps the traffic filter in the URL: `?window=week&application=3f5c…`. */
export function useTrafficParams(): TrafficParams {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  const window = params.get('window');
  const applicationId = params.get('application');
  return useMemo(
    () => ({
      period: isPeriod(window) ? window : USUAL,
      applicationId,
      setPeriod: (period) => change('window', period === USUAL ? null : period),
      setApplication: (id) => change('application', id),
    }),
    [window, applicationId, change],
  );
}
