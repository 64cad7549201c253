import { Body, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { type ListAnswer, ListSearchQuery } from '#common/audit/admin-lists.js';
import { notFound } from '#common/errors/failures.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import {
  CreateProductTypeDto,
  ProductTypeView,
  UpdateProductTypeDto,
  ProductTypeNameParam,
} from './product-type.dto.js';
import { EXISTS, IN_USE, ProductTypesService } from './product-types.service.js';

const UNKNOWN = notFound('product type');

/** Product types in the admin module. See docs/spec/service.md#8. */
@AdminController(
  'product-types',
  { name: 'Admin: product types', order: 140, description: 'Fields and attributes of bundles, by type.' },
  { read: 'product-types.read', write: 'product-types.write' },
)
export class AdminProductTypesController {
  constructor(private readonly types: ProductTypesService) {}

  @Endpoint('GET', {
    id: 'adminListProductTypes',
    summary: 'List product types',
    description: 'By name; `search` is part of a name or label.',
    answer: ProductTypeView,
    paged: true,
    csv: true,
  })
  list(@Query() query: ListSearchQuery, @FileFor() reader?: Caller): Promise<ListAnswer<ProductTypeView>> {
    return this.types.list(query, reader);
  }

  @Endpoint('POST', {
    id: 'adminCreateProductType',
    summary: 'Create a product type',
    description: 'Bundles can be created through the client API once `external-api-product` exists.',
    answer: ProductTypeView,
    failures: [EXISTS],
  })
  create(@CallerParam() caller: Caller, @Body() dto: CreateProductTypeDto): Promise<ProductTypeView> {
    return this.types.create(caller, dto);
  }

  @Endpoint('GET :name', {
    id: 'adminGetProductType',
    summary: 'Read a product type',
    description: 'Includes the number of live bundles of this type.',
    answer: ProductTypeView,
    failures: [UNKNOWN],
  })
  get(@ProductTypeNameParam() name: string): Promise<ProductTypeView> {
    return this.types.get(name);
  }

  @Endpoint('PATCH :name', {
    id: 'adminUpdateProductType',
    summary: 'Change a product type',
    description: 'Fields and attributes cannot be changed while live bundles have this type.',
    answer: ProductTypeView,
    failures: [UNKNOWN, IN_USE],
  })
  update(
    @CallerParam() caller: Caller,
    @ProductTypeNameParam() name: string,
    @Body() dto: UpdateProductTypeDto,
  ): Promise<ProductTypeView> {
    return this.types.update(caller, name, dto);
  }

  @Endpoint('DELETE :name', {
    id: 'adminDeleteProductType',
    summary: 'Delete a product type',
    description: 'Rejected while live bundles have this type.',
    answer: null,
    failures: [UNKNOWN, IN_USE],
  })
  delete(@CallerParam() caller: Caller, @ProductTypeNameParam() name: string): Promise<void> {
    return this.types.delete(caller, name);
  }
}
