import { ApiProperty } from '../../../../common/openapi/decorators.js';
import { CommissionLineView } from '../results/results.view.js';
import { REASONS, type Reason } from './facts.js';

const SENTENCE = { type: String, example: 'Personal volume is 160: 100 of own rows and 60 of 2 customers.' } as const;
const UID = { type: 'integer', example: 7 } as const;
const NUMBER = { type: Number, example: 160 } as const;
const MAYBE = { ...NUMBER, nullable: true } as const;
const NAME = { type: String, nullable: true, example: 'silver' } as const;

/** A part that a measure is made of. */
export class ExplainedMeasurePartView {
  @ApiProperty({
    type: String,
    enum: ['own', 'customer', 'leg', 'others', 'sale', 'cancellation', 'return', 'adjustment', 'import', 'later'],
    example: 'customer',
    description:
      '`others`: all that are not listed by themselves; `later`: what the ledger of the member has more or less now than in the run, by rows that came after it or positions that were merged',
  })
  part!: string;

  @ApiProperty({ ...UID, nullable: true, description: 'of whom' })
  uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'jonas' })
  username!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'how many rows, or others' })
  count!: number | null;

  @ApiProperty(NUMBER)
  volume!: number;
}

/** A measure with what it is made of: its parts add up to it. */
export class ExplainedMeasureView {
  @ApiProperty({
    type: String,
    enum: ['own_volume', 'commissionable_volume', 'personal_volume', 'group_volume'],
    example: 'personal_volume',
  })
  measure!: string;

  @ApiProperty(NUMBER)
  value!: number;

  @ApiProperty(SENTENCE)
  sentence!: string;

  @ApiProperty({ type: [ExplainedMeasurePartView] })
  parts!: ExplainedMeasurePartView[];
}

/** A leg, as a condition sees it. */
export class ExplainedConditionLegView {
  @ApiProperty(UID)
  uid!: number;

  @ApiProperty({ type: String, example: 'jonas' })
  username!: string;

  @ApiProperty({ ...MAYBE, description: 'the volume of the leg' })
  had!: number | null;

  @ApiProperty({ ...MAYBE, description: 'what of it counts' })
  counts!: number | null;

  @ApiProperty({ ...NAME, description: 'the highest paid-as rank in the leg' })
  rank!: string | null;

  @ApiProperty({ type: Boolean, nullable: true, example: true })
  holds!: boolean | null;
}

/** A condition, wanted and had. */
export class ExplainedConditionView {
  @ApiProperty({
    type: String,
    enum: ['personal_volume', 'group_volume', 'leg_cap_percent', 'active_frontline', 'customers', 'legs', 'any'],
    example: 'group_volume',
  })
  condition!: string;

  @ApiProperty({ ...NAME, description: 'of `legs`: the rank that somebody in the leg must have' })
  rank!: string | null;

  @ApiProperty({ ...MAYBE, example: 1000 })
  wanted!: number | null;

  @ApiProperty({ ...MAYBE, example: 870.5 })
  had!: number | null;

  @ApiProperty({ ...MAYBE, example: 129.5, description: 'null if it holds' })
  missing!: number | null;

  @ApiProperty({ type: Boolean, example: false })
  holds!: boolean;

  @ApiProperty(SENTENCE)
  sentence!: string;

  @ApiProperty({
    type: [ExplainedConditionLegView],
    description: 'the largest legs, where the condition looks at legs',
  })
  legs!: readonly ExplainedConditionLegView[];

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'object', additionalProperties: true } },
    description: 'of `any`: its branches, each a list of conditions like this one; one must hold',
    example: [],
  })
  any!: readonly (readonly object[])[];
}

/** Whether the member was active, and why. */
export class ExplainedActivityView {
  @ApiProperty({ type: Boolean, example: true })
  active!: boolean;

  @ApiProperty(SENTENCE)
  sentence!: string;

  @ApiProperty({ type: [ExplainedConditionView] })
  conditions!: ExplainedConditionView[];
}

/** A rank of the plan with its conditions. */
export class ExplainedRankView {
  @ApiProperty({ type: String, example: 'silver' })
  rank!: string;

  @ApiProperty({ type: Boolean, example: true, description: 'whether all of its conditions hold' })
  holds!: boolean;

  @ApiProperty({ type: Boolean, example: true })
  is_paid_as!: boolean;

  @ApiProperty(SENTENCE)
  sentence!: string;

  @ApiProperty({ type: [ExplainedConditionView] })
  conditions!: ExplainedConditionView[];
}

/** A bonus of the plan, or what is taken off: what it came to, by what rule, and why not more. */
export class ExplainedBonusView {
  @ApiProperty({ type: String, example: 'levels', description: 'its id, `cap` or `clawback`' })
  bonus!: string;

  @ApiProperty({ type: String, example: 'unilevel' })
  type!: string;

  @ApiProperty({ type: Number, example: 12.4, description: 'the sum of all its lines, in money' })
  amount!: number;

  @ApiProperty({
    type: String,
    example: 'Pays a percentage of what is bought below, level by level in the sponsor tree.',
  })
  rule!: string;

  @ApiProperty({ type: String, example: '12.40 USD by 1 line.' })
  sentence!: string;

