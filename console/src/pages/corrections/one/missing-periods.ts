import { periodInWords } from '#console/components/format';
import type { Correction } from '../corrections.queries';

/** Periods that were posted since it was calculated. */
export const missingPeriods = ({ periods }: Correction): string[] =>
  periods.filter(({ payout_after }) => payout_after === null).map(({ period }) => periodInWords(period));
