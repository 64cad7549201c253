import { Body, Controller, Delete, Get, Param, Patch, Post, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { SearchQuery, type Page } from '../../common/http/pagination.js';
import { CreateProductTypeDto, ProductTypesService, UpdateProductTypeDto, type ProductTypeView } from '../bundles/index.js';

/** Product types in the admin module. Section 8 of the decisions. */
@ApiTags('Admin: catalogue')
@Access('super_admin')
@Controller({ path: 'admin/api/product-types', version: VERSION_NEUTRAL })
export class AdminProductTypesController {
  constructor(private readonly types: ProductTypesService) {}

  @ApiOperation({ operationId: 'adminListProductTypes', summary: 'List product types', description: 'By name; `search` is part of a name or label.' })
  @Get()
  list(@Query() query: SearchQuery): Promise<Page<ProductTypeView>> {
    return this.types.list(query);
  }

  @ApiOperation({ operationId: 'adminCreateProductType', summary: 'Create a product type', description: 'Bundles can be created through the client API once `external-api-product` exists.' })
  @Post()
  create(@CallerParam() caller: Caller, @Body() dto: CreateProductTypeDto): Promise<ProductTypeView> {
    return this.types.create(caller, dto);
  }

  @ApiOperation({ operationId: 'adminUpdateProductType', summary: 'Change a product type', description: 'Fields and attributes cannot change while live bundles are of this type.' })
  @Patch(':name')
  update(@CallerParam() caller: Caller, @Param('name') name: string, @Body() dto: UpdateProductTypeDto): Promise<ProductTypeView> {
    return this.types.update(caller, name, dto);
  }

  @ApiOperation({ operationId: 'adminDeleteProductType', summary: 'Delete a product type', description: 'Refused while live bundles are of this type.' })
  @Delete(':name')
  delete(@CallerParam() caller: Caller, @Param('name') name: string): Promise<void> {
    return this.types.delete(caller, name);
  }
}
