import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role } from '#common/access/index.js';
import { Database, isOlderThan } from '#common/database/index.js';
import { Retention } from '#common/jobs/index.js';
import { AccountGrant } from './account-grant.entity.js';
import { MAX_NEW_ACCOUNT_DAYS } from './settings/approval-settings.dto.js';

/** Whose account was changed, and by whom. */
interface Changed extends Pick<AccountGrant, 'uid' | 'byUid'> {
  /** What it could act by before; empty if it is new, or was inactive. */
  readonly rolesBefore: readonly Role[];
}

/**
 * Remembers who has power over whose account: who knows a password that they have given it, or has let it into the admin
 * module. Such an account is no second person. Remembers, too, who could approve something until somebody took that from them.
 */
@Injectable()
export class AccountGrants {
  constructor(private readonly db: Database) {}

  /**
   * Records that somebody created an account, reset its password, gave it a role or activated it.
   */
  async record(
    tx: EntityManager,
    { withPassword, ...changed }: Changed & Pick<AccountGrant, 'withPassword'>,
  ): Promise<void> {
    if (changed.uid !== changed.byUid) await this.add(tx, changed, { withPassword, takesAway: false });
  }

  /** Records that somebody took from an account what it may approve. */
  async recordLoss(tx: EntityManager, lost: Changed): Promise<void> {
    await this.add(tx, lost, { withPassword: false, takesAway: true });
  }

  private async add(
    tx: EntityManager,
    { rolesBefore, ...changed }: Changed,
    how: Pick<AccountGrant, 'withPassword' | 'takesAway'>,
  ): Promise<void> {
    await tx.insert(AccountGrant, { ...changed, ...how, rolesBefore: [...rolesBefore], at: () => 'clock_timestamp()' });
  }

  @Retention('who created, reset or gave a role to an account, after a year')
  async forget(): Promise<void> {
    await this.db.manager.delete(AccountGrant, { at: isOlderThan(MAX_NEW_ACCOUNT_DAYS) });
  }
}