  @ApiProperty({
    type: String,
    enum: [...REASONS],
    isArray: true,
    example: ['rank'],
    description: 'why nothing, or not more',
  })
  reasons!: readonly Reason[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { percents: [5, 3] },
    description: 'numbers of this type of bonus',
  })
  figures!: object;

  @ApiProperty({ type: 'integer', example: 1, description: 'how many lines; 1,000 stands for so many or more' })
  count!: number;

  @ApiProperty({ type: [CommissionLineView], description: 'the lines from `offset` on, at most `limit`' })
  lines!: CommissionLineView[];
}

/** Somebody above the member as a source. */
export class PaidAboveView {
  @ApiProperty({ ...UID, nullable: true, description: 'null for members, who do not see who is above' })
  uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'maria', description: 'null for members' })
  username!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'null for who is passed over' })
  level!: number | null;

  @ApiProperty({ ...MAYBE, example: 5 })
  percent!: number | null;

  @ApiProperty({ ...MAYBE, example: 12.4, description: 'null for who was not paid; members do not see it' })
  amount!: number | null;

  @ApiProperty({ type: String, enum: [...REASONS], nullable: true, example: null, description: 'why nothing' })
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

  @ApiProperty({ type: String, example: 'The base is 248.' })
  sentence!: string;

  @ApiProperty({ type: [PaidAboveView], description: 'the nearest first, until all levels are given out; at most 300' })
  above!: PaidAboveView[];
}

/** A change from the posted period before. */
export class ExplainedDifferenceView {
  @ApiProperty({ type: String, example: 'levels', description: 'a bonus or a measure' })
  of!: string;

  @ApiProperty({ ...NUMBER, example: 20 })
  before!: number;

  @ApiProperty({ ...NUMBER, example: 12.4 })
  now!: number;

  @ApiProperty({ ...NUMBER, example: -7.6 })
  difference!: number;

  @ApiProperty({ type: String, example: 'levels: 12.40 USD instead of 20.00 USD.' })
  sentence!: string;
}

/** Why more or less than in the posted period before. */
export class ComparedView {
  @ApiProperty({ type: 'integer', example: 11 })
  run_id!: number;

  @ApiProperty({ type: String, example: '2026-09' })
  period!: string;

  @ApiProperty({ ...NUMBER, example: 20 })
  earned!: number;

  @ApiProperty({ ...NUMBER, example: -7.6 })
  difference!: number;

  @ApiProperty({ type: Boolean, example: true, description: 'whether the member was active then' })
  active!: boolean;

  @ApiProperty({ ...NAME, description: 'the paid-as rank of then' })
  rank!: string | null;

  @ApiProperty({ type: String, example: '7.60 USD less than in 2026-09: less by levels.' })
  sentence!: string;

  @ApiProperty({ type: [ExplainedDifferenceView], description: 'what is not the same; bonuses first' })
  differences!: ExplainedDifferenceView[];
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
    description: 'its share of the lines on its buyer, in money, to the nearest ten-thousandth',
  })
  share!: number;

  @ApiProperty({ type: String, example: 'It gave 12.40 USD.' })
  sentence!: string;

  @ApiProperty({ type: [ExplainedSourceView], description: 'by bonus: the way from the buyer up to the member' })
  bonuses!: ExplainedSourceView[];

  @ApiProperty({
    type: [CommissionLineView],
    description: 'the member’s lines on the buyer; an order is a part of their base',
  })
  lines!: CommissionLineView[];
}

/** Why a member got what it got in a run, and why not more. Section 4 of the decisions on commissions. */
export class ExplainedView {
  @ApiProperty({ type: 'integer', example: 12 })
  run_id!: number;

  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty({ type: String, example: 'posted' })
  status!: string;

  @ApiProperty({ type: String, example: 'Hybrid 2027' })
  plan_name!: string;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({ type: 'integer', example: 5 })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty({ type: String, example: 'Maria Schmidt' })
  name!: string;

  @ApiProperty({ type: Number, example: 12.4, description: 'the sum of all bonuses below' })
  earned!: number;

  @ApiProperty({ type: String, example: '12.40 USD: 12.40 USD by levels.' })
  sentence!: string;

  @ApiProperty({ type: [ExplainedMeasureView] })
  measures!: ExplainedMeasureView[];

  @ApiProperty({ type: ExplainedActivityView })
  activity!: ExplainedActivityView;

  @ApiProperty({ ...NAME, description: 'the paid-as rank' })
  rank!: string | null;

  @ApiProperty({ ...NAME, description: 'the title rank before' })
  title_before!: string | null;

  @ApiProperty({ ...NAME, description: 'and after' })
  title_rank!: string | null;

  @ApiProperty({ type: [ExplainedRankView], description: 'the highest rank first' })
  ranks!: ExplainedRankView[];

  @ApiProperty({ type: [ExplainedBonusView], description: 'in the plan’s order, then `cap` and `clawback`' })
  bonuses!: ExplainedBonusView[];

  @ApiProperty({
    type: [ExplainedSourceView],
    description: 'what bonuses did with what the member itself bought and earned',
  })
  as_source!: ExplainedSourceView[];

  @ApiProperty({
    type: ComparedView,
    nullable: true,
    example: null,
    description: 'null without a posted period before',
  })
  compared_to_previous!: ComparedView | null;

  @ApiProperty({
    type: ExplainedOrderView,
    nullable: true,
    example: null,
    description: 'null unless `order` is asked for',
  })
  order!: ExplainedOrderView | null;
}
