import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
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

/** Letters of a host name or address and its port. RFC 9110, section 7.2. */
const HOST = /^[A-Za-z0-9._~!$&'()*+,;=%:[\]-]*$/;

/** Refuses requests whose address cannot be decoded, or that do not name one host as HTTP/1.1 demands, each in our own shape. */
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
  // A proxy in front may have gone by another of them than Node does. RFC 9112, section 3.2.
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

/** Characters of what is counted; what a proxy forwards may be anything. */
const MAX_COUNTED = 64;

/**
 * The address that limits count, in one spelling: of IPv6 the network of 64 bits, of which a client has all addresses; an
 * IPv4-mapped one is its IPv4 address. What is no address is cut to 64 characters.
 */
export function limitedAddress(ip: string): string {
  const plain = ip.split('%', 1)[0]!.slice(0, MAX_COUNTED).toLowerCase();
  // Nearly all are IPv4, whose spelling is checked already where it comes from the socket.
  if (!plain.includes(':') || !ipaddr.isValid(plain)) return plain;
  const address = ipaddr.process(plain);
  if (address.kind() === 'ipv4') return address.toString();
  const network = (address as ipaddr.IPv6).parts.slice(0, 4);
  return new ipaddr.IPv6([...network, 0, 0, 0, 0]).toString();
}
