/** Runs a statement, and gives its rows. */
type Query = (text: string) => Promise<readonly unknown[]>;

/** An entry of the earnings ledger; all amounts are whole ten-thousandths. */
export interface Entry {
  id: number;
  uid: number;
  kind: 'commission' | 'clawback' | 'adjustment' | 'payout' | 'payout_failed' | 'reward' | 'reward_reversed';
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

/** Number and sum of a payout's items in one status, as the service keeps them. */
interface Sum {
  payout: number;
  status: Item['status'];
  items: number;
  amount: number;
}

/** All that there is of earnings and payouts. */
export interface MoneyRows {
  entries: readonly Entry[];
  balances: readonly Balance[];
  batches: readonly Batch[];
  items: readonly Item[];
  sums: readonly Sum[];
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
    sums: await read<Sum>(`SELECT payout_id::int AS payout, status, items::int, ${AMOUNT} FROM payout_sums`),
    told: await read<Told>(
      `SELECT (data->>'id')::int AS payout, ((data->>'amount')::numeric * 10000)::float8 AS amount, (data->>'items')::int AS items
         FROM events WHERE type = 'payout.created'`,
    ),
  };
}

/** What the items of each payout come to by their status. */
export function sumsOf({ items }: Pick<MoneyRows, 'items'>): Sum[] {
  const own = Map.groupBy(items, ({ payout, status }) => `${payout} ${status}`);
  return [...own.values()].map((some) => ({
    payout: some[0]!.payout,
    status: some[0]!.status,
    items: some.length,
    amount: some.reduce((sum, { amount }) => sum + amount, 0),
  }));
}

/** The balance of each member with entries. */
export function balancesOf({ entries }: Pick<MoneyRows, 'entries'>): Map<number, number> {
  const balances = new Map<number, number>();
  for (const { uid, amount } of entries) balances.set(uid, (balances.get(uid) ?? 0) + amount);
  return balances;
}

/** What can be wrong with earnings and payouts, in words for the report. */
export const FAILURES = {
  unpaid: 'amounts that were not taken off or given back exactly once',
  below: 'balances that a payout made negative',
  little: 'items of nothing, or below the minimum of their payout',
  states: 'items that do not fit the status of their payout',
  alone: 'payouts that were released by who made them, under four eyes',
  told: 'payouts that were not told exactly once, or told wrongly',
  totals: 'members of whom what was earned is not what was paid, is on its way and is left',
  balances: 'balances that an instance told wrongly',
  kept: 'balances that are kept and are not the sum of their entries',
  sums: 'sums that are kept of payouts and are not those of their items',
  vanished: 'acknowledged changes that are not there, or are there twice',
  resurrected: 'refused changes that were made all the same',
  held: 'members in a payout who were on hold',
} as const;

/** Something wrong, and what it was. */
export interface Failure {
  kind: keyof typeof FAILURES;
  what: string;
}

/** Holds all rows against the rules of payouts; nothing when they keep them. */
export function checkRows(rows: MoneyRows): Failure[] {
  const checks = [checkItems, checkBatches, checkBalances, checkKept, checkSums, checkTotals];
  return checks.flatMap((check) => [...check(rows)]);
}

const key = (payout: number | null, uid: number, kind: string): string => `${payout} ${uid} ${kind}`;

/** Each item took its amount off once, and gave it back once if it was not paid. */
function* checkItems({ entries, batches, items }: MoneyRows): Generator<Failure> {
  const byItem = Map.groupBy(
    entries.filter(({ payout }) => payout !== null),
    ({ payout, uid, kind }) => key(payout, uid, kind),
  );
  const batchOf = new Map(batches.map((batch) => [batch.id, batch]));
  for (const item of items) {
    const isBack = item.status === 'failed' || item.status === 'cancelled';
    const taken = byItem.get(key(item.payout, item.uid, 'payout')) ?? [];
    const given = byItem.get(key(item.payout, item.uid, 'payout_failed')) ?? [];
    byItem.delete(key(item.payout, item.uid, 'payout'));
    byItem.delete(key(item.payout, item.uid, 'payout_failed'));
    const isRight = hasOnly(taken, -item.amount) && (isBack ? hasOnly(given, item.amount) : given.length === 0);
    if (!isRight) yield { kind: 'unpaid', what: JSON.stringify({ item, taken, given }) };
    const batch = batchOf.get(item.payout);
    const isEnough = item.amount > 0 && (batch?.isLast === true || item.amount >= (batch?.minimum ?? 0));
    if (!isEnough) yield { kind: 'little', what: JSON.stringify({ item, batch }) };
    if (batch === undefined || !fits(item, batch)) yield { kind: 'states', what: JSON.stringify({ item, batch }) };
  }
  for (const [of, stray] of byItem)
    yield { kind: 'unpaid', what: `entries of no item: ${of} ${JSON.stringify(stray)}` };
}

