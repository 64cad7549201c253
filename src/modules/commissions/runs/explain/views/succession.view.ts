import { ApiProperty } from '#common/openapi/decorators.js';
import { SUCCESSION_KINDS, type SuccessionKind } from '#network/members/index.js';

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
    description: 'null for members, of whom has their position now',
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
