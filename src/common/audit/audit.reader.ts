import { COUNTED_ROWS } from '../http/pagination.js';
import { instantOf } from '../validation/instant-field.js';
import { AuditEntry } from './audit-entry.entity.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/index.js';
import { Database, Replica } from '../database/index.js';
import { type CsvColumn, plainColumn, textColumn } from '../http/csv.js';
import { AdminLists, type ListAnswer } from './admin-lists.js';
import { AuditEntryView, toAuditEntryView, AuditQuery } from './audit.dto.js';

/** Entries that a search counts: what is neither frequent nor rare is read along the time, and takes long to count. */
const COUNTED_FOUND = 1_000;

/** A shorter text is no trigram of a longer one. */
const SHORTEST_PART = 3;

/** Each side has an index: the entries of one user are few. */
const ABOUT = `target_uid = CAST(:about AS bigint)
  OR (entity_type IN ('user', 'member') AND entity_id = CAST(CAST(:about AS bigint) AS text))`;

const BY_NAME = 'lower(actor_username) = lower(:actor)';

/** Must equal the expression of the index `audit_entries_search`. */
const SEARCHED = `(' ' || actor_username || ' ' || action || ' ' || entity_type || ' ' || entity_id || ' ')`;

/** Reads the audit log. See docs/spec/service.md#8. */
@Injectable()
export class AuditReader {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly lists: AdminLists,
  ) {}

  /** Entries, newest first, partition after partition; `search` matches actor, action and entity. */
  list(asked: AuditQuery, reader?: Caller): Promise<ListAnswer<AuditEntryView>> {
    const { from, to } = asked;
    const all = this.db.manager.createQueryBuilder(AuditEntry, 'e').orderBy('e.at', 'DESC').addOrderBy('e.id', 'DESC');
    if (from !== undefined) all.andWhere('e.at >= :from', { from: instantOf(from) });
    if (to !== undefined) all.andWhere('e.at < :to', { to: instantOf(to) });
    return this.lists.answer(
      {
        asked,
        query: padShortSearch(asked),
        all: this.replica.through(all),
        filters: filtersOf(asked),
        view: toAuditEntryView,
        most: asked.search ? COUNTED_FOUND : COUNTED_ROWS,
        file: { name: 'audit-log', entityType: 'audit_entry', of: COLUMNS },
      },
      reader,
    );
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
    about: ABOUT,
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
