import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type * as Undici from 'undici';
import type { Client, Dispatcher } from 'undici';
import { AddressGuard } from './address-guard.js';
import { readExcerpt } from './excerpt.js';
import { failureWords } from './failure-words.js';
import { OutgoingPlaces } from './outgoing-places.js';
import { OutgoingRefusal } from './outgoing-refusal.js';
import { readOutgoingUrl } from './outgoing-url.rules.js';

/** What to send. */
export interface OutgoingPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for connecting, TLS, sending, headers and body together. */
  readonly timeoutMs: number;
  /** Ends the request. */
  readonly signal?: AbortSignal;
}

/** What came of it. */
export type OutgoingResult =
  | {
      readonly ok: true;
      readonly status: number;
      /** The header `Retry-After` as it stands. */
      readonly retryAfter: string | undefined;
      /** The first KiB, as text that PostgreSQL can store. */
      readonly body: string;
    }
  | {
      readonly ok: false;
      /** Short, for the log of deliveries. */
      readonly error: string;
    };

const MAX_CONNECTIONS = 1_000;
const MAX_CONNECTIONS_OF_ONE_ORIGIN = 100;
const MAX_HEADER_BYTES = 16_384;
const MAX_RETRY_AFTER = 100;

/**
 * Sends requests to addresses that others have given us, as section 7 of the decisions has it: never to the private network,
 * within a time limit, without following redirects, and without reading more than a KiB of the answer. Each request has a
 * connection of its own, so that each is held against what its name resolves to now.
 */
@Injectable()
export class OutgoingHttp implements OnApplicationShutdown {
  private readonly places = new OutgoingPlaces(MAX_CONNECTIONS, MAX_CONNECTIONS_OF_ONE_ORIGIN);
  private readonly running = new Set<AbortController>();
  private stopped = false;

  constructor(private readonly guard: AddressGuard) {}

  /**
   * Sends a POST request. Whatever the network does becomes a result; waiting for a place costs nothing of the time limit.
   * @param address an absolute URL of http or https
   */
  async post(address: string, options: OutgoingPost): Promise<OutgoingResult> {
    const url = readOutgoingUrl(address);
    if (typeof url === 'string') return { ok: false, error: url };
    const end = new AbortController();
    const stop = (): void => end.abort(new OutgoingRefusal('the request was stopped'));
    if (this.stopped || options.signal?.aborted === true) stop();
    options.signal?.addEventListener('abort', stop, { once: true });
    this.running.add(end);
    try {
      return await this.inItsPlace(url, options, end);
    } catch (error) {
      return { ok: false, error: failureWords(end.signal.aborted ? end.signal.reason : error) };
    } finally {
      this.running.delete(end);
      options.signal?.removeEventListener('abort', stop);
    }
  }

  /** Ends what still runs. This late, because those who send have ended their work by then. */
  onApplicationShutdown(): void {
    this.stopped = true;
    for (const end of this.running) end.abort(new OutgoingRefusal('the request was stopped'));
  }

  private async inItsPlace(url: URL, options: OutgoingPost, end: AbortController): Promise<OutgoingResult> {
    // Not at the start: most services send nothing yet, and it is among the largest packages.
    const library = await import('undici');
    const giveBack = await this.places.take(url.origin, end.signal);
    const timer = setTimeout(
      () => end.abort(new OutgoingRefusal(`no answer within ${options.timeoutMs / 1_000} s`)),
      options.timeoutMs,
    );
    const client = this.client(library, url, end.signal);
    try {
      return await exchange(client, url, options, end.signal);
    } finally {
      clearTimeout(timer);
      await client.destroy();
      giveBack();
    }
  }

  private client(library: typeof Undici, url: URL, signal: AbortSignal): Client {
    return new library.Client(url.origin, {
      connect: this.guard.connector(library.buildConnector, signal),
      // The one time limit is the signal.
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 0,
      maxHeaderSize: MAX_HEADER_BYTES,
      allowH2: false,
    });
  }
}

async function exchange(client: Client, url: URL, post: OutgoingPost, signal: AbortSignal): Promise<OutgoingResult> {
  const { statusCode, headers, body } = await client.request({
    method: 'POST',
    path: url.pathname + url.search,
    headers: { 'accept-encoding': 'identity', ...post.headers },
    body: post.body,
    signal,
  });
  return {
    ok: true,
    status: statusCode,
    retryAfter: header(headers, 'retry-after')?.slice(0, MAX_RETRY_AFTER),
    body: await readExcerpt(body, header(headers, 'content-encoding')),
  };
}

/** A header of the answer, the first where it is repeated. */
function header(headers: Dispatcher.ResponseData['headers'], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
