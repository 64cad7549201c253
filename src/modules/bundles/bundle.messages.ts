import { MAX_BULK } from './bundle-bulk.rules.js';
import { API_PRODUCT_TYPE } from './bundle.rules.js';

/** What is said of bundles that are refused: the words of section 7.3, for the services and for the OpenAPI document. */
export const MESSAGES = {
  typeMissing: `the product type required for API product creation has not been created (${API_PRODUCT_TYPE})`,
  bulkTypeMissing: `the required product type has not been created (${API_PRODUCT_TYPE})`,
  tooManyBundles: `more than ${MAX_BULK} bundles sent`,
  sameBundleId: 'a product with the same bundle id already exists',
  foreignSku: 'belongs to another bundle',
  notThere: 'bundle does not exist',
  otherType: `bundle is not of the API product type (${API_PRODUCT_TYPE})`,
  productOfOtherType: `the product is not of the API product type (${API_PRODUCT_TYPE})`,
  noSuchProduct: 'product does not exist',
  lastVariant: 'only one variant is left in the bundle',
  inOpenOrder: 'the product is in an order that is not completed',
  purchased: 'the package was purchased by users',
} as const;
