import { SearchQuery } from '#common/http/pagination.js';
import { numberInPath } from '#common/http/path-params.js';
import { toJsonNumber } from '#common/money/decimal.js';
import {
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { ChoiceField, DecimalField, InstantField, TextField } from '#common/validation/index.js';
import { PRICE_CHANGE_STATUSES, type PriceChange, type PriceChangeStatus } from './price-change.entity.js';

export const PriceChangeIdParam = numberInPath('id', 'id of the price change', 7);

const SKU = { max: 64, description: 'SKU of the variant', example: 'VIT-MULTI-180' } as const;

/** Filters of the prices of a bundle. */
export class PricesQuery extends SearchQuery {
  @TextField({ ...SKU, optional: true, description: 'only those of this variant' }) product_sku?: string;

  @ChoiceField(PRICE_CHANGE_STATUSES, {
    optional: true,
    description: 'only those in this status',
    example: 'scheduled',
  })
  status?: PriceChangeStatus;
}

/** Body of `POST bundles/:bundle_id/prices`. */
export class SchedulePriceDto {
  @TextField(SKU) product_sku!: string;
  @DecimalField({ description: 'of one piece', example: 24.9 }) price!: number;

  @InstantField({ description: 'from when on it is the price; later than now', example: '2099-01-01T00:00:00Z' })
  effective_at!: string;
}

/** A price that a variant has had, or will have. */
export class PriceChangeView {
  @IntegerProperty(7) id!: number;
  @TextProperty('VIT-MULTI-180') product_sku!: string;
  @NumberProperty(24.9) price!: number;
  @NumberProperty(null, 'of one that was applied', { nullable: true }) previous_price!: number | null;
  @InstantProperty('2099-01-01T00:00:00.000Z') effective_at!: string;
  @ChoiceProperty(PRICE_CHANGE_STATUSES, 'scheduled') status!: PriceChangeStatus;
  @IntegerProperty(1, 'who scheduled it, or changed the price') by_uid!: number;
  @TextProperty('admin', { nullable: true }) by!: string | null;
  @InstantProperty(null, { nullable: true }) settled_at!: string | null;
}

/** A price change as the API shows it. */
export function toPriceChangeView(change: PriceChange): PriceChangeView {
  return {
    id: change.id,
    product_sku: change.sku,
    price: toJsonNumber(change.price),
    previous_price: change.previousPrice === null ? null : toJsonNumber(change.previousPrice),
    effective_at: change.effectiveAt.toISOString(),
    status: change.status,
    by_uid: change.byUid,
    by: change.by,
    settled_at: change.settledAt?.toISOString() ?? null,
  };
}
