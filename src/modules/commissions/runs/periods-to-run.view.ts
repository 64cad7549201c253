import { ApiProperty } from '#common/openapi/decorators.js';

/** A period that is not posted. */
export class PeriodToRunView {
  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-10-01T00:00:00.000Z' })
  from!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    example: '2026-11-01T00:00:00.000Z',
    description: 'not a part of the period',
  })
  to!: string;

  @ApiProperty({
    type: Boolean,
    example: true,
    description: 'false of the open period, of which there are only previews',
  })
  has_ended!: boolean;

  @ApiProperty({
    type: Boolean,
    example: true,
    description: 'whether a final run of it can be started: it has ended, is the next one and has none yet',
  })
  can_be_final!: boolean;
}

/** The periods that can be run. */
export class PeriodsToRunView {
  @ApiProperty({ type: [PeriodToRunView] })
  periods!: PeriodToRunView[];
}
