import { ApiProperty } from '#common/openapi/decorators.js';
import { OpenPeriodView, ProgressConditionView } from '../progress/progress.dto.js';

/** The volumes of a cart. */
class CartVolumesView {
  @ApiProperty({ type: Number, example: 18.5 })
  business_volume!: number;

  @ApiProperty({ type: Number, example: 18 })
  points!: number;

  @ApiProperty({ type: Number, example: 18.5 })
  cumulative_volume!: number;
}

/** A volume as it is, and as it would be. */
class VolumeChangeView {
  @ApiProperty({ type: Number, example: 102 })
  before!: number;

  @ApiProperty({ type: Number, example: 120 })
  after!: number;
}

/** Whether one is active, and would be. */
class ActiveChangeView {
  @ApiProperty({ type: Boolean, nullable: true, example: false })
  before!: boolean | null;

  @ApiProperty({ type: Boolean, nullable: true, example: true })
  after!: boolean | null;
}

/** The rank as it is, and as it would be. */
class RankChangeView {
  @ApiProperty({ type: String, nullable: true, example: 'member' })
  before!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'silver' })
  after!: string | null;
}

/** The rank after that, and what would still be missing. */
class RankAfterView {
  @ApiProperty({ type: String, example: 'gold' })
  name!: string;

  @ApiProperty({ type: [ProgressConditionView] })
  conditions!: ProgressConditionView[];
}

/** What a cart would change if it were paid now. See docs/spec/commissions.md#5. */
export class CartCommissionView extends OpenPeriodView {
  @ApiProperty({ type: CartVolumesView, description: 'of the items that can be bought' })
  volumes!: CartVolumesView;

  @ApiProperty({ type: VolumeChangeView })
  personal_volume!: VolumeChangeView;

  @ApiProperty({ type: VolumeChangeView })
  group_volume!: VolumeChangeView;

  @ApiProperty({ type: ActiveChangeView, description: 'null while no plan is in force' })
  active!: ActiveChangeView;

  @ApiProperty({ type: RankChangeView, description: 'null while no plan is in force, and for customers' })
  rank!: RankChangeView;

  @ApiProperty({ type: [ProgressConditionView], description: 'the conditions of being active, once the cart is paid' })
  active_conditions!: ProgressConditionView[];

  @ApiProperty({
    type: RankAfterView,
    nullable: true,
    description: 'what is still missing for the next rank, once the cart is paid',
  })
  next_rank!: RankAfterView | null;
}
