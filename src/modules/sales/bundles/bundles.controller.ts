import { Body, Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { ValidatedPipe, type Validated } from '#common/validation/index.js';
import { BundleBulkPipe } from './bulk/bundle-bulk.pipe.js';
import { BulkOutcome } from './bulk/bundle-bulk.view.js';
import { MAX_BULK } from './bulk/bundle-bulk.rules.js';
import { BundleBulkService } from './bulk/bundle-bulk.service.js';
import { BundleDeletionService } from './deletion/bundle-deletion.service.js';
import { BundleDto, BundleKeyQuery, VariantKeyQuery } from './bundle.dto.js';
import { BULK_EXAMPLE, UPDATE_EXAMPLES } from './bundle.examples.js';
import { FAILURES } from './bundle.failures.js';
import { BundlesService } from './bundles.service.js';

const TEXT = { type: String, required: true } as const;

/** Bundles of the API product type: create, update, delete. See docs/spec/commerce-api.md#4.3. */
@ClientController('commerce/product', {
  tag: { name: 'Product bundles', order: 60, description: 'The catalogue: bundles, their variants and volumes.' },
  access: 'api_admin',
})
export class BundlesController {
  constructor(
    private readonly bundles: BundlesService,
    private readonly bulk: BundleBulkService,
    private readonly deletion: BundleDeletionService,
  ) {}

  @Endpoint('POST create', {
    id: 'createBundle',
    summary: 'Create a product bundle',
    description:
      'Creates a bundle of the API product type with its variants. All validation errors are reported together.',
    body: BundleDto,
    answer: null,
    failures: [FAILURES.typeMissing, FAILURES.sameBundleId, FAILURES.foreignSku],
  })
  create(@CallerParam() caller: Caller, @Body(new ValidatedPipe(BundleDto)) body: Validated<BundleDto>): Promise<void> {
    return this.bundles.create(caller, body);
  }

  @Endpoint('POST update', {
    id: 'updateBundle',
    summary: 'Update a product bundle',
    description:
      'Replaces names, texts and attributes. A variant whose SKU exists in the bundle is updated, a new SKU adds a variant, and other variants do not change.',
    body: { type: BundleDto, examples: UPDATE_EXAMPLES },
    answer: null,
    failures: [FAILURES.notThere, FAILURES.otherType, FAILURES.foreignSku],
  })
  update(@CallerParam() caller: Caller, @Body(new ValidatedPipe(BundleDto)) body: Validated<BundleDto>): Promise<void> {
    return this.bundles.update(caller, body);
  }

  @Endpoint('DELETE delete', {
    id: 'deleteBundle',
    summary: 'Delete a product bundle',
    description: 'Rejected while the bundle is in an open order or a recent cart, and once users have purchased it.',
    query: [{ name: 'bundle_id', ...TEXT, description: 'bundle id', example: 'laundry-strips' }],
    answer: null,
    failures: [FAILURES.notThere, FAILURES.otherType, FAILURES.inOpenOrder, FAILURES.purchased],
  })
  delete(
    @CallerParam() caller: Caller,
    @Query(new ValidatedPipe(BundleKeyQuery)) query: Validated<BundleKeyQuery>,
  ): Promise<void> {
    return this.deletion.deleteOfClient(caller, query);
  }

  @Endpoint('DELETE delete/product-varient', {
    id: 'deleteBundleVariant',
    summary: 'Delete a variant of a bundle',
    description: 'The last variant of a bundle cannot be deleted.',
    query: [
      { name: 'bundle_id', ...TEXT, description: 'bundle id', example: 'water-filter-jug' },
      { name: 'product_sku', ...TEXT, description: 'SKU of the variant', example: 'FILTER-REFILL-3' },
    ],
    answer: null,
    failures: [FAILURES.noSuchProduct, FAILURES.lastVariant, FAILURES.productOfOtherType],
  })
  deleteVariant(
    @CallerParam() caller: Caller,
    @Query(new ValidatedPipe(VariantKeyQuery)) query: Validated<VariantKeyQuery>,
  ): Promise<void> {
    return this.deletion.deleteVariant(caller, query);
  }

  @Endpoint('POST bulk/create', {
    id: 'createBundles',
    summary: 'Create up to 50 product bundles',
    description:
      'Bundles whose id is null, missing or already exists are skipped and listed; all others are created, or none if any of them is invalid.',
    body: { type: BundleDto, list: { formField: 'bundles', maxItems: MAX_BULK, example: BULK_EXAMPLE } },
    answer: BulkOutcome,
    failures: [FAILURES.bulkTypeMissing, FAILURES.tooManyBundles, FAILURES.foreignSku],
  })
  createBulk(@CallerParam() caller: Caller, @Body(BundleBulkPipe) body: unknown): Promise<BulkOutcome> {
    return this.bulk.create(caller, body);
  }
}
