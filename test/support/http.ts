import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from './instance.js';
import type { Random } from './random.js';

/** An answer of the service. */
export interface Answer {
  status: number;
  data: Record<string, unknown>;
  /** What kind of failure it is, and what it says; empty when it is none. */
  type: string;
  message: string;
  /** What is wrong, by field; empty when nothing is. */
  errors: Record<string, unknown>;
  /** It is the answer to an earlier request with the same `Idempotency-Key`. */
  replayed: boolean;
}

/** No answer: the request certainly did not arrive (`unsent`), or nobody knows what happened to it (`cut`). */
export type Silence = 'unsent' | 'cut';

/** A request; `path` begins with a slash. */
export interface Sent {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: object;
}

const ANSWER_MS = 25_000;
const NOBODY_MS = 50;

/** Sends a request to one instance, and tells those who watch it what came of it. */
export async function exchange(instance: Instance, sent: Sent): Promise<Answer | Silence> {
  const ending = instance.watchEnding();
  const begun = performance.now();
  instance.requests += 1;
  instance.emit('request');
  const answer = await ask(instance, sent);
  instance.requests -= 1;
  instance.emit('answer', {
    what: `${sent.method} ${sent.path}`,
    outcome: typeof answer === 'string' ? answer : answer.status,
    ms: performance.now() - begun,
    ending: ending(),
  });
  return answer;
}

/** Sends a request to whoever listens at a URL. */
export async function ask(
  { url }: Pick<Instance, 'url'>,
  { method, path, headers, body }: Sent,
): Promise<Answer | Silence> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { data = {}, type = '', message = '', errors = {} } = (await response.json()) as Partial<Answer>;
    const replayed = response.headers.get('idempotency-replayed') === 'true';
    return { status: response.status, data, type, message, errors, replayed };
  } catch (error) {
    return isUnsent(error) ? 'unsent' : 'cut';
  }
}

function isUnsent(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === 'ECONNREFUSED';
}

/** Somebody who sends requests; undefined when nobody knows what happened to one. */
export interface Sender {
  send(request: Sent): Promise<Answer | undefined>;
}

/** Sends requests to whichever instance takes them, as a load balancer would. */
export class Balancer implements Sender {
  constructor(
    private readonly instances: readonly Instance[],
    private readonly random: Random,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Sends a request to some instance. One that could not be reached at all has not got it, so another is asked.
   * @returns undefined when the connection was cut, so that nobody knows what happened to the request
   * @throws when the run is given up
   */
  async send(request: Sent): Promise<Answer | undefined> {
    for (;;) {
      this.signal.throwIfAborted();
      const up = this.instances.filter(({ state }) => state === 'up');
      if (up.length === 0) {
        await sleep(NOBODY_MS, undefined, { signal: this.signal });
        continue;
      }
      const answer = await exchange(this.random.pick(up), request);
      if (answer !== 'unsent') return answer === 'cut' ? undefined : answer;
    }
  }
}

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

const EXACT_ANSWER_MS = 60_000;
const agent = new Agent({ keepAlive: true });

/**
 * Sends a request to an instance as it is told, which `fetch` would not.
 * @throws Error when there is no answer
 */
export function sendExact({ port }: Pick<Instance, 'port'>, sent: ExactRequest): Promise<ExactAnswer> {
  const { method, path, body } = sent;
  const payload = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const headers = Object.fromEntries(
    Object.entries({
      ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': byteLength(payload) }),
      ...sent.headers,
    }).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(EXACT_ANSWER_MS);
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

function byteLength(text: string | Buffer): string {
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
