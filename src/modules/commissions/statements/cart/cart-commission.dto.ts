import {
  BooleanProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { OpenPeriodView, ProgressConditionView } from '../progress/progress.dto.js';

/** The volumes of a cart. */
class CartVolumesView {
  @NumberProperty(18.5) business_volume!: number;
  @NumberProperty(18) points!: number;
  @NumberProperty(18.5) cumulative_volume!: number;
}

/** A volume as it is, and as it would be. */
class VolumeChangeView {
  @NumberProperty(102) before!: number;
  @NumberProperty(120) after!: number;
}

/** Whether one is active, and would be. */
class ActiveChangeView {
  @BooleanProperty(false, { nullable: true }) before!: boolean | null;
  @BooleanProperty(true, { nullable: true }) after!: boolean | null;
}

/** The rank as it is, and as it would be. */
class RankChangeView {
  @TextProperty('member', { nullable: true }) before!: string | null;
  @TextProperty('silver', { nullable: true }) after!: string | null;
}

/** The rank after that, and what would still be missing. */
class RankAfterView {
  @TextProperty('gold') name!: string;
  @ListProperty(ProgressConditionView) conditions!: ProgressConditionView[];
}

/** What a cart would change if it were paid now. See docs/spec/commissions.md#5. */
export class CartCommissionView extends OpenPeriodView {
  @ObjectProperty(CartVolumesView, 'of the items that can be bought') volumes!: CartVolumesView;
  @ObjectProperty(VolumeChangeView) personal_volume!: VolumeChangeView;
  @ObjectProperty(VolumeChangeView) group_volume!: VolumeChangeView;
  @ObjectProperty(ActiveChangeView, 'null while no plan is in force') active!: ActiveChangeView;
  @ObjectProperty(RankChangeView, 'null while no plan is in force, and for customers') rank!: RankChangeView;

  @ListProperty(ProgressConditionView, 'the conditions of being active, once the cart is paid')
  active_conditions!: ProgressConditionView[];

  @ObjectProperty(RankAfterView, 'what is still missing for the next rank, once the cart is paid', { nullable: true })
  next_rank!: RankAfterView | null;
}
