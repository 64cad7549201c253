import { Injectable } from '@nestjs/common';
import { Database, statement } from '#common/database/index.js';
import { UsersService } from '#people/users/index.js';
import { ifLoaded, LiveThread } from './live-thread.js';

/** What others in the network see of a person. */
export interface PersonRow {
  uid: number;
  username: string;
  name: string;
  country_code: string | null;
}

/** People, of the uids $1. */
const PEOPLE = statement(
  'live.people',
  `SELECT uid, username, trim(concat(first_name, ' ', last_name)) AS name, country_code
     FROM users WHERE uid = ANY ($1::bigint[])`,
);

/** The names of those who are read from memory. */
@Injectable()
export class People {
  constructor(private readonly db: Database) {}

  /** The people that members are, in one statement. */
  async of(members: readonly { readonly uid: number }[]): Promise<(member: { readonly uid: number }) => PersonRow> {
    const rows = await this.db.query<PersonRow>(null, PEOPLE, [members.map(({ uid }) => uid)]);
    const found = new Map(rows.map((row) => [row.uid, row]));
    return ({ uid }) => found.get(uid)!;
  }
}

/** Milliseconds that what only adds names waits for the network: without them it is shown all the same. */
const PATIENCE_MS = 2_000;

/** Names of people, for who may see them: a member sees who stands below. See docs/spec/commissions.md#2. */
@Injectable()
export class NamesBelow {
  constructor(
    private readonly live: LiveThread,
    private readonly users: UsersService,
  ) {}

  /**
   * Usernames by uid, of those of `uids` who stand below a member now; none while the network is loaded.
   * @param uid who looks
   */
  async of(uid: number, uids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const others = [...new Set(uids)];
    if (others.length === 0) return new Map();
    const below = (await ifLoaded(this.live.ask('below', { uid, others }, { patienceMs: PATIENCE_MS }))) ?? [];
    return this.users.usernames(below);
  }
}
