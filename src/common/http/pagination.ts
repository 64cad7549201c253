import { Injectable } from '@nestjs/common';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { Config } from '../config/config.js';
import { likePattern } from '../database/index.js';
import { IntegerField, TextField } from '../validation/fields.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

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
export function OffsetField(): PropertyDecorator {
  return IntegerField({ optional: true, min: 0, default: 0, description: 'number of entries to skip', example: 0 });
}

/** Query parameters of every list. See docs/spec/service.md#5. */
export class PageQuery {
  @LimitField()
  limit?: number;

  @OffsetField()
  offset?: number;
}

/** Query parameters of every list of the admin module. */
export class SearchQuery extends PageQuery {
  @TextField({
    optional: true,
    min: 0,
    max: 200,
    description: 'part of a name, case-insensitive; what is exactly the text comes first, where a list has ids',
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

/** SQL conditions by query parameter, with the value as `:name`; for `search` it is an ILIKE pattern. */
type Filters<Query> = { readonly [Name in Exclude<keyof Query, keyof PageQuery>]?: string };

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
   * @param most entries that are counted and read at most; default: all
   */
  async list<Entity extends ObjectLiteral, Item, Query extends PageQuery>(
    path: string,
    query: Query,
    all: SelectQueryBuilder<Entity>,
    filters: Filters<Query>,
    view: (entity: Entity) => Item,
    most?: number,
  ): Promise<Page<Item>> {
    for (const [name, sql] of Object.entries(filters) as [keyof Query & string, string][]) {
      const value = query[name];
      if (value === undefined) continue;
      all.andWhere(`(${sql})`, { [name]: name === 'search' ? likePattern(String(value)) : value });
    }
    const { limit, offset } = Pager.bounds(query);
    if (most === undefined) {
      const [entities, count] = await all.limit(limit).offset(offset).getManyAndCount();
      return this.page(path, query, { rows: entities.map((entity) => view(entity)), count });
    }
    const count = await countUpTo(all, most);
    const entities = offset < count ? await all.limit(limit).offset(offset).getMany() : [];
    return this.page(path, query, { rows: entities.map((entity) => view(entity)), count });
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

/** In the order of the list, so that both read the same partitions. */
async function countUpTo<Entity extends ObjectLiteral>(all: SelectQueryBuilder<Entity>, most: number): Promise<number> {
  const matching = all.clone().select('1').limit(most);
  const counted = all.createQueryBuilder().select('count(*)', 'count').from(`(${matching.getQuery()})`, 'matching');
  return (await counted.setParameters(matching.getParameters()).getRawOne<{ count: number }>())?.count ?? 0;
}
