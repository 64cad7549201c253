import { CALLS } from '../support/calls/calls.js';
import { stockedSlot } from './stocked.js';

/** Which slot stands for a name, wherever it is met. */
const ANYWHERE: Readonly<Record<string, string>> = {
  id: 'application',
  application_id: 'sign-on application',
  key_id: 'key',
  kid: 'encryption key',
  delivery_id: 'delivery',
  uid: 'member',
  parent_uid: 'member',
  child_uid: 'member',
  uids: 'member',
  sponsor: 'username',
  email: 'fresh email',
  password: 'password',
  bundle_id: 'bundle',
  product_sku: 'sku',
  'product-sku': 'fresh',
  product_id: 'product',
  product_type: 'type',
  category: 'type',
  line_item_id: 'line',
  pk: 'line',
  cart_id: 'cart',
  order_id: 'order',
  country_code: 'country',
  events: 'events',
  since: 'earlier',
  api_version: 'version',
  'If-Match': 'cart version',
  'Idempotency-Key': 'idempotency key',
  refresh_token: 'refresh token',
  ticket: 'ticket',
};

/** Which slot stands for a name of one operation. */
const OF_OPERATION: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  adminRegisterApplication: { username: 'fresh' },
  adminChangeApplication: { username: 'fresh' },
  adminCreateUser: { username: 'fresh' },
  signUp: { username: 'fresh' },
  getToken: { username: 'signs in', password: 'its password' },
  getOAuthToken: { username: 'signs in', password: 'its password' },
  revokeOAuthToken: { token: 'refresh token' },
  adminLogIn: { username: 'super admin', password: 'its password' },
  adminGetOrder: { id: 'order' },
  adminChangeOrderStatus: { id: 'order' },
  adminReturnOrder: { id: 'paid order', order_id: 'paid order' },
  returnOrder: { order_id: 'paid order', id: 'paid line' },
  getOrder: { id: 'own order' },
  removeFromWishlist: { product_id: 'wish' },
  removeCartItem: { order_id: 'cart' },
  adminCreateBundle: { bundle_id: 'fresh', product_type: 'api type' },
  createBundle: { bundle_id: 'fresh' },
  createBundles: { bundle_id: 'fresh' },
  adminCreateProductType: { name: 'fresh type' },
  adminGetProductType: { name: 'type' },
  adminUpdateProductType: { name: 'spare type' },
  adminDeleteProductType: { name: 'spare type' },
  // In a plan, bonuses have ids of their own.
  adminCreatePlan: { id: undefined },
  adminChangePlan: { id: undefined },
  adminComparePlans: { id: 'adminCreatePlan id', other: 'adminCreatePlan id' },
};

/** The slot of a parameter or property of an operation; undefined where anything will do. */
export function slotFor(operationId: string, name: string): string | undefined {
  const own = OF_OPERATION[operationId];
  if (own !== undefined && Object.hasOwn(own, name)) return own[name];
  const stocked = stockedSlot(operationId, name, 'other');
  if (stocked !== undefined) return stocked;
  return Object.hasOwn(ANYWHERE, name) ? ANYWHERE[name] : undefined;
}

/** The slot of a path parameter: of what another operation makes, or as anywhere. */
export function slotInPath(operationId: string, name: string): string | undefined {
  const of = CALLS[operationId]?.of;
  if (typeof of === 'object') return `${of.madeBy} ${name}`;
  return stockedSlot(operationId, name, 'path') ?? slotFor(operationId, name);
}
