import { ChoiceProperty, IntegerProperty } from '#common/openapi/decorators.js';
import { ChoiceField, IntegerField } from '#common/validation/index.js';
import { ApprovalProperty, type ApprovalView } from '#people/approvals/index.js';
import { type NetworkSettings, type PlacementKind, PLACEMENTS, type Spill, SPILLS } from './network-settings.entity.js';
import { MAX_HOLDING_DAYS, MAX_WIDTH, MIN_WIDTH } from './network-settings.rules.js';

/** What changes of the network's settings; what is left out stays. */
export class ChangeNetworkSettingsDto {
  @ChoiceField(PLACEMENTS, {
    optional: true,
    description: 'which placement tree there is; cannot change while members are placed below others',
    example: 'binary',
  })
  placement?: PlacementKind;

  @IntegerField({
    optional: true,
    min: MIN_WIDTH,
    max: MAX_WIDTH,
    description: 'legs of each member; 2 in a binary tree, required for a new matrix',
    example: 2,
  })
  width?: number;

  @ChoiceField(SPILLS, {
    optional: true,
    description: 'where a new distributor is placed below the sponsor; `manual`: in the holding tank',
    example: 'left',
  })
  spill?: Spill;

  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_HOLDING_DAYS,
    description: 'days after which the service places a member of a holding tank',
    example: 30,
  })
  holding_days?: number;
}

/** The settings of the network. */
export class NetworkSettingsView {
  @ChoiceProperty(PLACEMENTS, 'binary') placement!: PlacementKind;
  @IntegerProperty(2, 'legs of each member; null without a placement tree', { nullable: true }) width!: number | null;
  @ChoiceProperty(SPILLS, 'left') spill!: Spill;
  @IntegerProperty(30) holding_days!: number;
  @IntegerProperty(1, 'increases with each change') version!: number;
}

/** The settings as they are after a change, or while it waits. */
export class ChangedNetworkSettingsView extends NetworkSettingsView {
  @ApprovalProperty() approval!: ApprovalView;
}

export function toNetworkSettingsView(settings: NetworkSettings): NetworkSettingsView {
  const { placement, width, spill, holdingDays, version } = settings;
  return { placement, width: placement === 'none' ? null : width, spill, holding_days: holdingDays, version };
}
