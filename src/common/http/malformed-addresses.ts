import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';

/** Whether the percent-encoding of a URL is valid UTF-8. */
export function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

export function malformedAddress(): AppError {
  return new AppError('BAD_REQUEST');
}

/** Characters allowed in a Host header. RFC 9110, section 7.2. */
const HOST = /^[A-Za-z0-9._~!$&'()*+,;=%:[\]-]*$/;

/** Rejects requests with an undecodable URL or without exactly one valid Host header, in the standard error format. */
export function refuseMalformedAddresses(fastify: FastifyInstance): void {
  // Node would answer 417 without a body.
  fastify.server.on('checkExpectation', (request, response) => void fastify.server.emit('request', request, response));
  fastify.addHook('onRequest', (request, _reply, done) => done(problemOf(request)));
}

function problemOf({ url, headers: { host }, raw }: FastifyRequest): AppError | undefined {
  if (!isDecodable(url)) return malformedAddress();
  if (host === undefined) {
    return raw.httpVersion === '1.1' ? new AppError('BAD_REQUEST', 'the header Host is missing') : undefined;
  }
  // A proxy may use another one than Node does. RFC 9112, section 3.2.
  if (countHosts(raw.rawHeaders) > 1) return new AppError('BAD_REQUEST', 'the header Host is given twice');
  return HOST.test(host) ? undefined : new AppError('BAD_REQUEST', 'the header Host names no host');
}

/** @param headers names and values in turn */
function countHosts(headers: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]!.length === 4 && headers[index]!.toLowerCase() === 'host') count += 1;
  }
  return count;
}
