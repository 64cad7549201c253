import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import { IntegerProperty, NumberProperty, TextProperty } from '#common/openapi/decorators.js';

/** `payout.created`. */
export class PayoutCreatedData {
  @IntegerProperty(12, 'of the payout; its items are read in the admin module') id!: number;
  @NumberProperty(1250.5, 'all of it') amount!: number;
  @IntegerProperty(17, 'how many members it pays') items!: number;
  @TextProperty('USD') currency_code!: string;
}

export const PAYOUT_EVENTS = {
  'payout.created': {
    aggregate: 'payout',
    data: PayoutCreatedData,
    summary: 'A payout was released',
    description:
      'Sent once, when a payout is released. Despite the name of the event, it is not sent when the payout is created. A payment provider may now pay the items, which are then marked as paid or failed.',
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof PAYOUT_EVENTS> {}
}
