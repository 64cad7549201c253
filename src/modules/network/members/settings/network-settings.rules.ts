import type { FieldErrors } from '#common/errors/app-error.js';
import type { NetworkSettings, PlacementKind } from './network-settings.entity.js';

export const MIN_WIDTH = 2;
/** Most legs of a matrix. */
export const MAX_WIDTH = 100;
export const MAX_HOLDING_DAYS = 365;

/** What can be set. */
export type SettingsFields = Pick<NetworkSettings, 'placement' | 'width' | 'spill' | 'holdingDays'>;

/**
 * What stands against a change, because of who is placed already; undefined when nothing does.
 * @param highestLeg in which somebody stands; 0 when nobody stands below anybody
 */
export function conflictWith(before: SettingsFields, after: SettingsFields, highestLeg: number): string | undefined {
  if (before.placement !== after.placement && highestLeg > 0)
    return 'placement cannot change while members are placed below others';
  if (after.width < highestLeg) return `width cannot be less than ${highestLeg}: members stand in that leg`;
  return undefined;
}

/** The settings with what changes of them, and what is wrong with that, by field. */
export function changedSettings(
  before: SettingsFields,
  change: Partial<SettingsFields>,
): { after: SettingsFields; errors: FieldErrors } {
  const merged = { ...before, ...change };
  const { width, problem } = widthOf(merged.placement, before, change.width);
  return { after: { ...merged, width }, errors: problem === undefined ? {} : { width: [{ message: problem }] } };
}

function widthOf(
  placement: PlacementKind,
  before: SettingsFields,
  wanted: number | undefined,
): { width: number; problem?: string } {
  switch (placement) {
    case 'none':
      return { width: before.width, ...(wanted === undefined ? {} : { problem: 'needs a placement tree' }) };
    case 'binary':
      return { width: 2, ...(wanted === undefined || wanted === 2 ? {} : { problem: 'must be 2 in a binary tree' }) };
    case 'matrix': {
      const width = wanted ?? (before.placement === 'matrix' ? before.width : undefined);
      return width === undefined ? { width: before.width, problem: 'is required for a matrix' } : { width };
    }
  }
}
