import { PageQuery } from '#common/http/pagination.js';
import { MAX_VOLUME } from '#common/money/amounts.js';
import { ChoiceField, InstantField, IntegerField, SignedDecimalField, TextField } from '#common/validation/index.js';
import { COUNTED_ROWS } from './volumes.queries.js';
import { VOLUME_KINDS, type VolumeKind } from './volumes.rules.js';

/** Filters of the volume ledger. */
export class VolumesQuery extends PageQuery {
  @IntegerField({
    optional: true,
    min: 0,
    max: COUNTED_ROWS,
    default: 0,
    description: 'number of entries to skip; go further back by `to`',
    example: 0,
  })
  declare offset?: number;

  @IntegerField({ optional: true, description: 'only rows of this member', example: 5 })
  uid?: number;

  @IntegerField({ optional: true, description: 'only rows of this order', example: 1 })
  order_id?: number;

  @InstantField({ optional: true, description: 'at or after this time' })
  from?: string;

  @InstantField({ optional: true, description: 'before this time' })
  to?: string;

  @ChoiceField(VOLUME_KINDS, { optional: true, description: 'only rows of this kind', example: 'sale' })
  kind?: VolumeKind;
}

/** Body of `POST volumes`. */
export class AdjustVolumesDto {
  @IntegerField({ description: 'the member', example: 5 })
  uid!: number;

  @InstantField({
    optional: true,
    description: 'when it counts; not in the future, and not before the member came; default: now',
  })
  at?: string;

  @SignedDecimalField({ most: MAX_VOLUME, example: -18.5 })
  business_volume!: number;

  @SignedDecimalField({ most: MAX_VOLUME, example: -18 })
  points!: number;

  @SignedDecimalField({ most: MAX_VOLUME, example: -18.5 })
  cumulative_volume!: number;

  @TextField({ max: 500, multiline: true, example: 'Credited twice' })
  reason!: string;
}

/** Body of `POST volumes/:id/reverse`. */
export class ReverseVolumesDto {
  @TextField({ max: 500, multiline: true, example: 'More than a company can add up' })
  reason!: string;
}
