import { ApiProperty } from '#common/openapi/decorators.js';

const SENTENCE = {
  type: String,
  example: 'Personal volume is 160: 100 bought by the member and 60 by its customers.',
} as const;
const UID = { type: 'integer', example: 7 } as const;
const NUMBER = { type: Number, example: 160 } as const;

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
