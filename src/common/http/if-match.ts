import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { COMMON } from '#common/errors/common.messages.js';

/** The expected version, any existing one (`*`), or no condition. See docs/spec/service.md#6. */
export type IfMatch = number | '*' | undefined;

const VERSION = /^(?:"(0|[1-9][0-9]{0,8})"|(0|[1-9][0-9]{0,8}))$/;

/** The error for a stale version. */
export const STALE_VERSION = failure(COMMON.stale_version, { example: { expected: 3, version: 4 } });

/**
 * Reads the header: `5`, `"5"` or `*`.
 * @throws AppError VALIDATION on `If-Match` for anything else
 */
export function readIfMatch(header: string | undefined): IfMatch {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (text === '*') return '*';
  const match = VERSION.exec(text);
  if (match === null) throw AppError.ofField('VALIDATION', 'If-Match', 'must be one version, such as 5 or "5", or *');
  return Number(match[1] ?? match[2]);
}

/**
 * Checks the condition; call it while the row is locked.
 * @param version the current version; 0 if the row does not exist yet
 * @throws AppError CONFLICT when the client's version is stale
 */
export function assertMatch(expected: IfMatch, version: number): void {
  if (expected === undefined || expected === version || (expected === '*' && version > 0)) return;
  throw AppError.of(STALE_VERSION, { expected, version });
}

/** The `If-Match` header of a request as a controller parameter. */
export const IfMatchParam = createParamDecorator((_: unknown, context: ExecutionContext): IfMatch =>
  readIfMatch(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
);

/** The header in the OpenAPI document. */
export const IF_MATCH_HEADER = {
  name: 'If-Match',
  required: false,
  description:
    'the `version` that the change is based on (0: a cart that is not there yet; `*`: any version); 409 if it is stale',
  schema: { type: 'string' as const, example: '3' },
};
