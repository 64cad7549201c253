import { Controller, Get, Query } from '@nestjs/common';
import { Access } from '../../common/access/index.js';
import { ROUTE_VERSION } from '../../common/http/api-version.js';
import { PageQuery, type Page } from '../../common/http/pagination.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer } from '../../common/openapi/index.js';
import { ListedApiBundle, ListedBundle, ProductListQuery } from './bundle-lists.dto.js';
import { BundleListsService } from './bundle-lists.service.js';

/** The catalogue as clients read it. Section 4.3. */
@ApiTags('Product bundles')
@Access('user')
@Controller({ path: 'commerce/product/list', version: ROUTE_VERSION })
export class BundleListsController {
  constructor(private readonly lists: BundleListsService) {}

  @ApiOperation({
    operationId: 'listBundles',
    summary: 'List product bundles',
    description: 'Bundles of all product types, newest first.',
  })
  @ApiAnswer(ListedBundle, { paged: true })
  @Get()
  list(@Query() query: ProductListQuery): Promise<Page<ListedBundle>> {
    return this.lists.list(query);
  }

  @ApiOperation({
    operationId: 'listApiBundles',
    summary: 'List API product bundles',
    description: 'Bundles of the API product type, newest first.',
  })
  @ApiAnswer(ListedApiBundle, { paged: true })
  @Get('api-products')
  listApiBundles(@Query() query: PageQuery): Promise<Page<ListedApiBundle>> {
    return this.lists.listApiBundles(query);
  }
}
