import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import { InstantProperty, IntegerProperty, NumberProperty, TextProperty } from '#common/openapi/decorators.js';
import type { VolumeView } from './volumes.dto.js';

/** `volume.adjusted`. */
export class VolumeAdjustedData {
  @IntegerProperty(4711, 'row of the volume ledger') id!: number;
  @IntegerProperty(5, 'the member') uid!: number;
  @InstantProperty('2026-11-20T09:30:00.000Z', 'when it counts') at!: string;
  @NumberProperty(-18.5, 'negative for deductions') business_volume!: number;
  @NumberProperty(-18, 'negative for deductions') points!: number;
  @NumberProperty(-18.5, 'negative for deductions') cumulative_volume!: number;
  @TextProperty('Credited twice') reason!: string;
  @IntegerProperty(1, 'the user who made the adjustment') by_uid!: number;
}

/** What the event says about an adjustment. */
export function toAdjustedData(row: VolumeView): VolumeAdjustedData {
  const { id, uid, at, business_volume, points, cumulative_volume, reason, by_uid } = row;
  return { id, uid, at, business_volume, points, cumulative_volume, reason: reason!, by_uid: by_uid! };
}

export const VOLUME_EVENTS = {
  'volume.adjusted': {
    aggregate: 'member',
    data: VolumeAdjustedData,
    summary: 'A member’s volumes were adjusted',
    description: 'A super admin added a row to the volume ledger, with a reason. Amounts may be negative.',
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof VOLUME_EVENTS> {}
}
