import { ApiProperty } from '../../common/openapi/decorators.js';
import type { DocumentedEvents } from '../../common/openapi/index.js';
import { TotalsView } from './cart.views.js';

/** What can be done to a line of a cart. */
const CART_CHANGES = ['added', 'quantity_changed', 'removed'] as const;
export type CartChange = (typeof CART_CHANGES)[number];

/** The line of a cart that changed. */
export class ChangedItemData {
  @ApiProperty({ type: 'integer', example: 11, description: 'id of the variant' })
  product_id!: number;

  @ApiProperty({ type: String, example: 'starter-kit' })
  bundle_id!: string;

  @ApiProperty({ type: String, example: 'STARTER-S' })
  sku!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 9999,
    example: 2,
    description: 'after the change; 0 if removed',
  })
  quantity!: number;
}

/** `cart.updated`. Section 7 of the decisions. */
export class CartUpdatedData {
  @ApiProperty({ type: 'integer', example: 5, description: 'whose cart it is' })
  uid!: number;

  @ApiProperty({ type: 'integer', example: 3, description: 'the id of the order that the cart may become' })
  cart_id!: number;

  @ApiProperty({ type: 'integer', example: 4, description: 'rises with every change of the cart' })
  version!: number;

  @ApiProperty({
    type: String,
    enum: CART_CHANGES,
    example: 'added',
    description: '`added` when the item is new or was added again',
  })
  change!: CartChange;

  @ApiProperty({ type: () => ChangedItemData })
  item!: ChangedItemData;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({ type: () => TotalsView, description: 'of the available items of the whole cart' })
  totals!: TotalsView;
}

declare module '../../common/events/event-payloads.js' {
  interface EventPayloads {
    'cart.updated': CartUpdatedData;
  }
}

export const CART_EVENTS: DocumentedEvents = {
  'cart.updated': {
    data: CartUpdatedData,
    summary: 'An item was added to a cart, changed or removed',
    description: 'One event for each change, in the order of `version`.',
  },
};
