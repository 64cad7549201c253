import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '#common/audit/audit-log.js';
import type { Caller } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { assertMatch, type IfMatch } from '#common/http/if-match.js';
import {
  changesOf,
  ApprovableAction,
  effectOnValues,
  toAuditedDecision,
  type Decided,
  type Described,
} from '../action.js';
import { Approvals } from '../approvals.service.js';
import {
  type ChangeApprovalSettingsDto,
  toApprovalSettingsView,
  type ApprovalSettingsView,
  type ChangedApprovalSettingsView,
} from './approval-settings.dto.js';
import { ApprovalSettings } from './approval-settings.entity.js';
import { ApprovalSettingsStore, SETTINGS_ID } from './approval-settings.store.js';

const SUMMARY = { summary: 'Changes the settings of approvals.', summary_de: 'Ändert die Freigabeeinstellungen.' };

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
    return { lookedAt: before, contributors: [], effect: effectOnValues(SUMMARY, changesOf(before, change)) };
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
