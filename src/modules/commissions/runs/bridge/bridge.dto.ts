import { ApiProperty } from '#common/openapi/decorators.js';
import { PARTS, type Part } from './bridge.rules.js';

const money = (example: number, description?: string) =>
  ({ type: Number, example, ...(description === undefined ? {} : { description }) }) as const;
const percent = (example: number, description?: string) =>
  ({ type: Number, nullable: true, example, ...(description === undefined ? {} : { description }) }) as const;

const OF_VOLUME = 'as a percentage of commissionable volume × rate of the run; null without volume';

const WHAT_PARTS_ARE = [
  '`corrections`: what moves that are dated back have changed in the run before since it was posted',
  '`new_members`: what members get who were not in the run before, and what others get for their purchases',
  '`lost_members`: what members got who have been terminated since, and what others got for their purchases',
  '`volume`: other bases, each at the percentage that the payee had before',
  '`ranks`: other percentages, because payees have another paid-as rank or activity; and bonuses for reaching a rank',
  '`plan`: other percentages, because the plan has changed',
  '`caps`: what caps took off',
  '`returns`: what was taken back for returns of sales in posted periods',
].join('; ');

/** A run of a period, as the bridge compares it. */
export class BridgedRunView {
  @ApiProperty({ type: 'integer', example: 12 })
  run_id!: number;

  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty(money(18_420.55))
  payout!: number;

  @ApiProperty(percent(35.4238))
  payout_percent!: number | null;
}

/** The part of a difference that has one cause. */
export class BridgePartView {
  @ApiProperty({ type: String, enum: PARTS, example: 'volume', description: WHAT_PARTS_ARE })
  part!: Part;

  @ApiProperty(money(1_204.2, 'may be below 0'))
  amount!: number;

  @ApiProperty(percent(2.3158, OF_VOLUME))
  percent!: number | null;
}

/** A bonus in both runs. */
export class BridgedBonusView {
  @ApiProperty({ type: String, example: 'levels', description: 'id of the bonus, `cap` or `clawback`' })
  bonus!: string;

  @ApiProperty({ type: String, example: 'unilevel' })
  type!: string;

  @ApiProperty(money(10_996.2))
  before!: number;

  @ApiProperty(percent(22.1))
  before_percent!: number | null;

  @ApiProperty(money(12_200.4))
  after!: number;

  @ApiProperty(percent(23.4615))
  after_percent!: number | null;

  @ApiProperty(money(1_204.2))
  difference!: number;

  @ApiProperty({ type: [BridgePartView], description: 'those that are not 0; they add up to `difference`' })
  parts!: BridgePartView[];
}

/** Why a run pays another amount than the final run of the period before. */
export class BridgeView {
  @ApiProperty({ type: BridgedRunView })
  run!: BridgedRunView;

  @ApiProperty({
    type: BridgedRunView,
    nullable: true,
    description: 'the final run of the last posted period before, as it was posted; null if there is none',
  })
  before!: BridgedRunView | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'the run of the last approved correction of `before`, by which it counts now',
  })
  corrected_by_run_id!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 1_204.2, description: '`run.payout` − `before.payout`' })
  difference!: number | null;

  @ApiProperty({ type: [BridgePartView], description: 'all of them, in this order; they add up to `difference`' })
  parts!: BridgePartView[];

  @ApiProperty({
    type: [BridgedBonusView],
    description: 'the bonuses of the plan, those that only the plan before had, `cap` and `clawback`',
  })
  by_bonus!: BridgedBonusView[];

  @ApiProperty({ type: [BridgedRunView], description: 'up to five posted periods before and this run, oldest first' })
  periods!: BridgedRunView[];

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;
}
