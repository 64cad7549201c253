import type { Caller } from '#common/access/index.js';
import type { Amounts } from '#common/money/amounts.js';
import type { Decimal } from '#common/money/decimal.js';

/** A line of an order that is about to be placed. Volumes are those of one piece. */
export interface OrderLineContext {
  readonly product_id: number;
  readonly sku: string;
  readonly bundle_id: string;
  readonly quantity: number;
  readonly unit_price: Decimal;
  readonly business_volume: Decimal;
  readonly points: Decimal;
  readonly cumulative_volume: Decimal;
}

/** Context of the hooks that run before an order is placed. */
export interface OrderContext {
  readonly caller: Caller;
  readonly order_id: number;
  readonly lines: readonly OrderLineContext[];
  readonly totals: Amounts;
}

declare module '../../../common/events/handlers.js' {
  interface HookPoints {
    /** Before an order is placed, with its final prices. */
    'order.place': OrderContext;
  }
}
