import { CALLS } from '../support/calls/calls.js';
import type { Answer } from './http.js';
import type { Belongings } from './people.js';
import { Stock, type Expendable } from './stock.js';
import { isFields, type Value } from './value.js';
import type { Sent } from './wire.js';

/** The operations that make what others are about. */
const MAKERS = new Set(Object.values(CALLS).map(({ of }) => (typeof of === 'object' ? of.madeBy : undefined)));

/** What an operation made or took away, so that later requests can be about it. Only for answers of success. */
export function learn(
  operationId: string,
  { path, body }: Sent,
  { body: answered }: Answer,
  stock: Stock,
  own: Belongings,
): void {
  const data = fieldsOf(fieldsOf(answered).data);
  const application = stock.applications.find(({ id }) => id === path.id);
  if (MAKERS.has(operationId)) Stock.keep(stock.madeBy(operationId), data);
  switch (operationId) {
    case 'adminRegisterApplication':
      Stock.keep(stock.applications, expendable(data));
      return;
    case 'adminDeleteApplication':
      remove(stock.applications, (one) => one.id === path.id);
      return;
    case 'adminRotateApplicationKey':
      if (application !== undefined) Stock.keep(application.keys, String(data.key_id));
      return;
    case 'adminRevokeApplicationKey':
      if (application !== undefined) remove(application.keys, (key) => key === path.key_id);
      return;
    case 'adminIssueEncryptionKey':
      if (application !== undefined) Stock.keep(application.encryptionKeys, String(data.kid));
      return;
    case 'adminTestWebhook':
      if (application !== undefined) Stock.keep(application.deliveries, String(data.id));
      return;
    case 'adminCreateProductType':
      if (typeof data.name === 'string') Stock.keep(stock.types, data.name);
      return;
    case 'adminDeleteProductType':
      remove(stock.types, (name) => name === path.name);
      return;
    case 'createBundle':
    case 'adminCreateBundle':
      learnBundle(stock, body);
      return;
    case 'createBundles':
      if (Array.isArray(body)) for (const bundle of body) learnBundle(stock, bundle);
      return;
    case 'adminDeleteBundle':
      remove(stock.bundles, ({ id }) => id === path.bundle_id);
      return;
    case 'createOrder':
      Stock.keep(stock.orders, Number(data.order_id));
      Stock.keep(own.orders, Number(data.order_id));
      own.cart = { id: 0, version: 0, lines: [] };
      return;
    case 'getCartItems':
    case 'addCartItem':
    case 'updateCart':
    case 'removeCartItem':
      learnCart(own, data);
      return;
    case 'addToWishlist':
      if (isFields(body) && typeof body.product_id === 'number') Stock.keep(own.wishes, body.product_id);
      return;
    case 'getToken':
      if (typeof data.refresh_token === 'string') Stock.keep(stock.refreshTokens, data.refresh_token);
      return;
    case 'getOAuthToken':
      Stock.keep(stock.refreshTokens, String(fieldsOf(answered).refresh_token));
      return;
    case 'createSsoTicket':
      if (typeof data.ticket === 'string') Stock.keep(stock.tickets, data.ticket);
      return;
    default:
  }
}

function expendable(data: Record<string, unknown>): Expendable {
  return { id: String(data.id), apikey: String(data.apikey), keys: [], encryptionKeys: [], deliveries: [] };
}

function learnBundle(stock: Stock, body: Value | undefined): void {
  if (!isFields(body) || typeof body.bundle_id !== 'string' || !Array.isArray(body.varients)) return;
  const skus = body.varients.flatMap((variant) => (isFields(variant) ? [variant['product-sku']] : []));
  Stock.keep(stock.bundles, { id: body.bundle_id, skus: skus.filter((sku) => typeof sku === 'string') });
}

/** A cart as an answer shows it; that of somebody else (`?uid=`) does as well. */
function learnCart(own: Belongings, data: Record<string, unknown>): void {
  if (typeof data.cart_id !== 'number' || !Array.isArray(data.cartitems)) return;
  const lines = (data.cartitems as { id: number }[]).map(({ id }) => id);
  own.cart = { id: data.cart_id, version: Number(data.version), lines };
}

function remove<T>(list: T[], which: (entry: T) => boolean): void {
  const at = list.findIndex(which);
  if (at >= 0) list.splice(at, 1);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
