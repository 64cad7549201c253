import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDecodable, malformedAddress } from './malformed-addresses.js';
import { SECURITY_HEADERS } from './security-headers.js';
import { loggedPath, traceId } from './request-log.js';
import { AppError } from '../errors/app-error.js';
import { fromDatabaseError } from '../errors/database-errors.js';
import { errorBody, failureAnswer, keepRefusal } from '../errors/failure-shape.js';
import type { Socket } from 'node:net';
import { newId } from '../ids.js';
import findMyWay from 'find-my-way';

type Router = ReturnType<typeof findMyWay>;

/**
 * The methods of each path, so that a known path with the wrong method is 405 with `Allow` rather than 404 (docs/spec/service.md#1).
 */
export class AllowedMethods {
  /** The paths of each method, in the order in which they were registered. */
  private readonly paths = new Map<string, Set<string>>();
  private known: ReadonlyMap<string, Router> | undefined;

  /** @param maxParamLength characters of a path parameter, as in Fastify's own router */
  constructor(private readonly maxParamLength: number) {}

  /** Collects routes as they are registered; call it before the first one. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      // Only its handler knows which paths a wildcard serves.
      if (url.endsWith('*')) return;
      for (const one of [method].flat()) {
        if (one === 'OPTIONS') continue;
        if (!this.paths.has(one)) this.paths.set(one, new Set());
        this.paths.get(one)!.add(url);
      }
    });
  }

  /** The methods of a path, sorted; none for an unknown path. */
  of(path: string): string[] {
    // Few requests ask, and each path takes a router some work: a start does without.
    this.known ??= new Map(Array.from(this.paths, ([method, paths]) => [method, this.routerOf(paths)]));
    return [...this.known]
      .filter(([, router]) => router.find('GET', path) !== null)
      .map(([method]) => method)
      .sort();
  }

  private routerOf(paths: Iterable<string>): Router {
    const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: this.maxParamLength });
    for (const path of paths) {
      // Fastify has checked for duplicates already.
      if (router.findRoute('GET', path) === null) router.on('GET', path, () => undefined);
    }
    return router;
  }
}

/** Fastify's errors by code; their messages are not sent to clients. */
const FASTIFY_ERRORS: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('PAYLOAD_TOO_LARGE'),
  FST_REQ_FILE_TOO_LARGE: () => new AppError('PAYLOAD_TOO_LARGE'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'send application/json, application/x-www-form-urlencoded or multipart/form-data',
    ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new AppError('BAD_REQUEST', 'the body does not have the announced length'),
  FST_ERR_BAD_URL: malformedAddress,
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('URI_TOO_LONG'),
};

/** Converts any thrown value into an {@link AppError}. Unknown errors are defects: 500, and logged. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = (error as { code?: unknown } | null)?.code;
  if (isAbort(error)) return new AppError('BAD_REQUEST', 'the request was aborted');
  const known = typeof code === 'string' ? FASTIFY_ERRORS[code]?.() : undefined;
  return (
    known ??
    fromHttpError(error) ??
    fromDatabaseError(error) ??
    new AppError('SERVER_ERROR', 'the request could not be processed', { cause: error })
  );
}

/** Whether the client disconnected. A reset of an outgoing connection has the same code, but also a `syscall`. */
function isAbort(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  return code === 'ECONNRESET' && syscall === undefined;
}

/** Whether a path parameter is too long; Fastify then does not look up the route. */
function isTooLong(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'FST_ERR_MAX_PARAM_LENGTH';
}

function fromHttpError(error: unknown): AppError | undefined {
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number } | null)?.statusCode;
  switch (status) {
    case 400:
      return new AppError('BAD_REQUEST', 'the request is malformed', { cause: error });
    case 403:
      return new AppError('PERMISSION_DENIED', 'this is not allowed', { cause: error });
    case 404:
      return new AppError('NOT_FOUND', 'there is nothing at this address');
    case 408:
      return new AppError('REQUEST_TIMEOUT');
    case 413:
      return new AppError('PAYLOAD_TOO_LARGE');
    case 415:
      return new AppError('UNSUPPORTED_MEDIA_TYPE');
    case 503:
      return AppError.later('SERVICE_UNAVAILABLE', 'the service is temporarily unavailable', 2);
    default:
      return undefined;
  }
}

/** Sends all error responses, of Nest's routes and of Fastify itself. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('ErrorFilter');

  constructor(private readonly allowed: AllowedMethods) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.send(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Sends an error response, unless a response has been started. */
  send(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const failure = this.unknownRoute(error, request) ?? toAppError(error);
    if (isDefect(failure)) this.report(failure, request);
    if (reply.sent || reply.raw.headersSent) return;
    // No hook has run if the URL could not be parsed.
    reply.header('x-request-id', request.id).header('cache-control', 'no-store').headers(SECURITY_HEADERS);
    // Fastify would close the connection of a too large body; a client that is still sending would not see the response.
    if (failure.status === 413 && failure !== error) reply.removeHeader('connection');
    keepRefusal(failure, request);
    const { status, headers, body } = failureAnswer(failure, request);
    for (const [name, value] of Object.entries(headers)) reply.header(name, value);
    reply.status(status).type('application/json; charset=utf-8').send(body);
  }

  private unknownRoute(error: unknown, request: FastifyRequest): AppError | undefined {
    if (!request.is404 || isTooLong(error)) return undefined;
    if (!isDecodable(request.url)) return malformedAddress();
    const methods = this.allowed.of(pathOf(request));
    // The route itself may respond 404, for a missing file for example.
    if (methods.length === 0 || methods.includes(request.method))
      return new AppError('NOT_FOUND', 'there is nothing at this address; see /docs');
    const allow = methods.join(', ');
    return new AppError('METHOD_NOT_ALLOWED', `${request.method} is not supported here; use ${allow}`, {
      headers: { allow },
    });
  }

  private report(failure: AppError, request: FastifyRequest): void {
    const { cause } = failure;
    const what = (cause as { stack?: string } | undefined)?.stack ?? failure.stack;
    const trace = traceId(request.headers);
    const of = `request ${request.id}${trace === undefined ? '' : `, trace ${trace}`}`;
    this.logger.error(`${failure.type} answering ${request.method} ${loggedPath(request.url)} (${of})`, what);
  }
}

/** A 503 is a defect only if it has a cause; without one it was thrown on purpose, during shutdown for example. */
function isDefect({ status, cause }: AppError): boolean {
  return status >= 500 && (status !== 503 || cause !== undefined);
}

function pathOf(request: FastifyRequest): string {
  return (request.url.split('?', 1)[0] ?? '/') || '/';
}

const BY_CODE: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: new AppError('HEADERS_TOO_LARGE'),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('REQUEST_TIMEOUT'),
};
/** Milliseconds that a client has to read the response before the connection is destroyed. */
const LINGER_MS = 1_000;

const MALFORMED = new AppError('BAD_REQUEST', 'the request is not valid HTTP');

/** Responds to invalid HTTP in the standard error format, and closes the connection. */
export function answerClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const failure = BY_CODE[error.code ?? ''] ?? MALFORMED;
  const id = newId();
  const body = JSON.stringify(errorBody(failure, id));
  const head = [
    `HTTP/1.1 ${failure.status} ${failure.type}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${id}`,
    'cache-control: no-store',
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
