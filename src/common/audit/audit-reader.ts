import { Injectable } from '@nestjs/common';
import { Conditions, Database, likePattern } from '../database/index.js';
import { parseOwnJson } from '../exact-json.js';
import { Pager, type Page } from '../http/pagination.js';
import { instantOf } from '../validation/instant-field.js';
import type { AuditQuery } from './audit.dto.js';
import type { AuditEntryView } from './audit.view.js';

const PATH = '/admin/api/audit/';

const SELECT_ENTRIES = (where: string): string => `
  SELECT id, at, actor_uid, actor_username, application_id, action, entity_type, entity_id, target_uid, ip, request_id, before::text, after::text
    FROM audit_entries WHERE ${where} ORDER BY id DESC`;

const COUNT_ENTRIES = (where: string): string => `SELECT count(*) AS count FROM audit_entries WHERE ${where}`;

/** `before` and `after` are JSON texts: the driver would read their numbers as doubles. */
type AuditRow = Omit<AuditEntryView, 'at' | 'before' | 'after'> & {
  at: Date;
  before: string | null;
  after: string | null;
};

/** Reads the audit log. Section 8 of the decisions. */
@Injectable()
export class AuditReader {
  constructor(
    private readonly db: Database,
    private readonly pager: Pager,
  ) {}

  /** Entries, newest first; `search` looks into actor, action and what it was done to. */
  async list(query: AuditQuery): Promise<Page<AuditEntryView>> {
    const { limit, offset } = Pager.bounds(query);
    const search = query.search === undefined ? undefined : likePattern(query.search);
    const filters = new Conditions()
      .and(
        'search',
        (p) => `actor_username ILIKE ${p} OR action ILIKE ${p} OR entity_type ILIKE ${p} OR entity_id ILIKE ${p}`,
        search,
      )
      .and('actor', (p) => `lower(actor_username) = lower(${p}) OR actor_uid::text = ${p}`, query.actor)
      .and('action', (p) => `action = ${p}`, query.action)
      .and('entity_type', (p) => `entity_type = ${p}`, query.entity_type)
      .and('entity_id', (p) => `entity_id = ${p}`, query.entity_id)
      .and('from', (p) => `at >= ${p}`, instantOf(query.from))
      .and('to', (p) => `at < ${p}`, instantOf(query.to));
    const rows = await this.db.query<AuditRow>(null, filters.pageStatement('audit.list', SELECT_ENTRIES), [
      ...filters.values,
      limit,
      offset,
    ]);
    const total = filters.statement('audit.count', COUNT_ENTRIES);
    const { count } = (await this.db.queryOne<{ count: number }>(null, total, filters.values))!;
    return this.pager.page(PATH, query, { rows: rows.map(view), count });
  }
}

function view({ at, before, after, ...row }: AuditRow): AuditEntryView {
  return { ...row, at: at.toISOString(), before: parsed(before), after: parsed(after) };
}

function parsed(state: string | null): unknown {
  return state === null ? null : parseOwnJson(state);
}
