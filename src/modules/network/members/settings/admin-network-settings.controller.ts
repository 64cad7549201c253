import { Body } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { IfMatchParam, STALE_VERSION, type IfMatch } from '#common/http/if-match.js';
import { failure } from '#common/errors/failures.js';
import { NETWORK } from '#network/network.messages.js';
import { CANNOT_APPROVE } from '#people/approvals/index.js';
import { ChangedNetworkSettingsView, ChangeNetworkSettingsDto, NetworkSettingsView } from './network-settings.dto.js';
import { NetworkSettingsService } from './network-settings.service.js';

const EXAMPLES = {
  binary: { summary: 'a binary tree with a power leg', value: { placement: 'binary', spill: 'left' } },
  matrix: { summary: 'a matrix of three legs', value: { placement: 'matrix', width: 3, spill: 'breadth_first' } },
};

/** The settings of the network. See docs/spec/commissions.md#2. */
@AdminController(
  'network/settings',
  { name: 'Admin: network', order: 180, description: 'The sponsor tree and the placement tree.' },
  { read: 'network.read', write: 'settings.write' },
)
export class AdminNetworkSettingsController {
  constructor(private readonly settings: NetworkSettingsService) {}

  @Endpoint('GET', {
    id: 'adminGetNetworkSettings',
    summary: 'Read the settings of the network',
    description: 'The kind of placement tree, and where new distributors are placed.',
    answer: NetworkSettingsView,
  })
  read(): Promise<NetworkSettingsView> {
    return this.settings.read();
  }

  @Endpoint('PATCH', {
    id: 'adminChangeNetworkSettings',
    summary: 'Change the settings of the network',
    description:
      'Omitted fields do not change. `placement` cannot change while members are placed below others, and `width` cannot be less than the highest leg in use. With a new placement tree, distributors without a sponsor become its roots, and all others wait in the holding tanks. It may need a second person: then nothing is changed yet.',
    body: { type: ChangeNetworkSettingsDto, examples: EXAMPLES },
    answer: ChangedNetworkSettingsView,
    ifMatch: true,
    failures: [STALE_VERSION, failure(NETWORK.placement_in_use), ...CANNOT_APPROVE],
  })
  change(
    @CallerParam() caller: Caller,
    @Body() dto: ChangeNetworkSettingsDto,
    @IfMatchParam() expected: IfMatch,
  ): Promise<ChangedNetworkSettingsView> {
    return this.settings.change(caller, dto, expected);
  }
}
