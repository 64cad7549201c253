import type { EventDeclarations, EventType, RecordedEvent } from '#common/events/index.js';
import { UuidProperty } from '#common/openapi/decorators.js';

/**
 * The type of a test event that a super admin sends. It cannot be subscribed to: it goes to one application, whatever that
 * application subscribes to, and to no subscriber in the service.
 */
export const TEST_EVENT_TYPE = 'webhook.test';

/** Every type of event that a webhook may receive. */
export type WebhookEventType = EventType | typeof TEST_EVENT_TYPE;

/** `webhook.test`. */
export class WebhookTestData {
  @UuidProperty('5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11') application_id!: string;
}

/** Its documentation; no room records it. */
export const WEBHOOK_EVENTS = {
  [TEST_EVENT_TYPE]: {
    aggregate: 'application',
    data: WebhookTestData,
    summary: 'A super admin sent a test event',
    description: 'Needs no subscription. It is sent once, even if the webhook is disabled.',
  },
} satisfies EventDeclarations;

/** Events that go only to the application that they concern, `data.application_id`. */
export const OWN_EVENTS = [
  'session.ended',
  'application.updated',
  'account.already_exists',
  'account.confirmation_requested',
  'account.email_change_requested',
  'account.email_changed',
  'account.invited',
  'account.password_reset_requested',
] as const satisfies readonly EventType[];

/** Whether an event is one of {@link OWN_EVENTS}. */
export function isOwnEvent(event: RecordedEvent): event is RecordedEvent<(typeof OWN_EVENTS)[number]> {
  return (OWN_EVENTS as readonly EventType[]).includes(event.type);
}
