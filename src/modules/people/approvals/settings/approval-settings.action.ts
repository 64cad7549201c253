import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '#common/audit/audit-log.js';
import {
  changesOf,
  ApprovableAction,
  effectOnValues,
  toAuditedDecision,
  type Decided,
  type Described,
} from '../action.js';
import { type ChangeApprovalSettingsDto, toApprovalSettingsView } from './approval-settings.dto.js';
import { ApprovalSettings } from './approval-settings.entity.js';
import { ApprovalSettingsStore, SETTINGS_ID } from './approval-settings.store.js';

/** What is to be set. */
export interface ApprovalSettingsChange {
  readonly change: ChangeApprovalSettingsDto;
}

/**
 * A change of the settings of approvals is one that they are about. Everybody who decides approvals may approve it: the only
 * one who may write settings would be alone for it, and could do everything alone after that.
 */
@Injectable()
export class ApprovalSettingsAction extends ApprovableAction<ApprovalSettingsChange> {
  readonly kind = 'approval.settings';
  readonly permission = 'approvals.decide';

  constructor(
    private readonly settings: ApprovalSettingsStore,
    private readonly audit: AuditLog,
  ) {
    super();
  }

  keyOf(): string {
    return 'settings';
  }

  async describe(tx: EntityManager, { change }: ApprovalSettingsChange): Promise<Described> {
    const before = toApprovalSettingsView(await this.settings.lock(tx));
    return {
      lookedAt: before,
      contributors: [],
      effect: effectOnValues('Changes the settings of approvals.', changesOf(before, change)),
    };
  }

  async carryOut(tx: EntityManager, { change }: ApprovalSettingsChange, decided: Decided): Promise<void> {
    const before = await this.settings.lock(tx);
    const { mode, adjustment_limit: limit, new_account_days: newAccountDays, lapse_days: lapseDays } = change;
    await tx.update(ApprovalSettings, SETTINGS_ID, {
      ...(mode === undefined ? {} : { mode }),
      ...(limit === undefined ? {} : { adjustmentLimit: String(limit) }),
      ...(newAccountDays === undefined ? {} : { newAccountDays }),
      ...(lapseDays === undefined ? {} : { lapseDays }),
      version: before.version + 1,
    });
    const after = toApprovalSettingsView(await this.settings.read(tx));
    await this.audit.record(tx, decided.by, {
      action: 'approvals.change-settings',
      entityType: 'approvals',
      entityId: 'settings',
      before: toApprovalSettingsView(before),
      after: { ...after, ...toAuditedDecision(decided) },
    });
  }
}
