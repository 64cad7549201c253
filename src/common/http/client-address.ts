import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Characters; a proxy may forward anything. */
const MAX_KEY_LENGTH = 64;

/**
 * The key of a client address in rate limits, normalized: an IPv6 address becomes its /64 network, an IPv4-mapped one its
 * IPv4 address. Anything that is not an address is cut to 64 characters.
 */
export function addressKey(ip: string): string {
  const plain = ip.split('%', 1)[0]!.slice(0, MAX_KEY_LENGTH).toLowerCase();
  // The common case: IPv4 addresses from the socket are normalized.
  if (!plain.includes(':') || !ipaddr.isValid(plain)) return plain;
  const address = ipaddr.process(plain);
  if (address.kind() === 'ipv4') return address.toString();
  const network = (address as ipaddr.IPv6).parts.slice(0, 4);
  return new ipaddr.IPv6([...network, 0, 0, 0, 0]).toString();
}

/** The /48 network of an IPv6 address, as one site has it; undefined for any other. */
export function siteKey(ip: string): string | undefined {
  const network = addressKey(ip);
  if (!ipaddr.IPv6.isValid(network)) return undefined;
  return new ipaddr.IPv6([...ipaddr.IPv6.parse(network).parts.slice(0, 3), 0, 0, 0, 0, 0]).toString();
}

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
