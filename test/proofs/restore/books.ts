import type { Checks } from '../support/checks.js';
import type { Rows } from './check.js';
import type { Server } from './server.js';

/** Reads what changes have left. */
export async function readRows(server: Server): Promise<Rows> {
  const read = async (sql: string): Promise<Map<string, number>> => {
    const { rows } = await server.run('commerce', sql);
    return new Map((rows as { key: string; version: number }[]).map(({ key, version }) => [key, version]));
  };
  return {
    cart: await read('SELECT id::text AS key, version FROM orders'),
    order: await read(`SELECT id::text AS key, 0 AS version FROM orders WHERE status <> 'cart'`),
    payment: await read('SELECT id::text AS key, 0 AS version FROM orders WHERE paid_at IS NOT NULL'),
    user: await read('SELECT uid::text AS key, 0 AS version FROM users'),
    earning: await read('SELECT reason AS key, 0 AS version FROM earnings WHERE reason IS NOT NULL'),
  };
}

/** What must come to nothing whatever happened, as SQL that counts. */
const FAULTS: Readonly<Record<string, string>> = {
  'balances are the sums of their entries': `SELECT count(*) FROM earnings_balances b
    FULL JOIN (SELECT uid, sum(amount) AS sum FROM earnings GROUP BY uid) e USING (uid) WHERE b.balance IS DISTINCT FROM e.sum`,
  'items took their amounts off once': `SELECT count(*) FROM payout_items i WHERE 1 <> (SELECT count(*) FROM earnings e
    WHERE e.payout_id = i.payout_id AND e.uid = i.uid AND e.kind = 'payout' AND e.amount = -i.amount)`,
  'placed orders have their event': `SELECT count(*) FROM (SELECT id::text FROM orders WHERE status <> 'cart') o
    FULL JOIN (SELECT aggregate_id AS id FROM events WHERE type = 'order.placed') e USING (id) WHERE o.id IS NULL OR e.id IS NULL`,
  'paid orders have their volumes': `SELECT count(*) FROM (SELECT id FROM orders WHERE paid_at IS NOT NULL) o
    FULL JOIN (SELECT DISTINCT order_id AS id FROM volume_rows WHERE order_id IS NOT NULL) v USING (id) WHERE o.id IS NULL OR v.id IS NULL`,
  'placed orders have lines': `SELECT count(*) FROM orders o WHERE status <> 'cart'
    AND NOT EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id)`,
  'events have their deliveries': `SELECT count(*) FROM events e CROSS JOIN (SELECT id, created_at FROM applications) a
    WHERE e.timestamp > a.created_at + interval '1 second' AND e.type NOT IN ('session.ended', 'application.updated')
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id AND d.application_id = a.id)`,
};

/** Holds the tables against each other, and has PostgreSQL look at its own files. */
export async function audit(server: Server, checks: Checks, when: string): Promise<void> {
  for (const [what, sql] of Object.entries(FAULTS)) {
    const { rows } = await server.run('commerce', sql);
    const count = Number((rows[0] as { count: string }).count);
    checks.that('consistency', `${when}: ${what}`, count === 0, String(count));
  }
  const damage = await server.inspect().then(
    () => '',
    (error: unknown) => String(error),
  );
  checks.that('consistency', `${when}: pg_amcheck finds no damage`, damage === '', damage.slice(0, 500));
}
