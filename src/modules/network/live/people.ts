import { Injectable } from '@nestjs/common';
import { Database, statement } from '#common/database/index.js';
import { fixed } from '#common/money/fixed.js';
import { ifLoaded, LiveThread, type Measured } from './live-thread.js';
import type { LiveMember } from './tree/reads.js';

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

/** The usernames of the uids $1, as two lists in the same order, which are read sooner than a thousand rows. */
const USERNAMES = statement(
  'live.usernames',
  `SELECT coalesce(json_agg(uid), '[]') AS uids, coalesce(json_agg(username), '[]') AS usernames
     FROM users WHERE uid = ANY ($1::bigint[])`,
);

/** The three volumes of a member's own rows, of the uid $1 from $2 to before $3. */
const OWN_VOLUMES = statement(
  'live.own-volumes',
  `SELECT ARRAY[coalesce(sum(business_volume), 0), coalesce(sum(points), 0), coalesce(sum(cumulative_volume), 0)]::text[] AS volumes
     FROM volume_rows WHERE uid = $1 AND at >= $2 AND at < $3`,
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

/** Volumes of a member's own rows, from the ledger: what the member bought counts at once. */
@Injectable()
export class OwnVolumes {
  constructor(private readonly db: Database) {}

  /**
   * How much more qualifying volume a member has in the open period than the live network knows yet, in whole ten-thousandths;
   * nothing for who is left out there.
   */
  async newer({ uid, own, isLeftOut }: LiveMember, { period, qualifying }: Measured): Promise<number> {
    if (isLeftOut) return 0;
    const values = [uid, new Date(period.from), new Date(period.to)];
    const { volumes } = (await this.db.queryOne<{ volumes: string[] }>(null, OWN_VOLUMES, values))!;
    const volume = Number(fixed(volumes[qualifying]!));
    // A row that the live network is about to leave out.
    return Number.isSafeInteger(volume) ? volume - own : 0;
  }
}

/** Milliseconds that what only adds names waits for the network: without them it is shown all the same. */
const PATIENCE_MS = 2_000;

/** Names of people, for who may see them: a member sees who stands below. See docs/spec/commissions.md#2. */
@Injectable()
export class NamesBelow {
  constructor(
    private readonly live: LiveThread,
    private readonly db: Database,
  ) {}

  /**
   * Usernames by uid, of those of `uids` who stand below a member now; none while the network is loaded.
   * @param uid who looks
   */
  async of(uid: number, uids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const others = [...new Set(uids)];
    if (others.length === 0) return new Map();
    const below = (await ifLoaded(this.live.ask('below', { uid, others }, { patienceMs: PATIENCE_MS }))) ?? [];
    const found = await this.db.queryOne<{ uids: number[]; usernames: string[] }>(null, USERNAMES, [below]);
    const { uids: named, usernames } = found!;
    return new Map(named.map((one, at) => [one, usernames[at]!]));
  }
}
