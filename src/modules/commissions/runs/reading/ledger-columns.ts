import { BeyondRange, EARLIER, isHeld, KIND, NOTHING, type LedgerRows, type Plan } from '../../engine/index.js';
import { BrokenInput } from './broken-input.js';
import type { Snapshot } from './snapshot.js';
import type { MembersRead } from './member-columns.js';
import { FIRST_EARLIER, NO_ROW, readsPrices, rowsOf } from './ledger-rows.js';
import { arrange, placesByKey, UidIndex } from './uid-index.js';

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
  plan: Plan,
  posted: readonly Span[],
  members: MembersRead,
): Promise<LedgerRead> {
  const { count, select } = await rowsOf(snapshot, span, plan, posted);
  const columns = new LedgerColumns(count, plan);
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

  constructor(rows: number, plan: Plan) {
    const hasPrices = readsPrices(plan);
    this.isOneVolume = plan.volumes.qualifying === plan.volumes.commissionable;
    this.fields = ['integer', 'integer', 'instant', 'integer', 'fixed', 'fixed', ...(hasPrices ? PRICES : [])];
    this.id = new Float64Array(rows);
    this.member = new Int32Array(rows);
    this.at = new Float64Array(rows);
    this.qualifying = new Float64Array(rows);
    this.commissionable = this.isOneVolume ? this.qualifying : new Float64Array(rows);
    this.taken = new Float64Array(rows);
    this.prices = hasPrices ? { price: new Float64Array(rows), wholesale: new Float64Array(rows) } : undefined;
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
