import { Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';
import { Pager, type Page } from '../http/pagination.js';
import { instantOf } from '../validation/instant-field.js';
import type { AuditQuery } from './audit.dto.js';
import { AuditEntry } from './audit-entry.entity.js';
import { toAuditEntryView, type AuditEntryView } from './audit.view.js';

const PATH = '/admin/api/audit/';

const SEARCHED = ['actor_username', 'action', 'entity_type', 'entity_id'];

/** Reads the audit log. Section 8 of the decisions. */
@Injectable()
export class AuditReader {
  constructor(
    private readonly db: Database,
    private readonly pager: Pager,
  ) {}

  /** Entries, newest first; `search` matches actor, action and entity. */
  async list(query: AuditQuery): Promise<Page<AuditEntryView>> {
    const filters = {
      search: SEARCHED.map((column) => `${column} ILIKE :search`).join(' OR '),
      actor: 'lower(actor_username) = lower(:actor) OR actor_uid::text = :actor',
      action: 'action = :action',
      entity_type: 'entity_type = :entity_type',
      entity_id: 'entity_id = :entity_id',
    };
    const { from, to } = query;
    const all = this.db.manager.createQueryBuilder(AuditEntry, 'e').orderBy('e.id', 'DESC');
    if (from !== undefined) all.andWhere('at >= :from', { from: instantOf(from) });
    if (to !== undefined) all.andWhere('at < :to', { to: instantOf(to) });
    return this.pager.list(PATH, query, all, filters, toAuditEntryView);
  }
}
