import { ApiProperty } from '#common/openapi/decorators.js';
import { IntegerField } from '#common/validation/index.js';
import { CommissionLineView } from '../results/results.dto.js';
import { RUN_STATUSES, type RunKind, type RunStatus } from '../run.entity.js';

/** Lines of a run in one answer. */
export const MOST_SHOWN = 100;

/** Which lines of each run are asked for. */
export class OrderCommissionsQuery {
  @IntegerField({
    optional: true,
    min: 1,
    max: MOST_SHOWN,
    default: MOST_SHOWN,
    description: 'lines of each run',
    example: 20,
  })
  limit?: number;

  @IntegerField({
    optional: true,
    min: 0,
    max: 10_000,
    default: 0,
    description: 'lines of each run to skip',
    example: 0,
  })
  offset?: number;
}

/** A line of commission that an order has a part in. */
export class OrderCommissionLineView extends CommissionLineView {
  @ApiProperty({
    type: Number,
    example: 3.1,
    description:
      'what of `amount` is for the order, in money, to the nearest ten-thousandth towards 0; negative where it is taken back',
  })
  share!: number;
}

/** A bonus that pays on a whole. */
export class WholeBonusView {
  @ApiProperty({ type: String, example: 'pool' })
  bonus!: string;

  @ApiProperty({ type: String, example: 'pool' })
  type!: string;
}

/** What an order gave in one run. */
export class OrderInRunView {
  @ApiProperty({ type: 'integer', example: 12 })
  run_id!: number;

  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty({ type: String, enum: ['preview', 'final', 'correction'], example: 'final' })
  kind!: RunKind;

  @ApiProperty({ type: String, enum: [...RUN_STATUSES], example: 'posted' })
  status!: RunStatus;

  @ApiProperty({ type: String, example: 'Unilevel 2026' })
  plan_name!: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 7,
    description:
      'in whose volumes the order counts: the buyer, or who took the position; null if that member is not in the run',
  })
  uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'jonas' })
  username!: string | null;

  @ApiProperty({
    type: Number,
    example: 248,
    description: 'commissionable volume of the order in the period, less what came back in it',
  })
  commissionable_volume!: number;

  @ApiProperty({ type: Number, example: 24.8, description: 'the sum of the shares of all lines, in money' })
  share!: number;

  @ApiProperty({ type: 'integer', example: 2, description: 'lines that the order has a part in' })
  count!: number;

  @ApiProperty({ type: [OrderCommissionLineView], description: 'in the order in which they were calculated' })
  lines!: OrderCommissionLineView[];

  @ApiProperty({
    type: [WholeBonusView],
    description:
      'bonuses of the plan that pay on legs, groups or everybody: what they pay is in no line of a single order. The explanation of a member says what the order has to do with them',
  })
  wholes!: WholeBonusView[];
}

/** Who was paid on an order, and how much. */
export class OrderCommissionsView {
  @ApiProperty({ type: 'integer', example: 5 })
  order_id!: number;

  @ApiProperty({ type: String, nullable: true, example: '10000005' })
  order_number!: string | null;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({ type: String, example: '24.80 USD was paid on the order, to 2 members.', description: 'in words' })
  sentence!: string;

  @ApiProperty({ type: Number, example: 24.8, description: 'the sum over all runs, in money' })
  share!: number;

  @ApiProperty({
    type: [OrderInRunView],
    description:
      'the run of each period in which the order was sold or came back, newest first, at most 24: the last correction that was approved, else the posted run, else the final one, else the newest preview that has read all of the order',
  })
  runs!: OrderInRunView[];
}
