import { Injectable } from '@nestjs/common';
import { Not, type EntityManager } from 'typeorm';
import { assertOneself, SCOPES, type Caller, type Scope } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Hook, type HookPoints } from '#common/events/index.js';
import { SessionEndings } from '#people/sessions/index.js';
import { UsersService } from '#people/users/index.js';
import { ApplicationDirectory } from '../../client-apps/index.js';
import { Authorization, Consent } from './authorization.entity.js';
import type { ConsentView } from './consent.dto.js';

/** Hosts that a consent remembers. */
const MAX_HOSTS = 20;

/** Whose consent to what, and where the answer goes. */
type Asked = Pick<Consent, 'uid' | 'applicationId'> & {
  readonly scopes: readonly Scope[];
  readonly redirectUri: string;
};

/** What users let applications do. Decision 97. */
@Injectable()
export class Consents {
  constructor(
    private readonly db: Database,
    private readonly directory: ApplicationDirectory,
    private readonly sessions: SessionEndings,
    private readonly users: UsersService,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Whether a user, whom the transaction holds, has allowed all of this at a host that is reached by https. Apps on a device
   * may pass for one another (RFC 8252, section 8.6), and a new address of the application may be a thief's: there the user is
   * asked, and told where the answer goes.
   */
  async covers(tx: EntityManager, { uid, applicationId, scopes, redirectUri }: Asked): Promise<boolean> {
    const host = httpsHost(redirectUri);
    const given = host === undefined ? null : await tx.findOneBy(Consent, { uid, applicationId });
    return given !== null && given.hosts.includes(host!) && scopes.every((scope) => given.scopes.includes(scope));
  }

  /** Adds to what a user, whom the transaction holds, allows an application. */
  async give(tx: EntityManager, { uid, applicationId, scopes, redirectUri }: Asked): Promise<void> {
    const where = { uid, applicationId };
    // The row is what is locked: two log-ins hold the user at once, and neither may lose what the other adds.
    const none: Partial<Consent> = { ...where, scopes: [], hosts: [] };
    await tx.createQueryBuilder().insert().into(Consent).values(none).orIgnore().execute();
    const given = await tx.findOneOrFail(Consent, { where, lock: { mode: 'pessimistic_write' } });
    const all = SCOPES.filter((scope) => scopes.includes(scope) || given.scopes.includes(scope));
    const host = httpsHost(redirectUri);
    const hosts = host === undefined ? given.hosts : [...given.hosts.filter((one) => one !== host), host];
    const change = { scopes: all, hosts: hosts.slice(-MAX_HOSTS), updatedAt: () => 'now()' };
    await tx.update(Consent, where, change);
  }

  /** The caller's own, the newest first. @throws AppError PERMISSION_DENIED for another user */
  async own(caller: Caller): Promise<ConsentView[]> {
    assertOneself(caller);
    return this.list(this.db.manager, caller.uid);
  }

  /** Those of a user. @throws AppError NOT_FOUND */
  async ofUser(uid: number): Promise<ConsentView[]> {
    await this.users.assertExists(uid);
    return this.list(this.db.manager, uid);
  }

  /** Withdraws the caller's own. @throws AppError PERMISSION_DENIED for another user; NOT_FOUND */
  async withdrawOwn(caller: Caller, applicationId: string): Promise<void> {
    assertOneself(caller);
    await this.withdraw(caller, caller.uid, applicationId);
  }

  /**
   * Withdraws a consent: the application's tokens from it are invalid at once, and it has to ask again.
   * @throws AppError NOT_FOUND
   */
  async withdraw(caller: Caller, uid: number, applicationId: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      // A sign-in at this moment locks the user too: no code comes after this.
      if ((await this.users.lock(tx, uid)) === null) throw AppError.notFound('user');
      const { affected } = await tx.delete(Consent, { uid, applicationId });
      if (affected !== 1) throw AppError.notFound('consent');
      await tx.delete(Authorization, { uid, applicationId, step: Not('used') });
      await this.sessions.endScoped(tx, uid, applicationId, 'consent_withdrawn');
      const act = {
        action: 'consent.withdraw',
        entityType: 'user',
        entityId: uid,
        before: { application_id: applicationId },
      };
      await this.audit.record(tx, caller, act);
    });
  }

  @Hook('account.export')
  async export(tx: EntityManager, { uid, add }: HookPoints['account.export']): Promise<void> {
    add('consents', await this.list(tx, uid));
  }

  @Hook('account.erase')
  async erase(tx: EntityManager, { uid }: HookPoints['account.erase']): Promise<void> {
    await tx.delete(Consent, { uid });
    await tx.delete(Authorization, { uid });
  }

  private async list(tx: EntityManager, uid: number): Promise<ConsentView[]> {
    const given = await tx.find(Consent, { where: { uid }, order: { updatedAt: 'DESC', applicationId: 'ASC' } });
    const views = given.map(async ({ applicationId, scopes, createdAt, updatedAt }) => {
      const known = await this.directory.client(applicationId);
      if (known === undefined) return [];
      const { name } = known.application;
      const times = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
      return [{ application_id: applicationId, name, scopes, ...times }];
    });
    return (await Promise.all(views)).flat();
  }
}

/** The host of an https address; undefined for another one. */
function httpsHost(uri: string): string | undefined {
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' ? host : undefined;
}
