import type { Caller } from '../../common/access/index.js';
import type { Amounts } from '../../common/amounts.js';
import type { Decimal } from '../../common/decimal.js';

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

/** What a hook is told before an order is placed. */
export interface OrderContext {
  readonly caller: Caller;
  readonly order_id: number;
  readonly lines: readonly OrderLineContext[];
  readonly totals: Amounts;
}

declare module '../../common/events/hooks.js' {
  interface HookPoints {
    /** Before an order is placed, its prices being fixed. */
    'order.place': OrderContext;
  }
}
