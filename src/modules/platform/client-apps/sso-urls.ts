import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { isUuid } from '#common/ids.js';
import { Application } from './application.entity.js';

/** The registered login and logout URLs of single sign-on. See docs/spec/service.md#7. */
@Injectable()
export class SsoUrls {
  constructor(private readonly db: Database) {}

  /** An application with a `login_url`; null when it is unknown, deleted or registered without single sign-on. */
  async findTarget(id: string): Promise<Application | null> {
    return isUuid(id) ? this.db.manager.findOneBy(Application, { id, ssoLoginUrl: Not(IsNull()) }) : null;
  }

  /** Whether an application still has a `login_url`; if so, it cannot be deleted until the transaction ends. */
  async holdTarget(tx: EntityManager, id: string): Promise<boolean> {
    const where = { id, ssoLoginUrl: Not(IsNull()) };
    return (await tx.findOne(Application, { where, lock: { mode: 'for_key_share' } })) !== null;
  }

  /** The distinct `logout_url`s of applications. */
  async logoutUrls(tx: EntityManager, ids: readonly string[]): Promise<string[]> {
    const applications = await tx.findBy(Application, { id: In(ids), ssoLogoutUrl: Not(IsNull()) });
    return [...new Set(applications.map(({ ssoLogoutUrl }) => ssoLogoutUrl!))].sort();
  }
}
