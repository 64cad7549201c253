import { ApiProperty } from '../../common/openapi/decorators.js';
import type { DocumentedEvents } from '../../common/openapi/index.js';
import { PLACED_STATUSES, type PlacedStatus } from './orders.rules.js';
import { OrderView } from './orders.views.js';

/** `order.placed`, `order.paid`, `order.completed` and `order.cancelled`: the order as it then was. Section 7 of the decisions. */
export class OrderEventData extends OrderView {
  @ApiProperty({ type: 'integer', example: 5, description: 'who ordered' })
  uid!: number;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: '5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11',
    description: 'the application through which the order was placed',
  })
  application_id!: string | null;

  @ApiProperty({
    type: String,
    enum: PLACED_STATUSES,
    nullable: true,
    example: null,
    description: 'what the order was before; null for one that has just been placed',
  })
  previous_status!: PlacedStatus | null;
}

declare module '../../common/events/event-payloads.js' {
  interface EventPayloads {
    'order.placed': OrderEventData;
    'order.paid': OrderEventData;
    'order.completed': OrderEventData;
    'order.cancelled': OrderEventData;
  }
}

const data = OrderEventData;

export const ORDER_EVENTS: DocumentedEvents = {
  'order.placed': {
    data,
    summary: 'A cart was placed as an order',
    description: 'Its lines, prices and volumes are fixed now.',
  },
  'order.paid': {
    data,
    summary: 'An order was paid',
    description: 'An admin moved it from `placed` to `paid`.',
    example: { status: 'paid', previous_status: 'placed' },
  },
  'order.completed': {
    data,
    summary: 'An order was completed',
    description: 'An admin moved it from `paid` to `completed`, which is final.',
    example: { status: 'completed', previous_status: 'paid' },
  },
  'order.cancelled': {
    data,
    summary: 'An order was cancelled',
    description: 'An admin cancelled it, which is final. `previous_status` says whether it had been paid.',
    example: { status: 'cancelled', previous_status: 'paid' },
  },
};
