import { Body, Controller, Delete, Get, Param, Patch, Post, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { SearchQuery, type Page } from '../../common/http/pagination.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { CreateProductTypeDto, ProductTypesService, ProductTypeView, UpdateProductTypeDto } from '../bundles/index.js';

const UNKNOWN = { code: 'NOT_FOUND', message: 'product type not found' } as const;
const IN_USE = { code: 'CONFLICT', message: '12 bundles are of the product type external-api-product' } as const;

/** Product types in the admin module. Section 8 of the decisions. */
@ApiTags('Admin: product types')
@Access('super_admin')
@Controller({ path: 'admin/api/product-types', version: VERSION_NEUTRAL })
export class AdminProductTypesController {
  constructor(private readonly types: ProductTypesService) {}

  @ApiOperation({
    operationId: 'adminListProductTypes',
    summary: 'List product types',
    description: 'By name; `search` is part of a name or label.',
  })
  @ApiAnswer(ProductTypeView, { paged: true })
  @Get()
  list(@Query() query: SearchQuery): Promise<Page<ProductTypeView>> {
    return this.types.list(query);
  }

  @ApiOperation({
    operationId: 'adminCreateProductType',
    summary: 'Create a product type',
    description: 'Bundles can be created through the client API once `external-api-product` exists.',
  })
  @ApiAnswer(ProductTypeView)
  @ApiFailures({ code: 'CONFLICT', message: 'the product type external-api-product exists already' })
  @Post()
  create(@CallerParam() caller: Caller, @Body() dto: CreateProductTypeDto): Promise<ProductTypeView> {
    return this.types.create(caller, dto);
  }

  @ApiOperation({
    operationId: 'adminGetProductType',
    summary: 'Read a product type',
    description: 'With the number of live bundles of this type.',
  })
  @ApiAnswer(ProductTypeView)
  @ApiFailures(UNKNOWN)
  @Get(':name')
  get(@Param('name') name: string): Promise<ProductTypeView> {
    return this.types.get(name);
  }

  @ApiOperation({
    operationId: 'adminUpdateProductType',
    summary: 'Change a product type',
    description: 'Fields and attributes cannot change while live bundles are of this type.',
  })
  @ApiAnswer(ProductTypeView)
  @ApiFailures(UNKNOWN, IN_USE)
  @Patch(':name')
  update(
    @CallerParam() caller: Caller,
    @Param('name') name: string,
    @Body() dto: UpdateProductTypeDto,
  ): Promise<ProductTypeView> {
    return this.types.update(caller, name, dto);
  }

  @ApiOperation({
    operationId: 'adminDeleteProductType',
    summary: 'Delete a product type',
    description: 'Refused while live bundles are of this type.',
  })
  @ApiAnswer(null)
  @ApiFailures(UNKNOWN, IN_USE)
  @Delete(':name')
  delete(@CallerParam() caller: Caller, @Param('name') name: string): Promise<void> {
    return this.types.delete(caller, name);
  }
}
