import {
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { type Reason, REASONS } from '@commerce/commission-engine';
import { CommissionLineView } from '../results/results.dto.js';
import { IntegerField } from '#common/validation/index.js';
import { RUN_STATUSES, type RunKind, type RunStatus } from '../run.entity.js';

/** The one reason that decides what an order gave a member. */
const ORDER_REASONS = [
  'other_team',
  'not_paid',
  'cancelled',
  'before_period',
  'after_period',
  'taken_back',
  'came_back',
  'position_given',
  'own',
  'no_share',
  'part_of_whole',
  'paid',
] as const;
export type OrderReason = (typeof ORDER_REASONS)[number];

/** Somebody above the member as a source. */
export class PaidAboveView {
  @IntegerProperty(7, 'null for members, who do not see their upline', { nullable: true }) uid!: number | null;
  @TextProperty('maria', 'null for members', { nullable: true }) username!: string | null;
  @IntegerProperty(1, 'null for members who are skipped', { nullable: true }) level!: number | null;
  @NumberProperty(5, { nullable: true }) percent!: number | null;

  @NumberProperty(12.4, 'null for members who were not paid; members do not see it', { nullable: true })
  amount!: number | null;

  @ChoiceProperty(REASONS, null, 'why it pays nothing', { nullable: true }) reason!: Reason | null;
  @TextProperty('Level 1: 5 %.') sentence!: string;
}

/** What a bonus did with the member's own volume: who above was paid on it, and who was not. */
export class ExplainedSourceView {
  @TextProperty('levels') bonus!: string;
  @TextProperty('unilevel') type!: string;
  @NumberProperty(248, 'in money') base!: number;
  @TextProperty('Commissions are paid on 248: 2 members above got something.') sentence!: string;

  @ListProperty(PaidAboveView, 'the nearest first, until all levels are given out; at most 300')
  above!: PaidAboveView[];
}

/** What an order has to do with a bonus. */
export class ExplainedOrderBonusView extends ExplainedSourceView {
  @NumberProperty(
    496,
    'what `base` is a part of: money that lines are paid on, or the volume of a leg, of a group, of everybody; null where it is in none',
    { nullable: true },
  )
  whole!: number | null;

  @NumberProperty(
    12.4,
    'of what the member got by this bonus, in money; null where a bonus pays on a whole that cannot be put down to single orders',
    { nullable: true },
  )
  share!: number | null;
}

/** What an order has to do with what the member got. */
export class ExplainedOrderView {
  @IntegerProperty(5) id!: number;
  @TextProperty('10000005', { nullable: true }) number!: string | null;

  @IntegerProperty(7, 'the buyer; null for members if the buyer is in another team', { nullable: true })
  uid!: number | null;

  @TextProperty('jonas', 'null if `uid` is null', { nullable: true }) username!: string | null;
  @TextProperty('paid', 'null if `uid` is null', { nullable: true }) status!: string | null;

  @NumberProperty(248, 'its commissionable volume in the period, less what came back in it')
  commissionable_volume!: number;

  @NumberProperty(
    12.4,
    'of what the member got, in money, to the nearest ten-thousandth below: the sum of those by bonus',
  )
  share!: number;

  @ChoiceProperty(ORDER_REASONS, 'paid', 'the one reason that decides') reason!: OrderReason;

  @TextProperty(
    'Commissions are paid on 248 of it. $12.40 is its share of what this member got.',
    'that reason in words',
  )
  sentence!: string;

  @ListProperty(
    ExplainedOrderBonusView,
    'in the plan’s order, if the order counts in the period and is not the member’s own: of bonuses by level the way from the buyer up to the member, of others what the order is a part of',
  )
  bonuses!: ExplainedOrderBonusView[];

  @ListProperty(CommissionLineView, 'the member’s lines on the buyer; an order is a part of their base')
  lines!: CommissionLineView[];
}

/** A row of the ledger that a line comes from, with its order. */
export class LineLedgerRowView {
  @IntegerProperty(4711) id!: number;
  @InstantProperty('2026-10-20T09:30:00.000Z') at!: string;

  @ChoiceProperty(
    ['sale', 'cancellation', 'return', 'adjustment', 'import', 'succession'],
    'sale',
    '`succession`: it came with a position that was merged or handed over',
  )
  kind!: string;

  @IntegerProperty(5, { nullable: true }) order_id!: number | null;
  @TextProperty('10000005', { nullable: true }) order_number!: string | null;
  @NumberProperty(248, 'commissionable volume of the whole row') volume!: number;

  @NumberProperty(null, 'of a retail line: what was paid for all pieces; null if not known', { nullable: true })
  price!: number | null;

  @NumberProperty(null, 'of a retail line: of all pieces', { nullable: true }) wholesale_price!: number | null;

  @NumberProperty(
    null,
    'of a retail line: `price` less `wholesale_price`, 0 where one is not known; those of all rows add up to the base of the line. Null for what came back from a posted period, which a clawback settles',
    { nullable: true },
  )
  margin!: number | null;

  @IntegerProperty(null, 'the row that it takes back', { nullable: true }) takes_back_id!: number | null;

  @IntegerProperty(null, 'the previous holder, if the position was merged or handed over', { nullable: true })
  from_uid!: number | null;

  @TextProperty(null, { nullable: true }) from_username!: string | null;
}

/** A line of commission, down to the orders that it comes from. */
export class ExplainedLineView {
  @ObjectProperty(CommissionLineView) line!: CommissionLineView;
  @TextProperty('248 × 5 % = $12.40, halves rounded to the even digit.') formula!: string;
  @TextProperty('half_even') rounding!: string;
  @TextProperty('Level 1 of the bonus levels, on what jonas bought.') sentence!: string;
  @ListProperty(PaidAboveView, 'from the source up to the payee, nearest first') path!: PaidAboveView[];

  @ListProperty(LineLedgerRowView, 'rows of the source in the period, newest first; at most 100')
  rows!: LineLedgerRowView[];

  @ListProperty(
    CommissionLineView,
    'of a matching line what the source earned, of a clawback the line that it takes back; at most 100',
  )
  lines!: CommissionLineView[];
}

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
  @TextProperty('$24.80 was paid on the order, to 2 members.', 'in words') sentence!: string;
  @NumberProperty(24.8, 'the sum over all runs, in money') share!: number;

  @ListProperty(
    OrderInRunView,
    'the run of each period in which the order was sold or came back, newest first, at most 24: the last correction that was approved, else the posted run, else the final one, else the newest preview that has read all of the order',
  )
  runs!: OrderInRunView[];
}
