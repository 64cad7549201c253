export { CreateAdminBundleDto } from './admin/admin-bundles.dto.js';
export { BundleAdminService } from './admin/admin-bundles.service.js';
export type { BundleEventData, BundleProductData, ProductDeletedData, BundleContext } from './bundle.events.js';
export { BundleUsage, type BundleHolder, type BundleUsageCounts } from './bundle-deletion.service.js';
export { API_ATTRIBUTES, API_PRODUCT_TYPE, API_VARIANT_FIELDS } from './bundle.rules.js';
export { type BundleState } from './bundle.entity.js';
export { BundlesModule } from './bundles.module.js';
export * from './product-types/product-type.dto.js';
export { ProductTypesService } from './product-types/product-types.service.js';
