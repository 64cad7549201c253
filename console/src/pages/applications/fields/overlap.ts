import { t } from '#console/i18n/t';

/** How long older keys stay valid alongside a new one. */
export type OverlapValues = { choice: string; amount: number | string; unit: string };

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Overlap in seconds; `open` until each key is revoked, `custom` as typed. */
export const OVERLAPS: readonly { value: string; label: string }[] = [
  { value: String(HOUR), label: t('1 hour') },
  { value: String(DAY), label: t('1 day') },
  { value: String(7 * DAY), label: t('7 days') },
  { value: 'open', label: t('Until I revoke them') },
  { value: '0', label: t('Expire immediately') },
  { value: 'custom', label: t('Custom') },
];

/** Units of a custom overlap, in seconds. */
export const UNITS: readonly { value: string; label: string }[] = [
  { value: '60', label: t('minutes') },
  { value: String(HOUR), label: t('hours') },
  { value: String(DAY), label: t('days') },
];

export const USUAL_OVERLAP: OverlapValues = { choice: String(DAY), amount: 2, unit: String(DAY) };

/** The overlap of the request body: seconds, or nothing for keys that stay valid. */
export function overlapBody({ choice, amount, unit }: OverlapValues): { overlap_seconds?: number } {
  if (choice === 'open') return {};
  if (choice === 'custom') return { overlap_seconds: Math.round(Number(amount) * Number(unit)) };
  return { overlap_seconds: Number(choice) };
}

/** The error of a missing value; the service validates the rest. */
export function overlapError({ choice, amount }: OverlapValues): string | undefined {
  return choice === 'custom' && (amount === '' || Number(amount) < 0) ? t('Enter a duration') : undefined;
}
