import { PageQuery } from '#common/http/pagination.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { ChoiceField, InstantField, TextField } from '#common/validation/index.js';
import { reasonOf } from './refusal.rules.js';
import type { RefusedRequest } from './refused-request.entity.js';

const CLASSES = ['4xx', '5xx'] as const;

/** Filters of the list of refused and failed requests. */
export class RefusedRequestsQuery extends PageQuery {
  @TextField({
    optional: true,
    max: 36,
    description: 'only requests of this application; `none` for those without a valid key',
    example: '8f14e45f-ceea-4e7a-9a53-2f3f6c1b8e47',
  })
  application_id?: string;

  @ChoiceField(CLASSES, { optional: true, description: '`4xx`: refused; `5xx`: failed', example: '4xx' })
  status_class?: (typeof CLASSES)[number];

  @TextField({ optional: true, max: 60, description: 'only this code of an error', example: 'api_key_invalid' })
  code?: string;

  @TextField({ optional: true, max: 128, description: 'the header `X-Request-Id` of the response', example: 'a1b2c3' })
  request_id?: string;

  @TextField({ optional: true, max: 200, description: 'part of the route', example: 'commerce/orders' })
  route?: string;

  @InstantField({ optional: true, description: 'at or after this time' })
  from?: string;

  @InstantField({ optional: true, description: 'before this time' })
  to?: string;
}

/** Which application sent a request. */
class RequestApplicationView {
  @ApiProperty({ type: String, format: 'uuid', example: '8f14e45f-ceea-4e7a-9a53-2f3f6c1b8e47' })
  id!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Web shop', description: 'null once it is deleted' })
  name!: string | null;
}

/** Why a request was refused, as docs/errors.md says it. */
class RefusalReasonView {
  @ApiProperty({ example: 'the access token is missing, expired or not valid; refresh it, or log in again' })
  message!: string;

  @ApiProperty({ example: 'The access token is missing, has expired, was revoked, or is of another application.' })
  cause!: string;

  @ApiProperty({ example: 'Refresh the token, or log in again.' })
  remedy!: string;
}

/** A request that was refused or failed: what tells why, and nothing of its content. */
export class RefusedRequestView {
  @ApiProperty({ type: 'integer', example: 4711 })
  id!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-26T08:37:21.500Z' })
  at!: string;

  @ApiProperty({ example: 'GET' })
  method!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '/api/v1/commerce/orders/:order_number/',
    description: 'with placeholders; null for an address at which there is nothing',
  })
  route!: string | null;

  @ApiProperty({ type: 'integer', example: 401, description: '499 if the client hung up before it was answered' })
  status!: number;

  @ApiProperty({ type: String, nullable: true, example: 'invalid_token', description: 'of the error; null with 499' })
  code!: string | null;

  @ApiProperty({ type: [String], example: ['quantity'], description: 'names of the fields with problems, at most 20' })
  fields!: string[];

  @ApiProperty({ type: RequestApplicationView, nullable: true, description: 'null without a valid key' })
  application!: RequestApplicationView | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 5 })
  uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'alice' })
  username!: string | null;

  @ApiProperty({ example: '203.0.113.7' })
  ip!: string;

  @ApiProperty({ example: '0193a3c8-7d3e-7c61-b0a5-5b7a0d4b8f11' })
  request_id!: string;

  @ApiProperty({ type: Number, example: 3.2 })
  duration_ms!: number;

  @ApiProperty({ type: RefusalReasonView, nullable: true, description: 'null for a code of an extension' })
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
