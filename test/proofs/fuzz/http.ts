import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { Client } from 'undici';
import { SUPER_ADMIN } from '#test/support/shop.js';
import type { Answer as DocumentedAnswer } from '#test/support/start-test-app.js';
import type { Draft, Media } from './drafts.js';
import { fillSlots, isFields, type Value, writeJson, writeText } from './schema-values.js';

/** A request as it goes out, but for its credentials. */
export interface Wire {
  operationId: string;
  method: string;
  /** Path and query. */
  address: string;
  headers: readonly (readonly [string, string])[];
  body: Buffer | undefined;
}

/** What was put into a request: its path parameters and the body, where it was sent as drawn. */
export interface Sent {
  path: Readonly<Record<string, string>>;
  body: Value | undefined;
}

/** Where the request of a draft goes. */
interface Target {
  method: string;
  /** The path of the document, with its parameters in braces. */
  template: string;
  fill: (slot: string) => Value;
  /** The key that bodies are encrypted with. */
  encryptionKey: JWK & { kid?: string };
}

const BOUNDARY = 'proof-4711';
const MEDIA_TYPES: Readonly<Record<Media, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
  jose: 'application/jose',
  ndjson: 'application/x-ndjson',
};

/** Fills a draft's slots and writes it down. */
export async function write(draft: Draft, target: Target): Promise<{ wire: Wire; sent: Sent }> {
  const path = Object.fromEntries(
    Object.entries(draft.path).map(([name, value]) => [name, writeText(fillSlots(value, target.fill))]),
  );
  const headers = draft.headers.map(([name, value]): [string, string] => [
    name.toLowerCase(),
    headerText(writeText(fillSlots(value, target.fill))),
  ]);
  const filled = draft.body === undefined ? undefined : fillSlots(draft.body, target.fill);
  const body = filled === undefined ? undefined : draft.changes.reduce<Value>((one, change) => change(one), filled);
  const bytes =
    draft.rawBody === undefined
      ? body === undefined
        ? undefined
        : await encode(draft.media, body, target.encryptionKey)
      : Buffer.from(draft.rawBody);
  const mediaType = draft.mediaType ?? MEDIA_TYPES[draft.media];
  if (bytes !== undefined && mediaType !== '') headers.push(['content-type', mediaType]);
  const address = addressOf(draft, target, path);
  const method = draft.method ?? target.method;
  return {
    wire: { operationId: draft.operationId, method, address, headers, body: bytes },
    sent: { path, body: draft.rawBody === undefined ? body : undefined },
  };
}

function addressOf(draft: Draft, { template, fill }: Target, path: Readonly<Record<string, string>>): string {
  const last = Object.keys(path).at(-1);
  const address = template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const raw = name === last ? (draft.rawPath ?? '') : '';
    // Nothing at all would be another address.
    return percentEncode(path[name] || ' ') + raw;
  });
  const pairs = draft.query.map(
    ([name, value]) => `${percentEncode(name)}=${percentEncode(writeText(fillSlots(value, fill)))}`,
  );
  const query = [...pairs, ...(draft.rawQuery === undefined ? [] : [draft.rawQuery])].join('&');
  return query === '' ? address : `${address}?${query}`;
}

/** Percent-encodes a text; a surrogate without its other half becomes the bytes that it would have. */
function percentEncode(text: string): string {
  return Array.from(text, (letter) =>
    letter.isWellFormed() ? encodeURIComponent(letter) : surrogateBytes(letter.charCodeAt(0)),
  ).join('');
}

function surrogateBytes(unit: number): string {
  const bytes = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join('');
}

/** What a header can hold: no control characters, and ISO 8859-1. */
function headerText(text: string): string {
  return text.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?').slice(0, 4_000);
}

async function encode(media: Media, body: Value, key: Target['encryptionKey']): Promise<Buffer> {
  const json = Buffer.from(writeJson(body));
  switch (media) {
    case 'json':
      return json;
    case 'ndjson':
      return typeof body === 'string' ? Buffer.from(body) : json;
    case 'jose':
      return Buffer.from(await seal(json, key));
    case 'form':
      return Buffer.from(
        fieldsOf(body)
          .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
          .join('&'),
      );
    case 'multipart':
      return Buffer.from(multipart(fieldsOf(body)));
  }
}

/** The fields that a form has for a body; a list is what `bundles` is sent as. */
function fieldsOf(body: Value): [string, string][] {
  if (!isFields(body)) return [['bundles', writeText(body)]];
  return Object.entries(body).map(([name, value]) => [name, writeText(value)]);
}

function multipart(fields: readonly [string, string][]): string {
  const parts = fields.map(([name, value]) => {
    const quoted = name.replace(/["\\\r\n]/g, '?');
    return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${quoted}"\r\n\r\n${value}\r\n`;
  });
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

/** A compact JWE of some bytes. */
async function seal(bytes: Uint8Array, key: JWK & { kid?: string }, header: object = {}): Promise<string> {
  return new CompactEncrypt(bytes)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', ...(key.kid === undefined ? {} : { kid: key.kid }), ...header })
    .encrypt(await importJWK(key, 'A256GCM'));
}

/** Milliseconds after which an answer is given up. */
const ANSWER_MS = 60_000;

/** An answer of the service. */
export interface Answer extends DocumentedAnswer<unknown> {
  ms: number;
}

/** One connection to the service; it is replaced whenever the service ends it. */
export class Http {
  private readonly client: Client;

  constructor(origin: string) {
    this.client = new Client(origin, { headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS, pipelining: 1 });
  }

  /**
   * Sends a request.
   * @throws when there is no answer
   */
  async send(
    { method, address, headers, body }: Pick<Wire, 'method' | 'address' | 'headers' | 'body'>,
    credentials: readonly (readonly [string, string])[],
  ): Promise<Answer> {
    const begun = performance.now();
    const response = await this.client.request({
      method,
      path: address,
      headers: [...credentials, ...headers].flat(),
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.body.text();
    const ms = performance.now() - begun;
    return { status: response.statusCode, headers: response.headers, body: parse(text), text, ms };
  }

  close(): Promise<void> {
    return this.client.destroy();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The password of everybody in the run. */
export const PASSWORD = SUPER_ADMIN.password;

/** Headers, each with its value. */
export type Headers = readonly (readonly [string, string])[];

/** Sends a request that must succeed, and gives its `data`. */
export type Ask = (method: string, path: string, headers: Headers, body?: unknown) => Promise<Record<string, unknown>>;

/**
 * Makes what sends the requests of the run itself: those that make and repair what the drawn ones are about.
 * @returns an {@link Ask} that throws when it is refused
 */
export function asking(http: Http): Ask {
  return async (method, path, headers, body) => {
    const typed = body === undefined ? [] : [['content-type', 'application/json'] as const];
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const answer = await http.send({ method, address: path, headers: typed, body: bytes }, headers);
    if (answer.status !== 200) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.text}`);
    return (answer.body as { data: Record<string, unknown> }).data;
  };
}
