import { BeyondRange, isHeld, MemberSums } from './exact.js';
import { KIND, type LedgerRows, type Members } from './period.js';

/** The volumes of each member in the period, in ten-thousandths. See docs/spec/commissions.md#3-measures. */
export interface Measures {
  /** Qualifying volume of the member's own rows. */
  readonly own: Float64Array;
  /** Commissionable volume of the member's own rows. */
  readonly commissionable: Float64Array;
  readonly personal: Float64Array;
  readonly group: Float64Array;
  /**
   * For a customer or preferred customer: the part of its group that is in the personal volume of the nearest distributor
   * above. 0 for distributors, and for all where a plan does not count customers.
   */
  readonly counted: Float64Array;
}

/**
 * Adds up the rows and then the tree, as it is, from the leaves to the roots.
 * @param withCustomers the plan's `personal_volume_includes_customers`
 * @throws BeyondRange naming the member and the measure
 */
export function measuresOf(members: Members, rows: LedgerRows, withCustomers: boolean): Measures {
  const own = sumOfRows(members, rows.member, rows.qualifying, 'qualifying volume');
  const commissionable = sumOfRows(members, rows.member, rows.commissionable, 'commissionable volume');
  return { own, commissionable, ...measuresOfTree(members, own, withCustomers) };
}

/** Members in the sponsor tree. */
export type Sponsored = Pick<Members, 'uid' | 'kind' | 'sponsor'>;

/**
 * Adds up the sponsor tree, as it is, from the leaves to the roots.
 * @param own qualifying volume of each member's own rows, in ten-thousandths
 * @param withCustomers the plan's `personal_volume_includes_customers`
 * @param order everybody after the sponsor; left out where positions are such an order already
 * @throws BeyondRange naming the member and the measure
 */
export function measuresOfTree(
  members: Sponsored,
  own: Float64Array,
  withCustomers: boolean,
  order?: Int32Array,
): Pick<Measures, 'personal' | 'group' | 'counted'> {
  const counted = new Float64Array(own.length);
  const personal = withCustomers ? own.slice() : own;
  if (withCustomers) addCustomers(members, personal, counted, order);
  const group = own.slice();
  for (let position = group.length - 1; position >= 0; position -= 1) {
    const member = order === undefined ? position : order[position]!;
    addAbove(members, group, member, group[member]!, 'group volume');
  }
  return { personal, group, counted };
}

/** The sum of a column for each member. */
function sumOfRows(
  members: Members,
  member: Int32Array,
  column: Float64Array,
  measure: string,
): Float64Array<ArrayBuffer> {
  const sums = new MemberSums(members.uid.length);
  for (let row = 0; row < member.length; row += 1) sums.add(member[row]!, column[row]!);
  return sums.finish(measure, members.uid);
}

/** Customers hand what they and the customers below them bought upward, until a distributor keeps it. */
function addCustomers(
  members: Sponsored,
  personal: Float64Array,
  counted: Float64Array,
  order: Int32Array | undefined,
): void {
  for (let position = personal.length - 1; position >= 0; position -= 1) {
    const member = order === undefined ? position : order[position]!;
    if (members.kind[member] === KIND.distributor) continue;
    // A customer's own personal volume stays that of its own rows.
    const handed = personal[member]! + counted[member]!;
    if (!isHeld(handed)) throw new BeyondRange('personal volume', members.uid[member]);
    counted[member] = handed;
    const above = members.sponsor[member]!;
    if (above < 0) continue;
    addAbove(members, members.kind[above] === KIND.distributor ? personal : counted, member, handed, 'personal volume');
  }
}

function addAbove(members: Sponsored, sums: Float64Array, member: number, amount: number, measure: string): void {
  const above = members.sponsor[member]!;
  if (above < 0) return;
  const sum = sums[above]! + amount;
  if (!isHeld(sum)) throw new BeyondRange(measure, members.uid[above]);
  sums[above] = sum;
}
