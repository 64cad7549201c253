import { Body, Controller, Delete, Post, Query } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { ROUTE_VERSION } from '../../common/http/api-version.js';
import { ApiBody, ApiOperation, ApiQuery, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures, ApiListBody } from '../../common/openapi/index.js';
import { JudgedQueryPipe, type Judged } from '../../common/validation/index.js';
import { BundleBodyPipe } from './bundle-body.pipe.js';
import { BundleBulkPipe } from './bundle-bulk.pipe.js';
import { BulkOutcome } from './bundle-bulk.dto.js';
import { MAX_BULK } from './bundle-bulk.rules.js';
import { BundleBulkService } from './bundle-bulk.service.js';
import { BundleDeletionService } from './bundle-deletion.service.js';
import { BundleDto, BundleKeyQuery, VariantKeyQuery } from './bundle.dto.js';
import { BULK_EXAMPLE, UPDATE_EXAMPLES } from './bundle.examples.js';
import { MESSAGES } from './bundle.messages.js';
import { BundlesService } from './bundles.service.js';

const TEXT = { type: String, required: true } as const;

const EXISTS = { code: 'VALIDATION', field: 'bundle_id', message: MESSAGES.sameBundleId } as const;
const FOREIGN_SKU = { code: 'VALIDATION', field: 'varients', message: MESSAGES.foreignSku } as const;
const NOT_THERE = { code: 'INVALID_INPUT', field: 'bundle_id', message: MESSAGES.notThere } as const;
const OTHER_TYPE = { code: 'INVALID_INPUT', field: 'bundle_id', message: MESSAGES.otherType } as const;

/** Bundles of the API product type: create, update, delete. Section 4.3. */
@ApiTags('Product bundles')
@Access('api_admin')
@Controller({ path: 'commerce/product', version: ROUTE_VERSION })
export class BundlesController {
  constructor(
    private readonly bundles: BundlesService,
    private readonly bulk: BundleBulkService,
    private readonly deletion: BundleDeletionService,
  ) {}

  @ApiOperation({
    operationId: 'createBundle',
    summary: 'Create a product bundle',
    description: 'Creates a bundle of the API product type with its variants. All that is wrong is reported at once.',
  })
  @ApiBody({ type: BundleDto })
  @ApiAnswer(null)
  @ApiFailures({ code: 'REQUEST_REFUSED', message: MESSAGES.typeMissing }, EXISTS, FOREIGN_SKU)
  @Post('create')
  create(@CallerParam() caller: Caller, @Body(BundleBodyPipe) body: Judged<BundleDto>): Promise<void> {
    return this.bundles.create(caller, body);
  }

  @ApiOperation({
    operationId: 'updateBundle',
    summary: 'Update a product bundle',
    description:
      'Replaces names, texts and attributes. A variant whose SKU exists in the bundle is updated, a new SKU adds a variant, other variants stay.',
  })
  @ApiBody({ type: BundleDto, examples: UPDATE_EXAMPLES })
  @ApiAnswer(null)
  @ApiFailures(NOT_THERE, OTHER_TYPE, FOREIGN_SKU)
  @Post('update')
  update(@CallerParam() caller: Caller, @Body(BundleBodyPipe) body: Judged<BundleDto>): Promise<void> {
    return this.bundles.update(caller, body);
  }

  @ApiOperation({
    operationId: 'deleteBundle',
    summary: 'Delete a product bundle',
    description:
      'Refused while an order that is not completed, or a recent cart, holds the bundle, and once users have purchased it.',
  })
  @ApiQuery({ name: 'bundle_id', ...TEXT, description: 'bundle id', example: 'laundry-strips' })
  @ApiAnswer(null)
  @ApiFailures(
    NOT_THERE,
    OTHER_TYPE,
    { code: 'REQUEST_REFUSED', message: MESSAGES.inOpenOrder },
    { code: 'REQUEST_REFUSED', message: MESSAGES.purchased },
  )
  @Delete('delete')
  delete(
    @CallerParam() caller: Caller,
    @Query(new JudgedQueryPipe(BundleKeyQuery)) query: Judged<BundleKeyQuery>,
  ): Promise<void> {
    return this.deletion.deleteOfClient(caller, query);
  }

  @ApiOperation({
    operationId: 'deleteBundleVariant',
    summary: 'Delete a variant of a bundle',
    description: 'The last variant of a bundle cannot be deleted.',
  })
  @ApiQuery({ name: 'bundle_id', ...TEXT, description: 'bundle id', example: 'water-filter-jug' })
  @ApiQuery({ name: 'product_sku', ...TEXT, description: 'SKU of the variant', example: 'FILTER-REFILL-3' })
  @ApiAnswer(null)
  @ApiFailures(
    { code: 'VALIDATION', field: 'product_sku', message: MESSAGES.noSuchProduct },
    { code: 'REQUEST_REFUSED', message: MESSAGES.lastVariant },
    { code: 'REQUEST_REFUSED', message: MESSAGES.productOfOtherType },
  )
  @Delete('delete/product-varient')
  deleteVariant(
    @CallerParam() caller: Caller,
    @Query(new JudgedQueryPipe(VariantKeyQuery)) query: Judged<VariantKeyQuery>,
  ): Promise<void> {
    return this.deletion.deleteVariant(caller, query);
  }

  @ApiOperation({
    operationId: 'createBundles',
    summary: 'Create up to 50 product bundles',
    description:
      'Bundles whose id is null, missing, or exists already are set aside and listed; all others are created, or none if anything is wrong with one of them.',
  })
  @ApiListBody(BundleDto, { formField: 'bundles', maxItems: MAX_BULK, example: BULK_EXAMPLE })
  @ApiAnswer(BulkOutcome)
  @ApiFailures(
    { code: 'BULK_REFUSED', message: MESSAGES.bulkTypeMissing },
    { code: 'BULK_REFUSED', message: MESSAGES.tooManyBundles },
    FOREIGN_SKU,
  )
  @Post('bulk/create')
  createBulk(@CallerParam() caller: Caller, @Body(BundleBulkPipe) body: unknown): Promise<BulkOutcome> {
    return this.bulk.create(caller, body);
  }
}
