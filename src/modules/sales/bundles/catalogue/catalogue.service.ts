import { Injectable } from '@nestjs/common';
import { Config } from '#common/config/config.js';
import { Replica, type Statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { API_VERSION } from '#common/http/api-version.js';
import { type Counted, type Page, type PageQuery, Pager } from '#common/http/pagination.js';
import { Currency } from '#common/money/currency.js';
import { API_PRODUCT_TYPE } from '../bundle.rules.js';
import { CatalogueSearchQueries } from './catalogue-search.queries.js';
import {
  type BundleDetailsQuery,
  BundleDetailsView,
  DETAIL_FIELDS,
  type FacetsView,
  type ListedApiBundle,
  type ProductFiltersQuery,
  type ProductListEntry,
  type ProductListQuery,
  toBundleDetailsView,
} from './catalogue.dto.js';
import { BundleSearchQueries, LIST_ALL, LIST_API, LIST_OF_TYPE } from './catalogue.queries.js';

/** The catalogue as clients read it, without deleted bundles. See docs/spec/commerce-api.md#4.3; docs/spec/service.md#5. */
@Injectable()
export class CatalogueService {
  constructor(
    private readonly replica: Replica,
    private readonly search: BundleSearchQueries,
    private readonly catalogue: CatalogueSearchQueries,
    private readonly currency: Currency,
    private readonly pager: Pager,
    private readonly config: Config,
  ) {}

  /**
   * Bundles of all types with their products. See docs/spec/commerce-api.md#2.6.
   * @param languages those that the client prefers, best first
   */
  async list(query: ProductListQuery, languages: readonly string[]): Promise<Page<ProductListEntry>> {
    const name = nonBlank(query.name);
    const category = nonBlank(query.category);
    let found: Counted<ProductListEntry>;
    if (isBeyondLists(query)) found = await this.find(query, languages);
    else if (name !== undefined) found = await this.search.bundles(name, category, Pager.bounds(query));
    else if (category === undefined) found = await this.read(LIST_ALL, query);
    else found = await this.read(LIST_OF_TYPE, query, [category]);
    const filtered = { ...query, name, category };
    return this.pager.page(this.path('list/'), filtered, found);
  }

  /**
   * A bundle with all that a page needs which sells it.
   * @param languages those that the client prefers, best first
   * @throws AppError NOT_FOUND
   */
  async details(query: BundleDetailsQuery, languages: readonly string[]): Promise<BundleDetailsView> {
    const row = await this.catalogue.details(query.bundle_id);
    if (row === undefined) throw AppError.notFound('bundle');
    const { translations, ...view } = toBundleDetailsView(row, languages, this.currency);
    return query.languages === 'all' ? { ...view, translations: translations! } : view;
  }

  /** By what the bundles that match can be narrowed. */
  facets(filters: ProductFiltersQuery): Promise<FacetsView> {
    return this.catalogue.facets(filters);
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

  private async find(query: ProductListQuery, languages: readonly string[]): Promise<Counted<ProductListEntry>> {
    const { rows, count } = await this.catalogue.find(query, query.sort ?? 'newest', Pager.bounds(query));
    const fields = new Set(query.fields?.split(','));
    const views = rows.map((row) => toBundleDetailsView(row, languages, this.currency));
    return { rows: views.map((view) => entryOf(view, fields)), count };
  }

  private path(tail: string): string {
    return `/${this.config.apiPrefix}/${API_VERSION}/commerce/product/${tail}`;
  }
}

/** A blank filter is none. */
function nonBlank(filter: string | undefined): string | undefined {
  return filter === undefined || filter.trim() === '' ? undefined : filter;
}

/** Whether a request asks for more than the two filters and the order of the specified list, which are the fastest. */
function isBeyondLists({ name: _, category: __, limit: ___, offset: ____, ...more }: ProductListQuery): boolean {
  return Object.values(more).some((value) => value !== undefined);
}

/** The specified fields, and those that were asked for. */
function entryOf(view: BundleDetailsView, fields: ReadonlySet<string>): ProductListEntry {
  const entries = Object.entries(view).filter(
    ([name]) => fields.has(name) || !(DETAIL_FIELDS as readonly string[]).includes(name),
  );
  return Object.fromEntries(entries) as unknown as ProductListEntry;
}
