import ipaddr from 'ipaddr.js';

/** Who may use an application's keys. docs/spec/service.md#3: block beats allow, an empty allow list allows all. */
export interface AccessLists {
  hosts: { allow: readonly string[]; block: readonly string[] };
  ips: { allow: readonly string[]; block: readonly string[] };
}

/** The kinds of access list entries. */
export const ENTRY_KINDS = ['host', 'ip'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Whether a request passes a rule, and the deciding list entry, if any. */
export interface Verdict {
  passed: boolean;
  entry?: string;
}

/** How the pages of a host are admitted. */
export type HostAdmission = 'named' | 'open' | 'refused';

const PASSED: Verdict = { passed: true };

/** Access lists prepared for matching. Hosts are lower case; undefined if the request has none. */
export class AccessRules {
  private readonly allowedIps: IpMatcher[];
  private readonly blockedIps: IpMatcher[];

  constructor(private readonly lists: AccessLists) {
    this.allowedIps = lists.ips.allow.map(ipMatcher);
    this.blockedIps = lists.ips.block.map(ipMatcher);
  }

  hostBlock(host: string | undefined): Verdict {
    if (host === undefined) return PASSED;
    return blocked(this.lists.hosts.block.find((entry) => hostMatches(entry, host)));
  }

  /** A non-empty list refuses other hosts, and requests without a host. */
  hostAllow(host: string | undefined): Verdict {
    const { allow } = this.lists.hosts;
    if (allow.length === 0) return PASSED;
    return allowed(host === undefined ? undefined : allow.find((entry) => hostMatches(entry, host)));
  }

  ipBlock(ip: string): Verdict {
    return blocked(matching(this.blockedIps, ip));
  }

  ipAllow(ip: string): Verdict {
    return this.allowedIps.length === 0 ? PASSED : allowed(matching(this.allowedIps, ip));
  }

  /**
   * Both host rules, for requests without an application key (CORS preflight): whether an entry names the host, or it is
   * admitted only because the allow list is empty.
   */
  admissionOf(host: string): HostAdmission {
    if (!this.hostBlock(host).passed) return 'refused';
    const { passed, entry } = this.hostAllow(host);
    if (!passed) return 'refused';
    return entry === undefined ? 'open' : 'named';
  }
}

function blocked(entry: string | undefined): Verdict {
  return entry === undefined ? PASSED : { passed: false, entry };
}

function allowed(entry: string | undefined): Verdict {
  return entry === undefined ? { passed: false } : { passed: true, entry };
}

/**
 * The host of `Origin`, else of `Referer`; lower case, without port. With an `Origin` without a host, such as `null`,
 * `Referer` is ignored.
 */
export function requestHost(origin: string | undefined, referer: string | undefined): string | undefined {
  return hostOf(origin ?? referer);
}

function hostOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const hostname = URL.parse(address)?.hostname.toLowerCase().replace(/\.$/, '');
  return hostname === undefined || hostname === '' ? undefined : hostname;
}

const HOST_ENTRY =
  /^(\*\.)?(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** Validates a host entry (an exact name, an IP literal, or `*.example.com`); undefined if valid. */
export function validateHostEntry(entry: string): string | undefined {
  const ok = HOST_ENTRY.test(entry.toLowerCase()) || ipaddr.IPv6.isValid(entry.replace(/^\[|\]$/g, ''));
  return ok ? undefined : 'is not a host name such as shop.example.com or *.example.com';
}

/** Normalizes a host entry: lower case, and IPv6 addresses as in URLs. */
export function normalHostEntry(entry: string): string {
  const bare = entry.replace(/^\[|\]$/g, '');
  if (!ipaddr.IPv6.isValid(bare)) return entry.toLowerCase();
  return URL.parse(`http://[${bare}]`)?.hostname ?? entry.toLowerCase();
}

/** Validates an IP entry (an address or a CIDR block); undefined if valid. */
export function validateIpEntry(entry: string): string | undefined {
  if (
    entry.includes('/')
      ? ipaddr.isValidCIDR(entry)
      : ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry)
  )
    return undefined;
  return 'is not an IP address or a CIDR block such as 10.0.0.0/8 or 2001:db8::/32';
}

/** How an entry would be stored, or why it is invalid. */
export function checkEntry(kind: EntryKind, entry: string): { stored_as: string | null; problem: string | null } {
  const problem = kind === 'host' ? validateHostEntry(entry) : validateIpEntry(entry);
  if (problem !== undefined) return { stored_as: null, problem };
  return { stored_as: kind === 'host' ? normalHostEntry(entry) : entry, problem: null };
}

function hostMatches(entry: string, host: string): boolean {
  const name = entry.toLowerCase();
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
}

/** The first entry that matches an address; none for invalid addresses, which a proxy may forward. */
function matching(entries: readonly IpMatcher[], ip: string): string | undefined {
  if (entries.length === 0 || !ipaddr.isValid(withoutZone(ip))) return undefined;
  const address = parseIp(ip);
  return entries.find((entry) => entry.matches(address))?.entry;
}

interface IpMatcher {
  entry: string;
  matches(address: ipaddr.IPv4 | ipaddr.IPv6): boolean;
}

function ipMatcher(entry: string): IpMatcher {
  const [network, bits] = parseBlock(entry);
  return { entry, matches: (address) => address.kind() === network.kind() && address.match(network, bits) };
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

/** Parses an address; an IPv4-mapped IPv6 address becomes its IPv4 address. */
export function parseIp(ip: string): ipaddr.IPv4 | ipaddr.IPv6 {
  return ipaddr.process(withoutZone(ip));
}

function withoutZone(ip: string): string {
  return ip.split('%', 1)[0] ?? ip;
}
