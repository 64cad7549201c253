import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../common/database/index.js';
import { isUuid } from '../../common/ids.js';
import type { ApplicationStatus } from './application.entity.js';

/** An application that single sign-on may enter. */
export interface SignOnTarget {
  id: string;
  loginUrl: string;
  status: ApplicationStatus;
  maintenanceMessage: string | null;
}

const FIND_TARGET = statement(
  'sign-on-addresses.find-target',
  `SELECT id, sso_login_url AS "loginUrl", status, maintenance_message AS "maintenanceMessage"
     FROM applications WHERE id = $1 AND deleted_at IS NULL AND sso_login_url IS NOT NULL`,
);
const HOLD_TARGET = statement(
  'sign-on-addresses.hold-target',
  'SELECT 1 AS held FROM applications WHERE id = $1 AND deleted_at IS NULL AND sso_login_url IS NOT NULL FOR KEY SHARE',
);
const LOGOUT_URLS = statement(
  'sign-on-addresses.logout-urls',
  `SELECT DISTINCT sso_logout_url AS url FROM applications
    WHERE id = ANY ($1::uuid[]) AND deleted_at IS NULL AND sso_logout_url IS NOT NULL ORDER BY url`,
);

/** Where single sign-on enters and leaves applications, as they are registered. Section 7 of the decisions. */
@Injectable()
export class SignOnAddresses {
  constructor(private readonly db: Database) {}

  /** An application with a `login_url`; undefined when it is unknown, deleted or registered without single sign-on. */
  async findTarget(applicationId: string): Promise<SignOnTarget | undefined> {
    return isUuid(applicationId) ? this.db.queryOne<SignOnTarget>(null, FIND_TARGET, [applicationId]) : undefined;
  }

  /** Whether an application can still be entered; it is then not deleted until the transaction ends. */
  async holdTarget(tx: EntityManager, applicationId: string): Promise<boolean> {
    return (await this.db.queryOne(tx, HOLD_TARGET, [applicationId])) !== undefined;
  }

  /** The `logout_url`s of those of the applications that have one, each once. */
  async logoutUrls(tx: EntityManager, applicationIds: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ url: string }>(tx, LOGOUT_URLS, [applicationIds]);
    return rows.map(({ url }) => url);
  }
}
