import type { Socket } from 'node:net';
import { errorBody } from '../errors/failure-shape.js';
import { AppError } from '../errors/app-error.js';
import { newId } from '../ids.js';
import { SECURITY_HEADERS } from './security-headers.js';

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
