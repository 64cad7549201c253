import { describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { CommerceEvent, EventOf, RecordedEvent } from './event-types.js';
import type { EventRecorder } from './event-recorder.js';
import { BestEffortListener, Subscriber } from './handlers.js';

const WISH = { uid: 5, change: 'added', product_id: 11, bundle_id: 'kit', sku: 'KIT-S' } as const;

// What must not compile is marked; `npm run types` fails when it does.
describe('the typed contract of events', () => {
  const recorded: unknown[] = [];
  const events = {
    record: async (...[, type, , data]: unknown[]) => void recorded.push([type, data]),
  } as unknown as EventRecorder;
  const tx = {} as EntityManager;

  it('lets an event be recorded with what its type tells, and nothing else', async () => {
    await events.record(tx, 'wishlist.updated', 5, WISH);
    // @ts-expect-error -- a field is missing
    await events.record(tx, 'wishlist.updated', 5, { uid: 5 });
    // @ts-expect-error -- a field too many
    await events.record(tx, 'wishlist.updated', 5, { ...WISH, email: 'maria@example.com' });
    // @ts-expect-error -- of another type
    await events.record(tx, 'cart.updated', 5, WISH);
    expect(recorded).toHaveLength(4);
  });

  it('holds listeners against the types that they listen to', () => {
    const heard: unknown[] = [];
    class Listeners {
      @BestEffortListener('order.placed')
      one({ data }: EventOf<'order.placed'>): void {
        heard.push(data.order_number);
      }

      @BestEffortListener('*')
      all(event: EventOf): void {
        if (event.type === 'user.created') heard.push(event.data.uid);
      }

      @BestEffortListener('order.placed')
      asIn10({ data }: CommerceEvent<{ order_number: string }>): void {
        heard.push(data.order_number);
      }

      // @ts-expect-error -- carts have no number
      @BestEffortListener('cart.updated')
      wrong({ data }: EventOf<'order.placed'>): void {
        heard.push(data.order_number);
      }

      // @ts-expect-error -- not all events are orders
      @BestEffortListener('*')
      tooNarrow({ data }: EventOf<'order.placed'>): void {
        heard.push(data.order_number);
      }
    }
    expect(Object.getOwnPropertyNames(Listeners.prototype)).toContain('asIn10');
  });

  it('holds subscribers against the types that they subscribe to', () => {
    class Subscribers {
      @Subscriber('order.placed', 'order.cancelled')
      async two(_tx: EntityManager, events: readonly RecordedEvent<'order.placed' | 'order.cancelled'>[]) {
        recorded.push(...events.map(({ data }) => data.order_number));
      }

      @Subscriber('*')
      async all(_tx: EntityManager, events: readonly RecordedEvent[]) {
        for (const event of events) if (event.type === 'user.created') recorded.push(event.data.uid);
      }

      @Subscriber('order.placed')
      async blind(_tx: EntityManager) {
        recorded.push('something');
      }

      // @ts-expect-error -- cancelled orders are among them
      @Subscriber('order.placed', 'order.cancelled')
      async tooNarrow(_tx: EntityManager, events: readonly RecordedEvent<'order.placed'>[]) {
        recorded.push(...events);
      }

      // @ts-expect-error -- no room declares it
      @Subscriber('order.eaten')
      async unknown(_tx: EntityManager) {
        recorded.push('nothing');
      }
    }
    expect(Object.getOwnPropertyNames(Subscribers.prototype)).toContain('blind');
  });
});
