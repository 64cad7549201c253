import { ApiProperty } from '#common/openapi/decorators.js';
import { ExplainedBonusView } from './bonus.view.js';
import { ComparedView } from './compared.view.js';
import { ExplainedActivityView, ExplainedRankView } from './condition.view.js';
import { ExplainedMeasureView } from './measure.view.js';
import { ExplainedOrderView } from './order.view.js';
import { ExplainedSourceView } from './source.view.js';
import { ExplainedSuccessionView } from './succession.view.js';

const NAME = { type: String, nullable: true, example: 'silver' } as const;

/** Why a member got what it got in a run, and why not more. See docs/spec/commissions.md#4. */
export class ExplainedView {
  @ApiProperty({ type: 'integer', example: 12 })
  run_id!: number;

  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty({ type: String, example: 'posted' })
  status!: string;

  @ApiProperty({ type: String, example: 'Hybrid 2027' })
  plan_name!: string;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({ type: 'integer', example: 5 })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty({ type: String, example: 'Maria Schmidt' })
  name!: string;

  @ApiProperty({ type: Number, example: 12.4, description: 'the sum of all bonuses below' })
  earned!: number;

  @ApiProperty({ type: String, example: '12.40 USD: 12.40 USD by levels.' })
  sentence!: string;

  @ApiProperty({ type: [ExplainedMeasureView] })
  measures!: ExplainedMeasureView[];

  @ApiProperty({ type: ExplainedActivityView })
  activity!: ExplainedActivityView;

  @ApiProperty({ ...NAME, description: 'the paid-as rank' })
  rank!: string | null;

  @ApiProperty({ ...NAME, description: 'the title rank before' })
  title_before!: string | null;

  @ApiProperty({ ...NAME, description: 'and after' })
  title_rank!: string | null;

  @ApiProperty({ type: [ExplainedRankView], description: 'the highest rank first' })
  ranks!: ExplainedRankView[];

  @ApiProperty({ type: [ExplainedBonusView], description: 'in the plan’s order, then `cap` and `clawback`' })
  bonuses!: ExplainedBonusView[];

  @ApiProperty({
    type: [ExplainedSuccessionView],
    example: [],
    description:
      'positions that were merged or handed over, to the member or by it, while the period went on: oldest first, at most 50',
  })
  successions!: ExplainedSuccessionView[];

  @ApiProperty({
    type: [ExplainedSourceView],
    description: 'how bonuses used what the member bought and earned',
  })
  as_source!: ExplainedSourceView[];

  @ApiProperty({
    type: ComparedView,
    nullable: true,
    example: null,
    description: 'null without a posted period before',
  })
  compared_to_previous!: ComparedView | null;

  @ApiProperty({
    type: ExplainedOrderView,
    nullable: true,
    example: null,
    description: 'null unless `order` is asked for',
  })
  order!: ExplainedOrderView | null;
}
