import type { CommerceEvent, EventType, WebhookEventType } from './event-types.js';

/**
 * What each type of event tells: its `data`. Each room adds its own by declaration merging, beside the code that records it
 * (`<x>.events.ts`). Only what stands here can be recorded, and listeners are held against it.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- rooms fill it by declaration merging
export interface EventPayloads {}

/** The `data` of a type of event; `never` as long as no room has said what it is, so that it cannot be recorded. */
export type EventData<Type extends WebhookEventType> = Type extends keyof EventPayloads ? EventPayloads[Type] : never;

/**
 * An event of a type, as listeners get it; of several, one that `switch (event.type)` tells apart.
 * @example
 * ```ts
 * function thank({ data }: EventOf<'order.placed'>): void { … }
 * ```
 */
export type EventOf<Type extends EventType = EventType> = {
  [One in Type]: CommerceEvent<EventData<One>> & { type: One };
}[Type];
