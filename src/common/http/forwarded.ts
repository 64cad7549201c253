import type { FastifyInstance } from 'fastify';

/**
 * Makes addresses of `X-Forwarded-For` plain before anybody reads them: some proxies add a port, brackets or quotes, and
 * an address that no rule recognises would slip past the block lists.
 */
export function plainForwardedAddresses(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const header = headers['x-forwarded-for'];
    if (header !== undefined) headers['x-forwarded-for'] = String(header).split(',').map(plainAddress).join(', ');
    done();
  });
}

/** One address without quotes, brackets and port. */
export function plainAddress(entry: string): string {
  const address = entry.trim().replace(/^"(.*)"$/, '$1');
  const bracketed = /^\[([^\]]*)\](?::[0-9]{1,5})?$/.exec(address)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^([0-9.]+):[0-9]{1,5}$/.exec(address)?.[1] ?? address;
}
