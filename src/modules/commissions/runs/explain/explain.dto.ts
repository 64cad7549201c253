import { SUCCESSION_KINDS, type SuccessionKind } from '#network/members/index.js';
import {
  ApiProperty,
  BooleanProperty,
  ChoiceListProperty,
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { IntegerField, TextField } from '#common/validation/index.js';
import { type Reason, REASONS } from '@commerce/commission-engine';
import { CommissionLineView } from '../results/results.dto.js';
import { COUNTED_LINES } from './facts.js';
import { ExplainedOrderView, ExplainedSourceView } from './orders.dto.js';
import { numberInPath } from '#common/http/path-params.js';

const SENTENCE = 'Personal volume is 160: 100 bought by the member and 60 by its customers.';

/** A part that a measure is made of. */
export class ExplainedMeasurePartView {
  @ChoiceProperty(
    [
      'own',
      'customer',
      'leg',
      'others',
      'sale',
      'cancellation',
      'return',
      'adjustment',
      'import',
      'succession',
      'later',
    ],
    'customer',
    '`others`: all that are not listed by themselves; `succession`: what came or went with a position that was merged or handed over; `later`: what the ledger of the member has more or less now than in the run, by rows that came after it or positions that were merged',
  )
  part!: string;

  @IntegerProperty(7, 'the member that it comes from', { nullable: true }) uid!: number | null;
  @TextProperty('jonas', { nullable: true }) username!: string | null;
  @IntegerProperty(null, 'how many rows, or others', { nullable: true }) count!: number | null;
  @NumberProperty(160) volume!: number;
}

/** A measure with what it is made of: its parts add up to it. */
export class ExplainedMeasureView {
  @ChoiceProperty(['own_volume', 'commissionable_volume', 'personal_volume', 'group_volume'], 'personal_volume')
  measure!: string;

  @NumberProperty(160) value!: number;
  @TextProperty(SENTENCE) sentence!: string;
  @ListProperty(ExplainedMeasurePartView) parts!: ExplainedMeasurePartView[];
}

/** A leg, as a condition sees it. */
export class ExplainedConditionLegView {
  @IntegerProperty(7) uid!: number;
  @TextProperty('jonas') username!: string;
  @NumberProperty(160, 'the volume of the leg', { nullable: true }) had!: number | null;
  @NumberProperty(160, 'the part that counts', { nullable: true }) counts!: number | null;
  @TextProperty('silver', 'the highest paid-as rank in the leg', { nullable: true }) rank!: string | null;
  @BooleanProperty(true, { nullable: true }) holds!: boolean | null;
}

/** A condition, wanted and had. */
export class ExplainedConditionView {
  @ChoiceProperty(
    ['personal_volume', 'group_volume', 'leg_cap_percent', 'active_frontline', 'customers', 'legs', 'any'],
    'group_volume',
  )
  condition!: string;

  @TextProperty('silver', 'of `legs`: the rank that somebody in the leg must have', { nullable: true })
  rank!: string | null;

  @NumberProperty(1000, { nullable: true }) wanted!: number | null;
  @NumberProperty(870.5, { nullable: true }) had!: number | null;
  @NumberProperty(129.5, '0 if it is met') missing!: number;
  @BooleanProperty(false) holds!: boolean;
  @TextProperty(SENTENCE) sentence!: string;

  @ListProperty(ExplainedConditionLegView, 'the largest legs, where the condition looks at legs')
  legs!: readonly ExplainedConditionLegView[];

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'object', additionalProperties: true } },
    description: 'of `any`: its branches, each a list of conditions like this one; one must be met',
    example: [],
  })
  any!: readonly (readonly ExplainedConditionView[])[];
}

/** Whether the member was active, and why. */
export class ExplainedActivityView {
  @BooleanProperty(true) active!: boolean;
  @TextProperty(SENTENCE) sentence!: string;
  @ListProperty(ExplainedConditionView) conditions!: ExplainedConditionView[];
}

/** A rank of the plan with its conditions. */
export class ExplainedRankView {
  @TextProperty('silver') rank!: string;
  @BooleanProperty(true, 'whether all of its conditions are met') holds!: boolean;
  @BooleanProperty(true) is_paid_as!: boolean;
  @TextProperty(SENTENCE) sentence!: string;
  @ListProperty(ExplainedConditionView) conditions!: ExplainedConditionView[];
}

export const LineNumberParam = numberInPath('number', 'number of the line', 17);

/** Most lines of a bonus in one answer. */
const MOST_LINES = 100;

const ORDER = {
  optional: true,
  max: 40,
  description: 'id or number of an order: what it has to do with the result',
  example: '5',
};

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

  @TextField(ORDER) order?: string;
}

/** Whose result in a run is to be explained. */
export class ExplainQuery extends ExplanationQuery {
  @IntegerField({ description: 'the member', example: 5 }) uid!: number;
}

/** An input of the member that a bonus read, as the run kept it. */
export class ExplainedInputView {
  @TextProperty('loyalty_tier') name!: string;
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'number' }], example: 'gold' }) value!: string | number;

  @InstantProperty('2026-10-03T09:30:00.000Z', 'from when on it holds; null for the default', { nullable: true })
  since!: string | null;

  @TextProperty('Loyalty tier: gold, since 3 October 2026.') sentence!: string;
}

