import { statement } from '#common/database/index.js';

/** Figures of a day, of those that were asked for; amounts are text. */
export interface DayRow {
  readonly day: string;
  readonly orders?: number;
  readonly new_members?: number;
  readonly sales?: string;
  readonly business_volume?: string;
  readonly points?: string;
  readonly cumulative_volume?: string;
}

/** SQL of the day of an instant in time zone `$1`. */
const dayOf = (instant: string): string => `(${instant} AT TIME ZONE $1::text)::date`;

const ORDERS = `SELECT ${dayOf('placed_at')} AS day, count(*) AS orders
  FROM orders WHERE status <> 'cart' AND placed_at >= $2 AND placed_at < $3 GROUP BY 1`;
const NEW_MEMBERS = `SELECT ${dayOf('enrolled_at')} AS day, count(*) AS new_members
  FROM network_members WHERE enrolled_at >= $2 AND enrolled_at < $3 GROUP BY 1`;
const VOLUMES = `SELECT ${dayOf('at')} AS day, coalesce(sum(price), 0) AS sales, sum(business_volume) AS business_volume,
    sum(points) AS points, sum(cumulative_volume) AS cumulative_volume
  FROM volume_rows WHERE at >= $2 AND at < $3 GROUP BY 1`;

const live = (name: string, rows: string) =>
  statement(
    `home.${name}`,
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, ${name === 'volumes' ? 'sales, business_volume, points, cumulative_volume' : name} FROM (${rows}) AS found`,
  );

/** Figures from the rows themselves, by their days in time zone `$1`, from instant `$2` to before `$3`. */
export const LIVE = {
  orders: live('orders', ORDERS),
  new_members: live('new_members', NEW_MEMBERS),
  volumes: live('volumes', VOLUMES),
};

/** What was counted, from day `$1` to before `$2`. */
export const READ_DAYS = statement(
  'home.days',
  `SELECT to_char(day, 'YYYY-MM-DD') AS day, orders, new_members, sales, business_volume, points, cumulative_volume
     FROM day_figures WHERE day >= $1::date AND day < $2::date ORDER BY day`,
);

/** The last day that was counted. */
export const LAST_DAY = statement('home.last-day', `SELECT to_char(max(day), 'YYYY-MM-DD') AS day FROM day_figures`);

/** It goes over all orders, members and rows of the ledger. */
export const TAKE_TIME = statement('home.take-time', `SELECT set_config('statement_timeout', '10min', true)`);

export const FORGET_DAYS = statement('home.forget-days', 'DELETE FROM day_figures');

/** Counts all days in time zone `$1`, from instant `$2` to before `$3`, when the day after `$4` begins. */
export const COUNT_DAYS = statement(
  'home.count-days',
  `INSERT INTO day_figures (day, orders, new_members, sales, business_volume, points, cumulative_volume)
   SELECT day, coalesce(max(orders), 0), coalesce(max(new_members), 0), coalesce(max(sales), 0),
          coalesce(max(business_volume), 0), coalesce(max(points), 0), coalesce(max(cumulative_volume), 0)
     FROM (SELECT $4::date AS day) AS last FULL JOIN (${ORDERS}) AS o USING (day)
     FULL JOIN (${NEW_MEMBERS}) AS m USING (day) FULL JOIN (${VOLUMES}) AS v USING (day)
    GROUP BY day`,
);

/** Rows up to which the first page counts: more are only said to be as many. */
const MOST_COUNTED = 10_000;

/** How many rows there are, up to {@link MOST_COUNTED}. */
const upTo = (rows: string): string => `(SELECT count(*) FROM (${rows} LIMIT ${MOST_COUNTED}) AS counted)`;

/** Orders that wait for their payment, and for their completion. */
export const OPEN_ORDERS = statement(
  'home.open-orders',
  `SELECT ${upTo(`SELECT FROM orders WHERE status = 'placed'`)} AS awaiting_payment,
          ${upTo(`SELECT FROM orders WHERE status = 'paid'`)} AS awaiting_completion`,
);

/** Corrections that wait to be approved or discarded. */
export const CALCULATED_CORRECTIONS = statement(
  'home.calculated-corrections',
  `SELECT count(*) AS calculated FROM commission_corrections WHERE status = 'calculated'`,
);

/** Batches that wait for their release, and the items of released ones that are neither paid nor failed. */
export const OPEN_PAYOUTS = statement(
  'home.open-payouts',
  `SELECT (SELECT count(*) FROM payouts WHERE status = 'created') AS to_release,
          count(*) AS to_mark, max(p.id) AS newest_to_mark, least(coalesce(sum(s.items), 0), ${MOST_COUNTED})::bigint AS items_to_mark
     FROM payouts p JOIN payout_sums s ON s.payout_id = p.id AND s.status = 'pending' AND s.items > 0
    WHERE p.status = 'released'`,
);

/** What the company owes its members, and to how many; it goes over all balances. */
export const OWED = statement(
  'home.owed',
  `SELECT coalesce(sum(balance), 0) AS amount, count(*) AS members FROM earnings_balances WHERE balance > 0`,
);

/** The newest entry of the earnings ledger. */
export const NEWEST_EARNING = statement('home.newest-earning', 'SELECT max(id) AS id FROM earnings');

/** Members on hold, and those who have been for `$1` days or longer. */
export const OPEN_HOLDS = statement(
  'home.open-holds',
  `SELECT ${upTo('SELECT FROM payout_holds WHERE to_at IS NULL')} AS open,
          ${upTo('SELECT FROM payout_holds WHERE to_at IS NULL AND from_at <= statement_timestamp() - make_interval(days => $1)')} AS old`,
);

/** Imports that were refused, unless one of their kind was taken since. */
export const REFUSED_IMPORTS = statement(
  'home.refused-imports',
  `SELECT count(*) AS refused FROM imports i
    WHERE i.outcome = 'refused' AND NOT EXISTS (
      SELECT FROM imports n WHERE n.kind = i.kind AND n.outcome = 'done' AND NOT n.is_dry_run AND n.created_at > i.created_at)`,
);

/** Deliveries that have failed for good since `$1`. */
export const FAILED_DELIVERIES = statement(
  'home.failed-deliveries',
  `SELECT ${upTo(`SELECT FROM webhook_deliveries WHERE status = 'failed' AND coalesce(finished_at, created_at) >= $1`)} AS failed`,
);

/** Applications by their status. */
export const APPLICATIONS = statement(
  'home.applications',
  `SELECT count(*) FILTER (WHERE status = 'active') AS active, count(*) FILTER (WHERE status = 'maintenance') AS maintenance
     FROM applications`,
);

/** Bundles of the catalogue. */
export const BUNDLES = statement('home.bundles', 'SELECT coalesce(sum(live), 0)::bigint AS live FROM bundle_counts');

/** Final runs of periods that are not posted. */
export const FINAL_RUNS = statement(
  'home.final-runs',
  `SELECT id, period, status FROM commission_runs
    WHERE kind = 'final' AND status IN ('queued', 'running', 'calculated', 'approved')`,
);

/** What of a company is there; each part ends at the first row that it finds. */
export const SET_UP = statement(
  'home.set-up',
  `SELECT EXISTS (SELECT FROM product_types) AS product_type,
          EXISTS (SELECT FROM bundles WHERE deleted_at IS NULL) AS bundle,
          EXISTS (SELECT FROM network_members) AS member,
          EXISTS (SELECT FROM commission_plans) AS plan,
          EXISTS (SELECT FROM commission_plans WHERE published_at IS NOT NULL) AS published_plan,
          EXISTS (SELECT FROM applications WHERE deleted_at IS NULL) AS application,
          EXISTS (SELECT FROM orders WHERE status <> 'cart') AS "order",
          EXISTS (SELECT FROM commission_runs WHERE NOT is_automatic) AS run`,
);
