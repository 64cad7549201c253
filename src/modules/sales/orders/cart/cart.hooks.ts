import type { Caller } from '#common/access/index.js';

/** Context of the hooks that run before the quantity of a cart line changes. */
export interface CartLineContext {
  readonly caller: Caller;
  readonly cart_id: number;
  readonly product_id: number;
  readonly sku: string;
  readonly bundle_id: string;
  /** The new quantity of the line, 1 to 9999. */
  readonly quantity: number;
}

declare module '../../../../common/events/handlers.js' {
  interface HookPoints {
    /** Before a product is added to a cart; `quantity` is the line's new total. */
    'cart.add': CartLineContext;
    /** Before a line's quantity is set. */
    'cart.changeQuantity': CartLineContext;
  }
}
