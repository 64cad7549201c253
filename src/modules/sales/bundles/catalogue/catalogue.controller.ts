import { Query } from '@nestjs/common';
import { Costly } from '#common/http/costly.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { IsVisitorParam } from '#common/access/index.js';
import { ACCEPT_LANGUAGE_HEADER, LanguagesParam } from '#common/languages.js';
import { type Page, PageQuery } from '#common/http/pagination.js';
import { BundleDetailsQuery, ProductFiltersQuery, ProductListQuery } from './catalogue.dto.js';
import { BundleDetailsView, FacetsView, ListedApiBundle, ProductListEntry } from './catalogue.view.js';
import { CatalogueService } from './catalogue.service.js';

/** The catalogue as clients read it. See docs/spec/commerce-api.md#4.3. */
@ClientController('commerce/product', { tag: 'Product bundles', access: 'visitor', scope: 'shop' })
export class CatalogueController {
  constructor(private readonly catalogue: CatalogueService) {}

  @Endpoint('GET list', {
    id: 'listBundles',
    summary: 'List product bundles',
    description: 'Bundles of all product types, newest first unless `sort` says otherwise.',
    answer: ProductListEntry,
    paged: true,
    header: ACCEPT_LANGUAGE_HEADER,
    revalidated: true,
  })
  @Costly('search', 'status', 'min_price', 'max_price', 'min_business_volume', 'max_business_volume', 'sort')
  list(
    @Query() query: ProductListQuery,
    @LanguagesParam() languages: string[],
    @IsVisitorParam() isVisitor: boolean,
  ): Promise<Page<ProductListEntry>> {
    return this.catalogue.list(query, languages, isVisitor);
  }

  @Endpoint('GET list/api-products', {
    id: 'listApiBundles',
    summary: 'List API product bundles',
    description: 'Bundles of the API product type, newest first.',
    answer: ListedApiBundle,
    paged: true,
    access: 'user',
    revalidated: true,
  })
  listApiBundles(@Query() query: PageQuery): Promise<Page<ListedApiBundle>> {
    return this.catalogue.listApiBundles(query);
  }

  @Endpoint('GET detail', {
    id: 'getBundle',
    summary: 'Read a product bundle',
    description: 'All that a page needs which sells the bundle, in the language of `Accept-Language`.',
    answer: BundleDetailsView,
    header: ACCEPT_LANGUAGE_HEADER,
    revalidated: true,
    failures: ['NOT_FOUND'],
  })
  details(
    @Query() query: BundleDetailsQuery,
    @LanguagesParam() languages: string[],
    @IsVisitorParam() isVisitor: boolean,
  ): Promise<BundleDetailsView> {
    return this.catalogue.details(query, languages, isVisitor);
  }

  @Endpoint('GET facets', {
    id: 'getFacets',
    summary: 'Read the facets of product bundles',
    description: 'The product types, and the ranges of prices and volumes, among the bundles that match the filters.',
    answer: FacetsView,
    revalidated: true,
  })
  @Costly()
  facets(@Query() filters: ProductFiltersQuery, @IsVisitorParam() isVisitor: boolean): Promise<FacetsView> {
    return this.catalogue.facets(filters, isVisitor);
  }
}
