import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import type { ResolvedAddress, ResolveName } from './name-resolvers.js';
import { OutgoingRefusal } from './outgoing-refusal.js';

/** Addresses of one name that are tried. */
const MAX_TRIED = 6;

/** Milliseconds for one of several addresses before the next is tried. */
const ATTEMPT_MS = 2_000;

/**
 * Opens connections only to addresses that are allowed. The addresses that are judged are the ones that are connected to:
 * a name is resolved once for each connection, here, and nothing resolves it again.
 */
export class AddressGuard {
  /**
   * @param allows judges one address
   * @param resolve finds the addresses of a name
   */
  constructor(
    private readonly allows: (address: string) => boolean,
    private readonly resolve: ResolveName,
  ) {}

  /**
   * A way for undici to connect. It fails with {@link OutgoingRefusal} where it may not connect.
   * @param build undici's own, which this one makes sure of
   * @param signal ends the connecting, and the connection
   */
  connector(build: typeof buildConnector, signal: AbortSignal): buildConnector.connector {
    const connect = build({
      // The one time limit is the signal.
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
      // Node looks up no address that is one already.
      if (isIP(options.hostname) !== 0 && !this.allows(options.hostname)) return callback(notPublic(), null);
      connect(options, callback);
    };
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

  /** One address that is not allowed refuses the name: whoever has such a name means the inside, or has set a trap. */
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
