import { type Format, FormatField } from '#common/http/downloads.js';
import { CountedOffsetField, SearchQuery } from '#common/http/pagination.js';
import { SumsField } from '#common/http/sums.js';
import { type Sort, SortField } from '#common/http/sorting.js';
import { MAX_VOLUME } from '#common/money/amounts.js';
import { toJsonNumber } from '#common/money/decimal.js';
import {
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { ChoiceField, InstantField, IntegerField, SignedDecimalField, TextField } from '#common/validation/index.js';
import { VOLUME_KINDS, type VolumeKind, type VolumeRow } from './volume-row.entity.js';
import { numberInPath } from '#common/http/path-params.js';

export const VolumeRowIdParam = numberInPath('id', 'id of the row', 1);

/** Filters of the volume ledger. */
export class VolumesQuery extends SearchQuery {
  @FormatField() format?: Format;
  @SumsField() sums?: 'true' | 'false';
  @SortField(['at'], '-at') sort?: Sort<'at'>;
  @CountedOffsetField('go further back by `to`') declare offset?: number;
  @IntegerField({ optional: true, description: 'only rows of this member', example: 5 }) uid?: number;
  @IntegerField({ optional: true, description: 'only rows of this order', example: 1 }) order_id?: number;
  @InstantField({ optional: true, description: 'at or after this time' }) from?: string;
  @InstantField({ optional: true, description: 'before this time' }) to?: string;

  @ChoiceField(VOLUME_KINDS, { optional: true, description: 'only rows of this kind', example: 'sale' })
  kind?: VolumeKind;
}

/** What rows come to. */
export class VolumeSumsView {
  @IntegerProperty(1, 'rows') count!: number;
  @NumberProperty(18.5) business_volume!: number;
  @NumberProperty(18) points!: number;
  @NumberProperty(18.5) cumulative_volume!: number;
}

/** Body of `POST volumes`. */
export class AdjustVolumesDto {
  @IntegerField({ description: 'the member', example: 5 }) uid!: number;

  @InstantField({
    optional: true,
    description: 'when it counts; not in the future, and not before the member came; default: now',
  })
  at?: string;

  @SignedDecimalField({ most: MAX_VOLUME, example: -18.5 }) business_volume!: number;
  @SignedDecimalField({ most: MAX_VOLUME, example: -18 }) points!: number;
  @SignedDecimalField({ most: MAX_VOLUME, example: -18.5 }) cumulative_volume!: number;
  @TextField({ max: 500, multiline: true, example: 'Credited twice' }) reason!: string;
}

/** Body of `POST volumes/:id/reverse`. */
export class ReverseVolumesDto {
  @TextField({ max: 500, multiline: true, example: 'More than a company can add up' }) reason!: string;
}

/** A row of the volume ledger. See docs/spec/commissions.md#1. */
export class VolumeView {
  @IntegerProperty(4711) id!: number;
  @IntegerProperty(5, 'the member') uid!: number;
  @TextProperty('maria') username!: string;

  @InstantProperty(
    '2026-11-20T09:30:00.000Z',
    'the instant that decides its period: of a sale, when the order was paid',
  )
  at!: string;

  @ChoiceProperty(VOLUME_KINDS, 'adjustment') kind!: VolumeKind;
  @IntegerProperty(null, 'of `sale`, `cancellation` and `return`', { nullable: true }) order_id!: number | null;
  @TextProperty(null, 'number of the order', { nullable: true }) order_number!: string | null;
  @IntegerProperty(null, 'line of the order', { nullable: true }) line_id!: number | null;
  @TextProperty(null, 'of an imported row', { nullable: true }) external_id!: string | null;
  @NumberProperty(null, 'of all pieces', { nullable: true }) price!: number | null;

  @NumberProperty(null, 'of all pieces; null also if the order is from before version 2.1 and the price is not known', {
    nullable: true,
  })
  wholesale_price!: number | null;

  @IntegerProperty(null, 'pieces; negative for returned ones', { nullable: true }) quantity!: number | null;
  @NumberProperty(-18.5, 'of the whole row; negative for deductions') business_volume!: number;
  @NumberProperty(-18, 'of the whole row; negative for deductions') points!: number;
  @NumberProperty(-18.5, 'of the whole row; negative for deductions') cumulative_volume!: number;

  @IntegerProperty(null, 'the earlier row that this one takes back, in part or whole', { nullable: true })
  takes_back_id!: number | null;

  @InstantProperty(null, 'the instant of that row', { nullable: true }) takes_back_at!: string | null;
  @TextProperty('Credited twice', 'of an adjustment', { nullable: true }) reason!: string | null;
  @IntegerProperty(1, 'the user who made the adjustment', { nullable: true }) by_uid!: number | null;

  @IntegerProperty(null, 'the succession that brought the adjustment, if a position was merged or handed over', {
    nullable: true,
  })
  succession_id!: number | null;

  @IntegerProperty(null, 'the row that the adjustment moved; without a succession, the row that it reverses', {
    nullable: true,
  })
  moved_id!: number | null;

  @InstantProperty('2026-11-20T09:30:00.012Z') recorded_at!: string;
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
