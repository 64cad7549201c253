import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { AuditLog } from '../../common/audit/index.js';
import { Database, likePattern } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { Pager, type Page, type SearchQuery } from '../../common/http/pagination.js';
import { isUuid } from '../../common/ids.js';
import { ApplicationJournal, lockApplication } from './application-journal.js';
import { ApplicationKey } from './application-key.entity.js';
import { keyView, type IssuedKeyView, type KeyTextView, type KeyView } from './application-key.view.js';
import { COUNT_KEYS, END_OTHER_KEYS, LIST_KEYS, type KeyListRow } from './application-keys.queries.js';
import { ApplicationKeys } from './application-keys.service.js';
import type { RotateKeyDto } from './application.dto.js';
import { ApplicationsService } from './applications.service.js';

/** Lists, rotates, revokes and reveals the keys of an application. Sections 3 and 8 of the decisions. */
@Injectable()
export class KeyAdministration {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationsService,
    private readonly keys: ApplicationKeys,
    private readonly journal: ApplicationJournal,
    private readonly audit: AuditLog,
    private readonly pager: Pager,
  ) {}

  /**
   * The keys of an application, newest first, without their texts; `search` is part of a key id.
   * @throws AppError NOT_FOUND
   */
  async list(id: string, query: SearchQuery): Promise<Page<KeyView>> {
    await this.applications.read(id);
    const { limit, offset } = Pager.bounds(query);
    const search = likePattern(query.search ?? '');
    const rows = await this.db.query<KeyListRow>(null, LIST_KEYS, [id, search, limit, offset]);
    const { count } = (await this.db.queryOne<{ count: number }>(null, COUNT_KEYS, [id, search]))!;
    return this.pager.page(`/admin/api/applications/${id}/keys/`, query, { rows: rows.map(keyView), count });
  }

  /**
   * Issues another key. With an overlap the others end after it; without, they work until they are revoked.
   * @throws AppError NOT_FOUND
   */
  async rotate(caller: Caller, id: string, dto: RotateKeyDto): Promise<IssuedKeyView> {
    const { overlap_seconds = null } = dto;
    return this.db.transaction(async (tx) => {
      const application = await lockApplication(tx, id);
      const { key, apikey } = await this.keys.issue(tx, application);
      if (overlap_seconds !== null) await this.db.query(tx, END_OTHER_KEYS, [id, key.id, overlap_seconds]);
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
      const before = viewOf(key);
      if (key.revokedAt !== null) return before;
      key.revokedAt = new Date();
      await tx.save(key);
      const after = viewOf(key);
      await this.journal.record(tx, caller, 'application_key.revoke', id, { before, after }, keyId);
      return after;
    });
  }

  /**
   * Shows the text of a key once more, which is audited.
   * @throws AppError NOT_FOUND; CONFLICT for a key that is revoked or has ended
   */
  async reveal(caller: Caller, id: string, keyId: string): Promise<KeyTextView> {
    return this.db.transaction(async (tx) => {
      const application = await lockApplication(tx, id);
      const key = await this.find(tx, id, keyId);
      if (key.revokedAt !== null) throw new AppError('CONFLICT', 'the key is revoked');
      if (key.expiresAt !== null && key.expiresAt <= new Date()) throw new AppError('CONFLICT', 'the key has ended');
      await this.audit.record(tx, caller, {
        action: 'application_key.reveal',
        entityType: 'application_key',
        entityId: keyId,
      });
      return { apikey: this.keys.text(key, application) };
    });
  }

  /**
   * The text of a key without an audit entry: for the commands that a demo prints at its start, never for a request.
   * @throws AppError NOT_FOUND
   */
  async text(id: string, keyId: string): Promise<string> {
    return this.db.transaction(async (tx) => {
      return this.keys.text(await this.find(tx, id, keyId), await lockApplication(tx, id));
    });
  }

  private async find(tx: EntityManager, id: string, keyId: string): Promise<ApplicationKey> {
    const key = isUuid(keyId) ? await tx.findOneBy(ApplicationKey, { id: keyId, applicationId: id }) : null;
    if (key === null) throw AppError.notFound('application key');
    return key;
  }
}

function viewOf(key: ApplicationKey): KeyView {
  const { id, issuedAt, lastUsedAt, expiresAt, revokedAt } = key;
  return keyView({
    key_id: id,
    issued_at: issuedAt,
    last_used_at: lastUsedAt,
    expires_at: expiresAt,
    revoked_at: revokedAt,
  });
}
