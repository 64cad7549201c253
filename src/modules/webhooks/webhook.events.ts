import { TEST_EVENT_TYPE } from '../../common/events/index.js';
import { ApiProperty } from '../../common/openapi/decorators.js';
import type { DocumentedEvents } from '../../common/openapi/index.js';

/** `webhook.test`. */
export class WebhookTestData {
  @ApiProperty({ type: String, format: 'uuid', example: '5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11' })
  application_id!: string;
}

declare module '../../common/events/event-payloads.js' {
  interface EventPayloads {
    'webhook.test': WebhookTestData;
  }
}

export const WEBHOOK_EVENTS: DocumentedEvents = {
  [TEST_EVENT_TYPE]: {
    data: WebhookTestData,
    summary: 'A super admin tries the webhook',
    description: 'Nobody subscribes to it. It is sent once, even while the webhook is disabled.',
  },
};
