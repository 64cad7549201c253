import { BeyondRange, EARLIER, isHeld, KIND, type LedgerRows, NOTHING, type Plan } from '@commerce/commission-engine';
import { BrokenInput, instant, type Snapshot } from './snapshot.js';
import { type MembersRead, arrange, placesByKey, UidIndex } from './members.js';

/** The time of a period; `to` is not a part of it. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** The rows of a period. */
export interface LedgerRead {
  readonly rows: LedgerRows;
  /** Which posted periods something was taken back of. */
  readonly earlier: ReadonlySet<number>;
}

/**
 * The rows of the ledger in a period, in the order of their ids, but for those of who is not in the network.
 * @param posted earlier periods whose runs are posted
 * @throws BeyondRange naming the row and its member, BrokenInput for one that takes back a row which is not there
 */
export async function readLedger(
  snapshot: Snapshot,
  span: Span,
  volumes: VolumesRead,
  posted: readonly Span[],
  members: MembersRead,
): Promise<LedgerRead> {
  const { count, select } = await rowsOf(snapshot, span, volumes, posted);
  const columns = new LedgerColumns(count, volumes);
  await snapshot.copy(select, columns.fields, (numbers) => columns.add(numbers, members));
  return { rows: columns.inOrder(), earlier: columns.earlier };
}

const FIRST_AMOUNT = 4;
const FIRST_PRICE = 6;
const PRICES = ['fixed', 'fixed'] as const;

class LedgerColumns {
  readonly fields: readonly ('integer' | 'instant' | 'fixed')[];
  private id: Float64Array;
  private member: Int32Array;
  private at: Float64Array;
  private qualifying: Float64Array;
  private commissionable: Float64Array;
  /** Posted periods of which something is taken back. */
  readonly earlier = new Set<number>();
  /** The id of the row that is taken back, {@link NO_ROW} or which earlier period it is of. */
  private taken: Float64Array;
  private prices: { readonly price: Float64Array; readonly wholesale: Float64Array } | undefined;
  private readonly isOneVolume: boolean;
  private count = 0;

  constructor(rows: number, { qualifying, commissionable, withPrices }: VolumesRead) {
    this.isOneVolume = qualifying === commissionable;
    this.fields = ['integer', 'integer', 'instant', 'integer', 'fixed', 'fixed', ...(withPrices ? PRICES : [])];
    this.id = new Float64Array(rows);
    this.member = new Int32Array(rows);
    this.at = new Float64Array(rows);
    this.qualifying = new Float64Array(rows);
    this.commissionable = this.isOneVolume ? this.qualifying : new Float64Array(rows);
    this.taken = new Float64Array(rows);
    this.prices = withPrices ? { price: new Float64Array(rows), wholesale: new Float64Array(rows) } : undefined;
  }

  add(numbers: Float64Array, { index, members }: MembersRead): void {
    const row = this.count;
    const member = index.of(numbers[1]!);
    // Whoever is not in the network buys as well, such as API admins without the role member.
    if (member < 0) return;
    for (let field = FIRST_AMOUNT; field < numbers.length; field += 1) {
      if (isHeld(numbers[field]!)) continue;
      // Prices of what distributors buy give nothing to anybody.
      if (field < FIRST_PRICE || members.kind[member] !== KIND.distributor)
        throw new BeyondRange(`an amount of row ${numbers[0]}`, numbers[1]);
      numbers.fill(0, FIRST_PRICE);
    }
    this.id[row] = numbers[0]!;
    this.member[row] = member;
    this.at[row] = numbers[2]!;
    this.taken[row] = numbers[3]!;
    this.qualifying[row] = numbers[4]!;
    this.commissionable[row] = numbers[5]!;
    if (this.prices !== undefined) {
      this.prices.price[row] = numbers[6]!;
      this.prices.wholesale[row] = numbers[7]!;
    }
    this.count = row + 1;
  }

  inOrder(): LedgerRows {
    if (this.count < this.id.length) this.shorten();
    const places = placesByKey(this.id);
    if (places !== undefined) {
      arrange(this.id, places);
      arrange(this.member, places);
      for (const column of [this.at, this.taken, this.qualifying]) arrange(column, places);
      if (!this.isOneVolume) arrange(this.commissionable, places);
      if (this.prices !== undefined) for (const column of Object.values(this.prices)) arrange(column, places);
    }
    const { member, at, qualifying, commissionable, prices } = this;
    const rows = { member, at, qualifying, commissionable, takesBack: this.takesBack() };
    return prices === undefined ? rows : { ...rows, prices };
  }

  /** Leaves only the places of rows that were added. */
  private shorten(): void {
    const { count, prices } = this;
    this.id = this.id.subarray(0, count);
    this.member = this.member.subarray(0, count);
    this.at = this.at.subarray(0, count);
    this.taken = this.taken.subarray(0, count);
    this.qualifying = this.qualifying.subarray(0, count);
    this.commissionable = this.isOneVolume ? this.qualifying : this.commissionable.subarray(0, count);
    if (prices !== undefined)
      this.prices = { price: prices.price.subarray(0, count), wholesale: prices.wholesale.subarray(0, count) };
  }

  /** Positions of rows that are taken back. */
  private takesBack(): Int32Array {
    const takesBack = new Int32Array(this.count).fill(NOTHING);
    let index: UidIndex | undefined;
    for (let row = 0; row < this.count; row += 1) {
      const taken = this.taken[row]!;
      if (taken === NO_ROW) continue;
      if (taken <= FIRST_EARLIER) {
        takesBack[row] = EARLIER;
        this.earlier.add(FIRST_EARLIER - taken);
        continue;
      }
      index ??= new UidIndex(this.id);
      takesBack[row] = index.of(taken);
      if (takesBack[row]! < 0) throw new BrokenInput(`row ${this.id[row]} takes back row ${taken}, which is not there`);
    }
    return takesBack;
  }
}

/** What takes back nothing has this in place of a row's id. */
const NO_ROW = 0;
/** What takes back a row of the first posted period has this; of the second, one less, and so on. */
const FIRST_EARLIER = -1;

/** What a plan reads of a row. */
export type VolumesRead = Plan['volumes'] & { readonly withPrices: boolean };

/**
 * How many rows the ledger has in a period, and the SELECT that reads them: id, uid, instant, what is taken back, qualifying and
 * commissionable volume, and prices where a plan asks for them. Rows beyond the range of exact numbers, from before there were
 * bounds, are added up with what takes them back before anybody checks them.
 */
async function rowsOf(
  snapshot: Snapshot,
  span: Span,
  volumes: VolumesRead,
  posted: readonly Span[],
): Promise<{ count: number; select: string }> {
  const where = `t.at >= ${instant(span.from)} AND t.at < ${instant(span.to)}`;
  const amounts = amountsOf(volumes);
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
function amountsOf({ qualifying, commissionable, withPrices }: VolumesRead): string[] {
  const volumes = [qualifying, commissionable].map((column) => `t.${column}`);
  if (!withPrices) return volumes;
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
