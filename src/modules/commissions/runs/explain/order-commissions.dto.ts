import {
  ChoiceProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
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
  @NumberProperty(
    3.1,
    'what of `amount` is for the order, in money, to the nearest ten-thousandth towards 0; negative where it is taken back',
  )
  share!: number;
}

/** A bonus that pays on a whole. */
export class WholeBonusView {
  @TextProperty('pool') bonus!: string;
  @TextProperty('pool') type!: string;
}

/** What an order gave in one run. */
export class OrderInRunView {
  @IntegerProperty(12) run_id!: number;
  @TextProperty('2026-10') period!: string;
  @ChoiceProperty(['preview', 'final', 'correction'], 'final') kind!: RunKind;
  @ChoiceProperty(RUN_STATUSES, 'posted') status!: RunStatus;
  @TextProperty('Unilevel 2026') plan_name!: string;

  @IntegerProperty(
    7,
    'in whose volumes the order counts: the buyer, or who took the position; null if that member is not in the run',
    { nullable: true },
  )
  uid!: number | null;

  @TextProperty('jonas', { nullable: true }) username!: string | null;

  @NumberProperty(248, 'commissionable volume of the order in the period, less what came back in it')
  commissionable_volume!: number;

  @NumberProperty(24.8, 'the sum of the shares of all lines, in money') share!: number;
  @IntegerProperty(2, 'lines that the order has a part in') count!: number;

  @ListProperty(OrderCommissionLineView, 'in the order in which they were calculated')
  lines!: OrderCommissionLineView[];

  @ListProperty(
    WholeBonusView,
    'bonuses of the plan that pay on legs, groups or everybody: what they pay is in no line of a single order. The explanation of a member says what the order has to do with them',
  )
  wholes!: WholeBonusView[];
}

/** Who was paid on an order, and how much. */
export class OrderCommissionsView {
  @IntegerProperty(5) order_id!: number;
  @TextProperty('10000005', { nullable: true }) order_number!: string | null;
  @TextProperty('USD') currency_code!: string;
  @TextProperty('24.80 USD was paid on the order, to 2 members.', 'in words') sentence!: string;
  @NumberProperty(24.8, 'the sum over all runs, in money') share!: number;

  @ListProperty(
    OrderInRunView,
    'the run of each period in which the order was sold or came back, newest first, at most 24: the last correction that was approved, else the posted run, else the final one, else the newest preview that has read all of the order',
  )
  runs!: OrderInRunView[];
}
