import type { Pool } from 'pg';
import { until } from '#test/support/until.js';

/** How long the last calls of the durable listener may take. */
const DRAIN_MS = 240_000;

/** Per cent off, of the tiers. */
const TIERS = [0, 2, 5];

/** What all products of the shop cost, and what a point is worth, in ten-thousandths. */
const PRICE = 99_900;
const VALUE = 100;

/** What was counted, and what is wrong. */
export interface Counted {
  orders: number;
  paid: number;
  returned: number;
  cancelled: number;
  redeemed: number;
  tiers: Record<string, number>;
  problems: string[];
}

/** An order, with what its lines say and what the ledger says. Amounts are in ten-thousandths. */
interface OrderRow {
  id: number;
  uid: number;
  status: string;
  was_paid: boolean;
  pieces: number;
  total: number;
  left: number;
  earned: number;
  times: number;
  spent: number;
  redeemed: number;
}

const ORDERS = `
  SELECT o.id::int, o.uid::int, o.status, o.paid_at IS NOT NULL AS was_paid, l.*, e.*
    FROM orders o
    CROSS JOIN LATERAL (
      SELECT sum(quantity)::int AS pieces, (sum(unit_price * quantity) * 10000)::float8 AS total,
             (sum(unit_price * (quantity - returned)) * 10000)::float8 AS left
        FROM order_lines WHERE order_id = o.id) l
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(points) FILTER (WHERE kind = 'earned'), 0)::int AS earned,
             count(*) FILTER (WHERE kind = 'earned' AND points > 0)::int AS times,
             -coalesce(sum(points) FILTER (WHERE kind = 'spent'), 0)::int AS spent,
             -coalesce(min(points) FILTER (WHERE kind = 'spent'), 0)::int AS redeemed
        FROM loyalty_entries WHERE order_id = o.id) e
   WHERE o.status <> 'cart'`;

/** An account, with what else tells of it. */
interface AccountRow {
  uid: number;
  points: number;
  tier: string;
  told: number;
  shown: string;
  put: string;
}

const ACCOUNTS = `
  SELECT a.uid, a.points, a.tier, coalesce(u.custom_fields->>'loyalty_tier', 'none') AS shown,
         (SELECT coalesce(sum((data->>'points')::int), 0)::int FROM events
           WHERE type = 'loyalty.points_changed' AND aggregate_id = a.uid::text) AS told,
         coalesce((SELECT value FROM commission_inputs i WHERE i.uid = a.uid ORDER BY at DESC, id DESC LIMIT 1), 'none') AS put
    FROM loyalty_accounts a JOIN users u ON u.uid = a.uid`;

/** Waits until the tiers have followed the points, and counts all of them a second time, from the orders alone. */
export async function count(pool: Pool): Promise<Counted> {
  const waiting = `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'listener loyalty.tier' LIMIT 1`;
  await until(async () => (await pool.query(waiting)).rowCount === 0, DRAIN_MS, 'tiers have not followed the points');
  const { rows: orders } = await pool.query<OrderRow>(ORDERS);
  const { rows: accounts } = await pool.query<AccountRow>(ACCOUNTS);
  const { rows: strays } = await pool.query(
    `SELECT FROM loyalty_entries WHERE kind NOT IN ('earned', 'spent') OR order_id IS NULL`,
  );
  const problems = [...orders.flatMap(problemsOfOrder), ...accounts.flatMap((account) => problemsOf(account, orders))];
  if (strays.length > 0) problems.push(`${strays.length} entries are of no order`);
  const having = (status: string): number => orders.filter((order) => order.status === status).length;
  return {
    orders: orders.length,
    paid: orders.filter(({ was_paid: wasPaid }) => wasPaid).length,
    returned: orders.filter(({ total, left }) => left < total).length,
    cancelled: having('cancelled'),
    redeemed: orders.filter(({ redeemed }) => redeemed > 0).length,
    tiers: Object.fromEntries(
      ['none', 'silver', 'gold'].map((of) => [of, accounts.filter(({ tier }) => tier === of).length]),
    ),
    problems,
  };
}

/** The points that an order must have given by now. */
function due({ status, left }: OrderRow): number {
  return status === 'placed' || status === 'cancelled' ? 0 : Math.floor(left / 10_000);
}

function problemsOfOrder(order: OrderRow): string[] {
  const { id, status, was_paid: wasPaid, pieces, total, left, earned, times, spent, redeemed } = order;
  const problems: string[] = [];
  if (earned !== due(order)) problems.push(`gave ${earned} points instead of ${due(order)}`);
  if (times !== Number(wasPaid)) problems.push(`gave its points ${times} times`);
  // Of each piece, less than one ten-thousandth is rounded up.
  const fits = TIERS.some((percent) => {
    const short = Math.round((PRICE * (100 - percent)) / 100) * pieces - total;
    return short <= redeemed * VALUE + 0.01 && short > redeemed * VALUE - pieces - 0.01;
  });
  if (!fits) problems.push(`costs ${total} with ${redeemed} points redeemed`);
  const share = status === 'cancelled' ? 0 : left / total;
  if (spent !== Math.ceil(redeemed * share - 1e-9)) problems.push(`has ${spent} of ${redeemed} points spent`);
  return problems.map((problem) => `order ${id} (${status}) ${problem}`);
}

function problemsOf({ uid, points, tier, told, shown, put }: AccountRow, orders: readonly OrderRow[]): string[] {
  const own = orders.filter((order) => order.uid === uid);
  const earned = own.reduce((sum, order) => sum + due(order), 0);
  const spent = own.reduce((sum, order) => sum + order.spent, 0);
  const naive = earned >= 2_000 ? 'gold' : earned >= 500 ? 'silver' : 'none';
  const problems: string[] = [];
  if (points !== earned - spent) problems.push(`has ${points} points instead of ${earned} - ${spent}`);
  if (told !== points) problems.push(`has events of ${told} points, and has ${points}`);
  for (const [where, other] of [
    ['account', tier],
    ['custom field', shown],
    ['input of bonuses', put],
  ] as const)
    if (other !== naive) problems.push(`is ${naive}, but ${other} in the ${where}`);
  return problems.map((problem) => `member ${uid} ${problem}`);
}
