import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiEvents } from '../../common/openapi/index.js';
import { BundleAdminQueries } from './bundle-admin.queries.js';
import { BundleAdminService } from './bundle-admin.service.js';
import { BundleBulkService } from './bundle-bulk.service.js';
import { BundleDeletionService } from './bundle-deletion.service.js';
import { Bundle } from './bundle.entity.js';
import { BUNDLE_EVENTS } from './bundle.events.js';
import { BundleJournal } from './bundle-journal.js';
import { BundleListsController } from './bundle-lists.controller.js';
import { BundleListQueries } from './bundle-lists.queries.js';
import { BundleListsService } from './bundle-lists.service.js';
import { BundleSearchQueries } from './bundle-search.queries.js';
import { BundleWriter } from './bundle-writer.js';
import { BundlesController } from './bundles.controller.js';
import { BundleQueries } from './bundles.queries.js';
import { BundlesService } from './bundles.service.js';
import { DeleteImpactQueries } from './delete-impact.queries.js';
import { ProductType } from './product-type.entity.js';
import { ProductTypeQueries } from './product-types.queries.js';
import { ProductTypesService } from './product-types.service.js';
import { Product } from './product.entity.js';

/** The catalogue: product types, bundles and their variants. */
@ApiEvents(BUNDLE_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([ProductType, Bundle, Product])],
  controllers: [BundleListsController, BundlesController],
  providers: [
    BundlesService,
    BundleBulkService,
    BundleDeletionService,
    BundleListsService,
    BundleAdminService,
    ProductTypesService,
    BundleWriter,
    BundleJournal,
    BundleQueries,
    BundleListQueries,
    BundleSearchQueries,
    BundleAdminQueries,
    DeleteImpactQueries,
    ProductTypeQueries,
  ],
  exports: [BundleAdminService, BundleDeletionService, ProductTypesService],
})
export class BundlesModule {}
