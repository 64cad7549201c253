import type { RowOf } from '#common/database/row-of.js';
import { toJsonNumber } from '#common/money/decimal.js';
import {
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { IntegerField } from '#common/validation/index.js';

/** Query of `wishlist-items`. */
export class WishlistQuery {
  @IntegerField({ optional: true, min: 0, default: 0, description: 'number of products to skip', example: 0 })
  offset?: number;
}

/** Body of `wishlist-add` and `wishlist-remove`. */
export class WishDto {
  @IntegerField({ description: 'id of the variant', example: 9 }) product_id!: number;
}

/** A product on a wishlist. See docs/spec/service.md#6. */
export class WishedProductView {
  @IntegerProperty(11, 'id of the variant') product_id!: number;
  @TextProperty('starter-kit') bundle_id!: string;
  @TextProperty('STARTER-S') sku!: string;
  @TextProperty('Starter kit, small') name!: string;
  @TextProperty('external-api-product') product_type!: string;
  @NumberProperty(49.9, 'the catalogue’s price') price!: number;
  @ChoiceProperty(['active', 'inactive'], 'active') status!: 'active' | 'inactive';
  @TextProperty(null, 'URL of an image', { nullable: true }) image!: string | null;
  @InstantProperty('2026-11-20T09:30:00.000Z') added_at!: string;
  @NumberProperty(40) business_volume!: number;
  @NumberProperty(10) points!: number;
  @NumberProperty(40) cumulative_volume!: number;
}

/** The one element of `data`. See docs/spec/commerce-api.md#2.2. */
export class WishlistResultView {
  @ListProperty(() => WishedProductView, 'newest first, at most 50') wished_products!: WishedProductView[];
  @TextProperty('$') currency_symbol!: string;
}

/** A product of a wishlist as it is read. */
export type WishedRow = RowOf<
  WishedProductView,
  'price' | 'business_volume' | 'points' | 'cumulative_volume',
  'added_at'
>;

/** A product of a wishlist as clients see it. */
export function toWishedProductView({
  price,
  added_at,
  business_volume,
  points,
  cumulative_volume,
  ...rest
}: WishedRow): WishedProductView {
  return {
    ...rest,
    price: toJsonNumber(price),
    added_at: added_at.toISOString(),
    business_volume: toJsonNumber(business_volume),
    points: toJsonNumber(points),
    cumulative_volume: toJsonNumber(cumulative_volume),
  };
}
