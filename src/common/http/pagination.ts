import { Injectable } from '@nestjs/common';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { Config } from '../config/config.js';
import { likePattern } from '../database/index.js';
import { IntegerField, TextField } from '../validation/fields.js';
import { type ExactFirst, findExactFirst } from './exact-first.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

/** Rows up to which a list is counted and read, which keeps a page of many millions as quick as one of a few. */
export const COUNTED_ROWS = 100_000;

/** The page size: 1 to 100, default 50. */
export function LimitField(): PropertyDecorator {
  return IntegerField({
    optional: true,
    min: 1,
    max: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description: 'page size',
    example: 50,
  });
}

/** The entries before the page: from 0, the default. */
export function OffsetField(description = 'number of entries to skip', max?: number): PropertyDecorator {
  return IntegerField({ optional: true, min: 0, max, default: 0, description, example: 0 });
}

/**
 * The same for a list of millions, of which no more than {@link COUNTED_ROWS} are read.
 * @param otherwise how to get at the others, such as “go further back by `to`”
 */
export function CountedOffsetField(otherwise?: string): PropertyDecorator {
  const skipped = 'number of entries to skip';
  return OffsetField(otherwise === undefined ? skipped : `${skipped}; ${otherwise}`, COUNTED_ROWS);
}

/** Query parameters of every list. See docs/spec/service.md#5. */
export class PageQuery {
  @LimitField()
  limit?: number;

  @OffsetField()
  offset?: number;

  /** No parameter: of a list that is searched only what has exactly the text. */
  exactOnly?: boolean;
}

/** Query parameters of every list of the admin module. */
export class SearchQuery extends PageQuery {
  @TextField({
    optional: true,
    min: 0,
    max: 200,
    description: 'part of a name, case-insensitive; in lists with ids an exact match comes first',
    example: 'shop',
  })
  search?: string;
}

/** The paged list envelope of docs/spec/commerce-api.md#2.8. */
export interface Page<Item> {
  results: Item[];
  count: number;
  previous: string | null;
  next: string | null;
}

/** The rows of a page and the total count. */
export interface Counted<Item> {
  rows: Item[];
  count: number;
}

/** SQL conditions by query parameter, with the value as `:name`; for `search` it is an ILIKE pattern, unless exact matches come first. */
type Filters<Query> = { readonly [Name in Exclude<keyof Query, keyof PageQuery>]?: string | ExactFirst };

/** Builds pages. Links start with `PUBLIC_URL`, never with the request's host. */
@Injectable()
export class Pager {
  constructor(private readonly config: Config) {}

  static bounds({ limit = DEFAULT_LIMIT, offset = 0 }: PageQuery): { limit: number; offset: number } {
    return { limit, offset };
  }

  /**
   * A page of a list of the admin module.
   * @param all the sorted query without filters
   * @param most entries that are counted; default: all. Pages behind them can still be read.
   */
  async list<Entity extends ObjectLiteral, Item, Query extends PageQuery>(
    path: string,
    query: Query,
    all: SelectQueryBuilder<Entity>,
    filters: Filters<Query>,
    view: (entity: Entity) => Item,
    most?: number,
  ): Promise<Page<Item>> {
    const { rows, count } = await Pager.find(query, all, filters, most);
    return this.page(path, query, { rows: rows.map((entity) => view(entity)), count });
  }

  /** The entities of such a page, for views that need more than each of them. */
  static async find<Entity extends ObjectLiteral, Query extends PageQuery>(
    query: Query,
    all: SelectQueryBuilder<Entity>,
    filters: Filters<Query>,
    most?: number,
  ): Promise<Counted<Entity>> {
    const { limit, offset } = Pager.bounds(query);
    let search: { text: string; by: ExactFirst } | undefined;
    for (const [name, filter] of Object.entries(filters) as [keyof Query & string, string | ExactFirst][]) {
      const value = query[name];
      if (value === undefined) continue;
      if (typeof filter === 'string')
        all.andWhere(`(${filter})`, { [name]: name === 'search' ? likePattern(String(value)) : value });
      else if (value !== '') search = { text: String(value), by: filter };
    }
    if (search !== undefined) {
      const by = query.exactOnly === true ? { ...search.by, others: [] } : search.by;
      return findExactFirst(all, search.text, by, { limit, offset });
    }
    if (most === undefined) {
      const rows = await cut(all, limit, offset).getMany();
      const isLast = rows.length > 0 && rows.length < limit;
      return { rows, count: isLast ? offset + rows.length : await all.getCount() };
    }
    const count = await countUpTo(all, most);
    const isBefore = offset < count || count === most;
    return { rows: isBefore ? await cut(all, limit, offset).getMany() : [], count };
  }

  /**
   * @param path the list's path from the root, such as `/api/v1/commerce/product/list/`
   * @param query the validated query; the links keep its other parameters
   */
  page<Item>(path: string, query: PageQuery, { rows, count }: Counted<Item>): Page<Item> {
    const { limit, offset } = Pager.bounds(query);
    const link = (at: number): string => {
      const url = new URL(path, this.config.publicUrl);
      for (const [name, value] of Object.entries({ ...query, limit, offset: at })) {
        if (value !== undefined) url.searchParams.set(name, String(value));
      }
      return url.href;
    };
    return {
      results: rows,
      count,
      previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
      next: offset + limit < count ? link(offset + limit) : null,
    };
  }
}

/** The page is cut before its rows are read whole: what is skipped is not read, and all of a row is of one moment. */
function cut<Entity extends ObjectLiteral>(
  all: SelectQueryBuilder<Entity>,
  limit: number,
  offset: number,
): SelectQueryBuilder<Entity> {
  const { name, metadata } = all.expressionMap.mainAlias!;
  const key = metadata.primaryColumns.map(({ propertyPath }) => `${name}.${propertyPath}`);
  const page = all.clone().select(key).limit(limit).offset(offset);
  return all.clone().andWhere(`(${key.join(', ')}) IN (${page.getQuery()})`);
}

/** In the order of the list, so that both read the same partitions. */
async function countUpTo<Entity extends ObjectLiteral>(all: SelectQueryBuilder<Entity>, most: number): Promise<number> {
  const matching = all.clone().select('1').limit(most);
  const counted = all.createQueryBuilder().select('count(*)', 'count').from(`(${matching.getQuery()})`, 'matching');
  return (await counted.setParameters(matching.getParameters()).getRawOne<{ count: number }>())?.count ?? 0;
}
