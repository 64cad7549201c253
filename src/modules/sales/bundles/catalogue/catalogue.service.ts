import { Injectable } from '@nestjs/common';
import { Replica, type Statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { type Counted, Page, type PageQuery, Pager } from '#common/http/pagination.js';
import { Currency } from '#common/money/currency.js';
import { API_PRODUCT_TYPE } from '../bundle.rules.js';
import { CatalogueSearchQueries, BundleSearchQueries, LIST_ALL, LIST_API, LIST_OF_TYPE } from './catalogue.queries.js';
import type { BundleDetailsQuery, ProductFiltersQuery, ProductListQuery } from './catalogue.dto.js';
import {
  BundleDetailsView,
  DETAIL_FIELDS,
  type FacetsView,
  type ListedApiBundle,
  type ListedBundle,
  type ProductListEntry,
  toBundleDetailsView,
} from './catalogue.view.js';

/** The catalogue as clients read it, without deleted bundles. See docs/spec/commerce-api.md#4.3; docs/decisions/0094-a-catalogue-that-shops-can-read.md. */
@Injectable()
export class CatalogueService {
  constructor(
    private readonly replica: Replica,
    private readonly search: BundleSearchQueries,
    private readonly catalogue: CatalogueSearchQueries,
    private readonly currency: Currency,
  ) {}

  /**
   * Bundles of all types with their products. See docs/spec/commerce-api.md#2.6; decision 94.
   * @param languages those that the client prefers, best first
   * @param isVisitor sees what is active alone
   */
  async list(
    query: ProductListQuery,
    languages: readonly string[],
    isVisitor: boolean,
  ): Promise<Page<ProductListEntry>> {
    const filtered = { ...query, name: nonBlank(query.name), category: nonBlank(query.category) };
    const fields = query.fields?.split(',') ?? [];
    const { rows, count } = await this.find(filtered, isVisitor);
    const isWhole = (row: { bundle_id: string }): row is ListedBundle => 'name' in row;
    const entries =
      fields.length === 0 && rows.every(isWhole)
        ? rows
        : (await this.detailsOf(rows, languages, isVisitor)).map((view) => entryOf(view, fields));
    return new Page(filtered, { rows: entries, count });
  }

  /**
   * A bundle with all that a page needs which sells it.
   * @param languages those that the client prefers, best first
   * @param isVisitor sees what is active alone
   * @throws AppError NOT_FOUND
   */
  async details(
    { bundle_id, languages: which }: BundleDetailsQuery,
    languages: readonly string[],
    isVisitor: boolean,
  ): Promise<BundleDetailsView> {
    const [found] = await this.detailsOf([{ bundle_id }], languages, isVisitor);
    if (found === undefined || (isVisitor && found.status !== 'active')) throw AppError.notFound('bundle');
    const { translations, ...view } = found;
    return which === 'all' ? { ...view, translations: translations! } : view;
  }

  /**
   * By what the bundles that match can be narrowed.
   * @param isVisitor sees what is active alone
   */
  facets(filters: ProductFiltersQuery, isVisitor: boolean): Promise<FacetsView> {
    return this.catalogue.facets(filters, isVisitor);
  }

  /** Bundles of the API product type with their products. See docs/spec/commerce-api.md#2.7. */
  async listApiBundles(query: PageQuery): Promise<Page<ListedApiBundle>> {
    const found = await this.read<ListedApiBundle>(LIST_API, query, [API_PRODUCT_TYPE]);
    return new Page(query, found);
  }

  private async read<Bundle>(sql: Statement, query: PageQuery, filters: string[] = []): Promise<Counted<Bundle>> {
    const { limit, offset } = Pager.bounds(query);
    const [row] = await this.replica.queryAnnounced<Counted<Bundle>>(sql, [limit, offset, ...filters]);
    return row ?? { rows: [], count: 0 };
  }

  /** The bundles of a page, by the fastest way: that of the specified list, its two filters and its order, where it will do. */
  private async find(
    query: ProductListQuery,
    isVisitor: boolean,
  ): Promise<Counted<ListedBundle | { bundle_id: string }>> {
    const { name, category, limit: _, offset: __, fields: ___, sort = 'newest', ...others } = query;
    if (isVisitor || sort !== 'newest' || Object.values(others).some((value) => value !== undefined)) {
      const { rows, count } = await this.catalogue.find(query, isVisitor, sort, Pager.bounds(query));
      return { rows: rows.map((bundle_id) => ({ bundle_id })), count };
    }
    if (name !== undefined) return this.search.bundles(name, category, Pager.bounds(query));
    return category === undefined ? this.read(LIST_ALL, query) : this.read(LIST_OF_TYPE, query, [category]);
  }

  private async detailsOf(
    bundles: readonly { bundle_id: string }[],
    languages: readonly string[],
    isVisitor: boolean,
  ): Promise<BundleDetailsView[]> {
    const rows = await this.catalogue.details(bundles.map(({ bundle_id }) => bundle_id));
    return rows.map((row) => {
      const products = isVisitor ? row.products.filter(({ status }) => status === 'active') : row.products;
      return toBundleDetailsView({ ...row, products }, languages, this.currency);
    });
  }
}

/** A blank filter is none. */
function nonBlank(filter: string | undefined): string | undefined {
  return filter === undefined || filter.trim() === '' ? undefined : filter;
}

/** The specified fields, and those that were asked for; with these come the custom fields. */
function entryOf(view: BundleDetailsView, fields: readonly string[]): ProductListEntry {
  const isSpecified = (name: string): boolean =>
    name !== 'custom_fields' && !(DETAIL_FIELDS as readonly string[]).includes(name);
  const entries = Object.entries(view).filter(
    ([name]) => isSpecified(name) || fields.includes(name) || (name === 'custom_fields' && fields.length > 0),
  );
  return Object.fromEntries(entries) as unknown as ProductListEntry;
}
