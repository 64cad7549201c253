import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  ChangeFeed,
  hasTrigram,
  likePattern,
  opaque,
  Replica,
  searched,
  statement,
  type Statement,
} from '../../common/database/index.js';
import type { Counted } from '../../common/http/pagination.js';
import type { ListedBundle } from './bundle-lists.dto.js';
import { LISTED_BUNDLE, rowsOf, type Bounds } from './bundle-lists.queries.js';

/** The newest ids that are kept of what a search found. */
const KEPT_IDS = 1_000;

/** A search by the index that found no more is quick enough to be done again; one that looks at each name never is. */
const KEPT_IF_MANY = `number > ${KEPT_IDS}`;
const ALWAYS_KEPT = 'true';

/** Searches that are kept: some 2 MB. */
const KEPT_SEARCHES = 200;

/** What a search found, and when. */
interface Found {
  /** Of all bundles: while it is the same, so is what the search finds. */
  version: number;
  count: number;
  /** The newest ones. */
  ids: number[];
}

interface SearchRow extends Counted<ListedBundle> {
  version: number;
  /** Null when there is nothing to keep. */
  ids: number[] | null;
}

const VERSION = '(SELECT coalesce(sum(changes), 0)::bigint FROM bundle_counts)';

// The planner must not look at the text: to hold it against a sample of names, anew for each request, takes longer than to
// look a rare one up. A text without three letters or digits in a row has no trigram, so each name is looked at.
const BY_TRIGRAM = searches('bundle-search', `${searched('b.name')} ILIKE ${opaque('$3::text')}`, KEPT_IF_MANY);
const ONE_BY_ONE = searches('bundle-search.short', `lower(b.name) LIKE ${opaque('lower($3::text)')}`, ALWAYS_KEPT);

// $1 the ids of the page, $2 the version when they were found. No row when something has changed since.
const AGAIN = statement(
  'bundle-search.again',
  `SELECT ${rowsOf(LISTED_BUNDLE, `SELECT unnest(${opaque('$1::bigint[]')}) AS id`)} AS rows WHERE ${VERSION} = $2::bigint`,
);

/** @param isKept SQL of whether its outcome is kept */
function searches(name: string, found: string, isKept: string): { all: Statement; ofType: Statement } {
  return {
    all: search(`${name}.all`, found, isKept),
    ofType: search(`${name}.of-type`, `${found} AND b.product_type = $4`, isKept),
  };
}

/** The index finds all that match, for count and page at once: newest first, a rare name would be looked for everywhere. */
function search(name: string, found: string, isKept: string): Statement {
  return statement(
    name,
    `WITH matching AS MATERIALIZED (
       SELECT b.id FROM bundles b WHERE b.deleted_at IS NULL AND ${found}
     ), counted AS MATERIALIZED (SELECT count(*) AS number FROM matching)
     SELECT ${VERSION} AS version, number AS count,
            CASE WHEN ${isKept} THEN
              (SELECT coalesce(json_agg(id), '[]') FROM (SELECT id FROM matching ORDER BY id DESC LIMIT ${KEPT_IDS}) newest) END AS ids,
            ${rowsOf(LISTED_BUNDLE, 'SELECT id FROM matching ORDER BY id DESC LIMIT $1 OFFSET $2')} AS rows
       FROM counted`,
  );
}

/**
 * SQL of the search by name. To find and count what very many names have in them takes long, so the outcome is kept with
 * the version of the catalogue. The database tells in each answer whether the version is still the same: what is kept is
 * exact, on every instance, whoever changes a bundle.
 */
@Injectable()
export class BundleSearchQueries {
  private readonly kept = new LRUCache<string, Found>({ max: KEPT_SEARCHES });

  constructor(
    private readonly replica: Replica,
    feed: ChangeFeed,
  ) {
    // It may be another database that answers now, restored from a backup for example.
    feed.onReset(() => this.kept.clear());
  }

  /**
   * Bundles whose name has a text in it, in any case, newest first. Section 2.6.
   * @param category the product type's machine name; undefined means all
   */
  async bundles(name: string, category: string | undefined, bounds: Bounds): Promise<Counted<ListedBundle>> {
    const key = JSON.stringify([name, category]);
    const again = await this.again(key, bounds);
    if (again !== undefined) return again;
    const values = [bounds.limit, bounds.offset, likePattern(name)];
    const { all, ofType } = hasTrigram(name) ? BY_TRIGRAM : ONE_BY_ONE;
    const [row] =
      category === undefined
        ? await this.replica.query<SearchRow>(all, values)
        : await this.replica.query<SearchRow>(ofType, [...values, category]);
    if (row === undefined) return { rows: [], count: 0 };
    const { version, count, ids, rows } = row;
    if (ids !== null) this.kept.set(key, { version, count, ids });
    return { rows, count };
  }

  /** The page from what was found before, if it is there and nothing has changed. */
  private async again(key: string, { limit, offset }: Bounds): Promise<Counted<ListedBundle> | undefined> {
    const found = this.kept.get(key);
    if (found === undefined) return undefined;
    const isAllKept = found.count === found.ids.length;
    if (!isAllKept && offset + limit > found.ids.length) return undefined;
    const ids = found.ids.slice(offset, offset + limit);
    const [row] = await this.replica.query<{ rows: ListedBundle[] }>(AGAIN, [ids, found.version]);
    return row === undefined ? undefined : { rows: row.rows, count: found.count };
  }
}
