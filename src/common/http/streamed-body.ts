import { Readable } from 'node:stream';
import { createParamDecorator, SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';

/** The media types that a streamed body may have. */
export const STREAMED_TYPES = ['application/x-ndjson', 'text/csv'] as const;
export type StreamedType = (typeof STREAMED_TYPES)[number];

/** Metadata key of {@link StreamedBody}. */
export const STREAMED_BODY = 'streamed-body';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See {@link StreamedBody}. */
    streamedBody?: boolean;
  }
}

/** A body that is read while it arrives, by the route itself. */
export interface Streamed {
  readonly type: StreamedType;
  /** Reading it slowly makes the client send slowly. */
  readonly bytes: Readable;
}

/**
 * Gives the handler its body as a stream: it may be of any size and take any time, as long as something arrives. The limits
 * of other bodies do not apply, so the route must require a user, and read in bounded memory.
 */
export function StreamedBody(): CustomDecorator {
  return SetMetadata(STREAMED_BODY, true);
}

/** The {@link Streamed} body as a controller parameter. */
export const StreamedParam = createParamDecorator((_: unknown, context: ExecutionContext): Streamed => {
  const { body, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!(body instanceof Readable)) throw unsupported();
  return { type: headers['content-type']!.split(';')[0]!.trim().toLowerCase() as StreamedType, bytes: body };
});

/** For a media type that a route does not take. */
export function unsupported(): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE');
}
