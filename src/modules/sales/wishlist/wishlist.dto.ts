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
