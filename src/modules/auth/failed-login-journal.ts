import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { FailedLogins } from '../../common/audit/index.js';
import type { Credentials } from '../users/index.js';
import type { LoginOrigin } from './login-origin.js';

/** Why a login of somebody we know failed. */
export type LoginFailure = 'wrong password' | 'not a super admin' | 'inactive account';

/**
 * Tells the audit log of failed logins of super admins, and of others whose right password was tried at the admin module.
 * Nobody waits for it: the time that it takes would tell whose name was tried.
 */
@Injectable()
export class FailedLoginJournal implements OnModuleDestroy {
  private readonly logger = new Logger(FailedLoginJournal.name);
  /** One after the other: each adds to the entry of those before. */
  private written = Promise.resolve();

  constructor(private readonly failedLogins: FailedLogins) {}

  /** Notes one, if it matters. */
  note({ uid, username, roles }: Credentials, reason: LoginFailure, origin: LoginOrigin): void {
    if (!roles.includes('super_admin') && reason !== 'not a super admin') return;
    const { applicationId, ip, endUserIp, requestId } = origin;
    const failed = { uid, username, reason, applicationId, ip, endUserIp, requestId };
    this.written = this.written
      .then(() => this.failedLogins.note(failed))
      .catch((error: unknown) => this.logger.warn(`a failed login was not written: ${String(error)}`));
  }

  async onModuleDestroy(): Promise<void> {
    await this.written;
  }
}
