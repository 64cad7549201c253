import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '#common/audit/audit-log.js';
import { SettingsAction } from '../settings-action.js';
import { type ChangeApprovalSettingsDto, toApprovalSettingsView } from './approval-settings.dto.js';
import { ApprovalSettings } from './approval-settings.entity.js';
import { ApprovalSettingsStore, SETTINGS_ID } from './approval-settings.store.js';

/**
 * Changing the approval settings, which itself needs approval. Everybody who decides approvals may approve it: if only those who
 * may write settings could, a single one of them could turn approvals off alone.
 */
@Injectable()
export class ApprovalSettingsAction extends SettingsAction<ChangeApprovalSettingsDto> {
  readonly kind = 'approval.settings';
  override readonly permission = 'approvals.decide';
  protected readonly room = 'approvals';
  protected readonly summary = {
    summary: 'Changes the settings of approvals.',
    summary_de: 'Ändert die Freigabeeinstellungen.',
  };

  constructor(
    private readonly settings: ApprovalSettingsStore,
    audit: AuditLog,
  ) {
    super(audit);
  }

  protected async assess(tx: EntityManager, change: ChangeApprovalSettingsDto) {
    return { before: toApprovalSettingsView(await this.settings.lock(tx)), set: change };
  }

  protected async write(tx: EntityManager, change: ChangeApprovalSettingsDto) {
    const before = await this.settings.lock(tx);
    const { mode, adjustment_limit: limit, new_account_days: newAccountDays, lapse_days: lapseDays } = change;
    await tx.update(ApprovalSettings, SETTINGS_ID, {
      mode,
      adjustmentLimit: limit?.toString(),
      newAccountDays,
      lapseDays,
      version: before.version + 1,
    });
    const after = await this.settings.read(tx);
    return { before: toApprovalSettingsView(before), after: toApprovalSettingsView(after) };
  }
}
