import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, ApiAnswer, ROUTE_VERSION } from 'direct-selling-commerce-api';
import { Discounts, type Tier } from './discounts.js';

class TierView implements Tier {
  @ApiProperty({ type: 'integer', example: 5, description: 'pieces of one product' })
  from_quantity!: number;

  @ApiProperty({ type: Number, example: 5 })
  percent!: number;
}

class DiscountsView {
  @ApiProperty({ type: () => [TierView], description: 'the highest quantity first' })
  tiers!: readonly TierView[];
}

/** An added endpoint: it stands beside the service's own, answers in the same envelope, and is in the API reference. */
@ApiTags('Discounts')
@Access('application')
@Controller({ path: 'commerce', version: ROUTE_VERSION })
export class DiscountsController {
  constructor(private readonly discounts: Discounts) {}

  @Get('discounts')
  @ApiOperation({ operationId: 'getDiscounts', summary: 'List the discounts for many pieces of one product' })
  @ApiAnswer(DiscountsView)
  read(): DiscountsView {
    return { tiers: this.discounts.tiers };
  }
}
