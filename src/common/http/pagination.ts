import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { IntegerField, TextField } from '../validation/fields.js';

/** Entries of a page when the client does not say. */
const DEFAULT_LIMIT = 50;

/** Most entries of a page. */
const MAX_LIMIT = 100;

/** Query parameters of every list: `limit` 1 to 100, default 50; `offset` from 0. Section 5 of the decisions. */
export class PageQuery {
  @IntegerField({
    optional: true,
    min: 1,
    max: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description: 'entries of a page',
    example: 50,
  })
  limit?: number;

  @IntegerField({ optional: true, min: 0, default: 0, description: 'entries to skip', example: 0 })
  offset?: number;
}

/** Query parameters of every list of the admin module. */
export class SearchQuery extends PageQuery {
  @TextField({ optional: true, min: 0, max: 200, description: 'part of a name, in any case', example: 'shop' })
  search?: string;
}

/** The paged list envelope of section 2.8 of the specification. */
export interface Page<Item> {
  results: Item[];
  count: number;
  previous: string | null;
  next: string | null;
}

/** The rows of one page and the number of all of them. */
export interface Counted<Item> {
  rows: Item[];
  count: number;
}

/** Makes paged answers whose links are built from `PUBLIC_URL`, never from the request's host. */
@Injectable()
export class Pager {
  constructor(private readonly config: Config) {}

  /** The bounds of a page. */
  static bounds({ limit = DEFAULT_LIMIT, offset = 0 }: PageQuery): { limit: number; offset: number } {
    return { limit, offset };
  }

  /**
   * @param path the list's path from the root, such as `/api/v1/commerce/product/list/`
   * @param query the query as validated; its other parameters are kept in the links
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
