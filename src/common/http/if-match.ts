import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { ApiHeader } from '../openapi/decorators.js';

/** What `If-Match` asks for: a version, any existing one (`*`), or nothing at all. Section 6 of the decisions. */
export type IfMatch = number | '*' | undefined;

const VERSION = /^(?:"(0|[1-9][0-9]{0,8})"|(0|[1-9][0-9]{0,8}))$/;

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
 * Holds a version against what the client asked for; to be called while the row is locked.
 * @param version the version now; 0 when there is nothing yet
 * @throws AppError CONFLICT when the client's version is stale
 */
export function assertMatch(expected: IfMatch, version: number): void {
  if (expected === undefined || expected === version || (expected === '*' && version > 0)) return;
  throw new AppError('CONFLICT', `If-Match asks for version ${expected}, but the version is ${version}; read it again`);
}

/** The `If-Match` header of a request as a controller parameter. */
export const IfMatchParam = createParamDecorator((_: unknown, context: ExecutionContext): IfMatch =>
  readIfMatch(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
);

/** Documents the optional `If-Match` header of a change. */
export function ApiIfMatch(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-Match',
      required: false,
      description:
        'the cart’s `version` that the change is meant for (0: no cart yet; `*`: any cart); a stale one is 409',
      schema: { type: 'string', example: '3' },
    }),
  );
}
