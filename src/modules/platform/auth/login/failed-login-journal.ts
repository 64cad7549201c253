import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { isAdmin } from '#common/access/index.js';
import { FailedLogins } from '#common/audit/audit-log.js';
import type { User } from '#people/users/index.js';
import type { LoginOrigin } from '#common/http/login-origin.js';

/** Why the login of a known user failed. */
export type LoginFailure = 'wrong password' | 'wrong second factor' | 'no admin role' | 'inactive account';

/**
 * Records in the audit log failed logins of users with a role of the admin module, and logins of other users to the admin module with the right
 * password. It runs in the background: waiting for it would reveal by its duration which names are known.
 */
@Injectable()
export class FailedLoginJournal implements OnModuleDestroy {
  private readonly logger = new Logger(FailedLoginJournal.name);
  /** Sequential: each failure may add to the entry of the previous one. */
  private written = Promise.resolve();

  constructor(private readonly failedLogins: FailedLogins) {}

  record({ uid, username, roles }: User, reason: LoginFailure, origin: LoginOrigin): void {
    if (!isAdmin({ roles }) && reason !== 'no admin role') return;
    const { applicationId, ip, endUserIp, requestId } = origin;
    const failed = { uid, username, reason, applicationId, ip, endUserIp, requestId };
    this.written = this.written
      .then(() => this.failedLogins.record(failed))
      .catch((error: unknown) => this.logger.warn(`failed to record a failed login: ${String(error)}`));
  }

  async onModuleDestroy(): Promise<void> {
    await this.written;
  }
}
