import { Client } from 'undici';
import type { Answer as DocumentedAnswer } from '#test/support/start-test-app.js';
import type { Wire } from './wire.js';

/** Milliseconds after which an answer is given up. */
const ANSWER_MS = 60_000;

/** An answer of the service. */
export interface Answer extends DocumentedAnswer<unknown> {
  ms: number;
}

/** One connection to the service; it is made anew whenever the service ends it. */
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
