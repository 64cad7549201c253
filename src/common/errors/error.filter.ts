import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AllowedMethods } from '../http/allowed-methods.js';
import { isDecodable, malformedAddress } from '../http/address.js';
import { SECURITY_HEADERS } from '../http/security-headers.js';
import { traceId } from '../http/trace-id.js';
import { loggedPath } from '../logging/logged-path.js';
import { AppError } from './app-error.js';
import { fromDatabaseError } from './database-errors.js';
import { failureAnswer } from './failure-shape.js';

/** Fastify's own failures, by code. Their wording never reaches a client. */
const FASTIFY_ERRORS: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('PAYLOAD_TOO_LARGE', 'the body is too large'),
  FST_REQ_FILE_TOO_LARGE: () => new AppError('PAYLOAD_TOO_LARGE', 'the body is too large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'send application/json, application/x-www-form-urlencoded or multipart/form-data',
    ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new AppError('BAD_REQUEST', 'the body does not have the announced length'),
  FST_ERR_BAD_URL: malformedAddress,
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('URI_TOO_LONG', 'the address is too long'),
};

/** Turns whatever was thrown into an {@link AppError}. What is not known is a defect of ours: 500, and logged. */
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

/** Whether the client hung up. A connection of ours that was reset has the same code, but names the system call. */
function isAbort(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  return code === 'ECONNRESET' && syscall === undefined;
}

/** Whether a parameter in the path has more characters than any id: no route was looked for then. */
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
      return new AppError('REQUEST_TIMEOUT', 'the request did not arrive in time');
    case 413:
      return new AppError('PAYLOAD_TOO_LARGE', 'the body is too large');
    case 415:
      return new AppError('UNSUPPORTED_MEDIA_TYPE', 'this media type is not supported');
    case 503:
      return new AppError('SERVICE_UNAVAILABLE', 'the service is temporarily unavailable', {
        headers: { 'retry-after': '2' },
      });
    default:
      return undefined;
  }
}

/** The way out of every failure, of Nest's routes and of Fastify itself. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('ErrorFilter');

  constructor(private readonly allowed: AllowedMethods) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.send(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Answers a request with a failure, unless an answer is under way. */
  send(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const failure = this.unknownRoute(error, request) ?? toAppError(error);
    if (isDefect(failure)) this.report(failure, request);
    if (reply.sent || reply.raw.headersSent) return;
    // No hook has run yet where the address could not be read.
    reply.header('x-request-id', request.id).header('cache-control', 'no-store').headers(SECURITY_HEADERS);
    // Fastify hangs up on a body that is too large; a client that is still sending would then never see the answer.
    if (failure.status === 413 && failure !== error) reply.removeHeader('connection');
    const { status, headers, body } = failureAnswer(failure, request);
    for (const [name, value] of Object.entries(headers)) reply.header(name, value);
    reply.status(status).type('application/json; charset=utf-8').send(body);
  }

  private unknownRoute(error: unknown, request: FastifyRequest): AppError | undefined {
    if (!request.is404 || isTooLong(error)) return undefined;
    if (!isDecodable(request.url)) return malformedAddress();
    const methods = this.allowed.of(pathOf(request));
    // A route may itself find that there is nothing, such as a file.
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

/** A service that says it is not available, as one that is stopping does, says so on purpose; one that finds it out has a cause. */
function isDefect({ status, cause }: AppError): boolean {
  return status >= 500 && (status !== 503 || cause !== undefined);
}

function pathOf(request: FastifyRequest): string {
  return (request.url.split('?', 1)[0] ?? '/') || '/';
}
