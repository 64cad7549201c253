import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EventOf, EventType, RecordedEvent, Subscription } from './event-types.js';

/**
 * The hook points with their contexts. Each room adds its own by declaration merging, next to the code that runs them.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- rooms fill it by declaration merging
export interface HookPoints {}

export type HookPoint = keyof HookPoints;

/** The kinds of handlers; also the metadata keys of their decorators. */
export const SEAMS = ['hook', 'subscriber', 'listener'] as const;
export type Seam = (typeof SEAMS)[number];

type Selected<Type extends Subscription> = Type extends EventType ? Type : EventType;

/** A hook: runs inside the transaction of the change, and rejects it by throwing an AppError. */
export type HookMethod<Point extends HookPoint> = (
  tx: EntityManager,
  context: HookPoints[Point],
) => void | Promise<void>;

/** A subscriber: gets the events of one request inside the transaction, and rejects the change by throwing an AppError. */
export type SubscriberMethod<Type extends Subscription> = (
  tx: EntityManager,
  events: readonly RecordedEvent<Selected<Type>>[],
) => Promise<void>;

/** A listener: runs in this process after the change has committed, and cannot reject it. */
export type ListenerMethod<Type extends Subscription> = (event: EventOf<Selected<Type>>) => void | Promise<void>;

/**
 * Marks a provider's method as a hook. Hooks of extensions run in the order of their modules.
 * @example
 * ```ts
 * @Injectable()
 * class OneStarterKit {
 *   @Hook('cart.add')
 *   refuseSecond(tx: EntityManager, { quantity }: HookPoints['cart.add']) {
 *     if (quantity > 1) throw new AppError('CONFLICT', 'one starter kit is enough');
 *   }
 * }
 * ```
 */
export function Hook<Point extends HookPoint>(point: Point) {
  return handler<HookMethod<Point>>('hook', [point]);
}

/**
 * Marks a provider's method as a subscriber of types of events, or of all (`*`): for rooms whose data must be consistent
 * with the events of others. Subscribers run one after the other, in the order of their modules in `AppModule` and of the
 * methods in their class, each once for all events that are recorded together.
 * @example
 * ```ts
 * @Subscriber('order.paid', 'order.cancelled')
 * async book(tx: EntityManager, events: readonly RecordedEvent<'order.paid' | 'order.cancelled'>[]) { … }
 * ```
 */
export function Subscriber<Type extends Subscription>(...types: [Type, ...Type[]]) {
  return handler<SubscriberMethod<Type>>('subscriber', types);
}

/**
 * Marks a provider's method as a listener of one type of event, or of all (`*`). The failure of a listener is only logged.
 * If no event may be missed, use a webhook, which is delivered at least once.
 * @example
 * ```ts
 * @Listener('order.placed')
 * async thank({ data }: EventOf<'order.placed'>) { … }
 * ```
 */
export function Listener<Type extends Subscription>(type: Type) {
  return handler<ListenerMethod<Type>>('listener', [type]);
}

function handler<Handler>(seam: Seam, names: readonly string[]) {
  return <Method extends Handler>(target: object, name: string, descriptor: TypedPropertyDescriptor<Method>): void => {
    SetMetadata(seam, names)(target, name, descriptor as PropertyDescriptor);
  };
}
