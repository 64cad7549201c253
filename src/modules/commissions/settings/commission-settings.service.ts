import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../common/access/index.js';
import { AuditLog } from '../../../common/audit/index.js';
import { Database } from '../../../common/database/index.js';
import { AppError } from '../../../common/errors/app-error.js';
import { assertMatch, type IfMatch } from '../../../common/http/if-match.js';
import type { ChangeCommissionSettingsDto } from './commission-settings.dto.js';
import { CommissionSettings } from './commission-settings.entity.js';
import { toCommissionSettingsView, type CommissionSettingsView } from './commission-settings.view.js';

/** The one row. */
const ID = 1;

/** The settings of commissions. Section 5 of the decisions on commissions. */
@Injectable()
export class CommissionSettingsService {
  constructor(
    private readonly db: Database,
    private readonly audit: AuditLog,
  ) {}

  async read(): Promise<CommissionSettingsView> {
    return toCommissionSettingsView(await this.current(this.db.manager));
  }

  /** The settings as they are, which may change at any time. */
  current(tx: EntityManager): Promise<CommissionSettings> {
    return tx.findOneByOrFail(CommissionSettings, { id: ID });
  }

  /**
   * Changes the settings; audited. What is posted already keeps the day from which on it is payable.
   * @throws AppError VALIDATION when nothing is asked for; CONFLICT when the client's version is stale
   */
  async change(caller: Caller, dto: ChangeCommissionSettingsDto, expected: IfMatch): Promise<CommissionSettingsView> {
    const { hold_days: holdDays, preview_minutes: previewMinutes } = dto;
    if (holdDays === undefined && previewMinutes === undefined)
      throw AppError.ofField('VALIDATION', 'hold_days', 'is required without preview_minutes');
    return this.db.transaction(async (tx) => {
      const before = await tx.findOneOrFail(CommissionSettings, {
        where: { id: ID },
        lock: { mode: 'pessimistic_write' },
      });
      assertMatch(expected, before.version);
      await tx.update(CommissionSettings, ID, {
        ...(holdDays === undefined ? {} : { holdDays }),
        ...(previewMinutes === undefined ? {} : { previewMinutes }),
        version: before.version + 1,
      });
      const view = toCommissionSettingsView(await this.current(tx));
      await this.audit.record(tx, caller, {
        ...{ action: 'commissions.change-settings', entityType: 'commissions', entityId: 'settings' },
        ...{ before: toCommissionSettingsView(before), after: view },
      });
      return view;
    });
  }
}
