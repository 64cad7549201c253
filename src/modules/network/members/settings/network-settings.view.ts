import { ApiProperty } from '#common/openapi/decorators.js';
import { ApprovalProperty, type ApprovalView } from '#people/approvals/index.js';
import { PLACEMENTS, SPILLS, type NetworkSettings, type PlacementKind, type Spill } from './network-settings.entity.js';

/** The settings of the network. */
export class NetworkSettingsView {
  @ApiProperty({ type: String, enum: PLACEMENTS, example: 'binary' })
  placement!: PlacementKind;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 2,
    description: 'legs of each member; null without a placement tree',
  })
  width!: number | null;

  @ApiProperty({ type: String, enum: SPILLS, example: 'left' })
  spill!: Spill;

  @ApiProperty({ type: 'integer', example: 30 })
  holding_days!: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'increases with each change' })
  version!: number;
}

/** The settings as they are after a change, or while it waits. */
export class ChangedNetworkSettingsView extends NetworkSettingsView {
  @ApprovalProperty()
  approval!: ApprovalView;
}

export function toNetworkSettingsView(settings: NetworkSettings): NetworkSettingsView {
  const { placement, width, spill, holdingDays, version } = settings;
  return { placement, width: placement === 'none' ? null : width, spill, holding_days: holdingDays, version };
}
