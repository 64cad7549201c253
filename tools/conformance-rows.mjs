/**
 * Every row of the specification's tables, and every condition of a row, with a stable id.
 *
 * An id reads `<section> <row>: <condition>`. A test that shows a row starts its title with the id in square
 * brackets: `it('[7.3 product create / bundle_id: blank] is …')`. One title may start with several ids.
 */

/** The bundle input is one row set for both writes. */
const BUNDLE_FIELDS = {
  name: ['missing', 'blank', 'longer than 200 characters'],
  description_translations: ['missing', 'en text missing'],
  short_description_translations: ['missing', 'en text missing'],
};
const VARIANT_CONDITIONS = [
  'product type has other variant fields',
  'a variant lacks price',
  'a variant lacks product-name',
  'a variant lacks whole-sale-price',
  'a variant lacks product-sku',
  'fewer than one variant',
  'a SKU is duplicated',
  'a SKU is null',
];
const ATTRIBUTE_CONDITIONS = [
  'product type has other attributes',
  'an attribute key is missing',
  'extra attribute keys',
];

/** Adds the same prefix to the keys of a table of rows. */
function rowsOf(prefix, fields) {
  return Object.fromEntries(Object.entries(fields).map(([field, conditions]) => [`${prefix} / ${field}`, conditions]));
}

