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
