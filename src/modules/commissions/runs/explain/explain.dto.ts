import { SUCCESSION_KINDS, type SuccessionKind } from '#network/members/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { IntegerField, TextField } from '#common/validation/index.js';
import { type Reason, REASONS } from '@commerce/commission-engine';
import { CommissionLineView } from '../results/results.dto.js';
import { COUNTED_LINES } from './facts.js';
import { ExplainedActivityView, ExplainedMeasureView, ExplainedRankView } from './measures.dto.js';
import { ExplainedOrderView, ExplainedSourceView } from './orders.dto.js';
import { numberInPath } from '#common/http/path-params.js';

export const LineNumberParam = numberInPath('number', 'number of the line', 17);

/** Most lines of a bonus in one answer. */
const MOST_LINES = 100;

const ORDER = {
  optional: true,
  max: 40,
  description: 'id or number of an order: what it has to do with the result',
  example: '5',
};

const NUMBER = { type: Number, example: 160 } as const;
const NAME = { type: String, nullable: true, example: 'silver' } as const;

/** What of an explanation is asked for. */
export class ExplanationQuery {
  @IntegerField({
    optional: true,
    min: 1,
    max: MOST_LINES,
    default: MOST_LINES,
    description: 'lines of each bonus',
    example: 20,
  })
  limit?: number;

  @IntegerField({
    optional: true,
    min: 0,
    max: COUNTED_LINES,
    default: 0,
    description: 'lines of each bonus to skip',
    example: 0,
  })
  offset?: number;

  @TextField(ORDER)
  order?: string;
}

/** Whose result in a run is to be explained. */
export class ExplainQuery extends ExplanationQuery {
  @IntegerField({ description: 'the member', example: 5 })
  uid!: number;
}

/** An input of the member that a bonus read, as the run kept it. */
export class ExplainedInputView {
  @ApiProperty({ type: String, example: 'loyalty_tier' })
  name!: string;

  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'number' }], example: 'gold' })
  value!: string | number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-10-03T09:30:00.000Z',
    description: 'from when on it holds; null for the default',
  })
  since!: string | null;

  @ApiProperty({ type: String, example: 'Loyalty tier: gold, since 3 October 2026.' })
  sentence!: string;
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
    description: 'why it pays nothing, or not more',
  })
  reasons!: readonly Reason[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { percents: [5, 3] },
    description: 'numbers of this type of bonus',
  })
  figures!: object;

  @ApiProperty({
    type: [ExplainedInputView],
    example: [],
    description: 'the inputs of the member that a bonus of an extension read; empty for other bonuses',
  })
  inputs!: readonly ExplainedInputView[];

  @ApiProperty({ type: 'integer', example: 1, description: 'the number of lines; 1,000 means 1,000 or more' })
  count!: number;

  @ApiProperty({ type: [CommissionLineView], description: 'the lines from `offset` on, at most `limit`' })
  lines!: CommissionLineView[];
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

  @ApiProperty({ type: Boolean, example: true, description: 'whether the member was active in that period' })
  active!: boolean;

  @ApiProperty({ ...NAME, description: 'the paid-as rank of that period' })
  rank!: string | null;

  @ApiProperty({ type: String, example: '7.60 USD less than in 2026-09: less by levels.' })
  sentence!: string;

  @ApiProperty({ type: [ExplainedDifferenceView], description: 'the differences; bonuses first' })
  differences!: ExplainedDifferenceView[];
}

/** A position that came to the member, or that the member gave up, while the period went on. */
export class ExplainedSuccessionView {
  @ApiProperty({ type: String, enum: SUCCESSION_KINDS, example: 'merge' })
  kind!: SuccessionKind;

  @ApiProperty({
    type: String,
    enum: ['taken', 'given'],
    example: 'taken',
    description: '`taken`: the member has the position of `uid` since; `given`: `uid` has that of the member',
  })
  direction!: 'taken' | 'given';

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 7,
    description: 'null for members if it is the present holder of their position',
  })
  uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'jonas' })
  username!: string | null;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-10-12T09:30:00.000Z' })
  at!: string;

  @ApiProperty({
    type: String,
    example:
      'On 2026-10-12 another position was merged into this one: what it had bought since the period began, who stood below it and what it carried over count here.',
  })
  sentence!: string;
}

/** Why a member got what it got in a run, and why not more. See docs/spec/commissions.md#4. */
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

  @ApiProperty({ ...NAME, description: 'the title rank after' })
  title_rank!: string | null;

  @ApiProperty({ type: [ExplainedRankView], description: 'the highest rank first' })
  ranks!: ExplainedRankView[];

  @ApiProperty({ type: [ExplainedBonusView], description: 'in the plan’s order, then `cap` and `clawback`' })
  bonuses!: ExplainedBonusView[];

  @ApiProperty({
    type: [ExplainedSuccessionView],
    example: [],
    description:
      'positions that were merged or handed over, to the member or by it, while the period went on: oldest first, at most 50',
  })
  successions!: ExplainedSuccessionView[];

  @ApiProperty({
    type: [ExplainedSourceView],
    description: 'how bonuses used what the member bought and earned',
  })
  as_source!: ExplainedSourceView[];

  @ApiProperty({
    type: ComparedView,
    nullable: true,
    example: null,
    description: 'null without a previous posted period',
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
