import { MAX_BULK } from './bulk/bundle-bulk.rules.js';
import { API_PRODUCT_TYPE } from './bundle.rules.js';

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
  sameBundleId: { code: 'VALIDATION', field: 'bundle_id', message: 'a product with the same bundle id already exists' },
  foreignSku: { code: 'VALIDATION', field: 'varients', message: 'belongs to another bundle' },
  notThere: { code: 'INVALID_INPUT', field: 'bundle_id', message: 'bundle does not exist' },
  otherType: {
    code: 'INVALID_INPUT',
    field: 'bundle_id',
    message: `bundle is not of the API product type (${API_PRODUCT_TYPE})`,
  },
  productOfOtherType: {
    code: 'REQUEST_REFUSED',
    message: `the product is not of the API product type (${API_PRODUCT_TYPE})`,
  },
  noSuchProduct: { code: 'VALIDATION', field: 'product_sku', message: 'product does not exist' },
  lastVariant: { code: 'REQUEST_REFUSED', message: 'only one variant is left in the bundle' },
  inOpenOrder: { code: 'REQUEST_REFUSED', message: 'the product is in an order that is not completed' },
  purchased: { code: 'REQUEST_REFUSED', message: 'the package was purchased by users' },
} as const;
