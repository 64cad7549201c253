import ipaddr from 'ipaddr.js';

/** Characters of an address as it is counted; what a proxy forwards may be anything. */
const MAX_ADDRESS = 64;

/**
 * An address in the one form in which logins are counted: an IPv4 address, also where it is written as IPv6
 * (`::ffff:192.0.2.7`), or the /64 of an IPv6 address, which is what one household or machine has.
 */
export function countedAddress(ip: string): string {
  const plain = withoutZone(ip);
  if (!ipaddr.isValid(plain)) return plain.toLowerCase().slice(0, MAX_ADDRESS);
  const address = ipaddr.process(plain);
  if (address.kind() === 'ipv4') return address.toString();
  const [a, b, c, d] = (address as ipaddr.IPv6).parts;
  return `${new ipaddr.IPv6([a!, b!, c!, d!, 0, 0, 0, 0]).toString()}/64`;
}

/** Whether a text is one IPv4 address of four decimal parts, or one IPv6 address, with a zone or without. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
}

function withoutZone(ip: string): string {
  return ip.split('%', 1)[0] ?? ip;
}
