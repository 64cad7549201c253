import { Body, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { failure, notFound } from '#common/errors/failures.js';
import { COMMON } from '#common/errors/common.messages.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { type Validated, ValidatedPipe } from '#common/validation/index.js';
import { BundleDeletionService } from '../bundle-deletion.service.js';
import { FAILURES } from '../bundle.failures.js';
import {
  AdminBundlesQuery,
  AdminBundleView,
  CreateAdminBundleDto,
  DeleteImpactView,
  UpdateAdminBundleDto,
  BundleIdParam,
  ProductSkuParam,
} from './admin-bundles.dto.js';
import { BundleAdminService } from './admin-bundles.service.js';
import { BundleList, BUNDLES_FILE } from './bundle-list.service.js';

const UNKNOWN = notFound('bundle');

/** Bundles of any product type in the admin module. See docs/spec/service.md#8. */
@AdminController(
  'bundles',
  { name: 'Admin: bundles', order: 150, description: 'Bundles of any type.' },
  { read: 'bundles.read', write: 'bundles.write' },
)
export class AdminBundlesController {
  constructor(
    private readonly bundles: BundleAdminService,
    private readonly all: BundleList,
    private readonly deletion: BundleDeletionService,
  ) {}

  @Endpoint('GET', {
    id: 'adminListBundles',
    summary: 'List bundles',
    description:
      'Newest first, unless `sort` says otherwise; `search` is part of a name, a bundle id or a SKU. What has exactly this bundle id or SKU comes first. A search counts at most 10,000 others, and a list at most 50,000. The CSV file has a row for each variant, in the order of their creation, and is audited.',
    answer: AdminBundleView,
    paged: true,
    csv: BUNDLES_FILE,
    filteredBy: 'bundles',
  })
  list(
    @CallerParam() caller: Caller,
    @Query() query: AdminBundlesQuery,
    @FileFor() reader?: Caller,
  ): Promise<ListAnswer<AdminBundleView>> {
    return this.all.list(caller, query, reader);
  }

  @Endpoint('POST', {
    id: 'adminCreateBundle',
    summary: 'Create a bundle of any type',
    description: 'Variants and attributes have the fields that the product type defines.',
    body: CreateAdminBundleDto,
    answer: AdminBundleView,
    failures: [failure(COMMON.not_there, { field: 'product_type' }), FAILURES.sameBundleId, FAILURES.foreignSku],
  })
  create(
    @CallerParam() caller: Caller,
    @Body(new ValidatedPipe(CreateAdminBundleDto)) body: Validated<CreateAdminBundleDto>,
  ): Promise<AdminBundleView> {
    return this.bundles.create(caller, body);
  }

  @Endpoint('GET :bundle_id', {
    id: 'adminGetBundle',
    summary: 'Read a bundle',
    description: 'A bundle of any type, with all its fields.',
    answer: AdminBundleView,
    failures: [UNKNOWN],
  })
  get(@CallerParam() caller: Caller, @BundleIdParam() bundleId: string): Promise<AdminBundleView> {
    return this.bundles.get(caller, bundleId);
  }

  @Endpoint('PATCH :bundle_id', {
    id: 'adminUpdateBundle',
    summary: 'Change a bundle',
    description: 'Omitted fields do not change. Variants are updated or added by SKU.',
    body: UpdateAdminBundleDto,
    answer: AdminBundleView,
    failures: [UNKNOWN, FAILURES.foreignSku],
  })
  update(
    @CallerParam() caller: Caller,
    @BundleIdParam() bundleId: string,
    @Body(new ValidatedPipe(UpdateAdminBundleDto)) body: Validated<UpdateAdminBundleDto>,
  ): Promise<AdminBundleView> {
    return this.bundles.update(caller, bundleId, body);
  }

  @Endpoint('DELETE :bundle_id', {
    id: 'adminDeleteBundle',
    summary: 'Delete a bundle',
    description: 'Rejected while it is in open orders or recent carts, and once it has been purchased.',
    answer: null,
    failures: [UNKNOWN, FAILURES.inOpenOrder],
  })
  delete(@CallerParam() caller: Caller, @BundleIdParam() bundleId: string): Promise<void> {
    return this.deletion.deleteOfAdmin(caller, bundleId);
  }

  @Endpoint('DELETE :bundle_id/varients/:product_sku', {
    id: 'adminDeleteBundleVariant',
    summary: 'Delete a variant of a bundle',
    description: 'Orders do not prevent it; carts show the variant as unavailable. The last variant cannot be deleted.',
    answer: null,
    failures: [UNKNOWN, notFound('variant'), FAILURES.lastVariant],
  })
  deleteVariant(
    @CallerParam() caller: Caller,
    @BundleIdParam() bundleId: string,
    @ProductSkuParam() sku: string,
  ): Promise<void> {
    return this.deletion.deleteVariantOfAdmin(caller, bundleId, sku);
  }

  @Endpoint('GET :bundle_id/delete-impact', {
    id: 'adminBundleDeleteImpact',
    summary: 'Preview the deletion of a bundle',
    description: 'Counts the carts and orders that contain the bundle, and lists the first of them.',
    answer: DeleteImpactView,
    failures: [UNKNOWN],
  })
  deleteImpact(@BundleIdParam() bundleId: string): Promise<DeleteImpactView> {
    return this.deletion.deleteImpact(bundleId);
  }
}
