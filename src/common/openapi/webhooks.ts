import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { ParameterObject, PathItemObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { EVENT_TYPES, TEST_EVENT_TYPE, type WebhookEventType } from '../events/event-types.js';
import { EVENTS, type DocumentedEvent, type DocumentedEvents } from './api-events.js';
import { exampleOf, pathOf, type Schemas } from './schemas.js';

const TYPES: readonly WebhookEventType[] = [...EVENT_TYPES, TEST_EVENT_TYPE];

const EVENT_ID = '5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f';
const TIMESTAMP = '2026-11-21T09:30:00.000Z';

/** A type of event with what its room documents of it. */
export type TypedEvent = { type: WebhookEventType } & DocumentedEvent<WebhookEventType>;

/**
 * What all rooms document of their events, in the order of the types.
 * @throws Error naming a type that no room documents
 */
export function documentedEvents(app: INestApplication): TypedEvent[] {
  const ofRooms = [...app.get(ModulesContainer).values()].map(
    ({ metatype }) => Reflect.getMetadata(EVENTS, metatype) as DocumentedEvents | undefined,
  );
  return TYPES.map((type) => {
    const documented = ofRooms.find((events) => events?.[type] !== undefined)?.[type];
    if (documented === undefined) throw new Error(`no room documents the event ${type} by @ApiEvents`);
    return { type, ...documented };
  });
}

/** The name of the schema of a type's body: `OrderPlacedEvent`. */
function schemaName(type: WebhookEventType): string {
  return `${pascal(type)}Event`;
}

function pascal(type: WebhookEventType): string {
  return type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The schemas of what is sent, by name. Section 7 of the decisions. */
export function eventSchemas(events: readonly TypedEvent[]): Record<string, SchemaObject> {
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
            description: 'of the event: the same in every attempt, and in the header `webhook-id`',
            examples: [EVENT_ID],
          },
          type: { type: 'string', const: type } as SchemaObject,
          timestamp: { type: 'string', format: 'date-time', description: 'when it happened', examples: [TIMESTAMP] },
          data: { $ref: pathOf(data) },
        },
      } satisfies SchemaObject,
    ]),
  );
}

/** The `webhooks` of the document: what we send, and what becomes of the answers. */
export function webhooksOf(events: readonly TypedEvent[], schemas: Schemas): Record<string, PathItemObject> {
  return Object.fromEntries(
    events.map(({ type, summary, description, example: differing }) => {
      const schema = { $ref: `#/components/schemas/${schemaName(type)}` };
      const example = exampleOf(schema, schemas) as { data: object };
      const post = {
        operationId: `on${pascal(type)}`,
        summary,
        description,
        security: [],
        parameters: Object.keys(WEBHOOK_PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
        requestBody: {
          required: true,
          content: {
            'application/json': { schema, example: { ...example, data: { ...example.data, ...differing } } },
          },
        },
        responses: {
          '2XX': { $ref: '#/components/responses/WebhookDelivered' },
          '410': { $ref: '#/components/responses/WebhookGone' },
          default: { $ref: '#/components/responses/WebhookTriedAgain' },
        },
      };
      return [type, { post }];
    }),
  );
}

/** The headers of Standard Webhooks 1.0. */
export const WEBHOOK_PARAMETERS: Record<string, ParameterObject> = {
  'webhook-id': {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'the id of the event. What has come before is not taken a second time.',
    schema: { type: 'string', format: 'uuid', examples: [EVENT_ID] },
  },
  'webhook-timestamp': {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'the second of this attempt, since 1970. Refuse what is more than 5 minutes off your clock.',
    schema: { type: 'string', pattern: '^[0-9]+$', examples: ['1795253400'] },
  },
  'webhook-signature': {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in Base64, under the bytes behind `whsec_` ' +
      'of your secret. While a rotated secret still signs there are several, with spaces between: one must fit.',
    schema: { type: 'string', examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] },
  },
};

/** What becomes of a receiver's answer. */
export const WEBHOOK_RESPONSES: Record<string, ResponseObject> = {
  WebhookDelivered: { description: 'Delivered. The body does not matter; the first KiB of it is kept in the log.' },
  WebhookGone: {
    description:
      'Nothing is sent to this address any more, and what waits is cancelled. The webhook is disabled until a super admin ' +
      'enables it or gives another address.',
  },
  WebhookTriedAgain: {
    description:
      'Not delivered; so is no complete answer within 15 seconds, and a redirect, which is not followed. It is tried again ' +
      'after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (each a little more), then given up. A webhook that ' +
      'only fails for 5 days is disabled.',
    headers: {
      'Retry-After': {
        description: 'the earliest time of the next attempt: seconds or a date, up to 24 hours are honoured',
        schema: { type: 'string', examples: ['120'] },
      },
    },
  },
};
