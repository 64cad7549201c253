import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import type { VolumeView } from './volumes.dto.js';

const volume = (example: number) => ({ type: Number, example, description: 'negative for deductions' }) as const;

/** `volume.adjusted`. */
export class VolumeAdjustedData {
  @ApiProperty({ type: 'integer', example: 4711, description: 'row of the volume ledger' })
  id!: number;

  @ApiProperty({ type: 'integer', example: 5, description: 'the member' })
  uid!: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
    description: 'when it counts',
  })
  at!: string;

  @ApiProperty(volume(-18.5))
  business_volume!: number;

  @ApiProperty(volume(-18))
  points!: number;

  @ApiProperty(volume(-18.5))
  cumulative_volume!: number;

  @ApiProperty({ type: String, example: 'Credited twice' })
  reason!: string;

  @ApiProperty({ type: 'integer', example: 1, description: 'the user who made the adjustment' })
  by_uid!: number;
}

/** What is told of an adjustment. */
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
