import type { TestApp } from './start-test-app.js';

/** Deliveries that are written at once, for tests of long queues. */
export interface ManyRows {
  count: number;
  /** How many things they are about, each in turn. */
  things?: number;
  /** The number of the first of them. */
  first?: number;
  inBulk?: boolean;
  /** Seconds until they may be sent; those that wait have been tried once. */
  wait?: number;
}

/** Queues many changes of carts for an application, by two statements. `data.version` rises with each. */
export async function queueMany(app: TestApp, applicationId: string, rows: ManyRows): Promise<void> {
  const { count, things = 1, first = 9_000_000, inBulk = false, wait = 0 } = rows;
  await app.database.query(
    `WITH made AS (
       INSERT INTO events (id, type, aggregate_type, aggregate_id, data)
       SELECT gen_random_uuid(), 'cart.updated', 'order', $2 + i % $3::integer, jsonb_build_object('cart_id', $2 + i % $3::integer, 'version', i)
         FROM generate_series(1, $1::integer) i
       RETURNING id, timestamp, sequence, aggregate_id)
     INSERT INTO webhook_deliveries (id, application_id, event_id, event_at, aggregate, in_bulk, is_due, tries, next_attempt_at)
     SELECT gen_random_uuid(), $4, id, timestamp, 'order:' || aggregate_id, $5, $6::integer <= 0, CASE WHEN $6 = 0 THEN 0 ELSE 1 END,
            now() + make_interval(secs => $6)
       FROM made ORDER BY sequence`,
    [count, first, things, applicationId, inBulk, wait],
  );
}
