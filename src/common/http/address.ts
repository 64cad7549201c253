import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
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
