import { Injectable } from '@nestjs/common';
import { Config } from '../../common/config/config.js';
import { API_VERSION } from '../../common/http/api-version.js';
import { Pager, type Page, type PageQuery } from '../../common/http/pagination.js';
import type { ListedApiBundle, ListedBundle, ProductListQuery } from './bundle-lists.dto.js';
import { BundleListQueries } from './bundle-lists.queries.js';
import { BundleSearchQueries } from './bundle-search.queries.js';
import { API_PRODUCT_TYPE } from './bundle.rules.js';

/** The two lists of bundles: newest first, deleted ones left out. Section 4.3; section 5 of the decisions. */
@Injectable()
export class BundleListsService {
  constructor(
    private readonly queries: BundleListQueries,
    private readonly search: BundleSearchQueries,
    private readonly pager: Pager,
    private readonly config: Config,
  ) {}

  /** Bundles of all types with their products. Section 2.6. */
  async list(query: ProductListQuery): Promise<Page<ListedBundle>> {
    const filter = { name: meant(query.name), category: meant(query.category) };
    const bounds = Pager.bounds(query);
    const found = await (filter.name === undefined
      ? this.queries.bundles(filter.category, bounds)
      : this.search.bundles(filter.name, filter.category, bounds));
    return this.pager.page(this.path('list/'), { ...query, ...filter }, found);
  }

  /** Bundles of the API product type with their products. Section 2.7. */
  async listApiBundles(query: PageQuery): Promise<Page<ListedApiBundle>> {
    const found = await this.queries.apiBundles(API_PRODUCT_TYPE, Pager.bounds(query));
    return this.pager.page(this.path('list/api-products/'), query, found);
  }

  private path(tail: string): string {
    return `/${this.config.apiPrefix}/${API_VERSION}/commerce/product/${tail}`;
  }
}

/** A blank filter is none. */
function meant(filter: string | undefined): string | undefined {
  return filter === undefined || filter.trim() === '' ? undefined : filter;
}
