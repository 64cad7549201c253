import { ApiProperty } from '#common/openapi/decorators.js';
import { CommissionLineView } from '../../results/results.dto.js';
import { REASONS, type Reason } from '../facts.js';

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
