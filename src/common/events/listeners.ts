import { SetMetadata } from '@nestjs/common';
import type { EventOf } from './event-payloads.js';
import type { EventType } from './event-types.js';

/** What a listener may listen to: a type of event, or all. */
export type ListenerType = EventType | '*';

/** A listener: it runs after the change has committed, in this process, and cannot refuse it. */
export type ListenerMethod<Type extends ListenerType> = (
  event: EventOf<Type extends EventType ? Type : EventType>,
) => void | Promise<void>;

/** Metadata key of {@link Listener}. */
export const LISTENER = 'extension:listener';

/**
 * Marks a provider's method as a listener of one type of event, or of all (`*`). A failing listener is logged and
 * disturbs nobody. What must not be missed belongs in a webhook, which is delivered at least once.
 * @example
 * ```ts
 * @Listener('order.placed')
 * async thank({ data }: EventOf<'order.placed'>) { … }
 * ```
 */
export function Listener<Type extends ListenerType>(type: Type) {
  return <Method extends ListenerMethod<Type>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(LISTENER, type)(target, name, descriptor as PropertyDescriptor);
  };
}
