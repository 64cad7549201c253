import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { AuditLog } from '../../common/audit/index.js';
import { Database, likePattern } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { Pager, type Page } from '../../common/http/pagination.js';
import { isUuid, newId } from '../../common/ids.js';
import {
  ApplicationFollowers,
  ApplicationJournal,
  ApplicationsService,
  lockApplication,
  type Application,
} from '../client-apps/index.js';
import { PLATFORMS_OF } from './answer-form.rules.js';
import { KEY_BYTES } from './compact-jwe.rules.js';
import type { EncryptionKeysQuery, IssueEncryptionKeyDto } from './encryption-key.dto.js';
import type { Platform } from './encryption-key.entity.js';
import {
  encryptionKeyView,
  retiredKeyView,
  type EncryptionKeyView,
  type ListedEncryptionKeyView,
  type RetiredEncryptionKeyView,
} from './encryption-key.view.js';
import {
  COUNT_KEYS,
  FIND_KEY,
  INSERT_KEY,
  LIST_KEYS,
  LIVE_KEYS,
  RETIRE_KEY,
  RETIRE_PLATFORM,
  type EncryptionKeyRow,
} from './encryption-keys.queries.js';

/** Most live keys of one platform: every instance holds all of them. */
const MAX_LIVE_KEYS = 10;

/**
 * The encryption keys of applications, for super admins: collected, rotated and retired. Every change is audited and
 * holds on every instance within 2 seconds. Sections 7 and 8 of the decisions.
 */
@Injectable()
export class EncryptionKeys implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationsService,
    private readonly journal: ApplicationJournal,
    private readonly audit: AuditLog,
    private readonly pager: Pager,
    private readonly followers: ApplicationFollowers,
  ) {}

  onModuleInit(): void {
    this.followers.add(async (tx, caller, { before, application }) => {
      if (application.requireEncryption && !before.require_encryption) await this.provide(tx, caller, application);
    });
  }

  /**
   * The keys of an application, newest first; `search` is part of a kid. With their texts, as they come unless the query
   * says otherwise, this is audited.
   * @throws AppError NOT_FOUND
   */
  async list(caller: Caller, id: string, query: EncryptionKeysQuery): Promise<Page<ListedEncryptionKeyView>> {
    await this.applications.read(id);
    const { limit, offset } = Pager.bounds(query);
    const search = likePattern(query.search ?? '');
    const withTexts = query.texts !== 'false';
    const isLive = query.status === undefined ? null : query.status === 'live';
    return this.db.transaction(async (tx) => {
      const rows = await this.db.query<EncryptionKeyRow>(tx, LIST_KEYS, [id, search, isLive, limit, offset]);
      const { count } = (await this.db.queryOne<{ count: number }>(tx, COUNT_KEYS, [id, search, isLive]))!;
      const after = { kids: rows.map(({ kid }) => kid) };
      const act = { action: 'encryption_key.collect', entityType: 'application', entityId: id, after };
      if (withTexts && rows.length > 0) await this.audit.record(tx, caller, act);
      const path = `/admin/api/applications/${id}/encryption-keys/`;
      const views = rows.map((row) => (withTexts ? encryptionKeyView(row) : { ...retiredKeyView(row), jwk: null }));
      return this.pager.page(path, query, { rows: views, count });
    });
  }

  /**
   * Issues a key for a platform. With an overlap the platform's older keys retire after it; without, they go on.
   * @throws AppError NOT_FOUND; CONFLICT on `platform` when it has {@link MAX_LIVE_KEYS} already
   */
  async issue(caller: Caller, id: string, dto: IssueEncryptionKeyDto): Promise<EncryptionKeyView> {
    const { platform, overlap_seconds = null } = dto;
    return this.db.transaction(async (tx) => {
      await lockApplication(tx, id);
      if (overlap_seconds !== null) await this.db.query(tx, RETIRE_PLATFORM, [id, platform, overlap_seconds]);
      const live = (await this.live(tx, id)).filter((key) => key.platform === platform);
      if (live.length >= MAX_LIVE_KEYS) {
        const message = `has ${live.length} live keys, which is the most; retire one first`;
        throw AppError.ofField('CONFLICT', 'platform', message);
      }
      return this.create(tx, caller, id, platform, { overlap_seconds });
    });
  }

  /**
   * Retires a key at once. Retiring it again changes nothing.
   * @throws AppError NOT_FOUND, also for another application's kid; CONFLICT when no other key goes on and the application
   * requires encryption
   */
  async retire(caller: Caller, id: string, kid: string): Promise<RetiredEncryptionKeyView> {
    return this.db.transaction(async (tx) => {
      const application = await lockApplication(tx, id);
      const key = isUuid(kid) ? await this.db.queryOne<EncryptionKeyRow>(tx, FIND_KEY, [id, kid]) : undefined;
      if (key === undefined) throw AppError.notFound('encryption key');
      const before = retiredKeyView(key);
      const retired = await this.db.queryOne<EncryptionKeyRow>(tx, RETIRE_KEY, [id, kid]);
      if (retired === undefined) return before;
      if (application.requireEncryption && !(await this.goesOn(tx, id))) {
        throw new AppError('CONFLICT', 'no other key goes on, and the application requires encryption');
      }
      const after = retiredKeyView(retired);
      await this.journal.record(tx, caller, 'encryption_key.retire', id, { before, after }, key.kid);
      return after;
    });
  }

  /** Sees to it that a key goes on: an application that requires encryption and has none could not be used. */
  private async provide(tx: EntityManager, caller: Caller, { id, clientType }: Application): Promise<void> {
    if (await this.goesOn(tx, id)) return;
    for (const platform of PLATFORMS_OF[clientType]) await this.create(tx, caller, id, platform, {});
  }

  private async create(
    tx: EntityManager,
    caller: Caller,
    id: string,
    platform: Platform,
    how: { overlap_seconds?: number | null },
  ): Promise<EncryptionKeyView> {
    const row = (await this.db.queryOne<EncryptionKeyRow>(tx, INSERT_KEY, [
      newId(),
      id,
      platform,
      randomBytes(KEY_BYTES),
    ]))!;
    const after = { ...retiredKeyView(row), application_id: id, ...how };
    await this.journal.record(tx, caller, 'encryption_key.issue', id, { after }, row.kid);
    return encryptionKeyView(row);
  }

  /** Whether an application has a live key without an end: those of an overlap retire by themselves. */
  private async goesOn(tx: EntityManager, id: string): Promise<boolean> {
    return (await this.live(tx, id)).some(({ retired_at }) => retired_at === null);
  }

  private live(tx: EntityManager, id: string): Promise<EncryptionKeyRow[]> {
    return this.db.query<EncryptionKeyRow>(tx, LIVE_KEYS, [id]);
  }
}
