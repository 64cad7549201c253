import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A request that the service itself refused or aborted; the message is shown in the delivery log. */
export class OutgoingRefusal extends Error {}

/** Addresses outside of this range are unassigned or not hosts of the internet (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses with an IPv4 address in their last 32 bits, which a connection reaches (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Public addresses used by services of cloud providers; other metadata services are in private ranges. */
const PROVIDERS_OWN = new Set(['168.63.129.16']);

/**
 * Whether an address is on the public internet: globally routable unicast. For IPv4 addresses in IPv6 (mapped, NAT64) the IPv4
 * address counts; other embeddings (6to4, Teredo, IPv4-compatible, custom NAT64 prefixes), addresses with a zone and
 * anything else are not public.
 * @param address as returned by a resolver or the URL parser, without brackets
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return isPublicV4(ipaddr.IPv4.parse(address));
  if (!isIPv6(address) || address.includes('%')) return false;
  const v6 = ipaddr.IPv6.parse(inHexadecimal(address));
  if (v6.isIPv4MappedAddress() || v6.match(NAT64)) return isPublicV4(new ipaddr.IPv4(v6.toByteArray().slice(12)));
  return v6.match(GLOBAL_UNICAST) && v6.range() === 'unicast';
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !PROVIDERS_OWN.has(address.toString());
}

/** Without a dotted quad: ipaddr.js confuses `::8.8.8.8` with `::ffff:8.8.8.8`. */
function inHexadecimal(v6: string): string {
  return new URL(`http://[${v6}]`).hostname.slice(1, -1);
}
