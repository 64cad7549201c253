import { SetMetadata } from '@nestjs/common';
import type { CommerceEvent, EventType } from './event-types.js';

/**
 * A listener: it runs after the change has committed, in this process, and cannot refuse it. Each says what data it expects
 * (`never` fits them all).
 */
export type ListenerMethod = (event: CommerceEvent<never>) => void | Promise<void>;

/** Metadata key of {@link Listener}. */
export const LISTENER = 'extension:listener';

/**
 * Marks a provider's method as a listener of one type of event, or of all (`*`). A failing listener is logged and
 * disturbs nobody. What must not be missed belongs into a webhook, which is delivered at least once.
 * @example
 * ```ts
 * @Listener('order.placed')
 * async thank({ data }: CommerceEvent<{ order_number: string }>) { … }
 * ```
 */
export function Listener(type: EventType | '*') {
  return <Method extends ListenerMethod>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(LISTENER, type)(target, name, descriptor as PropertyDescriptor);
  };
}
