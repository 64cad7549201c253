import { Body } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { IfMatchParam, STALE_VERSION, type IfMatch } from '#common/http/if-match.js';
import { CANNOT_APPROVE } from '../approvals.failures.js';
import {
  ChangeApprovalSettingsDto,
  ApprovalSettingsView,
  ChangedApprovalSettingsView,
} from './approval-settings.dto.js';
import { ApprovalSettingsService } from './approval-settings.service.js';

/** The settings of approvals. See docs/spec/service.md#11. */
@AdminController('approvals/settings', 'Admin: approvals', { read: 'settings.read', write: 'settings.write' })
export class AdminApprovalSettingsController {
  constructor(private readonly settings: ApprovalSettingsService) {}

  @Endpoint('GET', {
    id: 'adminGetApprovalSettings',
    summary: 'Read the settings of approvals',
    description: 'What needs a second person, and for how long it waits for one.',
    answer: ApprovalSettingsView,
  })
  read(): Promise<ApprovalSettingsView> {
    return this.settings.read();
  }

  @Endpoint('PATCH', {
    id: 'adminChangeApprovalSettings',
    summary: 'Change the settings of approvals',
    description: 'Omitted fields do not change. It needs a second person itself.',
    answer: ChangedApprovalSettingsView,
    ifMatch: true,
    failures: [
      { code: 'VALIDATION', field: 'lapse_days', message: 'must be between 1 and 365' },
      STALE_VERSION,
      ...CANNOT_APPROVE,
    ],
  })
  change(
    @CallerParam() caller: Caller,
    @Body() dto: ChangeApprovalSettingsDto,
    @IfMatchParam() expected: IfMatch,
  ): Promise<ChangedApprovalSettingsView> {
    return this.settings.change(caller, dto, expected);
  }
}
