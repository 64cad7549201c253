import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { FormBody } from '../validation/form-fields.js';
import { parseJson } from '../validation/json.js';
import { PICTURE_TYPES, STREAMED_TYPES, streamedType, unsupported } from './streamed-body.js';

/** Maximum body size; a bulk create of 50 large bundles fits. */
export const MAX_BODY_BYTES = 2_097_152;

const MAX_FORM_FIELDS = 200;

/** An encrypted body (compact JWE). It is decrypted once the application, whose key it needs, is known. */
export class EncryptedBody {
  constructor(readonly text: string) {}
}

/**
 * Registers parsers for the three media types of docs/spec/service.md#1 and for encrypted bodies (docs/spec/service.md#7); others
 * are 415. An empty body is an empty object, so that errors name the missing fields.
 */
export async function registerBodyParsers(fastify: FastifyInstance): Promise<void> {
  fastify.removeAllContentTypeParsers();
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    done(isPlain(request) ? undefined : new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must not be compressed'));
  });
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      assertUtf8(request);
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  fastify.addContentTypeParser('application/jose', { parseAs: 'buffer' }, (_request, body, done) => {
    const text = (body as Buffer).toString('latin1').trim();
    done(null, text === '' ? undefined : new EncryptedBody(text));
  });
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      assertUtf8(request);
      done(null, new FormBody(gather(new URLSearchParams(decode(body as Buffer)))));
    } catch (error) {
      done(error as Error);
    }
  });
  fastify.addContentTypeParser([...STREAMED_TYPES, ...PICTURE_TYPES], (request, payload, done) => {
    try {
      const { type } = streamedType(request.headers['content-type']!);
      if (request.routeOptions.config.streamedBody?.includes(type) !== true) return done(unsupported());
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
  await fastify.register(multipart, {
    limits: { fields: MAX_FORM_FIELDS, fieldSize: MAX_BODY_BYTES, files: 1, parts: MAX_FORM_FIELDS, headerPairs: 20 },
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (!request.isMultipart()) return done();
    readMultipart(request).then((fields) => {
      request.body = new FormBody(fields);
      done();
    }, done);
  });
}

/**
 * Parses a JSON body; undefined if it is empty.
 * @throws AppError BAD_REQUEST if it is not UTF-8, not JSON, or beyond the limits of {@link parseJson}
 */
export function parseJsonBody(body: Buffer): unknown {
  const text = decode(body);
  return text.trim() === '' ? undefined : parseJson(text);
}

async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const fields: [string, string][] = [];
  let size = 0;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') throw AppError.ofField('VALIDATION', part.fieldname, 'must not be a file');
      const value = String(part.value);
      size += Buffer.byteLength(value);
      if (part.valueTruncated || size > MAX_BODY_BYTES) throw tooLarge();
      fields.push([part.fieldname, value]);
    }
  } catch (error) {
    throw asMultipartError(error);
  }
  return gather(fields);
}

function tooLarge(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `the body may have at most ${MAX_BODY_BYTES} bytes`);
}

function asMultipartError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === 413) return error;
  return new AppError('BAD_REQUEST', 'the form is malformed', { cause: error });
}

/** The fields of a form; a repeated one becomes an array, which only list fields accept. */
function gather(entries: Iterable<[string, string]>): Record<string, unknown> {
  const fields = Object.create(null) as Record<string, unknown>;
  let count = 0;
  for (const [name, value] of entries) {
    count += 1;
    if (count > MAX_FORM_FIELDS) throw new AppError('BAD_REQUEST', `a form may have at most ${MAX_FORM_FIELDS} fields`);
    const earlier = fields[name];
    fields[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return { ...fields };
}

function isPlain({ headers: { 'content-encoding': encoding } }: FastifyRequest): boolean {
  return encoding === undefined || encoding.toLowerCase() === 'identity';
}

function assertUtf8(request: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must be encoded as UTF-8');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new AppError('BAD_REQUEST', 'the body is not valid UTF-8');
  }
}
