import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '../../common/audit/index.js';
import { Config } from '../../common/config/config.js';
import { Database } from '../../common/database/index.js';
import { Passwords, UsersService, userView } from '../users/index.js';
import { DEMO_SUPER_ADMIN_PASSWORD } from './demo-accounts.js';
import { HAS_SUPER_ADMIN } from './first-start.queries.js';
import { systemCaller } from './system-caller.js';

/** The super admin that was just made; `password` only when it was generated, to be shown once. */
export interface MadeSuperAdmin {
  uid: number;
  username: string;
  password: string | undefined;
}

/** Makes the first super admin. Section 9 of the decisions. */
@Injectable()
export class SuperAdmin {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Makes the super admin of the settings, unless a user of that name exists: that one stays as it is. Without a password
   * in the settings one is generated, and only when nobody can enter yet.
   * @param isDemo the password of the demo instead of a generated one
   */
  async ensure(tx: EntityManager, isDemo: boolean): Promise<MadeSuperAdmin | undefined> {
    const { superAdminUsername: username, superAdminPassword } = this.config;
    if ((await this.users.findUid(tx, username)) !== undefined) return undefined;
    if (superAdminPassword === undefined && (await this.exists(tx))) return undefined;
    const given = superAdminPassword ?? (isDemo ? DEMO_SUPER_ADMIN_PASSWORD : undefined);
    const { password, passwordHash, generated } = await this.passwords.prepare(given);
    // Nobody can sign up with an address of this domain, so it is never taken.
    const email = `${username}@super-admin.invalid`;
    const uid = await this.users.create(tx, { username, email, passwordHash, roles: ['super_admin'] });
    const after = userView((await this.users.find(tx, uid))!);
    const caller = systemCaller({ uid, username, roles: ['super_admin'] });
    await this.audit.record(tx, caller, { action: 'user.create', entityType: 'user', entityId: uid, after });
    return { uid, username, password: generated ? password : undefined };
  }

  /** Whether anybody can enter the admin module. */
  async exists(tx: EntityManager | null): Promise<boolean> {
    return (await this.db.queryOne(tx, HAS_SUPER_ADMIN)) !== undefined;
  }
}
