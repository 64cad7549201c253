import { CountedOffsetField, PageQuery } from '#common/http/pagination.js';
import { MAX_VOLUME } from '#common/money/amounts.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { ChoiceField, InstantField, IntegerField, SignedDecimalField, TextField } from '#common/validation/index.js';
import { VOLUME_KINDS, type VolumeKind, type VolumeRow } from './volume-row.entity.js';
import { numberInPath } from '#common/http/path-params.js';

export const VolumeRowIdParam = numberInPath('id', 'id of the row', 1);

/** Filters of the volume ledger. */
export class VolumesQuery extends PageQuery {
  @CountedOffsetField('go further back by `to`')
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

const id = (description: string) => ({ type: 'integer', nullable: true, example: null, description }) as const;
const amount = (description: string) => ({ type: Number, nullable: true, example: null, description }) as const;
const volume = (example: number) =>
  ({ type: Number, example, description: 'of the whole row; negative for deductions' }) as const;

/** A row of the volume ledger. See docs/spec/commissions.md#1. */
export class VolumeView {
  @ApiProperty({ type: 'integer', example: 4711 })
  id!: number;

  @ApiProperty({ type: 'integer', example: 5, description: 'the member' })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
    description: 'the instant that decides its period: of a sale, when the order was paid',
  })
  at!: string;

  @ApiProperty({ type: String, enum: [...VOLUME_KINDS], example: 'adjustment' })
  kind!: VolumeKind;

  @ApiProperty(id('of `sale`, `cancellation` and `return`'))
  order_id!: number | null;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'number of the order' })
  order_number!: string | null;

  @ApiProperty(id('line of the order'))
  line_id!: number | null;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'of an imported row' })
  external_id!: string | null;

  @ApiProperty(amount('of all pieces'))
  price!: number | null;

  @ApiProperty(amount('of all pieces; null also if the order is from before version 2.1 and the price is not known'))
  wholesale_price!: number | null;

  @ApiProperty(id('pieces; negative for returned ones'))
  quantity!: number | null;

  @ApiProperty(volume(-18.5))
  business_volume!: number;

  @ApiProperty(volume(-18))
  points!: number;

  @ApiProperty(volume(-18.5))
  cumulative_volume!: number;

  @ApiProperty(id('the earlier row that this one takes back, in part or whole'))
  takes_back_id!: number | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'the instant of that row',
  })
  takes_back_at!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Credited twice', description: 'of an adjustment' })
  reason!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'the user who made the adjustment' })
  by_uid!: number | null;

  @ApiProperty(id('the succession that brought the adjustment, if a position was merged or handed over'))
  succession_id!: number | null;

  @ApiProperty(id('the row that the adjustment moved; without a succession, the row that it reverses'))
  moved_id!: number | null;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T09:30:00.012Z' })
  recorded_at!: string;
}

/** A row as clients see it. */
export function toVolumeView(row: VolumeRow): VolumeView {
  return {
    id: row.id,
    uid: row.uid,
    username: row.username,
    at: row.at.toISOString(),
    kind: row.kind,
    order_id: row.orderId,
    order_number: row.orderNumber,
    line_id: row.lineId,
    external_id: row.externalId,
    price: row.price === null ? null : toJsonNumber(row.price),
    wholesale_price: row.wholesalePrice === null ? null : toJsonNumber(row.wholesalePrice),
    quantity: row.quantity,
    business_volume: toJsonNumber(row.businessVolume),
    points: toJsonNumber(row.points),
    cumulative_volume: toJsonNumber(row.cumulativeVolume),
    takes_back_id: row.takesBackId,
    takes_back_at: row.takesBackAt?.toISOString() ?? null,
    reason: row.reason,
    by_uid: row.byUid,
    succession_id: row.successionId,
    moved_id: row.movedId,
    recorded_at: row.recordedAt.toISOString(),
  };
}
