import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type * as Undici from 'undici';
import type { Client, Dispatcher } from 'undici';
import { ConcurrencyLimit } from '../concurrency-limit.js';
import { tracing } from '../tracing/tracing.js';
import { AddressGuard } from './address-guard.js';
import { OutgoingRefusal } from './public-address.rules.js';
import type { Readable } from 'node:stream';

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without an answer',
  EPIPE: 'the connection was closed without an answer',
  UND_ERR_SOCKET: 'the connection was closed without an answer',
  ETIMEDOUT: 'the address does not answer',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the address cannot be reached',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another name',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is not HTTP',
};

/**
 * A short reason for the delivery log. Messages of libraries are left out: they contain internal addresses.
 * @param error the error of a request
 */
function describeFailure(error: unknown): string {
  if (error instanceof OutgoingRefusal) return error.message;
  const code = codeOf(error);
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (/CERT|UNABLE_TO_|SELF_SIGNED/.test(code)) return `the TLS certificate is not trusted (${code})`;
  if (/^ERR_SSL|^ERR_TLS|^EPROTO$/.test(code)) return `TLS failed (${code})`;
  if (error instanceof Error && error.name === 'HTTPParserError') return 'the answer is not HTTP';
  return code === '' ? 'the request failed' : `the request failed (${code})`;
}

function codeOf(error: unknown): string {
  const { code, errors: tried } = (error ?? {}) as { code?: unknown; errors?: unknown };
  // One for each address of a name.
  if (Array.isArray(tried) && tried.length > 0) return codeOf(tried[0]);
  return typeof code === 'string' && /^[A-Z0-9_]{1,80}$/.test(code) ? code : '';
}

/** Bytes of a response body that are kept. */
const EXCERPT_BYTES = 1_024;

/** Milliseconds to wait for the excerpt after the status. */
const EXCERPT_MS = 2_000;

/** PostgreSQL cannot store NUL; it becomes U+FFFD, like invalid UTF-8. */
const NUL = /\u0000/g;

/**
 * Reads the first KiB of a response body, then closes it. Returns what has arrived if the body ends early, breaks off or is
 * slow.
 * @param encoding the header `Content-Encoding`; a compressed body is not decompressed
 * @returns text that PostgreSQL can store, cut at a character
 */
async function readExcerpt(body: Readable, encoding: string | undefined): Promise<string> {
  const bytes = await firstBytes(body);
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') return '(compressed)';
  return textOf(bytes);
}

/** Decodes bytes that may end within a character. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: bytes.length === EXCERPT_BYTES }).replace(NUL, '\uFFFD');
}

async function firstBytes(body: Readable): Promise<Buffer> {
  // This closes the connection.
  const timer = setTimeout(() => body.destroy(), EXCERPT_MS);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, EXCERPT_BYTES - length));
      length += chunk.length;
      if (length >= EXCERPT_BYTES) break;
    }
  } catch {
    // The status has arrived; the excerpt is best effort.
  } finally {
    clearTimeout(timer);
    body.on('error', () => undefined).destroy();
  }
  return Buffer.concat(chunks);
}

/** A POST request. */
export interface OutgoingPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for connecting, TLS, sending, headers and body together. */
  readonly timeoutMs: number;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** The result of a request. */
export type OutgoingResult =
  | {
      readonly ok: true;
      readonly status: number;
      /** The header `Retry-After`, unparsed. */
      readonly retryAfter: string | undefined;
      /** The first KiB, as text that PostgreSQL can store. */
      readonly body: string;
    }
  | {
      readonly ok: false;
      /** Short, for the log of deliveries. */
      readonly error: string;
    };

/** Milliseconds for a name at registration. */
const RESOLVE_MS = 1_000;

const MAX_CONNECTIONS = 1_000;
const MAX_CONNECTIONS_OF_ONE_ORIGIN = 100;
const MAX_HEADER_BYTES = 16_384;
const MAX_RETRY_AFTER = 100;

/**
 * Sends requests to URLs from users (docs/spec/service.md#7): never to private networks, with a time limit, without
 * following redirects, and without reading more than a KiB of the response. Each request has its own connection, so that its
 * address is always checked.
 */
@Injectable()
export class OutgoingHttp implements OnApplicationShutdown {
  private readonly perOrigin = new ConcurrencyLimit<string>(MAX_CONNECTIONS_OF_ONE_ORIGIN);
  private readonly all = new ConcurrencyLimit<'all'>(MAX_CONNECTIONS);
  private readonly running = new Set<AbortController>();
  private stopped = false;

  constructor(private readonly guard: AddressGuard) {}

  /**
   * Sends a POST request. Network errors become results; waiting for a free connection does not count towards the time limit.
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
      const send = (): Promise<OutgoingResult> => this.inTurn(url, options, end);
      return await (tracing()?.outgoing(url, send, statusOf) ?? send());
    } catch (error) {
      return { ok: false, error: describeFailure(end.signal.aborted ? end.signal.reason : error) };
    } finally {
      this.running.delete(end);
      options.signal?.removeEventListener('abort', stop);
    }
  }

  /**
   * Whether requests to an address would be refused because it is not public, so that whoever registers it learns so at once.
   * A name that does not resolve in a second is not known to be.
   */
  async isPrivate(address: string): Promise<boolean> {
    const url = readOutgoingUrl(address);
    return typeof url !== 'string' && (await this.guard.refuses(url.hostname, AbortSignal.timeout(RESOLVE_MS)));
  }

  /** Aborts running requests. Only here, because senders have finished by then. */
  onApplicationShutdown(): void {
    this.stopped = true;
    for (const end of this.running) end.abort(new OutgoingRefusal('the request was stopped'));
  }

  private async inTurn(url: URL, options: OutgoingPost, end: AbortController): Promise<OutgoingResult> {
    await this.perOrigin.acquire(url.origin, end.signal);
    try {
      await this.all.acquire('all', end.signal);
      try {
        return await this.send(url, options, end);
      } finally {
        this.all.release('all');
      }
    } finally {
      this.perOrigin.release(url.origin);
    }
  }

  private async send(url: URL, options: OutgoingPost, end: AbortController): Promise<OutgoingResult> {
    // Loaded late: it is among the largest packages, and many installations send no webhooks.
    const library = await import('undici');
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
    }
  }

  private client(library: typeof Undici, url: URL, signal: AbortSignal): Client {
    return new library.Client(url.origin, {
      connect: this.guard.connector(library.buildConnector, signal),
      // The signal is the only time limit.
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

/** A header of the response; the first if it is repeated. */
function header(headers: Dispatcher.ResponseData['headers'], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function statusOf(result: OutgoingResult): number | undefined {
  return result.ok ? result.status : undefined;
}

/**
 * Parses the URL of an outgoing request. Its IP address is checked when connecting.
 * @returns the URL, or what is wrong with it
 */
function readOutgoingUrl(text: string): URL | string {
  const url = URL.parse(text);
  if (url === null) return 'the address is not a URL';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'the address is not one of http or https';
  if (url.username !== '' || url.password !== '') return 'the address holds a user name or a password';
  return url;
}
