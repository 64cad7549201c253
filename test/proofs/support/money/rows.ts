/** Runs a statement, and gives its rows. */
export type Query = (text: string) => Promise<readonly unknown[]>;

/** An entry of the earnings ledger; all amounts are whole ten-thousandths. */
export interface Entry {
  id: number;
  uid: number;
  kind: 'commission' | 'clawback' | 'adjustment' | 'payout' | 'payout_failed';
  amount: number;
  payout: number | null;
  reason: string | null;
}

/** A batch of payouts. */
export interface Batch {
  id: number;
  status: 'created' | 'released' | 'cancelled';
  minimum: number;
  isLast: boolean;
  fourEyes: boolean;
  madeBy: number;
  releasedBy: number | null;
}

/** What a batch pays one member. */
export interface Item {
  id: number;
  payout: number;
  uid: number;
  amount: number;
  status: 'pending' | 'paid' | 'failed' | 'cancelled';
  /** The reference of a paid one, or why it failed or was cancelled. */
  said: string | null;
}

/** What payment providers were told of a batch. */
interface Told {
  payout: number;
  amount: number;
  items: number;
}

/** What the service keeps as the balance of a member. */
interface Balance {
  uid: number;
  amount: number;
}

/** All that there is of earnings and payouts. */
export interface MoneyRows {
  entries: readonly Entry[];
  balances: readonly Balance[];
  batches: readonly Batch[];
  items: readonly Item[];
  told: readonly Told[];
}

const AMOUNT = '(amount * 10000)::float8 AS amount';

/** Reads all of it, when nobody changes anything any more. */
export async function readMoney(query: Query): Promise<MoneyRows> {
  const read = async <Row>(text: string): Promise<Row[]> => (await query(text)) as Row[];
  return {
    entries: await read<Entry>(
      `SELECT id::int, uid::int, kind, ${AMOUNT}, payout_id::int AS payout, reason FROM earnings ORDER BY id`,
    ),
    balances: await read<Balance>(`SELECT uid::int, (balance * 10000)::float8 AS amount FROM earnings_balances`),
    batches: await read<Batch>(
      `SELECT id::int, status, (minimum * 10000)::float8 AS minimum, is_last AS "isLast", four_eyes AS "fourEyes",
              created_by_uid::int AS "madeBy", released_by_uid::int AS "releasedBy"
         FROM payouts ORDER BY id`,
    ),
    items: await read<Item>(
      `SELECT id::int, payout_id::int AS payout, uid::int, ${AMOUNT}, status, coalesce(reference, reason) AS said
         FROM payout_items ORDER BY id`,
    ),
    told: await read<Told>(
      `SELECT (data->>'id')::int AS payout, ((data->>'amount')::numeric * 10000)::float8 AS amount, (data->>'items')::int AS items
         FROM events WHERE type = 'payout.created'`,
    ),
  };
}

/** The balance of each member with entries. */
export function balancesOf({ entries }: Pick<MoneyRows, 'entries'>): Map<number, number> {
  const balances = new Map<number, number>();
  for (const { uid, amount } of entries) balances.set(uid, (balances.get(uid) ?? 0) + amount);
  return balances;
}
