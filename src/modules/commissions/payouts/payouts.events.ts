import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';

/** `payout.created`. */
export class PayoutCreatedData {
  @ApiProperty({ type: 'integer', example: 12, description: 'of the payout; its items are read in the admin module' })
  id!: number;

  @ApiProperty({ type: Number, example: 1250.5, description: 'all of it' })
  amount!: number;

  @ApiProperty({ type: 'integer', example: 17, description: 'how many members it pays' })
  items!: number;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;
}

export const PAYOUT_EVENTS = {
  'payout.created': {
    aggregate: 'payout',
    data: PayoutCreatedData,
    summary: 'A payout was released',
    description:
      'A super admin released a payout: a payment provider may pay its items. It is sent once; the items are then marked as paid or failed.',
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof PAYOUT_EVENTS> {}
}
