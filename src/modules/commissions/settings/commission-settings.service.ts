import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Approvals } from '#people/approvals/index.js';
import type { Caller } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { assertMatch, type IfMatch } from '#common/http/if-match.js';
import {
  toCommissionSettingsView,
  type ChangeCommissionSettingsDto,
  type ChangedCommissionSettingsView,
  type CommissionSettingsView,
} from './commission-settings.dto.js';
import { CommissionSettings } from './commission-settings.entity.js';
import { SETTINGS_ID, CommissionSettingsAction, lockSettings } from './commission-settings.action.js';

/** The settings of commissions. See docs/spec/commissions.md#5. */
@Injectable()
export class CommissionSettingsService {
  constructor(
    private readonly db: Database,
    private readonly approvals: Approvals,
    private readonly action: CommissionSettingsAction,
  ) {}

  async read(): Promise<CommissionSettingsView> {
    return toCommissionSettingsView(await this.current(this.db.manager));
  }

  /** The settings as they are, which may change at any time. */
  current(tx: EntityManager): Promise<CommissionSettings> {
    return tx.findOneByOrFail(CommissionSettings, { id: SETTINGS_ID });
  }

  /**
   * Changes the settings, or proposes to; audited. What is posted already keeps the day from which on it is payable.
   * @throws AppError VALIDATION when nothing is asked for; CONFLICT when the client's version is stale, or another change waits
   */
  async change(
    caller: Caller,
    dto: ChangeCommissionSettingsDto,
    expected: IfMatch,
  ): Promise<ChangedCommissionSettingsView> {
    const { hold_days: holdDays, preview_minutes: previewMinutes } = dto;
    if (holdDays === undefined && previewMinutes === undefined)
      throw AppError.ofField('VALIDATION', 'hold_days', 'is required without preview_minutes');
    return this.approvals.transaction(caller, async (tx) => {
      assertMatch(expected, (await lockSettings(tx)).version);
      const { approval } = await this.approvals.ask(tx, this.action, { change: { ...dto } }, caller);
      return { ...toCommissionSettingsView(await this.current(tx)), approval };
    });
  }
}
