import { isBeyondVolume, MAX_VOLUME, VOLUME_NAMES } from '#common/money/amounts.js';
import { fixed, type Fixed } from '#common/money/fixed.js';

/** What a row of the volume ledger came from. See docs/spec/commissions.md#1. */
export const VOLUME_KINDS = ['sale', 'cancellation', 'return', 'adjustment', 'import'] as const;
export type VolumeKind = (typeof VOLUME_KINDS)[number];

/** A row into a period that is posted. */
export const IN_POSTED_PERIOD = {
  code: 'CONFLICT',
  message: 'the period of {at} is posted; nothing can be added to it',
  example: { at: '2026-10-31T12:00:00.000Z' },
} as const;

/** A row that counts as it is: it is undone by what made it, or by an adjustment. */
export const WITHIN_BOUNDS = {
  code: 'CONFLICT',
  message: `only a row with an amount beyond ${MAX_VOLUME} is reversed; adjust the member’s volumes instead`,
} as const;

/** What moved a row, reversed it or took it back is undone with it: alone it would bring the row’s amounts again. */
export const PART_OF = {
  code: 'CONFLICT',
  message: 'the row belongs to row {id}; reverse that one',
  example: { id: 812 },
} as const;

export const REVERSED = { code: 'CONFLICT', message: 'the row is reversed already' } as const;

/** An order from before there were bounds, which cannot be paid any more. */
export const BEYOND_BOUNDS = {
  code: 'CONFLICT',
  message: `product {sku} carries more than ${MAX_VOLUME} of {volume}; cancel the order`,
  example: { sku: 'TEA-100', volume: 'points' },
} as const;

/** Amounts of a row, as texts; null where nobody knows. */
type RowAmounts = Record<(typeof VOLUME_NAMES)[number], string> & Record<'price' | 'wholesale_price', string | null>;

/** Whether an amount of a row is more than rows may have. */
export function isBeyondBounds(row: RowAmounts): boolean {
  return [...VOLUME_NAMES, 'price', 'wholesale_price'].some((name) => {
    const amount = row[name as keyof RowAmounts];
    return amount !== null && isBeyondVolume(fixed(amount));
  });
}

/** The first volume that is more than a row may have. */
export function volumeBeyond(
  amounts: Readonly<Record<(typeof VOLUME_NAMES)[number], Fixed>>,
): (typeof VOLUME_NAMES)[number] | undefined {
  return VOLUME_NAMES.find((name) => isBeyondVolume(amounts[name]));
}

/** What is wrong with an adjustment whose member came at `since`, if that is somebody; all problems, by field. */
export function validateAdjustment(
  { at, volumes }: { at: Date; volumes: readonly number[] },
  since: Date | undefined,
  now: Date,
): readonly (readonly [field: string, problem: string])[] {
  const problems: [string, string][] = [];
  if (since === undefined) problems.push(['uid', 'is no member']);
  if (at > now) problems.push(['at', 'must not be in the future']);
  if (since !== undefined && at < since) {
    problems.push(['at', `must not be before the member came, which was at ${since.toISOString()}`]);
  }
  if (volumes.every((volume) => volume === 0)) problems.push(['business_volume', 'must not be 0 if all volumes are']);
  return problems;
}
