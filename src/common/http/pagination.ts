import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { Config } from '../config/config.js';
import { likePattern } from '../database/index.js';
import { IntegerField, TextField } from '../validation/fields.js';
import { DOWNLOADED_ROWS } from './csv.js';
import { type ExactFirst, findExactFirst, foundRows, whereFound } from './exact-first.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

/** Rows up to which a list is counted, and its pages lead, which keeps a page of many millions as quick as one of a few. */
export const COUNTED_ROWS = 50_000;

/** Rows that a page of such a list may skip, if somebody asks for it by `offset`. */
const SKIPPED_ROWS = 100_000;

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
 * The same for a list of millions.
 * @param otherwise how to get at the others, such as “go further back by `to`”
 */
export function CountedOffsetField(otherwise?: string): PropertyDecorator {
  const skipped = 'number of entries to skip';
  return OffsetField(otherwise === undefined ? skipped : `${skipped}; ${otherwise}`, SKIPPED_ROWS);
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
    description: 'part of a name or another text, case-insensitive; in lists with ids an exact match comes first',
    example: 'shop',
  })
  search?: string;
}

/** The paged list envelope of docs/spec/commerce-api.md#2.8. Until the page is sent, `previous` and `next` are only a query (`?…`). */
export class Page<Item> {
  results: Item[];
  count: number;
  previous: string | null;
  next: string | null;
  /** What all of them come to, if that was asked for; null for too many. */
  sums?: readonly object[] | null | undefined;

  /** @param query the validated query; the links keep its other parameters */
  constructor(query: PageQuery, { rows, count, sums }: Counted<Item>) {
    const { limit, offset } = Pager.bounds(query);
    const link = (at: number): string => {
      const parameters = new URLSearchParams();
      for (const [name, value] of Object.entries({ ...query, limit, offset: at })) {
        if (value !== undefined) parameters.set(name, String(value));
      }
      return `?${parameters.toString()}`;
    };
    this.results = rows;
    this.count = count;
    this.previous = offset > 0 ? link(Math.max(0, offset - limit)) : null;
    this.next = offset + limit < count ? link(offset + limit) : null;
    this.sums = sums;
  }
}

/** The data of an answer; a page gets absolute links below `PUBLIC_URL`, whatever host the request names. */
export function withAbsoluteLinks(data: unknown, { url }: FastifyRequest, publicUrl: string): unknown {
  if (!(data instanceof Page)) return data;
  // A request may name a whole address, of which the host may be no host at all: only its path counts, as for the router.
  const path = url.replace(/^https?:\/\/[^/]*/, '').split('?', 1)[0]!;
  return absolute(data, path, publicUrl);
}

function absolute<Item>(page: Page<Item>, path: string, publicUrl: string): Page<Item> {
  const whole = (link: string | null): string | null => {
    if (link === null) return null;
    const list = new URL(publicUrl);
    list.pathname = path.replace(/\/?$/, '/');
    list.search = link;
    return list.href;
  };
  return { ...page, previous: whole(page.previous), next: whole(page.next) };
}

/** The rows of a page and the total count. */
export interface Counted<Item> {
  rows: Item[];
  count: number;
  sums?: readonly object[] | null | undefined;
}

/** SQL conditions by query parameter, with the value as `:name`; for `search` it is an ILIKE pattern, unless exact matches come first. */
export type Filters<Query> = { readonly [Name in Exclude<keyof Query, keyof PageQuery>]?: string | ExactFirst };

/** Reads pages. */
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
  static async list<Entity extends ObjectLiteral, Item, Query extends PageQuery>(
    query: Query,
    all: SelectQueryBuilder<Entity>,
    filters: Filters<Query>,
    view: (entity: Entity) => Item,
    most?: number,
  ): Promise<Page<Item>> {
    const { rows, count } = await Pager.find(query, all, filters, most);
    return new Page(query, { rows: rows.map((entity) => view(entity)), count });
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

  /** A page with absolute links to a path: for extensions that put it into another answer, where a {@link Page} would keep only queries. */
  page<Item>(path: string, query: PageQuery, counted: Counted<Item>): Page<Item> {
    return absolute(new Page(query, counted), path, this.config.publicUrl);
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
