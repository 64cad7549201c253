import { Injectable } from '@nestjs/common';
import { Config } from '#common/config/config.js';
import { Replica, type Statement } from '#common/database/index.js';
import { API_VERSION } from '#common/http/api-version.js';
import { type Counted, type Page, type PageQuery, Pager } from '#common/http/pagination.js';
import { API_PRODUCT_TYPE } from '../bundle.rules.js';
import type { ListedApiBundle, ListedBundle, ProductListQuery } from './bundle-lists.dto.js';
import { BundleSearchQueries, LIST_ALL, LIST_API, LIST_OF_TYPE } from './bundle-lists.queries.js';

/** The two lists of bundles: newest first, deleted ones left out. See docs/spec/commerce-api.md#4.3; docs/spec/service.md#5. */
@Injectable()
export class BundleListsService {
  constructor(
    private readonly replica: Replica,
    private readonly search: BundleSearchQueries,
    private readonly pager: Pager,
    private readonly config: Config,
  ) {}

  /** Bundles of all types with their products. See docs/spec/commerce-api.md#2.6. */
  async list(query: ProductListQuery): Promise<Page<ListedBundle>> {
    const name = nonBlank(query.name);
    const category = nonBlank(query.category);
    let found: Counted<ListedBundle>;
    if (name !== undefined) found = await this.search.bundles(name, category, Pager.bounds(query));
    else if (category === undefined) found = await this.read(LIST_ALL, query);
    else found = await this.read(LIST_OF_TYPE, query, [category]);
    const filtered = { ...query, name, category };
    return this.pager.page(this.path('list/'), filtered, found);
  }

  /** Bundles of the API product type with their products. See docs/spec/commerce-api.md#2.7. */
  async listApiBundles(query: PageQuery): Promise<Page<ListedApiBundle>> {
    const found = await this.read<ListedApiBundle>(LIST_API, query, [API_PRODUCT_TYPE]);
    return this.pager.page(this.path('list/api-products/'), query, found);
  }

  private async read<Bundle>(sql: Statement, query: PageQuery, filters: string[] = []): Promise<Counted<Bundle>> {
    const { limit, offset } = Pager.bounds(query);
    const [row] = await this.replica.queryAnnounced<Counted<Bundle>>(sql, [limit, offset, ...filters]);
    return row ?? { rows: [], count: 0 };
  }

  private path(tail: string): string {
    return `/${this.config.apiPrefix}/${API_VERSION}/commerce/product/${tail}`;
  }
}

/** A blank filter is none. */
function nonBlank(filter: string | undefined): string | undefined {
  return filter === undefined || filter.trim() === '' ? undefined : filter;
}
