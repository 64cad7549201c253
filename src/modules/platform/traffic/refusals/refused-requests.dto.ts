import { ListSearchQuery } from '#common/audit/admin-lists.js';
import { type Sort, SortField } from '#common/http/sorting.js';
import {
  InstantProperty,
  IntegerProperty,
  NumberProperty,
  ObjectProperty,
  TextListProperty,
  TextProperty,
  UuidProperty,
} from '#common/openapi/decorators.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { ChoiceField, InstantField, TextField } from '#common/validation/index.js';
import { ApplicationIdField } from '../../client-apps/index.js';
import { reasonOf } from './refusal.rules.js';
import type { RefusedRequest } from './refused-request.entity.js';

const CLASSES = ['4xx', '5xx'] as const;

/** Filters of the list of refused and failed requests. */
export class RefusedRequestsQuery extends ListSearchQuery {
  @SortField(['at'], '-at') sort?: Sort<'at'>;
  @ApplicationIdField('only requests of this application; `none` for those without a valid key')
  application_id?: string;

  @ChoiceField(CLASSES, { optional: true, description: '`4xx`: refused; `5xx`: failed', example: '4xx' })
  status_class?: (typeof CLASSES)[number];

  @TextField({ optional: true, max: 60, description: 'only this code of an error', example: 'api_key_invalid' })
  code?: string;

  @TextField({ optional: true, max: 128, description: 'the header `X-Request-Id` of the response', example: 'a1b2c3' })
  request_id?: string;

  @TextField({ optional: true, max: 200, description: 'part of the route', example: 'commerce/orders' }) route?: string;
  @InstantField({ optional: true, description: 'at or after this time' }) from?: string;
  @InstantField({ optional: true, description: 'before this time' }) to?: string;
}

/** Which application sent a request. */
class RequestApplicationView {
  @UuidProperty('8f14e45f-ceea-4e7a-9a53-2f3f6c1b8e47') id!: string;
  @TextProperty('Web shop', 'null once it is deleted', { nullable: true }) name!: string | null;
}

/** Why a request was refused, as docs/errors.md says it. */
class RefusalReasonView {
  @TextProperty('the access token is missing, expired or not valid; refresh it, or log in again') message!: string;
  @TextProperty('The access token is missing, has expired, was revoked, or is of another application.') cause!: string;
  @TextProperty('Refresh the token, or log in again.') remedy!: string;
}

/** A request that was refused or failed: what tells why, and nothing of its content. */
export class RefusedRequestView {
  @IntegerProperty(4711) id!: number;
  @InstantProperty('2026-11-26T08:37:21.500Z') at!: string;
  @TextProperty('GET') method!: string;

  @TextProperty(
    '/api/v1/commerce/orders/:order_number/',
    'with placeholders; null for an address at which there is nothing',
    { nullable: true },
  )
  route!: string | null;

  @IntegerProperty(401, '499 if the client hung up before it was answered') status!: number;
  @TextProperty('invalid_token', 'of the error; null with 499', { nullable: true }) code!: string | null;
  @TextListProperty(['quantity'], 'names of the fields with problems, at most 20') fields!: string[];

  @ObjectProperty(RequestApplicationView, 'null without a valid key', { nullable: true })
  application!: RequestApplicationView | null;

  @IntegerProperty(5, { nullable: true }) uid!: number | null;
  @TextProperty('alice', { nullable: true }) username!: string | null;
  @TextProperty('203.0.113.7') ip!: string;
  @TextProperty('0193a3c8-7d3e-7c61-b0a5-5b7a0d4b8f11') request_id!: string;
  @NumberProperty(3.2) duration_ms!: number;

  @ObjectProperty(RefusalReasonView, 'null for a code of an extension', { nullable: true })
  reason!: RefusalReasonView | null;
}

export function toRefusedRequestView(one: RefusedRequest): RefusedRequestView {
  const { id, method, route, status, code, fields, applicationId, applicationName, uid, username, ip } = one;
  return {
    id,
    at: one.at.toISOString(),
    method,
    route,
    status,
    code,
    fields,
    application: applicationId === null ? null : { id: applicationId, name: applicationName },
    uid,
    username,
    ip,
    request_id: one.requestId,
    duration_ms: toJsonNumber(one.durationMs),
    reason: reasonOf(code) ?? null,
  };
}
