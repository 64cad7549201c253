import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.js';

/** Whether all percent-encodings of a path and query stand for UTF-8 text. */
export function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

/** The refusal of an address that cannot be decoded. */
export function malformedAddress(): AppError {
  return new AppError('BAD_REQUEST', 'the address is not a valid URL');
}

/** Refuses requests whose address cannot be decoded, or that do not name a host as HTTP/1.1 demands, each in our own shape. */
export function refuseMalformedAddresses(fastify: FastifyInstance): void {
  // Node would answer 417 without a body.
  fastify.server.on('checkExpectation', (request, response) => void fastify.server.emit('request', request, response));
  fastify.addHook('onRequest', async (request) => {
    if (!isDecodable(request.url)) throw malformedAddress();
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      throw new AppError('BAD_REQUEST', 'the header Host is missing');
    }
  });
}
