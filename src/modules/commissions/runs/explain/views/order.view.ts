import { ApiProperty } from '#common/openapi/decorators.js';
import { CommissionLineView } from '../../results/results.dto.js';
import { ORDER_REASONS, type OrderReason } from '../order-words.js';
import { ExplainedSourceView } from './source.view.js';

const UID = { type: 'integer', example: 7 } as const;

/** What an order has to do with a bonus. */
export class ExplainedOrderBonusView extends ExplainedSourceView {
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 496,
    description:
      'what `base` is a part of: money that lines are paid on, or the volume of a leg, of a group, of everybody; null where it is in none',
  })
  whole!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 12.4,
    description:
      'of what the member got by this bonus, in money; null where a bonus pays on a whole that cannot be put down to single orders',
  })
  share!: number | null;
}

/** What an order has to do with what the member got. */
export class ExplainedOrderView {
  @ApiProperty({ type: 'integer', example: 5 })
  id!: number;

  @ApiProperty({ type: String, nullable: true, example: '10000005' })
  number!: string | null;

  @ApiProperty({ ...UID, nullable: true, description: 'who bought; null for members where that is in another team' })
  uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'jonas', description: 'null as `uid` is' })
  username!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'paid', description: 'null as `uid` is' })
  status!: string | null;

  @ApiProperty({
    type: Number,
    example: 248,
    description: 'its commissionable volume in the period, less what came back in it',
  })
  commissionable_volume!: number;

  @ApiProperty({
    type: Number,
    example: 12.4,
    description: 'of what the member got, in money, to the nearest ten-thousandth below: the sum of those by bonus',
  })
  share!: number;

  @ApiProperty({ type: String, enum: [...ORDER_REASONS], example: 'paid', description: 'the one reason that decides' })
  reason!: OrderReason;

  @ApiProperty({
    type: String,
    example: 'Commissions are paid on 248 of it. 12.40 USD is its share of what this member got.',
    description: 'that reason in words',
  })
  sentence!: string;

  @ApiProperty({
    type: [ExplainedOrderBonusView],
    description:
      'in the plan’s order, if the order counts in the period and is not the member’s own: of bonuses by level the way from the buyer up to the member, of others what the order is a part of',
  })
  bonuses!: ExplainedOrderBonusView[];

  @ApiProperty({
    type: [CommissionLineView],
    description: 'the member’s lines on the buyer; an order is a part of their base',
  })
  lines!: CommissionLineView[];
}
