import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { may, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, expireAfter, hasNotExpired } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { APPLICATIONS } from '#platform/applications.messages.js';
import { Pager, type Page } from '#common/http/pagination.js';
import { newId } from '#common/ids.js';
import {
  ApplicationChangeHooks,
  ApplicationJournal,
  ApplicationsService,
  lockApplication,
  type Application,
} from '../client-apps/index.js';
import { PLATFORMS_OF } from './answer-form.rules.js';
import { KEY_BYTES } from './compact-jwe.rules.js';
import {
  type EncryptionKeysQuery,
  type IssueEncryptionKeyDto,
  toEncryptionKeyView,
  toRetiredEncryptionKeyView,
  type EncryptionKeyView,
  type ListedEncryptionKeyView,
  type RetiredEncryptionKeyView,
} from './encryption-key.dto.js';
import { EncryptionKey, type Platform } from './encryption-key.entity.js';

/** Most live keys of one platform: every instance caches them. */
const MAX_LIVE_KEYS = 10;

/** Errors of issuing and retiring keys. */
export const TOO_MANY_KEYS = failure(APPLICATIONS.too_many_encryption_keys, {
  field: 'platform',
  example: { count: MAX_LIVE_KEYS },
});
export const LAST_KEY = failure(APPLICATIONS.last_encryption_key);

/**
 * Administration of the encryption keys of applications. Every change is audited and in effect on all instances within 2
 * seconds. See docs/spec/service.md#7 and #8.
 */
@Injectable()
export class EncryptionKeys implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationsService,
    private readonly journal: ApplicationJournal,
    private readonly audit: AuditLog,
    private readonly hooks: ApplicationChangeHooks,
  ) {}

  onModuleInit(): void {
    this.hooks.add(async (tx, caller, { before, application }) => {
      if (application.requireEncryption && !before.require_encryption) await this.ensureKeys(tx, caller, application);
    });
  }

  /**
   * The keys of an application, newest first; `search` is part of a kid. The texts are for who may reveal
   * secrets, and are audited.
   * @throws AppError NOT_FOUND
   */
  async list(caller: Caller, id: string, query: EncryptionKeysQuery): Promise<Page<ListedEncryptionKeyView>> {
    await this.applications.read(id);
    const filters = {
      search: 'k.kid::text ILIKE :search',
      status: `(k.retired_at IS NULL OR k.retired_at > now()) = (:status = 'live')`,
    };
    const withTexts = query.texts !== 'false' && may(caller, 'secrets.reveal');
    const view = (key: EncryptionKey): ListedEncryptionKeyView =>
      withTexts ? toEncryptionKeyView(key) : { ...toRetiredEncryptionKeyView(key), jwk: null };
    return this.db.transaction(async (tx) => {
      const all = tx
        .createQueryBuilder(EncryptionKey, 'k')
        .where({ applicationId: id })
        .orderBy('k.createdAt', 'DESC')
        .addOrderBy('k.kid', 'DESC');
      const page = await Pager.list(query, all, filters, view);
      const after = { kids: page.results.map(({ kid }) => kid) };
      const act = { action: 'encryption_key.collect', entityType: 'application', entityId: id, after };
      if (withTexts && page.results.length > 0) await this.audit.record(tx, caller, act);
      return page;
    });
  }

  /**
   * Issues a key for a platform. With an overlap, the platform's older keys retire after it.
   * @throws AppError NOT_FOUND; CONFLICT on `platform` when it has {@link MAX_LIVE_KEYS} already
   */
  async issue(caller: Caller, id: string, dto: IssueEncryptionKeyDto): Promise<EncryptionKeyView> {
    const { platform, overlap_seconds = null } = dto;
    return this.db.transaction(async (tx) => {
      await lockApplication(tx, id);
      const live = { applicationId: id, platform, retiredAt: hasNotExpired() };
      if (overlap_seconds !== null) await expireAfter(tx, EncryptionKey, live, 'retiredAt', overlap_seconds);
      const count = await tx.countBy(EncryptionKey, live);
      if (count >= MAX_LIVE_KEYS) throw AppError.of(TOO_MANY_KEYS, { count });
      return this.create(tx, caller, id, platform, { overlap_seconds });
    });
  }

  /**
   * Retires a key at once. Retiring it again changes nothing.
   * @throws AppError NOT_FOUND, also for another application's kid; CONFLICT for the last permanent key of an application that
   * requires encryption
   */
  async retire(caller: Caller, id: string, kid: string): Promise<RetiredEncryptionKeyView> {
    return this.db.transaction(async (tx) => {
      const application = await lockApplication(tx, id);
      const which = { applicationId: id, kid };
      const key = await tx.findOneBy(EncryptionKey, which);
      if (key === null) throw AppError.notFound('encryption key');
      const before = toRetiredEncryptionKeyView(key);
      const now = { retiredAt: () => 'now()' };
      const { affected } = await tx.update(EncryptionKey, { ...which, retiredAt: hasNotExpired() }, now);
      if (affected === 0) return before;
      if (application.requireEncryption && !(await this.hasPermanentKey(tx, id))) {
        throw AppError.of(LAST_KEY);
      }
      const after = toRetiredEncryptionKeyView(await tx.findOneByOrFail(EncryptionKey, which));
      await this.journal.record(tx, caller, 'encryption_key.retire', id, { before, after }, key.kid);
      return after;
    });
  }

  /** Issues keys if there is no permanent one: the application could not be used without. */
  private async ensureKeys(tx: EntityManager, caller: Caller, { id, clientType }: Application): Promise<void> {
    if (await this.hasPermanentKey(tx, id)) return;
    for (const platform of PLATFORMS_OF[clientType]) await this.create(tx, caller, id, platform, {});
  }

  private async create(
    tx: EntityManager,
    caller: Caller,
    id: string,
    platform: Platform,
    how: { overlap_seconds?: number | null },
  ): Promise<EncryptionKeyView> {
    const key = tx.create(EncryptionKey, { kid: newId(), applicationId: id, platform, key: randomBytes(KEY_BYTES) });
    await tx.insert(EncryptionKey, key);
    const after = { ...toRetiredEncryptionKeyView(key), application_id: id, ...how };
    await this.journal.record(tx, caller, 'encryption_key.issue', id, { after }, key.kid);
    return toEncryptionKeyView(key);
  }

  /** Whether an application has a key without an end. */
  private hasPermanentKey(tx: EntityManager, id: string): Promise<boolean> {
    return tx.existsBy(EncryptionKey, { applicationId: id, retiredAt: IsNull() });
  }
}
