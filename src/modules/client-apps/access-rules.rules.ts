import ipaddr from 'ipaddr.js';
import type { ErrorCode } from '../../common/errors/error-codes.js';

/** Who may use an application's keys. Section 3 of the decisions: block beats allow, an empty allow list allows all. */
export interface AccessLists {
  hosts: { allow: readonly string[]; block: readonly string[] };
  ips: { allow: readonly string[]; block: readonly string[] };
}

/** What a request shows of where it comes from. */
export interface Origin {
  /** Lower-case host of `Origin`, else of `Referer`; undefined when the request names none. */
  host: string | undefined;
  /** The client's IP address. */
  ip: string;
}

/** The rule that refuses a request, and the entry that did (undefined for an allow list that misses it). */
export interface Refusal {
  code: Extract<ErrorCode, 'HOST_BLOCKED' | 'HOST_NOT_WHITELISTED' | 'IP_BLOCKED' | 'IP_NOT_WHITELISTED'>;
  message: string;
  entry?: string;
}

/** Access lists made ready for matching. */
export class AccessRules {
  private readonly allowedIps: IpMatcher[];
  private readonly blockedIps: IpMatcher[];

  constructor(private readonly lists: AccessLists) {
    this.allowedIps = lists.ips.allow.map(ipMatcher);
    this.blockedIps = lists.ips.block.map(ipMatcher);
  }

  /** The first rule that refuses a request, in the specified order; undefined when it is admitted. */
  refusal({ host, ip }: Origin): Refusal | undefined {
    return this.hostRefusal(host) ?? this.ipRefusal(ip);
  }

  /** The host rules alone, for requests that have no application key yet (CORS preflight). */
  hostRefusal(host: string | undefined): Refusal | undefined {
    const { allow, block } = this.lists.hosts;
    const blocking = host === undefined ? undefined : block.find((entry) => hostMatches(entry, host));
    if (blocking !== undefined) return { code: 'HOST_BLOCKED', message: 'the host address is blocked', entry: blocking };
    const admitted = allow.length === 0 || (host !== undefined && allow.some((entry) => hostMatches(entry, host)));
    return admitted ? undefined : { code: 'HOST_NOT_WHITELISTED', message: 'the host address is not whitelisted' };
  }

  private ipRefusal(ip: string): Refusal | undefined {
    if (this.blockedIps.length === 0 && this.allowedIps.length === 0) return undefined;
    const address = parseIp(ip);
    const blocking = this.blockedIps.find((entry) => entry.matches(address));
    if (blocking !== undefined) return { code: 'IP_BLOCKED', message: 'the IP address is blocked', entry: blocking.entry };
    const admitted = this.allowedIps.length === 0 || this.allowedIps.some((entry) => entry.matches(address));
    return admitted ? undefined : { code: 'IP_NOT_WHITELISTED', message: 'the IP address is not whitelisted' };
  }
}

/** The host that a request comes from: that of `Origin`, else of `Referer`; lower case, without port. */
export function requestHost(origin: string | undefined, referer: string | undefined): string | undefined {
  return hostOf(origin) ?? hostOf(referer);
}

function hostOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const hostname = URL.parse(address)?.hostname.toLowerCase().replace(/\.$/, '');
  return hostname === undefined || hostname === '' ? undefined : hostname;
}

const HOST_ENTRY = /^(\*\.)?(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** What is wrong with a host entry (an exact name, an IP literal, or `*.example.com`), or undefined. */
export function judgeHostEntry(entry: string): string | undefined {
  const ok = HOST_ENTRY.test(entry.toLowerCase()) || ipaddr.IPv6.isValid(entry.replace(/^\[|\]$/g, ''));
  return ok ? undefined : 'is not a host name such as shop.example.com or *.example.com';
}

/** What is wrong with an IP entry (an address or a CIDR block), or undefined. */
export function judgeIpEntry(entry: string): string | undefined {
  if (entry.includes('/') ? ipaddr.isValidCIDR(entry) : ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry)) return undefined;
  return 'is not an IP address or a CIDR block such as 10.0.0.0/8 or 2001:db8::/32';
}

function hostMatches(entry: string, host: string): boolean {
  const name = entry.toLowerCase();
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
}

interface IpMatcher {
  entry: string;
  matches(address: ipaddr.IPv4 | ipaddr.IPv6): boolean;
}

function ipMatcher(entry: string): IpMatcher {
  const [network, bits] = parseBlock(entry);
  return { entry, matches: (address) => address.kind() === network.kind() && address.match(network as never, bits) };
}

/** A network and its prefix length; a block of mapped addresses is the block of their IPv4 addresses. */
function parseBlock(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const cidr = entry.includes('/') ? entry : `${entry}/${ipaddr.parse(entry).kind() === 'ipv4' ? 32 : 128}`;
  const [network, bits] = ipaddr.parseCIDR(cidr);
  if (network.kind() === 'ipv6' && (network as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96) {
    return [(network as ipaddr.IPv6).toIPv4Address(), bits - 96];
  }
  return [network, bits];
}

/** An address, where an IPv4-mapped IPv6 address is its IPv4 address. */
export function parseIp(ip: string): ipaddr.IPv4 | ipaddr.IPv6 {
  return ipaddr.process(ip.split('%', 1)[0] ?? ip);
}
