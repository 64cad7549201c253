import { Injectable } from '@nestjs/common';
import { Database, Replica } from '../database/index.js';
import { Pager, type Page } from '../http/pagination.js';
import { instantOf } from '../validation/instant-field.js';
import { type AuditQuery, toAuditEntryView, type AuditEntryView } from './audit.dto.js';
import { AuditEntry } from './audit-entry.entity.js';

const PATH = '/admin/api/audit/';

/** Entries up to which the log is counted and read: a page of a log of many years costs what one of a short log does. */
const COUNTED_ENTRIES = 100_000;

const BY_NAME = 'lower(actor_username) = lower(:actor)';

const SEARCHED = ['actor_username', 'action', 'entity_type', 'entity_id'];

/** Reads the audit log. See docs/spec/service.md#8. */
@Injectable()
export class AuditReader {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly pager: Pager,
  ) {}

  /** Entries, newest first, partition after partition; `search` matches actor, action and entity. */
  async list(query: AuditQuery): Promise<Page<AuditEntryView>> {
    const filters = {
      search: SEARCHED.map((column) => `${column} ILIKE :search`).join(' OR '),
      actor: isUid(query.actor) ? `${BY_NAME} OR actor_uid = CAST(CAST(:actor AS text) AS bigint)` : BY_NAME,
      action: 'action = :action',
      entity_type: 'entity_type = :entity_type',
      entity_id: 'entity_id = :entity_id',
    };
    const { from, to } = query;
    const all = this.db.manager.createQueryBuilder(AuditEntry, 'e').orderBy('e.at', 'DESC').addOrderBy('e.id', 'DESC');
    if (from !== undefined) all.andWhere('at >= :from', { from: instantOf(from) });
    if (to !== undefined) all.andWhere('at < :to', { to: instantOf(to) });
    return this.pager.list(PATH, query, this.replica.through(all), filters, toAuditEntryView, COUNTED_ENTRIES);
  }
}

function isUid(actor: string | undefined): boolean {
  return actor !== undefined && /^\d{1,18}$/.test(actor);
}
