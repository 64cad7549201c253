import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { OutgoingRefusal } from './public-address.rules.js';
import { lookup, Resolver } from 'node:dns/promises';

/** An address of a name, in the form that `net.connect` takes from a lookup. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves a name to all its addresses; returns none, or fails, if there are none or `signal` aborts. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<ResolvedAddress[]>;

/** RFC 6761: always the loopback address, whatever a name server responds. */
const LOCALHOST = /(^|\.)localhost\.?$/i;

const LOOPBACK: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Milliseconds for the first response of a name server, and the number of tries. */
const QUERY = { timeout: 3_000, tries: 2 };

/**
 * Resolves by DNS only: no hosts file, no search domains. It uses no thread, so a slow name server delays nothing else.
 * @param servers name servers as `address:port`; default: those of the system
 */
export function nameServers(servers?: readonly string[]): ResolveName {
  return async (name, signal) => {
    if (LOCALHOST.test(name)) return [...LOOPBACK];
    const resolver = new Resolver(QUERY);
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return [...inFamily(v4, 4), ...inFamily(v6, 6)];
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** Resolves like any other program on the machine, with the hosts file and search domains. */
export const system: ResolveName = (name) => lookup(name, { all: true });

function inFamily(answer: PromiseSettledResult<string[]>, family: number): ResolvedAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

/** Addresses of one name to try. */
const MAX_TRIED = 6;

/** Milliseconds before the next of several addresses is tried. */
const ATTEMPT_MS = 2_000;

/**
 * Opens connections to allowed addresses only. A name is resolved once per connection, here, so the address that was checked
 * is the one that is connected to (no DNS rebinding).
 */
export class AddressGuard {
  /**
   * @param allows whether an address is allowed
   * @param resolve resolves a name
   */
  constructor(
    private readonly allows: (address: string) => boolean,
    private readonly resolve: ResolveName,
  ) {}

  /**
   * A connector for undici that fails with {@link OutgoingRefusal} for addresses that are not allowed.
   * @param build undici's own connector, which this one wraps
   * @param signal aborts connecting, and closes the connection
   */
  connector(build: typeof buildConnector, signal: AbortSignal): buildConnector.connector {
    const connect = build({
      // The signal is the only time limit.
      timeout: 0,
      signal,
      lookup: this.lookup(signal),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
      allowH2: false,
      rejectUnauthorized: true,
      maxCachedSessions: 0,
      keepAlive: false,
    });
    return (options, callback) => {
      // Node does not call lookup for IP addresses.
      if (isIP(options.hostname) !== 0 && !this.allows(options.hostname)) return callback(notPublic(), null);
      connect(options, callback);
    };
  }

  /**
   * Whether connecting to a host would be refused, as far as can be said now: a name that does not resolve may later.
   * @param host of a URL: a name, or an address, of IPv6 in brackets
   */
  async refuses(host: string, signal: AbortSignal): Promise<boolean> {
    const name = host.replace(/^\[|\]$/g, '');
    if (isIP(name) !== 0) return !this.allows(name);
    const found = await this.resolve(name, signal).catch((): ResolvedAddress[] => []);
    return !found.every(({ address }) => this.allows(address));
  }

  private lookup(signal: AbortSignal): LookupFunction {
    return (name, { all }, callback) => {
      this.allowedAddresses(name, signal).then(
        (found) => {
          const [first] = found;
          if (all === true || first === undefined) callback(null, found);
          else callback(null, first.address, first.family);
        },
        (error: Error) => callback(error, []),
      );
    };
  }

  /** One disallowed address rejects the whole name: it is internal, or an attack. */
  private async allowedAddresses(name: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
    const found = await this.resolve(name, signal).catch((): ResolvedAddress[] => []);
    if (found.length === 0) throw new OutgoingRefusal('the name does not resolve');
    if (!found.every(({ address }) => this.allows(address))) throw notPublic();
    return found.slice(0, MAX_TRIED);
  }
}

function notPublic(): OutgoingRefusal {
  return new OutgoingRefusal('the address is not public');
}
