import { COUNTED_ROWS, SearchQuery, Pager, type Page } from '../http/pagination.js';
import { InstantField, instantOf } from '../validation/instant-field.js';
import { TextField } from '../validation/fields.js';
import { parseOwnJson } from '../money/exact-json.js';
import { ApiProperty, NumberProperty, TextProperty, UuidProperty } from '../openapi/decorators.js';
import { AuditEntry } from './audit-entry.entity.js';
import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../access/index.js';
import { Database, Replica } from '../database/index.js';
import { type CsvColumn, plainColumn, textColumn } from '../http/csv.js';
import { type Format, FormatField, type StreamedAnswer } from '../http/downloads.js';
import { AdminLists } from './admin-lists.js';

const PATH = '/admin/api/audit/';

/** Entries that a search counts: what is neither frequent nor rare is read along the time, and takes long to count. */
const COUNTED_FOUND = 1_000;

/** A shorter text is no trigram of a longer one. */
const SHORTEST_PART = 3;

const BY_NAME = 'lower(actor_username) = lower(:actor)';

/** Must equal the expression of the index `audit_entries_search`. */
const SEARCHED = `(' ' || actor_username || ' ' || action || ' ' || entity_type || ' ' || entity_id || ' ')`;

/** Reads the audit log. See docs/spec/service.md#8. */
@Injectable()
export class AuditReader {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly pager: Pager,
    private readonly lists: AdminLists,
  ) {}

  /** Entries, newest first, partition after partition; `search` matches actor, action and entity. */
  async list(query: AuditQuery): Promise<Page<AuditEntryView>> {
    const most = query.search ? COUNTED_FOUND : COUNTED_ROWS;
    const { rows, count } = await Pager.find(padShortSearch(query), this.entries(query), filtersOf(query), most);
    return this.pager.page(PATH, query, { rows: rows.map(toAuditEntryView), count });
  }

  /**
   * All entries that match as a CSV file, newest first; audited.
   * @throws AppError TOO_MANY_REQUESTS or SERVICE_UNAVAILABLE for too many downloads
   */
  file(caller: Caller, query: AuditQuery): Promise<StreamedAnswer> {
    const read = Pager.following(padShortSearch(query), this.entries(query), filtersOf(query));
    const file = { name: 'audit-log', entityType: 'audit_entry', of: COLUMNS };
    return this.lists.rows(caller, file, async () => (await read()).map(toAuditEntryView));
  }

  private entries({ from, to }: AuditQuery): SelectQueryBuilder<AuditEntry> {
    const all = this.db.manager.createQueryBuilder(AuditEntry, 'e').orderBy('e.at', 'DESC').addOrderBy('e.id', 'DESC');
    if (from !== undefined) all.andWhere('e.at >= :from', { from: instantOf(from) });
    if (to !== undefined) all.andWhere('e.at < :to', { to: instantOf(to) });
    return this.replica.through(all);
  }
}

const COLUMNS: readonly CsvColumn<AuditEntryView>[] = [
  plainColumn('id', ({ id }) => id),
  plainColumn('at', ({ at }) => at),
  plainColumn('actor_uid', ({ actor_uid }) => actor_uid),
  textColumn('actor_username', ({ actor_username }) => actor_username),
  plainColumn('action', ({ action }) => action),
  plainColumn('entity_type', ({ entity_type }) => entity_type),
  textColumn('entity_id', ({ entity_id }) => entity_id),
  plainColumn('target_uid', ({ target_uid }) => target_uid),
  plainColumn('application_id', ({ application_id }) => application_id),
  plainColumn('ip', ({ ip }) => ip),
  textColumn('request_id', ({ request_id }) => request_id),
  textColumn('before', ({ before }) => stateText(before)),
  textColumn('after', ({ after }) => stateText(after)),
];

function stateText(state: unknown): string | null {
  return state === null ? null : JSON.stringify(state);
}

/** Puts blanks around a short text, so that it is found as a whole field: no index finds it within one. */
function padShortSearch({ search, ...query }: AuditQuery): AuditQuery {
  if (!search) return query;
  return { ...query, search: search.length < SHORTEST_PART ? ` ${search} ` : search };
}

function filtersOf({ actor, entity_type: types }: AuditQuery) {
  return {
    search: `${SEARCHED} ILIKE :search`,
    actor: isUid(actor) ? `${BY_NAME} OR actor_uid = CAST(CAST(:actor AS text) AS bigint)` : BY_NAME,
    action: 'action = :action',
    // Of one type, entries are read along their index.
    entity_type:
      types?.includes(',') === true
        ? `entity_type = ANY (string_to_array(:entity_type, ','))`
        : 'entity_type = :entity_type',
    entity_id: 'entity_id = :entity_id',
  };
}

function isUid(actor: string | undefined): boolean {
  return actor !== undefined && /^\d{1,18}$/.test(actor);
}

/** An audit entry. See docs/spec/service.md#8. */
export class AuditEntryView {
  @NumberProperty(4711) id!: number;
  @TextProperty('2026-11-21T08:30:00.000Z') at!: string;
  @NumberProperty(1) actor_uid!: number;
  @TextProperty('admin') actor_username!: string;

  @UuidProperty(null, 'application that was used; null for the admin module', { nullable: true })
  application_id!: string | null;

  @TextProperty('application.update') action!: string;
  @TextProperty('application') entity_type!: string;
  @TextProperty('0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47') entity_id!: string;

  @NumberProperty(null, 'the user whose data was accessed, if not the actor', { nullable: true })
  target_uid!: number | null;

  @TextProperty('192.0.2.7') ip!: string;
  @TextProperty('b7c1b6f0-1f64-4f0f-9c0a-6a0d3e0f7f11') request_id!: string;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: true, example: { status: 'active' } })
  before!: unknown;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: true, example: { status: 'maintenance' } })
  after!: unknown;
}

function toAuditEntryView(entry: AuditEntry): AuditEntryView {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actor_uid: entry.actorUid,
    actor_username: entry.actorUsername,
    application_id: entry.applicationId,
    action: entry.action,
    entity_type: entry.entityType,
    entity_id: entry.entityId,
    target_uid: entry.targetUid,
    ip: entry.ip,
    request_id: entry.requestId,
    before: parsed(entry.beforeText),
    after: parsed(entry.afterText),
  };
}

function parsed(state: string | null): unknown {
  return state === null ? null : parseOwnJson(state);
}

/** Filters of the audit log. */
export class AuditQuery extends SearchQuery {
  @TextField({ optional: true, max: 64, description: 'uid or username of the actor', example: 'admin' }) actor?: string;
  @TextField({ optional: true, max: 80, description: 'the action', example: 'application.update' }) action?: string;

  @TextField({
    optional: true,
    max: 40,
    description: 'type of the changed entity, or several, separated by commas',
    example: 'application',
  })
  entity_type?: string;

  @TextField({ optional: true, max: 255, description: 'id of the changed entity', example: '12' }) entity_id?: string;
  @InstantField({ optional: true, description: 'at or after this time' }) from?: string;
  @InstantField({ optional: true, description: 'before this time' }) to?: string;
  @FormatField() format?: Format;
}
