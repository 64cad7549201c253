import { ApiProperty } from '#common/openapi/decorators.js';
import { CATALOGUE_STATUSES, type CatalogueStatus, type Translations } from '../bundle.entity.js';
import type { BundleState } from '../bundle.state.js';
import { NAME_EXAMPLE, TEXT_EXAMPLE } from '../bundle.dto.js';

/** A bundle as the admin module shows it, with the names of the request that writes it. */
export class AdminBundleView {
  @ApiProperty({ example: 'tea-box' })
  bundle_id!: string;

  @ApiProperty({ example: 'external-api-product' })
  product_type!: string;

  @ApiProperty({ example: 'Tea box' })
  name!: string;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: NAME_EXAMPLE })
  bundle_name_translations!: Translations;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: TEXT_EXAMPLE })
  description_translations!: Translations;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: TEXT_EXAMPLE })
  short_description_translations!: Translations;

  @ApiProperty({ enum: CATALOGUE_STATUSES, example: 'active' })
  status!: CatalogueStatus;

  @ApiProperty({ type: String, nullable: true, example: null })
  image!: string | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    example: [
      {
        product_id: 41,
        'product-sku': 'TEA-GREEN-100',
        'product-name': 'Green tea, 100 g',
        price: 24.9,
        'whole-sale-price': 18.5,
        status: 'active',
      },
    ],
  })
  varients!: Record<string, unknown>[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { 'business-volume': 20, points: 15, 'cumulative-volume': 20 },
  })
  attributes!: Record<string, unknown>;

  @ApiProperty({ example: 2, description: 'the user for whom the bundle was created' })
  vendor_uid!: number;

  @ApiProperty({ example: '2026-11-21T08:00:00.000Z' })
  created_at!: string;

  @ApiProperty({ example: '2026-11-21T08:00:00.000Z' })
  updated_at!: string;
}

/** A cart or an order that contains a bundle. */
export class BundleHolderView {
  @ApiProperty({ example: 7, description: 'id of the order, or of the cart' })
  id!: number;

  @ApiProperty({ example: 'placed', description: '`cart`, or the status of the order' })
  status!: string;

  @ApiProperty({ type: String, nullable: true, example: '20261121-000007', description: 'null for a cart' })
  order_number!: string | null;

  @ApiProperty({ example: 42, description: 'the owner' })
  uid!: number;

  @ApiProperty({ example: 'alice' })
  username!: string;

  @ApiProperty({ example: '2026-11-21T08:00:00.000Z' })
  changed_at!: string;
}

/** Preview the deletion of a bundle. */
export class DeleteImpactView {
  @ApiProperty({ example: 'tea-box' })
  bundle_id!: string;

  @ApiProperty({ example: false })
  deletable!: boolean;

  @ApiProperty({ example: 1, description: 'carts with the bundle, changed within `CART_TTL_DAYS`' })
  open_carts!: number;

  @ApiProperty({ example: 0, description: 'orders with the bundle that are neither completed nor cancelled' })
  open_orders!: number;

  @ApiProperty({ example: 0 })
  completed_orders!: number;

  @ApiProperty({
    type: BundleHolderView,
    isArray: true,
    description: 'the first 20 of these carts and orders: open before completed, most recently changed first',
  })
  holders!: BundleHolderView[];
}

/** A stored bundle as the admin module shows it. */
export function toAdminBundleView({
  name_translations,
  business_volume,
  points,
  cumulative_volume,
  other_attributes,
  products,
  created_at,
  updated_at,
  ...bundle
}: BundleState & { vendor_uid: number; created_at: Date; updated_at: Date }): AdminBundleView {
  return {
    ...bundle,
    bundle_name_translations: name_translations,
    varients: products.map(({ product_id, sku, name, price, wholesale_price, status, other_fields }) => ({
      product_id,
      'product-sku': sku,
      'product-name': name,
      price,
      'whole-sale-price': wholesale_price,
      status,
      ...other_fields,
    })),
    attributes: {
      'business-volume': business_volume,
      points,
      'cumulative-volume': cumulative_volume,
      ...other_attributes,
    },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
