import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, type Answer, type Sender, type Sent, type Silence } from '../support/http.js';
import type { Instance } from '../support/instance.js';
import type { Random } from '../support/random.js';

/** What came of one request to an instance. */
export interface Attempt {
  readonly instance: Instance;
  readonly begun: number;
  readonly ended: number;
  readonly outcome: number | Silence;
}

/** A request with all its attempts, as the caller of a good client sees it. */
export interface Request {
  readonly begun: number;
  readonly ended: number;
  readonly attempts: number;
}

const PAUSE_MS = 250;

/** A client that has asked for so long in vain gives up: an error. */
const PATIENCE_MS = 180_000;

const HAS_KEY = new Set(['POST', 'DELETE']);

/** Signing in needs no key: doing it twice does no harm. */
const SIGNS_IN = /\/(token|session)\/$/;

/**
 * A client as `docs/client.md` asks for: each change has an `Idempotency-Key`, and is sent again with it until somebody
 * knows what became of it.
 */
export class Retrier implements Sender {
  readonly attempts: Attempt[] = [];
  readonly requests: Request[] = [];
  /** What its callers would have to be told. */
  readonly errors: string[] = [];

  constructor(
    private readonly instances: readonly Instance[],
    private readonly random: Random,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Sends a request until it is answered.
   * @returns undefined for a change that cannot have a key, when nobody knows what became of it
   * @throws when the run is given up, or nobody has answered for long
   */
  async send(request: Sent): Promise<Answer | undefined> {
    const { method, path } = request;
    const hasKey = HAS_KEY.has(method) && !SIGNS_IN.test(path);
    const isRepeatable = method !== 'PATCH';
    const key: Sent['headers'] = hasKey ? { 'idempotency-key': randomUUID() } : {};
    const sent = { ...request, headers: { ...request.headers, ...key } };
    const begun = performance.now();
    for (let attempts = 1; ; attempts += 1) {
      this.signal.throwIfAborted();
      const answer = await this.attempt(sent);
      if (!shouldRetry(answer)) {
        this.requests.push({ begun, ended: performance.now(), attempts });
        if (answer.status === 401 || answer.status >= 500) {
          this.errors.push(`${method} ${path} was answered with ${answer.status} ${answer.message}`);
        }
        return answer;
      }
      if (!isRepeatable && answer !== 'unsent') return undefined;
      if (performance.now() - begun > PATIENCE_MS) {
        this.errors.push(`${method} ${path} was not answered within ${PATIENCE_MS / 1000} s`);
        throw new Error(this.errors.at(-1));
      }
      await sleep(PAUSE_MS, undefined, { signal: this.signal });
    }
  }

  private async attempt(sent: Sent): Promise<Answer | Silence> {
    const instance = this.random.pick(this.instances);
    const begun = performance.now();
    const answer = await exchange(instance, sent);
    const outcome = typeof answer === 'string' ? answer : answer.status;
    this.attempts.push({ instance, begun, ended: performance.now(), outcome });
    return answer;
  }
}

function shouldRetry(answer: Answer | Silence): answer is Silence {
  if (typeof answer === 'string') return true;
  return answer.status === 503 || (answer.status === 409 && answer.message.includes('still running'));
}
