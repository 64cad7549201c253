import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from './instance.js';
import type { Random } from './random.js';

/** An answer of the service. */
export interface Answer {
  status: number;
  data: Record<string, unknown>;
}

/** A request; `path` begins with a slash. */
export interface Sent {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: object;
}

const ANSWER_MS = 25_000;
const NOBODY_MS = 50;

/** Sends requests to whichever instance takes them, as a load balancer would. */
export class Balancer {
  constructor(
    private readonly instances: readonly Instance[],
    private readonly random: Random,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Sends a request to some instance. One that could not be reached at all has not got it, so another is asked.
   * @returns undefined when the connection was cut, so that nobody knows what became of the request
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
      try {
        return await this.sendTo(this.random.pick(up), request);
      } catch (error) {
        if (!isUnsent(error)) return undefined;
      }
    }
  }

  private async sendTo(instance: Instance, { method, path, headers, body }: Sent): Promise<Answer> {
    instance.requests += 1;
    instance.emit('request');
    try {
      const response = await fetch(`${instance.url}${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const { data = {} } = (await response.json()) as { data?: Record<string, unknown> };
      return { status: response.status, data };
    } finally {
      instance.requests -= 1;
    }
  }
}

function isUnsent(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === 'ECONNREFUSED';
}
