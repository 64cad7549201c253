import { Query } from '@nestjs/common';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { type Page, PageQuery } from '#common/http/pagination.js';
import { ListedApiBundle, ListedBundle, ProductListQuery } from './bundle-lists.dto.js';
import { BundleListsService } from './bundle-lists.service.js';

/** The catalogue as clients read it. See docs/spec/commerce-api.md#4.3. */
@ClientController('commerce/product/list', { tag: 'Product bundles', access: 'user' })
export class BundleListsController {
  constructor(private readonly lists: BundleListsService) {}

  @Endpoint('GET', {
    id: 'listBundles',
    summary: 'List product bundles',
    description: 'Bundles of all product types, newest first.',
    answer: ListedBundle,
    paged: true,
  })
  list(@Query() query: ProductListQuery): Promise<Page<ListedBundle>> {
    return this.lists.list(query);
  }

  @Endpoint('GET api-products', {
    id: 'listApiBundles',
    summary: 'List API product bundles',
    description: 'Bundles of the API product type, newest first.',
    answer: ListedApiBundle,
    paged: true,
  })
  listApiBundles(@Query() query: PageQuery): Promise<Page<ListedApiBundle>> {
    return this.lists.listApiBundles(query);
  }
}
