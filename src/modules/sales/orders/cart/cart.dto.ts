import { IntegerField } from '../../../../common/validation/index.js';
import { MAX_QUANTITY } from './cart.rules.js';

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

  @IntegerField({ description: 'id of the cart item', example: 1 })
  line_item_id!: number;

  @IntegerField({ description: 'id of the cart', example: 1 })
  cart_id!: number;
}

/** Body of `remove-cart-item`. */
export class RemoveCartItemDto {
  @IntegerField({ description: 'id of the cart item', example: 1 })
  pk!: number;

  @IntegerField({ description: 'id of the cart', example: 1 })
  order_id!: number;
}
