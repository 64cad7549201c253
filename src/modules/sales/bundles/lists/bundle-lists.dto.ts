import { PageQuery } from '#common/http/pagination.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { TextField } from '#common/validation/index.js';
import { CATALOGUE_STATUSES, type CatalogueStatus } from '../bundle.entity.js';

/** Query of the product list; a blank filter is none. */
export class ProductListQuery extends PageQuery {
  @TextField({
    optional: true,
    min: 0,
    max: 200,
    description: 'part of the bundle name, case-insensitive',
    example: 'tea',
  })
  name?: string;

  @TextField({
    optional: true,
    min: 0,
    max: 64,
    description: "the product type's machine name",
    example: 'external-api-product',
  })
  category?: string;
}

/** A product in the list of API bundles. See docs/spec/commerce-api.md#2.7. */
class ListedApiProduct {
  @ApiProperty({ example: 41 })
  product_id!: number;

  @ApiProperty({ example: 'Green tea, 100 g' })
  name!: string;

  @ApiProperty({ example: 24.9 })
  base_price!: number;

  @ApiProperty({ enum: CATALOGUE_STATUSES, example: 'active' })
  status!: CatalogueStatus;
}

/** A product in the list of all bundles. See docs/spec/commerce-api.md#2.6. */
class ListedProduct extends ListedApiProduct {
  @ApiProperty({ example: 'external-api-product' })
  product_type!: string;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'URL of an image' })
  image!: string | null;
}

/** A bundle in the list of all bundles. See docs/spec/commerce-api.md#2.6. */
export class ListedBundle {
  @ApiProperty({ example: 'Tea box' })
  name!: string;

  @ApiProperty({ example: 'external-api-product' })
  product_type!: string;

  @ApiProperty({ enum: CATALOGUE_STATUSES, example: 'active' })
  status!: CatalogueStatus;

  @ApiProperty({ type: ListedProduct, isArray: true })
  products!: ListedProduct[];

  @ApiProperty({ example: 'tea-box' })
  bundle_id!: string;
}

/** A bundle in the list of API bundles. See docs/spec/commerce-api.md#2.7. */
export class ListedApiBundle {
  @ApiProperty({ example: 'tea-box' })
  bundle_id!: string;

  @ApiProperty({ example: 'Tea box' })
  bundle_name!: string;

  @ApiProperty({ type: ListedApiProduct, isArray: true })
  products!: ListedApiProduct[];
}
