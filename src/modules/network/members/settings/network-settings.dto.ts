import { ChoiceField, IntegerField } from '#common/validation/index.js';
import { PLACEMENTS, SPILLS, type PlacementKind, type Spill } from './network-settings.entity.js';
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
    description: 'days after which the service places who waits in a holding tank',
    example: 30,
  })
  holding_days?: number;
}
