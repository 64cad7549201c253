import type { FastifyInstance } from 'fastify';

/**
 * Normalizes the addresses of `X-Forwarded-For`: some proxies add a port, brackets or quotes, and an unrecognised address
 * would bypass the block lists.
 */
export function normalizeForwardedFor(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const header = headers['x-forwarded-for'];
    if (header !== undefined) headers['x-forwarded-for'] = String(header).split(',').map(normalizeAddress).join(', ');
    done();
  });
}

/** An address without quotes, brackets and port. */
export function normalizeAddress(entry: string): string {
  const address = entry.trim().replace(/^"(.*)"$/, '$1');
  const bracketed = /^\[([^\]]*)\](?::[0-9]{1,5})?$/.exec(address)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^([0-9.]+):[0-9]{1,5}$/.exec(address)?.[1] ?? address;
}
