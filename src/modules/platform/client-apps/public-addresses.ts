import { Injectable } from '@nestjs/common';
import type { FieldErrors } from '#common/errors/app-error.js';
import { OutgoingHttp } from '#common/outgoing/outgoing-http.js';
import { addProblem, isSound } from '#common/validation/index.js';
import type { SsoDto, WebhookDto } from './application.dto.js';
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

const NOT_PUBLIC = 'must be a public address; WEBHOOK_ALLOW_PRIVATE=true allows others';

/** The addresses of an application. */
interface Addresses {
  readonly webhook?: Pick<WebhookDto, 'url'> | null | undefined;
  readonly sso?: SsoDto | null | undefined;
}

/** Refuses addresses in private networks when they are registered, not when something is first sent there. */
@Injectable()
export class PublicAddresses {
  constructor(private readonly http: OutgoingHttp) {}

  /**
   * Adds to what is wrong with an application the addresses in `webhook` and `sso` that are not public.
   * @param before what is registered: an address that stays is not looked at
   */
  async validate(errors: FieldErrors, dto: Addresses, before: Addresses = {}): Promise<void> {
    const known = new Set(Object.values(addressesOf(before)));
    for (const [path, address] of Object.entries(addressesOf(dto))) {
      if (address === undefined || address === null || known.has(address) || !isSound(errors, path)) continue;
      if (await this.http.isPrivate(address)) addProblem(errors, path.split('.')[0]!, NOT_PUBLIC, path);
    }
  }
}

function addressesOf({ webhook, sso }: Addresses): Record<string, string | null | undefined> {
  return { 'webhook.url': webhook?.url, 'sso.login_url': sso?.login_url, 'sso.logout_url': sso?.logout_url };
}