/** A bonus of the plan, or what is taken off: what it came to, by what rule, and why not more. */
export class ExplainedBonusView {
  @TextProperty('levels', 'its id, `cap` or `clawback`') bonus!: string;
  @TextProperty('unilevel') type!: string;
  @NumberProperty(12.4, 'the sum of all its lines, in money') amount!: number;
  @TextProperty('Pays a percentage of what is bought below, level by level in the sponsor tree.') rule!: string;
  @TextProperty('$12.40 by 1 line.') sentence!: string;
  @ChoiceListProperty(REASONS, ['rank'], 'why it pays nothing, or not more') reasons!: readonly Reason[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { percents: [5, 3] },
    description: 'numbers of this type of bonus',
  })
  figures!: object;

  @ListProperty(
    ExplainedInputView,
    'the inputs of the member that a bonus of an extension read; empty for other bonuses',
    { example: [] },
  )
  inputs!: readonly ExplainedInputView[];

  @IntegerProperty(1, 'the number of lines; 1,000 means 1,000 or more') count!: number;
  @ListProperty(CommissionLineView, 'the lines from `offset` on, at most `limit`') lines!: CommissionLineView[];
}

/** A change from the posted period before. */
export class ExplainedDifferenceView {
  @TextProperty('levels', 'a bonus or a measure') of!: string;
  @NumberProperty(20) before!: number;
  @NumberProperty(12.4) now!: number;
  @NumberProperty(-7.6) difference!: number;
  @TextProperty('levels: $12.40 instead of $20.00.') sentence!: string;
}

/** Why more or less than in the posted period before. */
export class ComparedView {
  @IntegerProperty(11) run_id!: number;
  @TextProperty('2026-09') period!: string;
  @NumberProperty(20) earned!: number;
  @NumberProperty(-7.6) difference!: number;
  @BooleanProperty(true, 'whether the member was active in that period') active!: boolean;
  @TextProperty('silver', 'the paid-as rank of that period', { nullable: true }) rank!: string | null;
  @TextProperty('$7.60 less than in September 2026: $10.00 less by levels and $2.40 more by fast start.')
  sentence!: string;
  @ListProperty(ExplainedDifferenceView, 'the differences: of bonuses, the largest first, then of volumes')
  differences!: ExplainedDifferenceView[];
}

/** A position that came to the member, or that the member gave up, while the period went on. */
export class ExplainedSuccessionView {
  @ChoiceProperty(SUCCESSION_KINDS, 'merge') kind!: SuccessionKind;

  @ChoiceProperty(
    ['taken', 'given'],
    'taken',
    '`taken`: the member has the position of `uid` since; `given`: `uid` has that of the member',
  )
  direction!: 'taken' | 'given';

  @IntegerProperty(7, 'null for members if it is the present holder of their position', { nullable: true })
  uid!: number | null;

  @TextProperty('jonas', { nullable: true }) username!: string | null;
  @InstantProperty('2026-10-12T09:30:00.000Z') at!: string;

  @TextProperty(
    'On 2026-10-12 another position was merged into this one: what it had bought since the period began, who stood below it and what it carried over count here.',
  )
  sentence!: string;
}

/** Why a member got what it got in a run, and why not more. See docs/spec/commissions.md#4. */
export class ExplainedView {
  @IntegerProperty(12) run_id!: number;
  @TextProperty('2026-10') period!: string;
  @TextProperty('posted') status!: string;
  @TextProperty('Hybrid 2027') plan_name!: string;
  @TextProperty('USD') currency_code!: string;
  @IntegerProperty(5) uid!: number;
  @TextProperty('maria') username!: string;
  @TextProperty('Maria Schmidt') name!: string;
  @NumberProperty(12.4, 'the sum of all bonuses below') earned!: number;
  @TextProperty('$12.40: $12.40 by levels.') sentence!: string;
  @ListProperty(ExplainedMeasureView) measures!: ExplainedMeasureView[];
  @ObjectProperty(ExplainedActivityView) activity!: ExplainedActivityView;
  @TextProperty('silver', 'the paid-as rank', { nullable: true }) rank!: string | null;
  @TextProperty('silver', 'the title rank before', { nullable: true }) title_before!: string | null;
  @TextProperty('silver', 'the title rank after', { nullable: true }) title_rank!: string | null;
  @ListProperty(ExplainedRankView, 'the highest rank first') ranks!: ExplainedRankView[];
  @ListProperty(ExplainedBonusView, 'in the plan’s order, then `cap` and `clawback`') bonuses!: ExplainedBonusView[];

  @ListProperty(
    ExplainedSuccessionView,
    'positions that were merged or handed over, to the member or by it, while the period went on: oldest first, at most 50',
    { example: [] },
  )
  successions!: ExplainedSuccessionView[];

  @ListProperty(ExplainedSourceView, 'how bonuses used what the member bought and earned')
  as_source!: ExplainedSourceView[];

  @ObjectProperty(ComparedView, 'null without a previous posted period', { nullable: true, example: null })
  compared_to_previous!: ComparedView | null;

  @ObjectProperty(ExplainedOrderView, 'null unless `order` is asked for', { nullable: true, example: null })
  order!: ExplainedOrderView | null;
}
