export * from './bundle-admin.dto.js';
export { CreateAdminBundlePipe, UpdateAdminBundlePipe, type JudgedBody } from './bundle-admin.pipe.js';
export { BundleAdminService } from './bundle-admin.service.js';
export { BundleDeletionService } from './bundle-deletion.service.js';
export { MESSAGES as BUNDLE_MESSAGES } from './bundle.messages.js';
export { API_ATTRIBUTES, API_PRODUCT_TYPE, API_VARIANT_FIELDS } from './bundle.rules.js';
export { BundlesModule } from './bundles.module.js';
export * from './product-type.dto.js';
export { ProductTypesService } from './product-types.service.js';
