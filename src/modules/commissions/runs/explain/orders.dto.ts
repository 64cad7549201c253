import { ApiProperty } from '#common/openapi/decorators.js';
import { type Reason, REASONS } from '@commerce/commission-engine';
import { CommissionLineView } from '../results/results.dto.js';

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

const UID = { type: 'integer', example: 7 } as const;
const NUMBER = { type: Number, example: 160 } as const;
const MAYBE = { ...NUMBER, nullable: true } as const;

/** Somebody above the member as a source. */
export class PaidAboveView {
  @ApiProperty({ ...UID, nullable: true, description: 'null for members, who do not see their upline' })
  uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'maria', description: 'null for members' })
  username!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'null for members who are passed over' })
  level!: number | null;

  @ApiProperty({ ...MAYBE, example: 5 })
  percent!: number | null;

  @ApiProperty({ ...MAYBE, example: 12.4, description: 'null for members who were not paid; members do not see it' })
  amount!: number | null;

  @ApiProperty({ type: String, enum: [...REASONS], nullable: true, example: null, description: 'why it pays nothing' })
  reason!: Reason | null;

  @ApiProperty({ type: String, example: 'Level 1: 5 %.' })
  sentence!: string;
}

/** What a bonus did with the member's own volume: who above was paid on it, and who was not. */
export class ExplainedSourceView {
  @ApiProperty({ type: String, example: 'levels' })
  bonus!: string;

  @ApiProperty({ type: String, example: 'unilevel' })
  type!: string;

  @ApiProperty({ type: Number, example: 248, description: 'in money' })
  base!: number;

  @ApiProperty({ type: String, example: 'Commissions are paid on 248: 2 members above got something.' })
  sentence!: string;

  @ApiProperty({ type: [PaidAboveView], description: 'the nearest first, until all levels are given out; at most 300' })
  above!: PaidAboveView[];
}

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

  @ApiProperty({ ...UID, nullable: true, description: 'the buyer; null for members if the buyer is in another team' })
  uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'jonas', description: 'null if `uid` is null' })
  username!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'paid', description: 'null if `uid` is null' })
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

/** A row of the ledger that a line comes from, with its order. */
export class LineLedgerRowView {
  @ApiProperty({ type: 'integer', example: 4711 })
  id!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-10-20T09:30:00.000Z' })
  at!: string;

  @ApiProperty({
    type: String,
    enum: ['sale', 'cancellation', 'return', 'adjustment', 'import', 'succession'],
    example: 'sale',
    description: '`succession`: it came with a position that was merged or handed over',
  })
  kind!: string;

  @ApiProperty({ type: 'integer', nullable: true, example: 5 })
  order_id!: number | null;

  @ApiProperty({ type: String, nullable: true, example: '10000005' })
  order_number!: string | null;

  @ApiProperty({ type: Number, example: 248, description: 'commissionable volume of the whole row' })
  volume!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: null,
    description: 'of a retail line: what was paid for all pieces; null if not known',
  })
  price!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: null, description: 'of a retail line: of all pieces' })
  wholesale_price!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: null,
    description:
      'of a retail line: `price` less `wholesale_price`, 0 where one is not known; those of all rows add up to the base of the line. Null for what came back from a posted period, which a clawback settles',
  })
  margin!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'the row that it takes back' })
  takes_back_id!: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'the previous holder, if the position was merged or handed over',
  })
  from_uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  from_username!: string | null;
}

/** A line of commission, down to the orders that it comes from. */
export class ExplainedLineView {
  @ApiProperty({ type: CommissionLineView })
  line!: CommissionLineView;

  @ApiProperty({ type: String, example: '248 × 5 % = 12.40 USD, halves rounded to the even digit.' })
  formula!: string;

  @ApiProperty({ type: String, example: 'half_even' })
  rounding!: string;

  @ApiProperty({ type: String, example: 'Level 1 of the bonus levels, on what jonas bought.' })
  sentence!: string;

  @ApiProperty({ type: [PaidAboveView], description: 'from the source up to the payee, nearest first' })
  path!: PaidAboveView[];

  @ApiProperty({
    type: [LineLedgerRowView],
    description: 'rows of the source in the period, newest first; at most 100',
  })
  rows!: LineLedgerRowView[];

  @ApiProperty({
    type: [CommissionLineView],
    description: 'of a matching line what the source earned, of a clawback the line that it takes back; at most 100',
  })
  lines!: CommissionLineView[];
}
