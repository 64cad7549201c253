import { Injectable } from '@nestjs/common';
import type { Caller, Role } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { customFieldFilters, narrow } from '#common/custom-fields/index.js';
import { Database, Replica } from '#common/database/index.js';
import { type CsvColumn, plainColumn, textColumn } from '#common/http/csv.js';
import { COUNTED_ROWS } from '#common/http/pagination.js';
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
    private readonly lists: AdminLists,
  ) {}

  /**
   * Users who match; `search` matches uids, usernames, e-mail addresses and names, and whoever has exactly this uid, username
   * or e-mail address comes first. The file is in the order of uids.
   */
  list(caller: Caller, sent: UsersQuery, reader?: Caller): Promise<ListAnswer<UserView>> {
    const filtered = customFieldFilters('users', sent, caller);
    const { query: asked } = filtered;
    const query = { ...asked, from: instantOf(asked.from), to: instantOf(asked.to) };
    const users = this.db.manager.createQueryBuilder(User, 'u');
    if (asked.role !== undefined) users.where(partialIndexOf(asked.role));
    const sorting = sorted(users, sent.sort ?? '-created_at', SORTS, 'u.uid');
    const all = this.replica.through(narrow(sorting, 'u.custom_fields', filtered));
    const view = (user: User): UserView => toUserView(user, caller);
    const file = { name: 'users', entityType: 'user', of: COLUMNS, uidOf: ({ uid }: UserView) => uid };
    const list = { asked, query, all, fileBy: 'u.uid', filters: FILTERS, view, most: COUNTED_ROWS, file };
    return this.lists.answer(list, reader);
  }
}
