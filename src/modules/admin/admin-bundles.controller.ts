import { Body, Controller, Delete, Get, Param, Patch, Post, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import type { Page } from '../../common/http/pagination.js';
import { ApiBody, ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import {
  AdminBundlesQuery,
  AdminBundleView,
  BUNDLE_MESSAGES,
  BundleAdminService,
  BundleDeletionService,
  CreateAdminBundleDto,
  CreateAdminBundlePipe,
  DeleteImpactView,
  UpdateAdminBundleDto,
  UpdateAdminBundlePipe,
  type JudgedBody,
} from '../bundles/index.js';

const UNKNOWN = { code: 'NOT_FOUND', message: 'bundle not found' } as const;
const FOREIGN_SKU = { code: 'VALIDATION', field: 'varients', message: BUNDLE_MESSAGES.foreignSku } as const;

/** Bundles of any product type in the admin module. Section 8 of the decisions. */
@ApiTags('Admin: bundles')
@Access('super_admin')
@Controller({ path: 'admin/api/bundles', version: VERSION_NEUTRAL })
export class AdminBundlesController {
  constructor(
    private readonly bundles: BundleAdminService,
    private readonly deletion: BundleDeletionService,
  ) {}

  @ApiOperation({
    operationId: 'adminListBundles',
    summary: 'List bundles',
    description: 'Newest first; `search` is part of a name, a bundle id or a SKU.',
  })
  @ApiAnswer(AdminBundleView, { paged: true })
  @Get()
  list(@Query() query: AdminBundlesQuery): Promise<Page<AdminBundleView>> {
    return this.bundles.list(query);
  }

  @ApiOperation({
    operationId: 'adminCreateBundle',
    summary: 'Create a bundle of any type',
    description: 'Variants and attributes have the keys that the product type says.',
  })
  @ApiBody({ type: CreateAdminBundleDto })
  @ApiAnswer(AdminBundleView)
  @ApiFailures(
    { code: 'VALIDATION', field: 'product_type', message: 'does not exist' },
    { code: 'VALIDATION', field: 'bundle_id', message: BUNDLE_MESSAGES.sameBundleId },
    FOREIGN_SKU,
  )
  @Post()
  create(
    @CallerParam() caller: Caller,
    @Body(CreateAdminBundlePipe) body: JudgedBody<CreateAdminBundleDto>,
  ): Promise<AdminBundleView> {
    return this.bundles.create(caller, body);
  }

  @ApiOperation({
    operationId: 'adminGetBundle',
    summary: 'Read a bundle',
    description: 'A bundle of any type in full.',
  })
  @ApiAnswer(AdminBundleView)
  @ApiFailures(UNKNOWN)
  @Get(':bundle_id')
  get(@Param('bundle_id') bundleId: string): Promise<AdminBundleView> {
    return this.bundles.get(bundleId);
  }

  @ApiOperation({
    operationId: 'adminUpdateBundle',
    summary: 'Change a bundle',
    description: 'What is not sent stays. Variants are updated or added by SKU.',
  })
  @ApiBody({ type: UpdateAdminBundleDto })
  @ApiAnswer(AdminBundleView)
  @ApiFailures(UNKNOWN, FOREIGN_SKU)
  @Patch(':bundle_id')
  update(
    @CallerParam() caller: Caller,
    @Param('bundle_id') bundleId: string,
    @Body(UpdateAdminBundlePipe) body: JudgedBody<UpdateAdminBundleDto>,
  ): Promise<AdminBundleView> {
    return this.bundles.update(caller, bundleId, body);
  }

  @ApiOperation({
    operationId: 'adminDeleteBundle',
    summary: 'Delete a bundle',
    description: 'Refused while orders or recent carts hold it, and once it was purchased.',
  })
  @ApiAnswer(null)
  @ApiFailures(UNKNOWN, { code: 'REQUEST_REFUSED', message: 'the product is in an order that is not completed' })
  @Delete(':bundle_id')
  delete(@CallerParam() caller: Caller, @Param('bundle_id') bundleId: string): Promise<void> {
    return this.deletion.deleteOfAdmin(caller, bundleId);
  }

  @ApiOperation({
    operationId: 'adminDeleteBundleVariant',
    summary: 'Delete a variant of a bundle',
    description: 'Orders do not hinder it; carts show the variant as unavailable. The last variant cannot be deleted.',
  })
  @ApiAnswer(null)
  @ApiFailures(
    UNKNOWN,
    { code: 'NOT_FOUND', message: 'variant not found' },
    { code: 'REQUEST_REFUSED', message: BUNDLE_MESSAGES.lastVariant },
  )
  @Delete(':bundle_id/varients/:product_sku')
  deleteVariant(
    @CallerParam() caller: Caller,
    @Param('bundle_id') bundleId: string,
    @Param('product_sku') sku: string,
  ): Promise<void> {
    return this.deletion.deleteVariantOfAdmin(caller, bundleId, sku);
  }

  @ApiOperation({
    operationId: 'adminBundleDeleteImpact',
    summary: "What would refuse a bundle's delete",
    description: 'Counts the carts and orders that hold the bundle, and names the first of them.',
  })
  @ApiAnswer(DeleteImpactView)
  @ApiFailures(UNKNOWN)
  @Get(':bundle_id/delete-impact')
  deleteImpact(@Param('bundle_id') bundleId: string): Promise<DeleteImpactView> {
    return this.deletion.deleteImpact(bundleId);
  }
}
