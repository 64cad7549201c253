import { ApiProperty } from '#common/openapi/decorators.js';
import type { CountedProductType } from './product-types.queries.js';

/** A product type as the admin module shows it. */
export class ProductTypeView {
  @ApiProperty({ example: 'external-api-product' })
  name!: string;

  @ApiProperty({ example: 'External API product' })
  label!: string;

  @ApiProperty({ type: String, isArray: true, example: ['price', 'wholesale-price', 'product-name'] })
  variant_fields!: string[];

  @ApiProperty({ type: String, isArray: true, example: ['business-volume', 'points', 'cumulative-volume'] })
  attributes!: string[];

  @ApiProperty({ example: 12, description: 'live bundles of this type' })
  bundles!: number;

  @ApiProperty({ example: '2026-11-21T08:00:00.000Z' })
  created_at!: string;
}

/** A product type as the admin module shows it. */
export function toProductTypeView({ created_at, ...type }: CountedProductType): ProductTypeView {
  return { ...type, created_at: created_at.toISOString() };
}
