import { Readable } from 'node:stream';
import { createParamDecorator, SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';

/** The media type of an Excel workbook. */
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The media types that a streamed body may have. */
export const STREAMED_TYPES = ['application/x-ndjson', 'text/csv', WORKBOOK] as const;
export type StreamedType = (typeof STREAMED_TYPES)[number];

/** The media types that a picture may have. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The encodings that CSV may have, as `charset` of its media type; without one it is recognized by its first bytes. */
const CHARSETS = ['utf-8', 'utf-16le', 'windows-1252', 'iso-8859-1'] as const;
export type Charset = (typeof CHARSETS)[number];

/** Metadata key of {@link StreamedBody}. */
export const STREAMED_BODY = 'streamed-body';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types that the route takes; see {@link StreamedBody}. */
    streamedBody?: readonly string[] | undefined;
  }
}

/** A body that is read while it arrives, by the route itself. */
export interface Streamed {
  readonly type: StreamedType;
  /** Only of CSV, and where it is said. */
  readonly charset?: Charset;
  /** Reading it slowly makes the client send slowly. */
  readonly bytes: Readable;
}

/**
 * Gives the handler its body as a stream: it may be of any size and take any time, as long as something arrives. The limits
 * of other bodies do not apply, so the route must require a user, and read in bounded memory.
 * @param types the media types that it takes
 */
export function StreamedBody(types: readonly string[] = STREAMED_TYPES): CustomDecorator {
  return SetMetadata(STREAMED_BODY, types);
}

/** The {@link Streamed} body as a controller parameter. */
export const StreamedParam = createParamDecorator((_: unknown, context: ExecutionContext): Streamed => {
  const { body, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!(body instanceof Readable)) throw unsupported();
  return { ...streamedType(headers['content-type']!), bytes: body };
});

const NAMED_CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/**
 * What a header `Content-Type` says of a streamed body.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for an encoding that is not among {@link CHARSETS}, or another than UTF-8 of what is not CSV
 */
export function streamedType(contentType: string): Pick<Streamed, 'type' | 'charset'> {
  const type = contentType.split(';')[0]!.trim().toLowerCase() as StreamedType;
  const named = NAMED_CHARSET.exec(contentType)?.[1]?.toLowerCase();
  if (named === undefined) return { type };
  const charset = CHARSETS.find((one) => one === named || one.replace('-', '') === named);
  if (charset === undefined || (charset !== 'utf-8' && type !== 'text/csv')) throw unsupported();
  return { type, charset };
}

/** For a media type that a route does not take. */
export function unsupported(): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE');
}
