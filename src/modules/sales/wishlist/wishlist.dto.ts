import type { RowOf } from '#common/database/row-of.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { IntegerField } from '#common/validation/index.js';

/** Query of `wishlist-items`. */
export class WishlistQuery {
  @IntegerField({ optional: true, min: 0, default: 0, description: 'number of products to skip', example: 0 })
  offset?: number;
}

/** Body of `wishlist-add` and `wishlist-remove`. */
export class WishDto {
  @IntegerField({ description: 'id of the variant', example: 9 })
  product_id!: number;
}

/** A product on a wishlist. See docs/spec/service.md#6. */
export class WishedProductView {
  @ApiProperty({ type: 'integer', example: 11, description: 'id of the variant' })
  product_id!: number;

  @ApiProperty({ type: String, example: 'starter-kit' })
  bundle_id!: string;

  @ApiProperty({ type: String, example: 'STARTER-S' })
  sku!: string;

  @ApiProperty({ type: String, example: 'Starter kit, small' })
  name!: string;

  @ApiProperty({ type: String, example: 'external-api-product' })
  product_type!: string;

  @ApiProperty({ type: Number, example: 49.9, description: 'the catalogue’s price' })
  price!: number;

  @ApiProperty({ type: String, enum: ['active', 'inactive'], example: 'active' })
  status!: 'active' | 'inactive';

  @ApiProperty({ type: String, nullable: true, example: null, description: 'URL of an image' })
  image!: string | null;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  added_at!: string;

  @ApiProperty({ type: Number, example: 40 })
  business_volume!: number;

  @ApiProperty({ type: Number, example: 10 })
  points!: number;

  @ApiProperty({ type: Number, example: 40 })
  cumulative_volume!: number;
}

/** The one element of `data`. See docs/spec/commerce-api.md#2.2. */
export class WishlistResultView {
  @ApiProperty({ type: () => [WishedProductView], description: 'newest first, at most 50' })
  wished_products!: WishedProductView[];

  @ApiProperty({ type: String, example: '$' })
  currency_symbol!: string;
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
