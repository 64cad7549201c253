import type { Caller } from '#common/access/index.js';
import { type CustomFieldValues, CustomFieldsView, type ShownCustomFields } from '#common/custom-fields/index.js';
import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import type { Amounts } from '#common/money/amounts.js';
import type { Decimal } from '#common/money/decimal.js';
import {
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  TextProperty,
  UuidProperty,
} from '#common/openapi/decorators.js';
import { OrderView, ReturnedItemView } from './orders.view.js';
import { PLACED_STATUSES, type PlacedStatus } from './orders.rules.js';

/** `order.placed`, `order.paid`, `order.completed` and `order.cancelled`: the order as it then was. See docs/spec/service.md#7. */
export class OrderEventData extends OrderView {
  @IntegerProperty(5, 'the buyer') uid!: number;

  @UuidProperty('5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11', 'the application through which the order was placed', {
    nullable: true,
  })
  application_id!: string | null;

  @ChoiceProperty(PLACED_STATUSES, null, 'status before the change; null for a new order', { nullable: true })
  previous_status!: PlacedStatus | null;

  @CustomFieldsView('orders', 'event') declare custom_fields?: ShownCustomFields;
}

/** `order.returned`: the order as it then was, and what came back. */
export class OrderReturnedData extends OrderEventData {
  @ListProperty(() => ReturnedItemView, 'what was returned this time') returned_items!: ReturnedItemView[];
  @InstantProperty('2026-11-27T14:00:00.000Z') returned_at!: string;
  @TextProperty('damaged on arrival') reason!: string;
}

const data = OrderEventData;

export const ORDER_EVENTS = {
  'order.placed': {
    aggregate: 'order',
    data,
    summary: 'A cart was placed as an order',
    description: 'Its lines, prices and volumes are fixed now.',
  },
  'order.paid': {
    aggregate: 'order',
    data,
    summary: 'An order was paid',
    description: 'An admin changed it from `placed` to `paid`.',
    example: { status: 'paid', previous_status: 'placed' },
  },
  'order.completed': {
    aggregate: 'order',
    data,
    summary: 'An order was completed',
    description: 'An admin changed it from `paid` to `completed`. It can only be returned now.',
    example: { status: 'completed', previous_status: 'paid' },
  },
  'order.cancelled': {
    aggregate: 'order',
    data,
    summary: 'An order was cancelled',
    description:
      'An admin cancelled it, which is final. `previous_status` is `paid` if it had been paid; pieces that had been returned before are in `returned` of their lines.',
    example: { status: 'cancelled', previous_status: 'paid' },
  },
  'order.returned': {
    aggregate: 'order',
    data: OrderReturnedData,
    summary: 'An order was returned, completely or in part',
    description:
      'Once nothing is left of it, its status is `returned`, which is final; until then the status does not change.',
    example: { status: 'returned', previous_status: 'completed' },
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof ORDER_EVENTS> {}
}

/** A line of an order that is about to be placed. Volumes are those of one piece. */
export interface OrderLineContext {
  readonly product_id: number;
  readonly sku: string;
  readonly bundle_id: string;
  readonly quantity: number;
  readonly unit_price: Decimal;
  /** What the catalogue asks, of which `Pricing` has made `unit_price`. */
  readonly catalogue_price: Decimal;
  readonly business_volume: Decimal;
  readonly points: Decimal;
  readonly cumulative_volume: Decimal;
  readonly custom_fields: CustomFieldValues;
}

/** Context of the hooks that run before an order is placed. */
export interface OrderContext {
  readonly caller: Caller;
  readonly order_id: number;
  readonly lines: readonly OrderLineContext[];
  readonly totals: Amounts;
  /** Those of the order. */
  readonly custom_fields: CustomFieldValues;
}

declare module '../../../common/events/handlers.js' {
  interface HookPoints {
    /** Before an order is placed, with its final prices. */
    'order.place': OrderContext;
  }
}
