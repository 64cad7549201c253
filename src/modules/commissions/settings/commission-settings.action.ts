import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '#common/audit/index.js';
import {
  changesOf,
  ApprovableAction,
  NO_MONEY,
  toAuditedDecision,
  type Decided,
  type Described,
} from '#people/approvals/index.js';
import { toCommissionSettingsView, type ChangeCommissionSettingsDto } from './commission-settings.dto.js';
import { CommissionSettings } from './commission-settings.entity.js';

/** The one row. */
export const SETTINGS_ID = 1;

/** What is to be set. */
export interface CommissionSettingsChange {
  readonly change: ChangeCommissionSettingsDto;
}

/** Changing the settings of commissions. */
@Injectable()
export class CommissionSettingsAction extends ApprovableAction<CommissionSettingsChange> {
  readonly kind = 'commission.settings';
  readonly permission = 'settings.write';

  constructor(private readonly audit: AuditLog) {
    super();
  }

  keyOf(): string {
    return 'settings';
  }

  async describe(tx: EntityManager, { change }: CommissionSettingsChange): Promise<Described> {
    const before = toCommissionSettingsView(await lockSettings(tx));
    return {
      lookedAt: before,
      contributors: [],
      effect: {
        summary: 'Changes the settings of commissions.',
        ...NO_MONEY,
        members: 0,
        people: [],
        changes: changesOf(before, change),
      },
    };
  }

  async carryOut(tx: EntityManager, { change }: CommissionSettingsChange, decided: Decided): Promise<void> {
    const { hold_days: holdDays, preview_minutes: previewMinutes } = change;
    const before = await lockSettings(tx);
    await tx.update(CommissionSettings, SETTINGS_ID, {
      ...(holdDays === undefined ? {} : { holdDays }),
      ...(previewMinutes === undefined ? {} : { previewMinutes }),
      version: before.version + 1,
    });
    const after = toCommissionSettingsView(await tx.findOneByOrFail(CommissionSettings, { id: SETTINGS_ID }));
    await this.audit.record(tx, decided.by, {
      action: 'commissions.change-settings',
      entityType: 'commissions',
      entityId: 'settings',
      before: toCommissionSettingsView(before),
      after: { ...after, ...toAuditedDecision(decided) },
    });
  }
}

/** The settings, to be changed in the transaction. */
export function lockSettings(tx: EntityManager): Promise<CommissionSettings> {
  return tx.findOneOrFail(CommissionSettings, { where: { id: SETTINGS_ID }, lock: { mode: 'pessimistic_write' } });
}