function hasOnly(entries: readonly Entry[], amount: number): boolean {
  return entries.length === 1 && entries[0]!.amount === amount;
}

function fits({ status }: Item, batch: Batch): boolean {
  if (batch.status === 'created') return status === 'pending';
  return batch.status === 'released' || status === 'cancelled';
}

function* checkBatches({ batches, items, told }: MoneyRows): Generator<Failure> {
  for (const batch of batches) {
    if (batch.status === 'released' && batch.fourEyes && batch.releasedBy === batch.madeBy)
      yield { kind: 'alone', what: JSON.stringify(batch) };
    const own = items.filter(({ payout, status }) => payout === batch.id && status !== 'cancelled');
    const heard = told.filter(({ payout }) => payout === batch.id);
    const amount = own.reduce((sum, item) => sum + item.amount, 0);
    const isRight =
      batch.status === 'released'
        ? heard.length === 1 && heard[0]!.amount === amount && heard[0]!.items === own.length
        : heard.length === 0;
    if (!isRight) yield { kind: 'told', what: JSON.stringify({ batch, amount, items: own.length, heard }) };
  }
}

/** No payout took more than was there: entries are numbered in the order in which a batch saw them. */
function* checkBalances({ entries }: MoneyRows): Generator<Failure> {
  const balances = new Map<number, number>();
  for (const entry of entries) {
    const balance = (balances.get(entry.uid) ?? 0) + entry.amount;
    balances.set(entry.uid, balance);
    if (entry.kind === 'payout' && balance < 0) yield { kind: 'below', what: JSON.stringify({ entry, balance }) };
  }
}

/** What is kept as balances, which batches pay from, is the sum of the entries, and of nobody else there is one. */
function* checkKept(rows: MoneyRows): Generator<Failure> {
  const sums = balancesOf(rows);
  for (const { uid, amount } of rows.balances) {
    if (sums.get(uid) !== amount)
      yield { kind: 'kept', what: JSON.stringify({ uid, amount, sum: sums.get(uid) ?? null }) };
    sums.delete(uid);
  }
  for (const [uid, sum] of sums) yield { kind: 'kept', what: JSON.stringify({ uid, amount: null, sum }) };
}

/** What is kept as the sums of a payout's items, which finance reads, is that of the items. */
function* checkSums(rows: MoneyRows): Generator<Failure> {
  const inWords = ({ payout, status, items, amount }: Sum): string => `${payout} ${status}: ${items}, ${amount}`;
  const kept = rows.sums.filter(({ items, amount }) => items !== 0 || amount !== 0).map(inWords);
  const right = sumsOf(rows).map(inWords);
  for (const what of [...kept, ...right].filter((one) => !kept.includes(one) || !right.includes(one)))
    yield { kind: 'sums', what };
}

/** Nothing was made of nothing: what was earned is paid, on its way or left. */
function* checkTotals({ entries, items }: MoneyRows): Generator<Failure> {
  const sum = (amounts: readonly { amount: number }[]): number => amounts.reduce((all, { amount }) => all + amount, 0);
  const itemsOf = Map.groupBy(items, ({ uid }) => uid);
  for (const [uid, own] of Map.groupBy(entries, (entry) => entry.uid)) {
    const earned = sum(own.filter(({ payout }) => payout === null));
    const left = sum(own);
    const paid = sum((itemsOf.get(uid) ?? []).filter(({ status }) => status === 'paid' || status === 'pending'));
    if (earned !== left + paid) yield { kind: 'totals', what: JSON.stringify({ uid, earned, left, paid }) };
  }
}
