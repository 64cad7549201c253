import { Body, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { type Validated, ValidatedPipe } from '#common/validation/index.js';
import { BulkOutcome } from './bulk/bundle-bulk.dto.js';
import { BundleBulkPipe } from './bulk/bundle-bulk.pipe.js';
import { MAX_BULK } from './bulk/bundle-bulk.rules.js';
import { BundleBulkService } from './bulk/bundle-bulk.service.js';
import { BundleDeletionService } from './bundle-deletion.service.js';
import { BundleDto, BundleKeyQuery, VariantKeyQuery } from './bundle.dto.js';
import { FAILURES } from './bundle.failures.js';
import { BundlesService } from './bundles.service.js';

/** An update of a demo bundle: a new price. */
const UPDATE_EXAMPLES = {
  new_price: {
    summary: 'a new price',
    value: {
      bundle_id: 'sleep-well',
      name: 'Sleep Well',
      bundle_name_translations: { en: 'Sleep Well', de: 'Gut schlafen' },
      description_translations: { en: 'An evening drink without melatonin, 30 sachets.' },
      short_description_translations: { en: 'Lemon balm, hops and magnesium.' },
      varients: [
        { price: 24.9, 'product-name': 'Sleep Well, 30 sachets', 'whole-sale-price': 18.65, 'product-sku': 'SLEEP-30' },
      ],
      attributes: { 'business-volume': 18, points: 18, 'cumulative-volume': 18 },
    },
  },
};

/** Two bundles, other than the example of creating a single one. */
const BULK_EXAMPLE = [
  teaChest({ id: 'tea-chest', name: 'Tea chest', sku: 'TEA-CHEST-6', price: 44.9 }),
  teaChest({ id: 'tea-chest-large', name: 'Large tea chest', sku: 'TEA-CHEST-12', price: 79.9 }),
];

function teaChest({ id, name, sku, price }: { id: string; name: string; sku: string; price: number }): object {
  return {
    bundle_id: id,
    name,
    bundle_name_translations: { en: name },
    description_translations: { en: `${name} of organic teas from small gardens.` },
    short_description_translations: { en: name },
    varients: [{ price, 'product-name': name, 'whole-sale-price': price / 2, 'product-sku': sku }],
    attributes: { 'business-volume': 30, points: 25, 'cumulative-volume': 30 },
  };
}

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
