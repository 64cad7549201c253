import type { Caller } from '#common/access/index.js';
import type { CustomFieldChange } from '#common/custom-fields/index.js';
import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import {
  ApiProperty,
  ChoiceProperty,
  IntegerProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { TotalsView } from './cart.dto.js';

const CART_CHANGES = ['added', 'quantity_changed', 'removed'] as const;
export type CartChange = (typeof CART_CHANGES)[number];

/** The line of a cart that changed. */
class ChangedItemData {
  @IntegerProperty(11, 'id of the variant') product_id!: number;
  @TextProperty('starter-kit') bundle_id!: string;
  @TextProperty('STARTER-S') sku!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 9999,
    example: 2,
    description: 'after the change; 0 if removed',
  })
  quantity!: number;
}

/** `cart.updated`. See docs/spec/service.md#7. */
export class CartUpdatedData {
  @IntegerProperty(5, 'owner of the cart') uid!: number;
  @IntegerProperty(3, 'the id of the order that the cart may become') cart_id!: number;
  @IntegerProperty(4, 'increases with every change of the cart') version!: number;
  @ChoiceProperty(CART_CHANGES, 'added', '`added` if the item is new or was added again') change!: CartChange;
  @ObjectProperty(() => ChangedItemData) item!: ChangedItemData;
  @TextProperty('USD') currency_code!: string;
  @ObjectProperty(() => TotalsView, 'totals of the available items of the whole cart') totals!: TotalsView;
}

export const CART_EVENTS = {
  'cart.updated': {
    aggregate: 'order',
    data: CartUpdatedData,
    summary: 'An item was added to a cart, changed or removed',
    description: 'One event for each change, in the order of `version`.',
  },
} satisfies EventDeclarations;

declare module '../../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof CART_EVENTS> {}
}

/** Context of the hooks that run before the quantity of a cart line changes. */
export interface CartLineContext {
  readonly caller: Caller;
  readonly cart_id: number;
  readonly product_id: number;
  readonly sku: string;
  readonly bundle_id: string;
  /** The new quantity of the line, 1 to 9999. */
  readonly quantity: number;
  /** What is written to those of the line; others stay. */
  readonly custom_fields: CustomFieldChange;
}

declare module '../../../../common/events/handlers.js' {
  interface HookPoints {
    /** Before a product is added to a cart; `quantity` is the line's new total. */
    'cart.add': CartLineContext;
    /** Before a line's quantity is set. */
    'cart.changeQuantity': CartLineContext;
  }
}
