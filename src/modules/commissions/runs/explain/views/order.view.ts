import { ApiProperty } from '../../../../../common/openapi/decorators.js';
import { CommissionLineView } from '../../results/results.view.js';
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

  @ApiProperty({ ...UID, description: 'who bought' })
  uid!: number;

  @ApiProperty({ type: String, example: 'jonas' })
  username!: string;

  @ApiProperty({ type: String, example: 'paid' })
  status!: string;

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

  @ApiProperty({ type: String, example: 'It gave 12.40 USD.' })
  sentence!: string;

  @ApiProperty({
    type: [ExplainedOrderBonusView],
    description:
      'in the plan’s order: of bonuses by level the way from the buyer up to the member, of others what the order is a part of',
  })
  bonuses!: ExplainedOrderBonusView[];

  @ApiProperty({
    type: [CommissionLineView],
    description: 'the member’s lines on the buyer; an order is a part of their base',
  })
  lines!: CommissionLineView[];
}
