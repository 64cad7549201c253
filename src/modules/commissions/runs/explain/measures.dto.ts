import { ApiProperty } from '#common/openapi/decorators.js';

const SENTENCE = {
  type: String,
  example: 'Personal volume is 160: 100 bought by the member and 60 by its customers.',
} as const;
const UID = { type: 'integer', example: 7 } as const;
const NUMBER = { type: Number, example: 160 } as const;

const MAYBE = { ...NUMBER, nullable: true } as const;
const NAME = { type: String, nullable: true, example: 'silver' } as const;

/** A part that a measure is made of. */
export class ExplainedMeasurePartView {
  @ApiProperty({
    type: String,
    enum: [
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
    example: 'customer',
    description:
      '`others`: all that are not listed by themselves; `succession`: what came or went with a position that was merged or handed over; `later`: what the ledger of the member has more or less now than in the run, by rows that came after it or positions that were merged',
  })
  part!: string;

  @ApiProperty({ ...UID, nullable: true, description: 'the member that it comes from' })
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

  @ApiProperty({ ...MAYBE, description: 'the part that counts' })
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

  @ApiProperty({ ...NUMBER, example: 129.5, description: '0 if it is met' })
  missing!: number;

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
    description: 'of `any`: its branches, each a list of conditions like this one; one must be met',
    example: [],
  })
  any!: readonly (readonly ExplainedConditionView[])[];
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

  @ApiProperty({ type: Boolean, example: true, description: 'whether all of its conditions are met' })
  holds!: boolean;

  @ApiProperty({ type: Boolean, example: true })
  is_paid_as!: boolean;

  @ApiProperty(SENTENCE)
  sentence!: string;

  @ApiProperty({ type: [ExplainedConditionView] })
  conditions!: ExplainedConditionView[];
}
