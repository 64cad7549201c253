import { PageQuery } from '#common/http/pagination.js';
import { TextField } from '#common/validation/index.js';

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
