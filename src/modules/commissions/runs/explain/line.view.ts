import { ApiProperty } from '../../../../common/openapi/decorators.js';
import { CommissionLineView } from '../results/results.view.js';
import { PaidAboveView } from './explain.view.js';

/** A row of the ledger that a line comes from, with its order. */
export class LineLedgerRowView {
  @ApiProperty({ type: 'integer', example: 4711 })
  id!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-10-20T09:30:00.000Z' })
  at!: string;

  @ApiProperty({ type: String, example: 'sale' })
  kind!: string;

  @ApiProperty({ type: 'integer', nullable: true, example: 5 })
  order_id!: number | null;

  @ApiProperty({ type: String, nullable: true, example: '10000005' })
  order_number!: string | null;

  @ApiProperty({ type: Number, example: 248, description: 'commissionable volume, of the row in all' })
  volume!: number;

  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'the row that it takes back' })
  takes_back_id!: number | null;
}

/** A line of commission, down to the orders that it comes from. */
export class ExplainedLineView {
  @ApiProperty({ type: CommissionLineView })
  line!: CommissionLineView;

  @ApiProperty({ type: String, example: '248 × 5 % = 12.40 USD, rounded half to even.' })
  formula!: string;

  @ApiProperty({ type: String, example: 'half_even' })
  rounding!: string;

  @ApiProperty({ type: String, example: 'Level 1 of the bonus levels, on what jonas bought.' })
  sentence!: string;

  @ApiProperty({ type: [PaidAboveView], description: 'from the source up to the payee, the nearest first' })
  path!: PaidAboveView[];

  @ApiProperty({
    type: [LineLedgerRowView],
    description: 'rows of the source in the period, newest first; at most 100',
  })
  rows!: LineLedgerRowView[];

  @ApiProperty({
    type: [CommissionLineView],
    description: 'of a matching line what the source earned, of a clawback the line that it takes back; at most 100',
  })
  lines!: CommissionLineView[];
}
