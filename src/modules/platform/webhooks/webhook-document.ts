import type { OpenAPIObject, ParameterObject, PathItemObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { eventDeclaration, eventTypes, type EventDeclaration } from '#common/events/index.js';
import type { DocumentedWebhooks } from '#common/api-document/index.js';
import { exampleOf, refTo } from '#common/api-document/schemas.js';
import { TEST_EVENT_TYPE, WEBHOOK_EVENTS, type WebhookEventType } from './webhook.events.js';

const EVENT_ID = '5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f';
const TIMESTAMP = '2026-11-21T09:30:00.000Z';

type TypedEvent = EventDeclaration & { type: WebhookEventType };

/** The webhooks of the OpenAPI document: one for each type of event, with its schema. */
export function documentedWebhooks(): DocumentedWebhooks {
  const events: TypedEvent[] = [
    ...eventTypes().map((type) => ({ type, ...eventDeclaration(type) })),
    { type: TEST_EVENT_TYPE, ...WEBHOOK_EVENTS[TEST_EVENT_TYPE] },
  ];
  return {
    models: events.map(({ data }) => data),
    components: { schemas: eventSchemas(events), parameters: WEBHOOK_PARAMETERS, responses: WEBHOOK_RESPONSES },
    describe: (document) => webhooksOf(events, document),
  };
}

/** The name of the schema of a type's body: `OrderPlacedEvent`. */
function schemaName(type: WebhookEventType): string {
  return `${pascal(type)}Event`;
}

function pascal(type: WebhookEventType): string {
  return type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The schemas of webhook bodies, by name. See docs/spec/service.md#7. */
function eventSchemas(events: readonly TypedEvent[]): Record<string, SchemaObject> {
  return Object.fromEntries(
    events.map(({ type, data, summary }) => [
      schemaName(type),
      {
        type: 'object',
        description: summary,
        required: ['id', 'type', 'timestamp', 'data'],
        properties: {
          id: {
            type: 'string',
            format: 'uuid',
            description: 'id of the event: the same in every attempt and in the `webhook-id` header',
            examples: [EVENT_ID],
          },
          type: { type: 'string', const: type } as SchemaObject,
          timestamp: { type: 'string', format: 'date-time', description: 'when it happened', examples: [TIMESTAMP] },
          data: refTo('schemas', data.name),
        },
      } satisfies SchemaObject,
    ]),
  );
}

/** The `webhooks` of the document: requests, and the handling of responses. */
function webhooksOf(events: readonly TypedEvent[], document: OpenAPIObject): Record<string, PathItemObject> {
  return Object.fromEntries(
    events.map(({ type, summary, description, example: differing }) => {
      const schema = refTo('schemas', schemaName(type));
      const example = exampleOf(document, schema) as { data: object };
      const post = {
        operationId: `on${pascal(type)}`,
        summary,
        description,
        security: [],
        parameters: Object.keys(WEBHOOK_PARAMETERS).map((name) => refTo('parameters', name)),
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: { ...example, data: { ...example.data, ...differing } } } },
        },
        responses: {
          '2XX': refTo('responses', 'WebhookDelivered'),
          '410': refTo('responses', 'WebhookGone'),
          default: refTo('responses', 'WebhookTriedAgain'),
        },
      };
      return [type, { post }];
    }),
  );
}

/** The headers of Standard Webhooks 1.0. */
const WEBHOOK_PARAMETERS: Record<string, ParameterObject> = {
  'webhook-id': {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'the id of the event. Ignore events whose id you have already processed.',
    schema: { type: 'string', format: 'uuid', examples: [EVENT_ID] },
  },
  'webhook-timestamp': {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description:
      'time of this attempt, in seconds since 1970. Reject requests that are more than 5 minutes off your clock.',
    schema: { type: 'string', pattern: '^[0-9]+$', examples: ['1795253400'] },
  },
  'webhook-signature': {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in Base64, with the Base64-decoded part of your secret after `whsec_` as the key. During the overlap of a rotation there are several signatures, separated by spaces: one of them must match.',
    schema: { type: 'string', examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] },
  },
};

/** The handling of a receiver's responses. */
const WEBHOOK_RESPONSES: Record<string, ResponseObject> = {
  WebhookDelivered: { description: 'Delivered. The body is ignored; its first KiB is kept in the log.' },
  WebhookGone: {
    description:
      'Unsubscribes: pending deliveries are cancelled, and the webhook is disabled until a super admin enables it or changes its URL.',
  },
  WebhookTriedAgain: {
    description:
      'Not delivered. The same applies if there is no complete response within 15 seconds, and to redirects, which are not followed. Retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (plus a random delay), then marked as failed. A webhook whose attempts all fail for 5 days is disabled.',
    headers: {
      'Retry-After': {
        description: 'the earliest time of the next attempt: seconds or a date, at most 24 hours',
        schema: { type: 'string', examples: ['120'] },
      },
    },
  },
};
