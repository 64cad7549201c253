import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApprovalSettings } from './approval-settings.entity.js';

/** The one row. */
export const SETTINGS_ID = 1;

/** Reads the settings of approvals. */
@Injectable()
export class ApprovalSettingsStore {
  /** The settings, which may change at any time. */
  read(tx: EntityManager): Promise<ApprovalSettings> {
    return tx.findOneByOrFail(ApprovalSettings, { id: SETTINGS_ID });
  }

  /** The settings, which do not change before the transaction ends. */
  hold(tx: EntityManager): Promise<ApprovalSettings> {
    return tx.findOneOrFail(ApprovalSettings, { where: { id: SETTINGS_ID }, lock: { mode: 'pessimistic_read' } });
  }

  /** The settings, to be changed in the transaction. */
  lock(tx: EntityManager): Promise<ApprovalSettings> {
    return tx.findOneOrFail(ApprovalSettings, { where: { id: SETTINGS_ID }, lock: { mode: 'pessimistic_write' } });
  }
}
