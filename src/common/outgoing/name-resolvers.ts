import { lookup, Resolver } from 'node:dns/promises';

/** An address of a name, in the form that `net.connect` takes from a lookup. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Finds all addresses of a name; none, or an error, when there are none or `signal` aborts. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<ResolvedAddress[]>;

/** RFC 6761: such a name is always the loopback address, whatever a server says. */
const LOCALHOST = /(^|\.)localhost\.?$/i;

const LOOPBACK: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Milliseconds that a name server has for the first answer, and how often it is asked. */
const QUERY = { timeout: 3_000, tries: 2 };

/**
 * A way to ask name servers, and nothing else: no hosts file, no search domains. It uses no thread, so a name server that
 * hangs holds up nobody.
 * @param servers whom to ask, as `address:port`; by default those that the system asks
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

/** Asks the system, as every other program here does: with its hosts file and the names of its own network. */
export const system: ResolveName = (name) => lookup(name, { all: true });

function inFamily(answer: PromiseSettledResult<string[]>, family: number): ResolvedAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}
