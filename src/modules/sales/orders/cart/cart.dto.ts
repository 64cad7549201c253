import { IntegerField } from '#common/validation/index.js';
import { MAX_QUANTITY } from './cart.rules.js';

/** The ids that the first who fills a cart on a fresh demo gets. */
const NEXT_CART = 115;
const NEXT_ITEM = 218;

/** Body of `add-cart-item`. */
export class AddCartItemDto {
  @IntegerField({ description: 'id of the variant', example: 9 })
  product_id!: number;

  @IntegerField({ optional: true, max: MAX_QUANTITY, description: 'quantity to add, default 1', example: 1 })
  quantity?: number;
}

/** Body of `update-cart`. */
export class UpdateCartDto {
  @IntegerField({ max: MAX_QUANTITY, description: 'the new quantity', example: 3 })
  quantity!: number;

  @IntegerField({ description: 'id of the cart item', example: NEXT_ITEM })
  line_item_id!: number;

  @IntegerField({ description: 'id of the cart', example: NEXT_CART })
  cart_id!: number;
}

/** Body of `remove-cart-item`. */
export class RemoveCartItemDto {
  @IntegerField({ description: 'id of the cart item', example: NEXT_ITEM })
  pk!: number;

  @IntegerField({ description: 'id of the cart', example: NEXT_CART })
  order_id!: number;
}
