import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SettingsAction } from '#people/approvals/index.js';
import { toCommissionSettingsView, type ChangeCommissionSettingsDto } from './commission-settings.dto.js';
import { CommissionSettings } from './commission-settings.entity.js';

/** The one row. */
export const SETTINGS_ID = 1;

/** Changing the settings of commissions. */
@Injectable()
export class CommissionSettingsAction extends SettingsAction<ChangeCommissionSettingsDto> {
  readonly kind = 'commission.settings';
  protected readonly room = 'commissions';
  protected readonly summary = {
    summary: 'Changes the settings of commissions.',
    summary_de: 'Ändert die Provisionseinstellungen.',
  };

  protected async assess(tx: EntityManager, change: ChangeCommissionSettingsDto) {
    return { before: toCommissionSettingsView(await lockSettings(tx)), set: change };
  }

  protected async write(tx: EntityManager, change: ChangeCommissionSettingsDto) {
    const { hold_days: holdDays, preview_minutes: previewMinutes } = change;
    const before = await lockSettings(tx);
    await tx.update(CommissionSettings, SETTINGS_ID, { holdDays, previewMinutes, version: before.version + 1 });
    const after = await tx.findOneByOrFail(CommissionSettings, { id: SETTINGS_ID });
    return { before: toCommissionSettingsView(before), after: toCommissionSettingsView(after) };
  }
}

/** The settings, to be changed in the transaction. */
export function lockSettings(tx: EntityManager): Promise<CommissionSettings> {
  return tx.findOneOrFail(CommissionSettings, { where: { id: SETTINGS_ID }, lock: { mode: 'pessimistic_write' } });
}
