import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What is outside of this is not handed out, or leads to something else than a host of the internet (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Its addresses hold an IPv4 address in their last 32 bits, which is what a connection reaches (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Addresses of public ranges that cloud providers answer on themselves; the other metadata services are in private ranges. */
const PROVIDERS_OWN = new Set(['168.63.129.16']);

/**
 * Whether a connection to this address leaves for the public internet: a globally routable unicast address. IPv4 addresses
 * in IPv6 (mapped, NAT64) are judged as what they hold; other ways of packing one into the other (6to4, Teredo,
 * IPv4-compatible, a NAT64 prefix of one's own) are refused, and so is what has a zone or is no address.
 * @param address as a resolver or the URL parser gives it, without brackets
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

/** Without a dotted quad: ipaddr.js takes `::8.8.8.8` for `::ffff:8.8.8.8`. */
function inHexadecimal(v6: string): string {
  return new URL(`http://[${v6}]`).hostname.slice(1, -1);
}
