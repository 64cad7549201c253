import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import type { ResolvedAddress, ResolveName } from './name-resolvers.js';
import { OutgoingRefusal } from './public-address.rules.js';

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
