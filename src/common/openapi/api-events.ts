import { SetMetadata } from '@nestjs/common';
import type { EventData, WebhookEventType } from '../events/index.js';

/** Metadata key of {@link ApiEvents}. */
export const EVENTS = 'openapi:events';

/** What the document says of a type of event. */
export interface DocumentedEvent<Type extends WebhookEventType> {
  /** The class of `data` with `@ApiProperty({ example })` on its fields. */
  data: new () => EventData<Type>;
  summary: string;
  description: string;
  /** What differs of `data` from the example that is put together from the fields' own. */
  example?: Partial<EventData<Type>>;
}

/** What the document says of the types of event that a room records. */
export type DocumentedEvents = { readonly [Type in WebhookEventType]?: DocumentedEvent<Type> };

/** Documents, on the module of a room, the events that it records: they become webhooks of the document. */
export function ApiEvents(events: DocumentedEvents): ClassDecorator {
  return SetMetadata(EVENTS, events);
}
