import type { Schemas } from '#console/api/client';
import { wholeNumberProblem } from '../../approvals';
import type { NetworkSettings } from '../network.queries';

/** Form values of the network's settings. */
export interface SettingsValues extends Record<string, unknown> {
  placement: NetworkSettings['placement'];
  /** Empty text without a placement tree. */
  width: number | string;
  spill: NetworkSettings['spill'];
  holding_days: number | string;
}

export const MIN_WIDTH = 2;
export const MAX_WIDTH = 100;
export const MAX_HOLDING_DAYS = 365;

/** The form values of the stored settings. */
export function valuesOf({ placement, width, spill, holding_days }: NetworkSettings): SettingsValues {
  return { placement, width: width ?? '', spill, holding_days };
}

/** What is missing or out of bounds; only the service knows who is placed where. */
export function validateSettings({ placement, width, holding_days }: SettingsValues): Record<string, string> {
  if (placement === 'none') return {};
  return {
    ...(placement === 'matrix' && wholeNumberProblem('width', width, MIN_WIDTH, MAX_WIDTH)),
    ...wholeNumberProblem('holding_days', holding_days, 0, MAX_HOLDING_DAYS),
  };
}

/** The request body: only fields changed since editing began. Only a matrix is sent its width. */
export function changesOf(saved: SettingsValues, values: SettingsValues): Schemas['ChangeNetworkSettingsDto'] {
  const { placement, width, spill, holding_days } = values;
  const isNew = placement !== saved.placement;
  return {
    ...(isNew && { placement }),
    ...(placement === 'matrix' && (isNew || width !== saved.width) && { width: Number(width) }),
    ...(spill !== saved.spill && { spill }),
    ...(placement !== 'none' && holding_days !== saved.holding_days && { holding_days: Number(holding_days) }),
  };
}
