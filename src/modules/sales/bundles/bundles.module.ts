import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { replaceable } from '#common/extensions.js';
import { ImportsModule } from '#platform/imports/index.js';
import { AdminBundlesController } from './admin/admin-bundles.controller.js';
import { BundleAdminService } from './admin/admin-bundles.service.js';
import { BundleList } from './admin/bundle-list.service.js';
import { BundleBulkService } from './bulk/bundle-bulk.service.js';
import { BundleDeletionService } from './bundle-deletion.service.js';
import { BundleJournal } from './bundle-journal.js';
import { BundleWriter } from './bundle-writer.js';
import { Bundle, Product } from './bundle.entity.js';
import { BUNDLE_EVENTS } from './bundle.events.js';
import { BundlesController } from './bundles.controller.js';
import { BundleQueries } from './bundles.queries.js';
import { BundlesService } from './bundles.service.js';
import { CatalogueController } from './catalogue/catalogue.controller.js';
import { CatalogueSearchQueries, BundleSearchQueries } from './catalogue/catalogue.queries.js';
import { CatalogueService } from './catalogue/catalogue.service.js';
import { AdminBundleImportController, AdminBundleImportsController } from './import/admin-bundle-imports.controller.js';
import { BundleImport } from './import/bundle-import.js';
import { AdminPicturesController } from './pictures/admin-pictures.controller.js';
import { PictureMaker } from './pictures/picture-maker.js';
import { ConfiguredPictures } from './pictures/configured-pictures.js';
import { PictureStore } from './pictures/picture-store.js';
import { PicturesController } from './pictures/pictures.controller.js';
import { Pictures } from './pictures/pictures.service.js';
import { AdminPricesController } from './prices/admin-prices.controller.js';
import { PriceChange } from './prices/price-change.entity.js';
import { PriceJournal } from './prices/price-journal.js';
import { Prices } from './prices/prices.service.js';
import { AdminProductTypesController } from './product-types/admin-product-types.controller.js';
import { ProductType } from './product-types/product-type.entity.js';
import { ProductTypesService } from './product-types/product-types.service.js';

/** The catalogue: product types, bundles and their variants. */
@Events(BUNDLE_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([ProductType, Bundle, Product, PriceChange]), ImportsModule],
  controllers: [
    CatalogueController,
    BundlesController,
    AdminBundleImportsController,
    AdminBundleImportController,
    AdminBundlesController,
    AdminPicturesController,
    AdminPricesController,
    AdminProductTypesController,
    PicturesController,
  ],
  providers: [
    BundleImport,
    BundlesService,
    BundleBulkService,
    BundleDeletionService,
    CatalogueService,
    BundleAdminService,
    BundleList,
    ProductTypesService,
    BundleWriter,
    BundleJournal,
    PictureMaker,
    Pictures,
    ...replaceable(PictureStore, ConfiguredPictures),
    PriceJournal,
    Prices,
    BundleQueries,
    BundleSearchQueries,
    CatalogueSearchQueries,
  ],
  exports: [BundleAdminService, BundleList, BundleDeletionService, ProductTypesService],
})
export class BundlesModule {}
