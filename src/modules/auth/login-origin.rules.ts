import ipaddr from 'ipaddr.js';

/** Whether a text is one IPv4 address of four decimal parts, or one IPv6 address, with a zone or without. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
}
