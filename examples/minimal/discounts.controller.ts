import { ApiProperty } from '@nestjs/swagger';
import { ClientController, Endpoint } from 'direct-selling-commerce-api';
import { Discounts, type Tier } from './discounts.js';

class TierView implements Tier {
  @ApiProperty({ type: 'integer', example: 5, description: 'minimum quantity of one product' })
  from_quantity!: number;

  @ApiProperty({ type: Number, example: 5 })
  percent!: number;
}

class DiscountsView {
  @ApiProperty({ type: () => [TierView], description: 'highest quantity first' })
  tiers!: readonly TierView[];
}

/** An additional endpoint: it uses the same envelope as the service's own, and is in the API reference. */
@ClientController('commerce', { tag: 'Discounts', access: 'application' })
export class DiscountsController {
  constructor(private readonly discounts: Discounts) {}

  @Endpoint('GET discounts', {
    id: 'getDiscounts',
    summary: 'List the volume discounts',
    answer: DiscountsView,
  })
  read(): DiscountsView {
    return { tiers: this.discounts.tiers };
  }
}
