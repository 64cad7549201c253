import { Injectable } from '@nestjs/common';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { Config } from '../config/config.js';
import { likePattern } from '../database/index.js';
import { IntegerField, TextField } from '../validation/fields.js';
import { DOWNLOADED_ROWS } from './csv.js';
import { type ExactFirst, findExactFirst, foundRows, whereFound } from './exact-first.js';

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
  @LimitField() limit?: number;
  @OffsetField() offset?: number;

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
  /** What all of them come to, if that was asked for; null for too many. */
  sums?: readonly object[] | null;
}

/** The rows of a page and the total count. */
export interface Counted<Item> {
  rows: Item[];
  count: number;
  sums?: readonly object[] | null | undefined;
}

/** SQL conditions by query parameter, with the value as `:name`; for `search` it is an ILIKE pattern, unless exact matches come first. */
export type Filters<Query> = { readonly [Name in Exclude<keyof Query, keyof PageQuery>]?: string | ExactFirst };

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
    const some = all.clone();
    const search = filtered(some, query, filters);
    if (search !== undefined) {
      const by = query.exactOnly === true ? { ...search.by, others: [] } : search.by;
      return findExactFirst(some, search.text, by, { limit, offset });
    }
    const rows = await cut(some, limit, offset).getMany();
    if (rows.length < limit && (rows.length > 0 || offset === 0)) return { rows, count: offset + rows.length };
    return { rows, count: most === undefined ? await some.getCount() : await countUpTo(some, most) };
  }

  /**
   * Reads all matching entries batch by batch, in the order of a key, for a CSV file of the list.
   * @param all the sorted query without filters
   * @param key a unique column with an index
   * @returns reads those behind a value of the key, or the first ones
   */
  static batches<Entity extends ObjectLiteral, Query extends PageQuery>(
    query: Query,
    all: SelectQueryBuilder<Entity>,
    filters: Filters<Query>,
    key: string,
  ): (last: number | string | undefined) => Promise<Entity[]> {
    const some = matched(all, query, filters).orderBy(key).limit(DOWNLOADED_ROWS);
    return (last) => (last === undefined ? some : some.clone().andWhere(`${key} > :last`, { last })).getMany();
  }

  /**
   * Reads all matching entries batch by batch, in the order of the list: each call those behind the ones before.
   * @param all the sorted query without filters; one way, by columns that are never null, the last one unique
   */
  static following<Entity extends ObjectLiteral, Query extends PageQuery>(
    query: Query,
    all: SelectQueryBuilder<Entity>,
    filters: Filters<Query>,
  ): () => Promise<Entity[]> {
    const sorts = Object.entries(all.expressionMap.orderBys);
    const [[first], [, way]] = [sorts[0]!, sorts[0]!];
    const some = matched(all, query, filters).limit(DOWNLOADED_ROWS);
    // As texts, which are exact: a date has no microseconds.
    sorts.forEach(([column], at) =>
      some.addSelect(`(${column})::text`, `last_${at}`).addOrderBy(column, way as 'ASC' | 'DESC'),
    );
    const sign = way === 'DESC' ? '<' : '>';
    // The first alone leaves out partitions.
    const behind = `${first} ${sign}= :last_0
      AND (${sorts.map(([column]) => column).join()}) ${sign} (${sorts.map((_, at) => `:last_${at}`).join()})`;
    let last: Readonly<Record<string, string>> | undefined;
    return async () => {
      const batch = last === undefined ? some : some.clone().andWhere(behind, last);
      const { entities, raw } = await batch.getRawAndEntities<Record<string, string>>();
      last = raw.at(-1);
      return entities;
    };
  }

  /**
   * @param path the list's path from the root, such as `/api/v1/commerce/product/list/`
   * @param query the validated query; the links keep its other parameters
   */
  page<Item>(path: string, query: PageQuery, { rows, count, sums }: Counted<Item>): Page<Item> {
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
      ...(sums !== undefined && { sums }),
    };
  }
}

/** Narrows a list by its filters, but for a search with exact matches first, which is given back. */
function filtered<Entity extends ObjectLiteral, Query extends PageQuery>(
  all: SelectQueryBuilder<Entity>,
  query: Query,
  filters: Filters<Query>,
): { text: string; by: ExactFirst } | undefined {
  let search: { text: string; by: ExactFirst } | undefined;
  for (const [name, filter] of Object.entries(filters) as [keyof Query & string, string | ExactFirst][]) {
    const value = query[name];
    if (value === undefined) continue;
    if (typeof filter === 'string')
      all.andWhere(`(${filter})`, { [name]: name === 'search' ? likePattern(String(value)) : value });
    else if (value !== '') search = { text: String(value), by: filter };
  }
  return search;
}

/** All that the filters let through, in no order; of a search, what its pages count. */
export function counted<Entity extends ObjectLiteral, Query extends PageQuery>(
  all: SelectQueryBuilder<Entity>,
  query: Query,
  filters: Filters<Query>,
): SelectQueryBuilder<Entity> {
  const some = all.clone();
  const search = filtered(some, query, filters);
  if (search === undefined) return some.orderBy();
  const { id, rows } = foundRows(some, search.text, search.by);
  return some.andWhere(`${id} IN (SELECT id FROM (${rows}) found)`).orderBy();
}

/** All that the filters let through, in no order, for a file. */
function matched<Entity extends ObjectLiteral, Query extends PageQuery>(
  all: SelectQueryBuilder<Entity>,
  query: Query,
  filters: Filters<Query>,
): SelectQueryBuilder<Entity> {
  const some = all.clone();
  const search = filtered(some, query, filters);
  if (search !== undefined) some.andWhere(whereFound(some, search.text, search.by));
  return some.orderBy();
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
  // By the key alone, so that the filters are asked once.
  return all.clone().where(`(${key.join(', ')}) IN (${page.getQuery()})`);
}

/** In the order of the list where that is by time, so that both read the same partitions; any other order would only cost. */
async function countUpTo<Entity extends ObjectLiteral>(all: SelectQueryBuilder<Entity>, most: number): Promise<number> {
  const matching = all.clone().select('1').limit(most);
  const [sort = ''] = Object.keys(all.expressionMap.orderBys);
  if (!sort.endsWith('.at')) matching.orderBy();
  const counted = all.createQueryBuilder().select('count(*)', 'count').from(`(${matching.getQuery()})`, 'matching');
  return (await counted.setParameters(matching.getParameters()).getRawOne<{ count: number }>())?.count ?? 0;
}
