import type { Plan } from '../../engine/index.js';
import type { Span } from './ledger-columns.js';
import { instant, type Snapshot } from './snapshot.js';

/** What takes back nothing has this in place of a row's id. */
export const NO_ROW = 0;
/** What takes back a row of the first posted period has this; of the second, one less, and so on. */
export const FIRST_EARLIER = -1;

/** Whether a plan asks for prices. */
export function readsPrices({ bonuses }: Plan): boolean {
  return bonuses.some(({ type }) => type === 'retail');
}

/**
 * How many rows the ledger has in a period, and the SELECT that reads them: id, uid, instant, what is taken back, qualifying and
 * commissionable volume, and prices where a plan asks for them. Rows beyond the range of exact numbers, from before there were
 * bounds, are added up with what takes them back before anybody checks them.
 */
export async function rowsOf(
  snapshot: Snapshot,
  span: Span,
  plan: Plan,
  posted: readonly Span[],
): Promise<{ count: number; select: string }> {
  const where = `t.at >= ${instant(span.from)} AND t.at < ${instant(span.to)}`;
  const amounts = amountsOf(plan);
  const isFar = amounts.map((amount) => `abs(${amount}) * 10000 > ${Number.MAX_SAFE_INTEGER}`).join(' OR ');
  const [counted] = await snapshot.rows<{ count: number; far: number }>(
    `SELECT count(*) AS count, count(*) FILTER (WHERE ${isFar}) AS far FROM volume_rows t WHERE ${where}`,
  );
  const { count, far } = counted!;
  const taken = takenOf(span, posted);
  const plain = `SELECT t.id, t.uid, t.at, ${taken}, ${amounts.join(', ')} FROM volume_rows t WHERE ${where}`;
  return { count, select: far === 0 ? plain : addedUp({ span, taken, amounts, isFar, where }) };
}

/** Rows of which one price is not known have no margin. */
function amountsOf(plan: Plan): string[] {
  const { qualifying, commissionable } = plan.volumes;
  const volumes = [qualifying, commissionable].map((column) => `t.${column}`);
  if (!readsPrices(plan)) return volumes;
  const prices = ['t.price', 't.wholesale_price'].map(
    (column) => `CASE WHEN t.price IS NULL OR t.wholesale_price IS NULL THEN 0 ELSE ${column} END`,
  );
  return [...volumes, ...prices];
}

function takenOf(span: Span, posted: readonly Span[]): string {
  const earlier = posted.map(
    ({ from, to }, index) =>
      `WHEN t.takes_back_at >= ${instant(from)} AND t.takes_back_at < ${instant(to)} THEN ${FIRST_EARLIER - index}`,
  );
  return `CASE WHEN t.takes_back_at IS NULL THEN ${NO_ROW}
    WHEN t.takes_back_at >= ${instant(span.from)} AND t.takes_back_at < ${instant(span.to)} THEN t.takes_back_id
    ${earlier.join(' ')} ELSE ${NO_ROW} END`;
}

/** One row for all of a member that count at the instant of one beyond the range; the others as they are. */
function addedUp(from: { span: Span; taken: string; amounts: string[]; isFar: string; where: string }): string {
  const { span, taken, amounts, isFar, where } = from;
  const names = amounts.map((_, index) => `amount${index}`);
  const isOfPeriod = `t.takes_back_at >= ${instant(span.from)} AND t.takes_back_at < ${instant(span.to)}`;
  return `WITH counted AS (
      SELECT t.id, t.uid, t.at, ${taken} AS taken, ${isFar} AS is_far,
             greatest(CASE WHEN ${isOfPeriod} THEN t.takes_back_at ELSE t.at END, m.enrolled_at) AS counts_at,
             ${amounts.map((amount, index) => `${amount} AS ${names[index]!}`).join(', ')}
        FROM volume_rows t JOIN network_members m ON m.uid = t.uid WHERE ${where}
    ), far AS (SELECT DISTINCT uid, counts_at FROM counted WHERE is_far)
    SELECT coalesce(min(c.id) FILTER (WHERE c.is_far), min(c.id)), c.uid, c.counts_at, least(c.taken, ${NO_ROW}), ${names.map((name) => `sum(c.${name})`).join(', ')}
      FROM counted c JOIN far USING (uid, counts_at) GROUP BY c.uid, c.counts_at, least(c.taken, ${NO_ROW})
     UNION ALL
    SELECT c.id, c.uid, c.at, c.taken, ${names.map((name) => `c.${name}`).join(', ')}
      FROM counted c LEFT JOIN far USING (uid, counts_at) WHERE far.uid IS NULL`;
}
