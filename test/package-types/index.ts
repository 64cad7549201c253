/**
 * What an extension's author gets who imports the package by its name: compiled against the built package by
 * test/package-types.slow-spec.ts, not against the sources.
 */
import type { TestApp } from 'direct-selling-commerce-api/testing';
import type { EventOf, EventPayloads, EventType, HookPoint, HookPoints, Pricing } from 'direct-selling-commerce-api';

type IsUnknown<T> = [T] extends [never] ? true : unknown extends T ? true : false;

/** The keys of those that nobody could work with. */
type Unusable<Told> = { [Key in keyof Told]: IsUnknown<Told[Key]> extends true ? Key : never }[keyof Told];
type Nothing = [never];

export const untoldEvents: [Exclude<keyof EventPayloads, EventType>] extends Nothing ? true : false = true;
export const uselessEvents: [Unusable<{ [Type in EventType]: EventOf<Type>['data'] }>] extends Nothing ? true : false =
  true;
export const uselessHooks: [Unusable<HookPoints>] extends Nothing ? true : false = true;

// By name, so that one that is gone is missed.
export const points: Record<HookPoint, true> = {
  'cart.add': true,
  'cart.changeQuantity': true,
  'order.place': true,
  'bundle.create': true,
  'bundle.update': true,
  'bundle.delete': true,
  'user.signup': true,
  'account.export': true,
  'account.erase': true,
};

// By name, so that one that is gone is missed.
export const fieldsOfEvents: { [Type in EventType]?: keyof EventOf<Type>['data'] } = {
  'cart.updated': 'cart_id',
  'wishlist.updated': 'uid',
  'bundle.created': 'products',
  'bundle.updated': 'products',
  'bundle.deleted': 'products',
  'product.deleted': 'sku',
  'order.placed': 'order_number',
  'order.paid': 'order_number',
  'order.completed': 'order_number',
  'order.cancelled': 'order_number',
  'order.returned': 'returned_items',
  'user.created': 'username',
  'session.ended': 'reason',
  'account.erased': 'uid',
  'application.updated': 'application_id',
};

export const fieldsOfHooks: { [Point in HookPoint]: keyof HookPoints[Point] } = {
  'cart.add': 'quantity',
  'cart.changeQuantity': 'quantity',
  'order.place': 'totals',
  'bundle.create': 'bundle',
  'bundle.update': 'bundle',
  'bundle.delete': 'bundle',
  'user.signup': 'sponsor_uid',
  'account.export': 'add',
  'account.erase': 'uid',
};

/** The transaction is the third of what a Pricing is given. */
export type PricingTransaction = Parameters<Pricing['unitPrices']>[2]['query'];

/** As docs/extending.md has it, and with ranks that require something. */
export async function tests(app: TestApp): Promise<number> {
  app.failures.expect(/the listener is broken/);
  const ranks = [{ name: 'member' }, { name: 'silver', requires: { personal_volume: 100 } }];
  const { lines } = await app.postPeriod({
    ranks,
    bonuses: [{ id: 'back', type: 'loyalty', percents: { silver: 5 } }],
  });
  await app.postPeriod({ ranks: [{ name: 'silver', requires: { personal_volume: 100 } }], period: 'week' });
  return lines.length;
}
