import { Injectable } from '@nestjs/common';
import type { Caller, Role } from '#common/access/index.js';
import { AdminLists } from '#common/audit/admin-lists.js';
import { customFieldFilters, narrow } from '#common/custom-fields/index.js';
import { Database, Replica } from '#common/database/index.js';
import { type CsvColumn, plainColumn, textColumn } from '#common/http/csv.js';
import type { StreamedAnswer } from '#common/http/downloads.js';
import { COUNTED_ROWS, type Page, Pager } from '#common/http/pagination.js';
import { sorted } from '#common/http/sorting.js';
import { instantOf } from '#common/validation/index.js';
import { toUserView, type UsersQuery, type UserView } from './user.dto.js';
import { User } from './user.entity.js';
import { USERS_FOUND } from './users.queries.js';

const SORTS = { created_at: 'u.createdAt', username: 'lower(u.username)', uid: 'u.uid' };

const FILTERS = {
  role: ':role = ANY (u.roles)',
  status: 'u.status = :status',
  // As the column is: compared as text, no index would have it.
  country_code: 'u.country_code = CAST(upper(:country_code) AS char(2))',
  from: 'u.created_at >= :from',
  to: 'u.created_at < :to',
  search: USERS_FOUND,
};

/** The condition of the partial index that has the users with a role; members have none. */
function partialIndexOf(role: Role): string {
  if (role === 'member') return 'TRUE';
  return `NOT u.roles <@ '${role === 'api_admin' ? '{member}' : '{member,api_admin}'}'::text[]`;
}

/** An example of the file of users. */
export const USERS_FILE = [
  'uid,username,email,first_name,last_name,country_code,sponsor_uid,sponsor,roles,status,created_at',
  '12,maria,maria@example.com,Maria,Schmidt,DE,3,alice,member,active,2026-11-21T08:30:00.000Z',
  '',
].join('\n');

const COLUMNS: readonly CsvColumn<UserView>[] = [
  plainColumn('uid', ({ uid }) => uid),
  textColumn('username', ({ username }) => username),
  textColumn('email', ({ email }) => email),
  textColumn('first_name', ({ first_name }) => first_name),
  textColumn('last_name', ({ last_name }) => last_name),
  plainColumn('country_code', ({ country_code }) => country_code),
  plainColumn('sponsor_uid', ({ sponsor_uid }) => sponsor_uid),
  textColumn('sponsor', ({ sponsor }) => sponsor),
  plainColumn('roles', ({ roles }) => roles.join(' ')),
  plainColumn('status', ({ status }) => status),
  plainColumn('created_at', ({ created_at }) => created_at),
];

/** All users, for the admin module. See docs/spec/service.md#8. */
@Injectable()
export class UserList {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly pager: Pager,
    private readonly lists: AdminLists,
  ) {}

  /**
   * A page of users who match; `search` matches uids, usernames, e-mail addresses and names, and whoever has exactly this uid,
   * username or e-mail address comes first.
   */
  async list(caller: Caller, sent: UsersQuery): Promise<Page<UserView>> {
    const { shown, query, all } = this.matching(caller, sent);
    const { rows, count } = await Pager.find(query, all, FILTERS, COUNTED_ROWS);
    return this.pager.page('/admin/api/users/', shown, { rows: rows.map((user) => toUserView(user, caller)), count });
  }

  /**
   * All users who match as a CSV file, in the order of their uids; audited.
   * @throws AppError TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE for too many downloads
   */
  async file(caller: Caller, sent: UsersQuery): Promise<StreamedAnswer> {
    const { query, all } = this.matching(caller, sent);
    const after = Pager.batches(query, all, FILTERS, 'u.uid');
    const file = { name: 'users', entityType: 'user', of: COLUMNS, uidOf: ({ uid }: UserView) => uid };
    return this.lists.rows(caller, file, async (last) => (await after(last?.uid)).map((user) => toUserView(user)));
  }

  private matching(caller: Caller, sent: UsersQuery) {
    const filtered = customFieldFilters('users', sent, caller);
    const { query: shown } = filtered;
    const query = { ...shown, from: instantOf(shown.from), to: instantOf(shown.to) };
    const users = this.db.manager.createQueryBuilder(User, 'u');
    if (shown.role !== undefined) users.where(partialIndexOf(shown.role));
    const all = sorted(users, sent.sort ?? '-created_at', SORTS, 'u.uid');
    return { shown, query, all: this.replica.through(narrow(all, 'u.custom_fields', filtered)) };
  }
}
