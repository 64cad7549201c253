import { ApiProperty } from '#common/openapi/decorators.js';
import { CommissionLineView } from '../../results/results.dto.js';
import { PaidAboveView } from './source.view.js';

/** A row of the ledger that a line comes from, with its order. */
export class LineLedgerRowView {
  @ApiProperty({ type: 'integer', example: 4711 })
  id!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-10-20T09:30:00.000Z' })
  at!: string;

  @ApiProperty({
    type: String,
    enum: ['sale', 'cancellation', 'return', 'adjustment', 'import', 'succession'],
    example: 'sale',
    description: '`succession`: it came with a position that was merged or handed over',
  })
  kind!: string;

  @ApiProperty({ type: 'integer', nullable: true, example: 5 })
  order_id!: number | null;

  @ApiProperty({ type: String, nullable: true, example: '10000005' })
  order_number!: string | null;

  @ApiProperty({ type: Number, example: 248, description: 'commissionable volume, of the row in all' })
  volume!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: null,
    description: 'of a retail line: what was paid for all pieces; null where nobody knew',
  })
  price!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: null, description: 'of a retail line: of all pieces' })
  wholesale_price!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: null,
    description:
      'of a retail line: `price` less `wholesale_price`, 0 where one is not known; those of all rows add up to the base of the line. Null for what came back from a posted period, which a clawback settles',
  })
  margin!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'the row that it takes back' })
  takes_back_id!: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'whose it was before a position was merged or handed over',
  })
  from_uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  from_username!: string | null;
}

/** A line of commission, down to the orders that it comes from. */
export class ExplainedLineView {
  @ApiProperty({ type: CommissionLineView })
  line!: CommissionLineView;

  @ApiProperty({ type: String, example: '248 × 5 % = 12.40 USD, halves rounded to the even digit.' })
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
