import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { callerWithoutRequest } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Config } from '#common/config/config.js';
import { Passwords, UsersService, toUserView } from '#people/users/index.js';
import { DEMO_SUPER_ADMIN_PASSWORD } from './demo-accounts.js';

/** The super admin that was just created; `password` only if it was generated, to be shown once. */
export interface CreatedSuperAdmin {
  uid: number;
  username: string;
  password: string | undefined;
}

/** Creates the first super admin. See docs/spec/service.md#9. */
@Injectable()
export class SuperAdmin {
  constructor(
    private readonly config: Config,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Creates the super admin of the settings, unless a user of that name exists, who is not changed. Without a password in
   * the settings, and only if there is no active super admin, one is generated.
   * @param isDemo use the demo's password instead of a generated one
   */
  async ensure(tx: EntityManager, isDemo: boolean): Promise<CreatedSuperAdmin | undefined> {
    const { superAdminUsername: username, superAdminPassword } = this.config;
    if ((await this.users.findByUsername(tx, username)) !== null) return undefined;
    if (superAdminPassword === undefined && (await this.users.hasSuperAdmin(tx))) return undefined;
    const given = superAdminPassword ?? (isDemo ? DEMO_SUPER_ADMIN_PASSWORD : undefined);
    const { password, passwordHash, generated } = await this.passwords.prepare(given);
    // Sign-up rejects addresses of this domain, so it is never taken.
    const email = `${username}@super-admin.invalid`;
    const user = await this.users.create(tx, { username, email, passwordHash, roles: ['super_admin'] });
    const { uid } = user;
    const after = toUserView(user);
    const caller = callerWithoutRequest('first-start', { uid, username, roles: ['super_admin'] });
    await this.audit.record(tx, caller, { action: 'user.create', entityType: 'user', entityId: uid, after });
    return { uid, username, password: generated ? password : undefined };
  }
}
