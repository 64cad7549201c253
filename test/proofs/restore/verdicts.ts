import type { Checks } from '#test/support/report.js';
import type { Change, Kind } from './client.js';
import { ARCHIVE_TIMEOUT, type Server } from './server.js';

/** Reads what changes have left. */
async function readRows(server: Server): Promise<Rows> {
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
async function audit(server: Server, checks: Checks, when: string): Promise<void> {
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

/** Seconds beyond the archive's own that may be lost: archiving takes its time on a busy machine. */
const ARCHIVE_SPARE = 15;

/** A restored server, and all changes that were acknowledged before. */
export interface Restored {
  readonly server: Server;
  readonly changes: readonly Change[];
  readonly checks: Checks;
  readonly print: (line: string) => void;
}

/** Says what the restore to a point has lost; gives the changes that only others know of now. */
export async function tellLoss(restored: Restored, point: Moment): Promise<readonly Change[]> {
  const { server, changes, checks, print } = restored;
  const rows = await readRows(server);
  const loss = lossAt(point, changes, (change) => isIn(rows, change));
  print(`lost of ${loss.before} changes acknowledged before the point: ${loss.lostBefore.length}`);
  print(`kept of ${loss.after} changes after the point: ${loss.keptAfter.length}`);
  print(`of ${loss.meanwhile} at that moment there are ${loss.keptMeanwhile}`);
  checks.that('to the point', 'there were changes before', loss.before > 0);
  checks.that('to the point', 'there were changes after', loss.after > 0);
  checks.that('to the point', 'nothing before is lost', loss.lostBefore.length === 0, countKinds(loss.lostBefore));
  checks.that('to the point', 'nothing after is there', loss.keptAfter.length === 0, countKinds(loss.keptAfter));
  await audit(server, checks, 'after the restore to the point');
  const lost = changes.filter((change) => !isIn(rows, change));
  print(`undone: ${countKinds(lost)}`);
  return lost;
}

/**
 * Says what the restore of all that was archived has lost.
 * @param end when the server ended, on the clock of the changes
 * @param begun when its work had begun
 */
export async function tellTail(
  { server, changes, checks, print }: Restored,
  end: number,
  begun: number,
): Promise<void> {
  const rows = await readRows(server);
  const since = changes.filter(({ sent }) => sent > begun);
  const tail = tailOf(end, since, (change) => isIn(rows, change));
  print(
    `all that was archived: ${tail.kept} kept, the last ${tail.seconds.toFixed(1)} s lost: ${countKinds(tail.lost)}`,
  );
  checks.that('all that was archived', 'something is kept', tail.kept > 0);
  checks.that('all that was archived', 'only the end is lost', tail.holes.length === 0, countKinds(tail.holes));
  const most = ARCHIVE_TIMEOUT + ARCHIVE_SPARE;
  checks.that('all that was archived', `at most ${most} s are lost`, tail.seconds <= most, String(tail.seconds));
  await audit(server, checks, 'after the restore of all');
}

/** A moment that the server's clock told: when it was asked, and when the answer was there. */
export interface Moment {
  readonly at: Date;
  readonly asked: number;
  readonly answered: number;
}

/** What is left of acknowledged changes. */
interface Loss {
  /** Acknowledged before the moment, and how many of them are lost: defects. */
  readonly before: number;
  readonly lostBefore: readonly Change[];
  /** Asked for after the moment, and how many of them are there all the same: defects. */
  readonly after: number;
  readonly keptAfter: readonly Change[];
  /** On their way at that moment, and how many of them are there: either is right. */
  readonly meanwhile: number;
  readonly keptMeanwhile: number;
}

/** Says what a restore to a moment has lost. */
function lossAt(moment: Moment, changes: readonly Change[], isThere: (change: Change) => boolean): Loss {
  const before = changes.filter(({ acknowledged }) => acknowledged < moment.asked);
  const after = changes.filter(({ sent }) => sent > moment.answered);
  const meanwhile = changes.filter(({ sent, acknowledged }) => acknowledged >= moment.asked && sent <= moment.answered);
  return {
    before: before.length,
    lostBefore: before.filter((change) => !isThere(change)),
    after: after.length,
    keptAfter: after.filter(isThere),
    meanwhile: meanwhile.length,
    keptMeanwhile: meanwhile.filter(isThere).length,
  };
}

/** What is left when all that was archived is restored. */
interface Tail {
  readonly kept: number;
  readonly lost: readonly Change[];
  /** Changes that are there though one was lost that had been acknowledged before they were asked for: defects. */
  readonly holes: readonly Change[];
  /** Seconds from the first lost change until the end. */
  readonly seconds: number;
}

/**
 * Says what a restore of all that was archived has lost.
 * @param end when the server ended, on the clock of the changes
 */
function tailOf(end: number, changes: readonly Change[], isThere: (change: Change) => boolean): Tail {
  const lost = changes.filter((change) => !isThere(change));
  const first = Math.min(end, ...lost.map(({ acknowledged }) => acknowledged));
  return {
    kept: changes.length - lost.length,
    lost,
    holes: changes.filter((change) => change.sent > first && isThere(change)),
    seconds: (end - first) / 1000,
  };
}

/** The rows that changes leave, by kind. */
type Rows = Readonly<Record<Kind, ReadonlyMap<string, number>>>;

/** Whether a change is in the rows; of a cart, whether its version or a later one is. */
function isIn(rows: Rows, { kind, key }: Change): boolean {
  if (kind !== 'cart') return rows[kind].has(key);
  const [cart, version] = key.split(' ');
  return (rows.cart.get(cart!) ?? -1) >= Number(version);
}

/** Counts changes by kind, as words. */
export function countKinds(changes: readonly Change[]): string {
  const kinds = [...Map.groupBy(changes, ({ kind }) => kind)].map(([kind, { length }]) => `${length} ${kind}`);
  return kinds.length === 0 ? 'none' : kinds.sort().join(', ');
}
