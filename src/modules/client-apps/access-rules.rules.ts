import ipaddr from 'ipaddr.js';

/** Who may use an application's keys. Section 3 of the decisions: block beats allow, an empty allow list allows all. */
export interface AccessLists {
  hosts: { allow: readonly string[]; block: readonly string[] };
  ips: { allow: readonly string[]; block: readonly string[] };
}

/** What an entry of an access list names. */
export const ENTRY_KINDS = ['host', 'ip'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Whether a request passes a rule, and the entry of a list that decided so, if one did. */
export interface Verdict {
  passed: boolean;
  entry?: string;
}

/** How the pages of a host are admitted. */
export type HostAdmission = 'named' | 'open' | 'refused';

const PASSED: Verdict = { passed: true };

/** Access lists made ready for matching. Hosts are lower case; undefined means that the request names none. */
export class AccessRules {
  private readonly allowedIps: IpMatcher[];
  private readonly blockedIps: IpMatcher[];

  constructor(private readonly lists: AccessLists) {
    this.allowedIps = lists.ips.allow.map(ipMatcher);
    this.blockedIps = lists.ips.block.map(ipMatcher);
  }

  /** Refuses a host that the block list names. */
  hostBlock(host: string | undefined): Verdict {
    if (host === undefined) return PASSED;
    return blocked(this.lists.hosts.block.find((entry) => hostMatches(entry, host)));
  }

  /** Refuses a host that a non-empty allow list does not name, and a request that names no host. */
  hostAllow(host: string | undefined): Verdict {
    const { allow } = this.lists.hosts;
    if (allow.length === 0) return PASSED;
    return allowed(host === undefined ? undefined : allow.find((entry) => hostMatches(entry, host)));
  }

  /** Refuses an IP address that the block list names. */
  ipBlock(ip: string): Verdict {
    return blocked(matching(this.blockedIps, ip));
  }

  /** Refuses an IP address that a non-empty allow list does not name. */
  ipAllow(ip: string): Verdict {
    return this.allowedIps.length === 0 ? PASSED : allowed(matching(this.allowedIps, ip));
  }

  /**
   * Both host rules, for requests that have no application key yet (CORS preflight): whether an entry names the host, or
   * it is admitted only because the allow list is empty.
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
 * The host that a request comes from: that of `Origin`, else of `Referer`; lower case, without port. An `Origin` that names
 * none, such as `null`, comes from none, whatever `Referer` says.
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

/** What is wrong with a host entry (an exact name, an IP literal, or `*.example.com`), or undefined. */
export function judgeHostEntry(entry: string): string | undefined {
  const ok = HOST_ENTRY.test(entry.toLowerCase()) || ipaddr.IPv6.isValid(entry.replace(/^\[|\]$/g, ''));
  return ok ? undefined : 'is not a host name such as shop.example.com or *.example.com';
}

/** A host entry as it is stored: lower case, and an IPv6 address the way a URL writes it. */
export function normalHostEntry(entry: string): string {
  const bare = entry.replace(/^\[|\]$/g, '');
  if (!ipaddr.IPv6.isValid(bare)) return entry.toLowerCase();
  return URL.parse(`http://[${bare}]`)?.hostname ?? entry.toLowerCase();
}

/** What is wrong with an IP entry (an address or a CIDR block), or undefined. */
export function judgeIpEntry(entry: string): string | undefined {
  if (
    entry.includes('/')
      ? ipaddr.isValidCIDR(entry)
      : ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry)
  )
    return undefined;
  return 'is not an IP address or a CIDR block such as 10.0.0.0/8 or 2001:db8::/32';
}

/** What a list would make of an entry: how it would be stored, or what is wrong with it. */
export function checkEntry(kind: EntryKind, entry: string): { stored_as: string | null; problem: string | null } {
  const problem = kind === 'host' ? judgeHostEntry(entry) : judgeIpEntry(entry);
  if (problem !== undefined) return { stored_as: null, problem };
  return { stored_as: kind === 'host' ? normalHostEntry(entry) : entry, problem: null };
}

function hostMatches(entry: string, host: string): boolean {
  const name = entry.toLowerCase();
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
}

/** The first entry that holds an address. What a proxy forwards need not be an address at all: then there is none. */
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

/** An address, where an IPv4-mapped IPv6 address is its IPv4 address. */
export function parseIp(ip: string): ipaddr.IPv4 | ipaddr.IPv6 {
  return ipaddr.process(withoutZone(ip));
}

function withoutZone(ip: string): string {
  return ip.split('%', 1)[0] ?? ip;
}
