import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from './errors.js';
import { hostUrls, TlsClient } from './tls.js';

/** Milliseconds for the answer of one host, and of any: less than a connection may take as a whole. */
const HOST_MS = 2_000;
const ALL_MS = 4_000;

/** Milliseconds after which the next host is asked too: what a host that is away costs. */
const NEXT_MS = 250;

/** Milliseconds that a host is trusted after it was seen to accept writes. */
const TRUSTED_MS = 1_000;

/** Where a server is. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

interface Host {
  readonly url: string;
  readonly place: Place;
}

/** The server that accepts writes, among the hosts of one URL. */
export class Primary {
  private static readonly all = new Map<string, Primary>();

  private readonly hosts: readonly Host[];
  private last: Host;
  private seen = -Infinity;
  private searching: Promise<Place> | undefined;

  private constructor(url: string) {
    this.hosts = hostUrls(url).map((one) => ({ url: one, place: placeOf(one) }));
    this.last = this.hosts[0]!;
  }

  /** One for all connections of this process with the same URL. */
  static of(url: string): Primary {
    const known = this.all.get(url) ?? new Primary(url);
    this.all.set(url, known);
    return known;
  }

  /**
   * Where it is now.
   * @throws Error like that of a refused connection, with what each host has answered
   */
  find(): Promise<Place> {
    if (performance.now() - this.seen < TRUSTED_MS) return Promise.resolve(this.last.place);
    this.searching ??= this.search().finally(() => (this.searching = undefined));
    return this.searching;
  }

  /** A connection has failed or ended: the next one looks again. */
  forget(): void {
    this.seen = -Infinity;
  }

  /** Asks one host after the other, the last good one first, each without waiting long for those before. */
  private async search(): Promise<Place> {
    const order = [this.last, ...this.hosts.filter((host) => host !== this.last)];
    const failures: string[] = [];
    const ended = new AbortController();
    let turn: Promise<unknown> = Promise.resolve();
    const answers = order.map((host) => {
      const answer = turn.then(async () => {
        ended.signal.throwIfAborted();
        await mustTakeWrites(host).catch((error: unknown) => {
          failures.push(`${host.place.host}:${host.place.port}: ${messageOf(error)}`);
          throw error;
        });
        return host;
      });
      turn = Promise.race([answer.catch(() => undefined), sleep(NEXT_MS, undefined, { ref: false })]);
      return answer;
    });
    const late = sleep(ALL_MS, undefined, { signal: ended.signal, ref: false }).then(() => Promise.reject(new Error()));
    try {
      this.last = await Promise.race([Promise.any(answers), late]);
      this.seen = performance.now();
      return this.last.place;
    } catch {
      throw Object.assign(new Error(`no host accepts writes: ${failures.join('; ') || 'none answers'}`), {
        code: 'ECONNREFUSED',
      });
    } finally {
      ended.abort();
      late.catch(() => undefined);
    }
  }
}

/** The failure of a connection that leads to a server without writes. */
export function readOnly(): Error {
  return Object.assign(new Error('the server accepts no writes'), { code: 'ECONNREFUSED' });
}

async function mustTakeWrites({ url }: Host): Promise<void> {
  const client = new TlsClient({
    connectionString: url,
    application_name: 'find-primary',
    connectionTimeoutMillis: HOST_MS,
    query_timeout: HOST_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // On for a standby, and for a server that is set to accept no writes.
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw readOnly();
  } finally {
    client.end().catch(() => undefined);
  }
}

/** As the driver reads it: also from its own environment variables. */
function placeOf(url: string): Place {
  const { host, port } = new TlsClient(url);
  return { host, port };
}
