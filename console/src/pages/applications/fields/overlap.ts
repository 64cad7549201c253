/** A choice of how long older keys go on beside a new one. */
export type OverlapValues = { choice: string; amount: number | string; unit: string };

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Until when older keys go on, in seconds; `open` until each is ended by itself, `custom` as typed. */
export const OVERLAPS: readonly { value: string; label: string }[] = [
  { value: String(HOUR), label: '1 hour' },
  { value: String(DAY), label: '1 day' },
  { value: String(7 * DAY), label: '7 days' },
  { value: 'open', label: 'Until I end them myself' },
  { value: '0', label: 'Not at all' },
  { value: 'custom', label: 'Another time' },
];

/** Units of a custom overlap, in seconds. */
export const UNITS: readonly { value: string; label: string }[] = [
  { value: '60', label: 'minutes' },
  { value: String(HOUR), label: 'hours' },
  { value: String(DAY), label: 'days' },
];

export const USUAL_OVERLAP: OverlapValues = { choice: String(DAY), amount: 2, unit: String(DAY) };

/** The overlap as the service takes it: seconds, or nothing for keys that go on. */
export function overlapBody({ choice, amount, unit }: OverlapValues): { overlap_seconds?: number } {
  if (choice === 'open') return {};
  if (choice === 'custom') return { overlap_seconds: Math.round(Number(amount) * Number(unit)) };
  return { overlap_seconds: Number(choice) };
}

/** What is missing; the service judges the rest. */
export function missingOfOverlap({ choice, amount }: OverlapValues): string | undefined {
  return choice === 'custom' && (amount === '' || Number(amount) < 0) ? 'Enter how long' : undefined;
}