/** Section -> row -> conditions. */
const TABLES = {
  1: { 'registration of an application': ['encryption keys are collected per client platform'] },
  2.1: {
    'cart item': [
      'id',
      'order_id_id',
      'vendor_id',
      'product_id',
      'bundle_id',
      'line_item_type',
      'line_item_label',
      'quantity',
      'price',
      'data',
      'status',
      'unit_price',
      'currency_code',
      'currency_symbol',
    ],
  },
  2.2: { 'wishlist result': ['wished_products', 'currency_symbol'] },
  2.3: {
    'bundle input': [
      'bundle_id',
      'name',
      'bundle_name_translations',
      'description_translations',
      'short_description_translations',
      'varients',
      'attributes',
      'other language codes are kept',
    ],
  },
  2.4: {
    variant: [
      'price',
      'product-name',
      'whole-sale-price',
      'product-sku',
      'an existing SKU updates that variant',
      'a new SKU adds a variant',
    ],
  },
  2.5: { attributes: ['business-volume', 'points', 'cumulative-volume'] },
  2.6: {
    'listed bundle': ['name', 'product_type', 'status', 'products', 'bundle_id'],
    'product entry': ['product_id', 'name', 'product_type', 'base_price', 'status', 'image'],
  },
  2.7: {
    'listed API bundle': ['bundle_id', 'bundle_name', 'products'],
    'product entry': ['product_id', 'name', 'base_price', 'status'],
  },
  2.8: { 'paged list': ['results', 'count', 'previous', 'next'] },
  2.9: { 'application key claims': ['typ', 'aud', 'iss', 'iat'] },
  4: { 'success envelope': ['status_code', 'errors', 'data', 'Content-Type application/json'] },
  4.1: {
    'GET cart-items': ['answers data.cartitems'],
    'POST remove-cart-item': ['removes the item', 'success envelope'],
    'POST update-cart': ['changes the quantity', 'success envelope'],
  },
  4.2: {
    'GET wishlist-items': ['answers wishlist results', 'offset'],
    'POST wishlist-add': ['adds the product', 'success envelope'],
    'POST wishlist-remove': ['removes the product', 'success envelope'],
  },
  4.3: {
    'POST product create': ['creates the bundle', 'data is an empty object'],
    'POST product update': ['updates the bundle', 'data is an empty object', 'all fields are required'],
    'DELETE product delete': ['deletes the bundle', 'data is an empty object'],
    'DELETE product-varient': [
      'deletes the variant',
      'data is an empty object',
      'not the last variant',
      'only of the API product type',
    ],
    'GET product list': ['answers a paged list', 'offset', 'limit', 'name', 'category'],
    'POST bulk create': ['creates the bundles'],
    'GET api-products': ['answers a paged list of API bundles only'],
  },
  4.4: { 'bulk create answer': ['same_bundle_id', 'bundle_id_null', 'bundle_id_not_found'] },
  5.1: { 'application key': ['every request carries it', 'a request without it is rejected'] },
  5.2: { 'access token': ['Authorization bearer', 'cookie access_token', 'a user request without it is rejected'] },
  5.3: { 'token endpoint': ['login gives an access and a refresh token', 'a refresh token gives a new access token'] },
  5.4: {
    'API admin': [
      'may call every endpoint',
      'acts on another user with uid',
      'is needed for endpoints not tied to a user',
    ],
  },
  5.5: { 'application key': ['is shown when issued and never in lists'] },
  5.6: { restriction: ['by host', 'by IP address', 'inactive', 'maintenance'] },
  6: { 'configuration per application': ['webhook', 'single sign-on'] },
  7.1: { status: ['200', '201', '204', '400', '401', '403', '404', '405', '409', '500', '503'] },
  7.2: {
    'error body': ['status_code', 'type', 'message', 'validation errors name the field'],
    '500 Server Error': ['the request could not be processed'],
    '401 Request Failed': ['the application key does not validate the request'],
    '400 Bad Request': ['apikey is missing'],
    '400 Inactive APIKEY': ['the key is inactive'],
    '400 Under Maintenance': ['the key is in maintenance'],
    '403 Host Blocked': ['the host is blocked'],
    '403 Host Not Whitelisted': ['the host is not whitelisted'],
    '403 IP Blocked': ['the IP address is blocked'],
    '403 IP Not Whitelisted': ['the IP address is not whitelisted'],
  },
  7.3: {
    'remove-cart-item / order_id': ['blank'],
    'remove-cart-item / pk': ['blank'],
    'wishlist-add / product_id': ['missing', 'invalid product id'],
    'wishlist-remove / product_id': ['blank'],
    'wishlist-remove / product not found': ['product not found'],
    'product create / request': ['the product type has not been created'],
    'product create / bundle_id': ['missing', 'blank', 'already exists'],
    ...rowsOf('product create', BUNDLE_FIELDS),
    'product create / bundle_name_translations': ['missing', 'en text missing'],
    'product create / varients': ['missing', ...VARIANT_CONDITIONS],
    'product create / attributes': ['missing', ...ATTRIBUTE_CONDITIONS],
    'product update / bundle_id': ['missing', 'blank', 'does not exist', 'not of the API product type'],
    ...rowsOf('product update', BUNDLE_FIELDS),
    'product update / varients': VARIANT_CONDITIONS,
    'product update / attributes': ATTRIBUTE_CONDITIONS,
    'product delete / bundle_id': ['missing', 'blank', 'does not exist', 'not of the API product type'],
    'product delete / request': ['in an order that is not completed', 'purchased by users'],
    'delete variant / product_sku': ['missing', 'blank', 'not valid', 'product does not exist'],
    'delete variant / bundle_id': ['missing', 'blank'],
    'delete variant / request': ['only one variant is left', 'not of the API product type'],
    'bulk create / request': ['the product type has not been created', 'more than 50 bundles'],
    'bulk create / bundles': ['errors of product create'],
  },
  8: {
    limit: [
      '50 bundles per bulk create',
      'name of 200 characters',
      'at least 1 variant on create',
      'at least 1 variant on update',
      'at least 1 variant on delete variant',
    ],
  },
  9: { versioning: ['the path carries the version', 'the version is chosen at registration'] },
};

/** Every row: `{ id, section, row, condition }`, in the order of the specification. */
export const ROWS = Object.keys(TABLES)
  .sort((a, b) => Number(a) - Number(b))
  .flatMap((section) =>
    Object.entries(TABLES[section]).flatMap(([row, conditions]) =>
      conditions.map((condition) => ({ id: `${section} ${row}: ${condition}`, section, row, condition })),
    ),
  );
