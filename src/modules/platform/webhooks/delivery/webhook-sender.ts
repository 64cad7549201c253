import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '#common/outgoing/outgoing-http.js';
import { signatureHeaders } from './webhook-signature.js';
import type { DueRow } from './webhook-worker.queries.js';

/** Time limit of an attempt. See docs/spec/service.md#7. */
const TIMEOUT_MS = 15_000;

const USER_AGENT = 'commerce-api-webhooks/1.0';

/** The outcome of an attempt. */
export interface Attempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The status of the answer; undefined when there was none. */
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  /** The first KiB of the answer, or why there was none. */
  readonly response: string | undefined;
  readonly error: string | undefined;
}

/** Sends an event to an endpoint, once, as Standard Webhooks 1.0 has it. See docs/spec/service.md#7. */
@Injectable()
export class WebhookSender {
  /** No setting, but a test waits less. */
  timeoutMs = TIMEOUT_MS;

  constructor(private readonly http: OutgoingHttp) {}

  /**
   * Makes one attempt; failures are returned, not thrown.
   * @param secrets the live ones, at least one
   */
  async send(url: string, secrets: readonly string[], due: DueRow, signal: AbortSignal): Promise<Attempt> {
    const startedAt = new Date();
    const start = performance.now();
    const body = bodyOf(due);
    const result = await this.http.post(url, {
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        ...signatureHeaders(secrets, due.event_id, Math.floor(startedAt.getTime() / 1000), body),
      },
      body,
      timeoutMs: this.timeoutMs,
      signal,
    });
    const durationMs = Math.round(performance.now() - start);
    return result.ok
      ? {
          startedAt,
          durationMs,
          status: result.status,
          retryAfter: result.retryAfter,
          response: result.body,
          error: undefined,
        }
      : { startedAt, durationMs, status: undefined, retryAfter: undefined, response: undefined, error: result.error };
  }
}

/** The data is copied as PostgreSQL's JSON text: parsing would change numbers with many digits. */
function bodyOf({ event_id, type, timestamp, data }: DueRow): string {
  const head = JSON.stringify({ id: event_id, type, timestamp: timestamp.toISOString() });
  return `${head.slice(0, -1)},"data":${data}}`;
}
