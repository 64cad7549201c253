import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { assertMatch, type IfMatch } from '#common/http/if-match.js';
import { Approvals } from '../approvals.service.js';
import {
  type ChangeApprovalSettingsDto,
  toApprovalSettingsView,
  type ApprovalSettingsView,
  type ChangedApprovalSettingsView,
} from './approval-settings.dto.js';
import { ApprovalSettingsStore } from './approval-settings.store.js';
import { ApprovalSettingsAction } from './approval-settings.action.js';

/** The settings of approvals. See docs/spec/service.md#11. */
@Injectable()
export class ApprovalSettingsService {
  constructor(
    private readonly db: Database,
    private readonly settings: ApprovalSettingsStore,
    private readonly approvals: Approvals,
    private readonly action: ApprovalSettingsAction,
  ) {}

  async read(): Promise<ApprovalSettingsView> {
    return toApprovalSettingsView(await this.settings.read(this.db.manager));
  }

  /**
   * Changes the settings, or proposes to; audited.
   * @throws AppError VALIDATION when nothing is asked for; CONFLICT when the client's version is stale, or another change waits
   */
  async change(
    caller: Caller,
    dto: ChangeApprovalSettingsDto,
    expected: IfMatch,
  ): Promise<ChangedApprovalSettingsView> {
    const change = { ...dto };
    if (Object.values(change).every((value) => value === undefined))
      throw AppError.ofField(
        'VALIDATION',
        'mode',
        'is required without adjustment_limit, new_account_days and lapse_days',
      );
    return this.approvals.transaction(caller, async (tx) => {
      assertMatch(expected, (await this.settings.lock(tx)).version);
      const { approval } = await this.approvals.ask(tx, this.action, { change }, caller);
      return { ...toApprovalSettingsView(await this.settings.read(tx)), approval };
    });
  }
}
