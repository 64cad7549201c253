import { BeyondRange, EARLIER, isHeld, NOTHING, type LedgerRows, type Plan } from '../../engine/index.js';
import { BrokenInput } from './broken-input.js';
import { instant, type Snapshot } from './snapshot.js';
import { arrange, placesByKey, UidIndex } from './uid-index.js';

/** The time of a period; `to` is not a part of it. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** What takes back nothing has this in place of a row's id. */
const NO_ROW = 0;
/** What takes back a row of the first posted period has this; of the second, one less, and so on. */
const FIRST_EARLIER = -1;

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
  plan: Plan,
  posted: readonly Span[],
  members: UidIndex,
): Promise<LedgerRead> {
  const columns = new LedgerColumns(await countRows(snapshot, span), plan);
  await snapshot.copy(columns.select(span, posted), columns.fields, (numbers) => columns.add(numbers, members));
  return { rows: columns.inOrder(), earlier: columns.earlier };
}

/** SQL of the rows of a period. */
const rowsWithin = ({ from, to }: Span): string => `t.at >= ${instant(from)} AND t.at < ${instant(to)}`;

async function countRows(snapshot: Snapshot, span: Span): Promise<number> {
  const [counted] = await snapshot.rows<{ count: number }>(
    `SELECT count(*) AS count FROM volume_rows t WHERE ${rowsWithin(span)}`,
  );
  return counted!.count;
}

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

  constructor(
    rows: number,
    private readonly plan: Plan,
  ) {
    const hasPrices = plan.bonuses.some(({ type }) => type === 'retail');
    this.isOneVolume = plan.volumes.qualifying === plan.volumes.commissionable;
    this.fields = [
      ...(['integer', 'integer', 'instant', 'integer', 'fixed', 'fixed'] as const),
      ...(hasPrices ? (['fixed', 'fixed'] as const) : []),
    ];
    this.id = new Float64Array(rows);
    this.member = new Int32Array(rows);
    this.at = new Float64Array(rows);
    this.qualifying = new Float64Array(rows);
    this.commissionable = this.isOneVolume ? this.qualifying : new Float64Array(rows);
    this.taken = new Float64Array(rows);
    this.prices = hasPrices ? { price: new Float64Array(rows), wholesale: new Float64Array(rows) } : undefined;
  }

  /** Rows of which one price is not known have no margin. */
  select(span: Span, posted: readonly Span[]): string {
    const earlier = posted.map(
      ({ from, to }, index) =>
        `WHEN t.takes_back_at >= ${instant(from)} AND t.takes_back_at < ${instant(to)} THEN ${FIRST_EARLIER - index}`,
    );
    const { qualifying, commissionable } = this.plan.volumes;
    const prices = ['t.price', 't.wholesale_price'].map(
      (column) => `CASE WHEN t.price IS NULL OR t.wholesale_price IS NULL THEN 0 ELSE ${column} END`,
    );
    return `SELECT t.id, t.uid, t.at,
      CASE WHEN t.takes_back_at IS NULL THEN ${NO_ROW}
           WHEN t.takes_back_at >= ${instant(span.from)} AND t.takes_back_at < ${instant(span.to)} THEN t.takes_back_id
           ${earlier.join(' ')} ELSE ${NO_ROW} END,
      t.${qualifying}, t.${commissionable}${this.prices === undefined ? '' : `, ${prices.join(', ')}`}
      FROM volume_rows t WHERE ${rowsWithin(span)}`;
  }

  add(numbers: Float64Array, members: UidIndex): void {
    const row = this.count;
    const member = members.of(numbers[1]!);
    // Whoever is not in the network buys as well, such as API admins without the role member.
    if (member < 0) return;
    for (let field = 4; field < numbers.length; field += 1) {
      if (!isHeld(numbers[field]!)) throw new BeyondRange(`an amount of row ${numbers[0]}`, numbers[1]);
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
