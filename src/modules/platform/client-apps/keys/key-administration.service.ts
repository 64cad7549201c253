import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer, type ListSearchQuery } from '#common/audit/admin-lists.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, expireAfter } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { APPLICATIONS } from '#platform/applications.messages.js';
import { ApplicationJournal, lockApplication } from '../application-journal.js';
import { ApplicationKey } from './application-key.entity.js';
import { toKeyView, type IssuedKeyView, type KeyTextView, KeyView, type RotateKeyDto } from './application-key.dto.js';
import { ApplicationKeys } from './application-keys.service.js';
import { ApplicationsService } from '../applications.service.js';

export const KEY_REVOKED = failure(APPLICATIONS.key_revoked);

/** Lists, rotates, revokes and reveals the keys of an application. See docs/spec/service.md#3 and #8. */
@Injectable()
export class KeyAdministration {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationsService,
    private readonly keys: ApplicationKeys,
    private readonly journal: ApplicationJournal,
    private readonly audit: AuditLog,
    private readonly lists: AdminLists,
  ) {}

  /**
   * The keys of an application, newest first, without their texts; `search` is part of a key id.
   * @throws AppError NOT_FOUND
   */
  async list(id: string, query: ListSearchQuery, reader?: Caller): Promise<ListAnswer<KeyView>> {
    await this.applications.read(id);
    const all = this.db.manager
      .createQueryBuilder(ApplicationKey, 'k')
      .where({ applicationId: id })
      .orderBy('k.createdAt', 'DESC')
      .addOrderBy('k.id', 'DESC');
    const filters = { search: 'k.id::text ILIKE :search' };
    const file = { name: 'application-keys', entityType: 'application', entityId: id, of: KeyView };
    return this.lists.answer({ query, all, filters, view: toKeyView, file }, reader);
  }

  /**
   * Issues another key. With an overlap the others expire after it; otherwise they stay valid until revoked.
   * @throws AppError NOT_FOUND
   */
  async rotate(caller: Caller, id: string, dto: RotateKeyDto): Promise<IssuedKeyView> {
    const { overlap_seconds = null } = dto;
    return this.db.transaction(async (tx) => {
      const application = await lockApplication(tx, id);
      const { key, apikey } = await this.keys.issue(tx, application);
      if (overlap_seconds !== null) {
        const others = { applicationId: id, id: Not(key.id), revokedAt: IsNull() };
        await expireAfter(tx, ApplicationKey, others, 'expiresAt', overlap_seconds);
      }
      const after = { key_id: key.id, application_id: id, overlap_seconds };
      await this.journal.record(tx, caller, 'application_key.rotate', id, { after }, key.id);
      return { key_id: key.id, issued_at: key.issuedAt.toISOString(), apikey };
    });
  }

  /**
   * Revokes a key: it stops working on every instance within 2 seconds. Revoking it again changes nothing.
   * @throws AppError NOT_FOUND
   */
  async revoke(caller: Caller, id: string, keyId: string): Promise<KeyView> {
    return this.db.transaction(async (tx) => {
      await lockApplication(tx, id);
      const key = await this.find(tx, id, keyId);
      const before = toKeyView(key);
      if (key.revokedAt !== null) return before;
      await tx.update(ApplicationKey, keyId, { revokedAt: () => 'now()' });
      const after = toKeyView(await this.find(tx, id, keyId));
      await this.journal.record(tx, caller, 'application_key.revoke', id, { before, after }, keyId);
      return after;
    });
  }

  /**
   * Reveals the text of a key, which is audited.
   * @throws AppError NOT_FOUND; CONFLICT for a key that is revoked or expired
   */
  async reveal(caller: Caller, id: string, keyId: string): Promise<KeyTextView> {
    return this.db.transaction(async (tx) => {
      const application = await lockApplication(tx, id);
      const key = await this.find(tx, id, keyId);
      if (key.revokedAt !== null) throw AppError.of(KEY_REVOKED);
      if (key.expiresAt !== null && key.expiresAt <= new Date()) throw new AppError('CONFLICT', 'the key has ended');
      await this.audit.record(tx, caller, {
        action: 'application_key.reveal',
        entityType: 'application_key',
        entityId: keyId,
      });
      return { apikey: await this.keys.text(key, application) };
    });
  }

  /**
   * The text of a key without an audit entry: for the demo's start message, never for a request.
   * @throws AppError NOT_FOUND
   */
  async text(id: string, keyId: string): Promise<string> {
    return this.db.transaction(async (tx) => {
      return this.keys.text(await this.find(tx, id, keyId), await lockApplication(tx, id));
    });
  }

  private async find(tx: EntityManager, id: string, keyId: string): Promise<ApplicationKey> {
    const key = await tx.findOneBy(ApplicationKey, { id: keyId, applicationId: id });
    if (key === null) throw AppError.notFound('application key');
    return key;
  }
}
