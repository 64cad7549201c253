import { newId } from '#common/ids.js';
import type { TestApp } from './start-test-app.js';

/** An event as a test wants it. */
export interface EventFields {
  type?: string;
  /** The kind of what it happened to. */
  of?: string;
  /** What it happened to. */
  cart?: number;
  data?: object;
  /** Seconds since it happened. */
  ago?: number;
}

/** Writes events and deliveries straight into the database, for tests of the log that send nothing. */
export class WebhookRows {
  constructor(private readonly app: TestApp) {}

  /** An event that nobody was told of; returns its id. */
  async event({
    type = 'cart.updated',
    of = 'order',
    cart = 1,
    data = { cart_id: cart },
    ago = 0,
  }: EventFields = {}): Promise<string> {
    const id = newId();
    await this.app.database.query(
      `INSERT INTO events (id, type, aggregate_type, aggregate_id, data, timestamp)
       VALUES ($1, $2, $6, $3, $4, date_trunc('milliseconds', now() - make_interval(secs => $5)))`,
      [id, type, String(cart), JSON.stringify(data), ago, of],
    );
    return id;
  }

  /** A delivery of an event to an application; returns its id. */
  async delivery(applicationId: string, eventId: string, status = 'pending'): Promise<string> {
    const id = newId();
    await this.app.database.query(
      `INSERT INTO webhook_deliveries (id, application_id, event_id, event_at, aggregate, status, tries, is_due, next_attempt_at, finished_at)
       SELECT $1, $2, id, timestamp, aggregate_type || ':' || aggregate_id, $4::varchar, 3, FALSE, now() + interval '1 hour',
              CASE WHEN $4::varchar <> 'pending' THEN now() END
         FROM events WHERE id = $3`,
      [id, applicationId, eventId, status],
    );
    return id;
  }

  /** Attempts of a delivery, numbered from 1, made some seconds ago. */
  async attempts(
    deliveryId: string,
    outcomes: { status_code?: number | null; error?: string | null; response?: string | null }[],
    ago = 0,
  ): Promise<void> {
    for (const [index, { status_code = null, error = null, response = null }] of outcomes.entries()) {
      await this.app.database.query(
        `INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, status_code, error, response)
         VALUES ($1, $2, now() - make_interval(secs => $6), 12, $3, $4, $5)`,
        [deliveryId, index + 1, status_code, error, response, ago],
      );
    }
  }

  /** The events with a delivery to an application that waits, in the order in which they will be sent. */
  async queue(applicationId: string): Promise<string[]> {
    const rows = await this.app.database.query<{ event_id: string }>(
      `SELECT event_id FROM webhook_deliveries
        WHERE application_id = $1 AND status = 'pending' AND tries = 0 AND is_due
        ORDER BY sequence`,
      [applicationId],
    );
    return rows.map(({ event_id }) => event_id);
  }

  /** Marks a webhook as the service does when it stops sending. */
  async disable(applicationId: string, reason = 'failing'): Promise<void> {
    await this.app.database.query(
      `UPDATE applications SET webhook_disabled_at = now(), webhook_disabled_reason = $2,
              webhook_failing_since = now() - interval '5 days' WHERE id = $1`,
      [applicationId, reason],
    );
  }
}
