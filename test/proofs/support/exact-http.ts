import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import type { Instance } from './instance.js';

/** A request whose headers go out as they stand: repeated where they are lists, with any `Host`. */
export interface ExactRequest {
  method: string;
  /** From the slash, or a whole address. */
  path: string;
  headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Text as it stands, or anything that is sent as JSON. */
  body?: unknown;
}

/** An answer with all that it says. */
export interface ExactAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body where it is a JSON object, else empty. */
  json: Readonly<Record<string, unknown>>;
  /** `data` of the body where it is an object, else empty. */
  data: Readonly<Record<string, unknown>>;
}

const ANSWER_MS = 60_000;
const agent = new Agent({ keepAlive: true });

/**
 * Sends a request to an instance as it is told, which `fetch` would not.
 * @throws Error when there is no answer
 */
export function sendExact({ port }: Pick<Instance, 'port'>, sent: ExactRequest): Promise<ExactAnswer> {
  const { method, path, body } = sent;
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const headers = Object.fromEntries(
    Object.entries({
      ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': byteLength(payload) }),
      ...sent.headers,
    }).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const out = request({ host: '127.0.0.1', port, method, path, headers, agent, signal }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const json = objectOf(parsed(text));
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json, data: objectOf(json.data) });
      });
    });
    out.on('error', reject);
    out.end(payload);
  });
}

function byteLength(text: string): string {
  return String(Buffer.byteLength(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
