import { ApiProperty } from '#common/openapi/decorators.js';

const NUMBER = { type: Number, example: 160 } as const;
const NAME = { type: String, nullable: true, example: 'silver' } as const;

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
