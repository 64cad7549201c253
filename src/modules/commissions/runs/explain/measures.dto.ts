import {
  ApiProperty,
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';

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
