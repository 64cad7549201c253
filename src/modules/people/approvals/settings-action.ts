import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Permission } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import {
  ApprovableAction,
  changesOf,
  effectOnValues,
  toAuditedDecision,
  type Decided,
  type Described,
  type Summary,
} from './action.js';
import type { Involved } from './approvers.rules.js';

/** What is to be set. */
interface SettingsChange<Change extends object> {
  readonly change: Change;
}

/** Changing the settings of a room, which are one row. */
@Injectable()
export abstract class SettingsAction<Change extends object> extends ApprovableAction<SettingsChange<Change>, void> {
  readonly permission: Permission = 'settings.write';
  /** Whose settings they are, in the audit log. */
  protected abstract readonly room: string;
  protected abstract readonly summary: Summary;

  constructor(private readonly audit: AuditLog) {
    super();
  }

  /**
   * Locks the settings.
   * @returns them, and what of them then is set
   * @throws AppError when they cannot be changed in this way
   */
  protected abstract assess(tx: EntityManager, change: Change): Promise<{ before: object; set: object }>;

  /**
   * Locks the settings, and changes them.
   * @returns them before and after
   */
  protected abstract write(
    tx: EntityManager,
    change: Change,
    makerUid: number,
  ): Promise<{ before: object; after: object }>;

  keyOf(): string {
    return 'settings';
  }

  override subjectOf(): SettingsChange<Change> {
    return { change: {} as Change };
  }

  override involved(): Promise<Involved> {
    return Promise.resolve({ contributors: [] });
  }

  async describe(tx: EntityManager, { change }: SettingsChange<Change>): Promise<Described> {
    const { before, set } = await this.assess(tx, change);
    return { lookedAt: before, contributors: [], effect: effectOnValues(this.summary, changesOf(before, set)) };
  }

  async carryOut(tx: EntityManager, { change }: SettingsChange<Change>, decided: Decided): Promise<void> {
    const { before, after } = await this.write(tx, change, decided.makerUid);
    await this.audit.record(tx, decided.by, {
      action: `${this.room}.change-settings`,
      entityType: this.room,
      entityId: 'settings',
      before,
      after: { ...after, ...toAuditedDecision(decided) },
    });
  }
}
