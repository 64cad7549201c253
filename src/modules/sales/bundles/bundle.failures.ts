import { MAX_BULK } from './bulk/bundle-bulk.rules.js';
import { API_PRODUCT_TYPE } from './bundle.rules.js';
import { failure } from '#common/errors/failures.js';
import { SALES } from '#sales/sales.messages.js';

/** What refuses bundles: the words of docs/spec/commerce-api.md#7.3, for the services and for the OpenAPI document. */
export const FAILURES = {
  typeMissing: {
    code: 'REQUEST_REFUSED',
    message: `the product type required for API product creation has not been created (${API_PRODUCT_TYPE})`,
  },
  bulkTypeMissing: {
    code: 'BULK_REFUSED',
    message: `the required product type has not been created (${API_PRODUCT_TYPE})`,
  },
  tooManyBundles: { code: 'BULK_REFUSED', message: `more than ${MAX_BULK} bundles sent` },
  sameBundleId: failure(SALES.same_bundle_id, { field: 'bundle_id' }),
  foreignSku: failure(SALES.foreign_sku, { field: 'varients' }),
  notThere: failure(SALES.unknown_bundle, { field: 'bundle_id' }),
  otherType: {
    code: 'INVALID_INPUT',
    field: 'bundle_id',
    message: `bundle is not of the API product type (${API_PRODUCT_TYPE})`,
  },
  productOfOtherType: {
    code: 'REQUEST_REFUSED',
    message: `the product is not of the API product type (${API_PRODUCT_TYPE})`,
  },
  noSuchProduct: failure(SALES.unknown_sku, { field: 'product_sku' }),
  lastVariant: failure(SALES.last_variant),
  inOpenOrder: failure(SALES.in_open_order),
  purchased: failure(SALES.bundle_purchased),
} as const;
