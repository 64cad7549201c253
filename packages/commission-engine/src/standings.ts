import { BeyondRange, isHeld, ONE, tenThousandths } from './exact.js';
import type { Measures, Sponsored } from './measures.js';
import { KIND, NO_RANK, STATUS, type Members } from './period.js';
import { childrenOf, type Children } from './trees.js';
import type { Plan } from './document/plan.schema.js';
import type { Requirements } from './document/requirements.schema.js';

/** What the period made of each member. */
export interface Standings {
  /** 1 for who is active. */
  readonly active: Uint8Array;
  /** The paid-as rank, or `NO_RANK`. */
  readonly paidAs: Int16Array;
  /** The highest of the title rank before and the paid-as rank, or `NO_RANK`. */
  readonly title: Int16Array;
  /** The highest paid-as rank of the member and of all below in the sponsor tree, or `NO_RANK`. */
  readonly best: Int16Array;
}

/** Conditions with volumes in ten-thousandths and ranks as numbers. */
interface Conditions {
  readonly personal?: number;
  readonly group?: number;
  /** What a leg, and the personal volume, count for at most. */
  readonly most?: number;
  readonly activeFrontline: number;
  readonly customers: number;
  readonly legs: readonly { readonly rank: number; readonly count: number }[];
  readonly any: readonly Conditions[] | undefined;
}

/** What is known of the members below when a member is evaluated. */
interface Below {
  readonly uid: Float64Array;
  readonly activeFrontline: Int32Array;
  readonly customers: Int32Array;
  /** The highest paid-as rank of the member and of all below. */
  readonly best: Int16Array;
  readonly children: Children;
}

/** Members as ranks are evaluated by. */
type EvaluatedMembers = Sponsored & Pick<Members, 'status'>;

/** The measures that ranks are evaluated by. */
type EvaluatedMeasures = Omit<Measures, 'commissionable'>;

/**
 * Who is active, and everybody's paid-as rank: one pass from the leaves to the roots, over the sponsor tree as it is, which may
 * be made in parts. See docs/spec/commissions.md#3-ranks.
 */
export class RankPass {
  /** 1 for who is active. */
  readonly active: Uint8Array;
  /** The paid-as rank, or `NO_RANK`. */
  readonly paidAs: Int16Array;
  private readonly ranks: readonly Conditions[];
  private readonly activity: Conditions;
  private readonly below: Below;

  /** @param order everybody after the sponsor; left out where positions are such an order already */
  constructor(
    plan: Pick<Plan, 'ranks' | 'active'>,
    private readonly members: EvaluatedMembers,
    private readonly measures: EvaluatedMeasures,
    private readonly order?: Int32Array,
  ) {
    const count = members.uid.length;
    const names = new Map(plan.ranks.map(({ name }, rank) => [name, rank]));
    this.active = new Uint8Array(count);
    this.paidAs = new Int16Array(count).fill(NO_RANK);
    this.ranks = plan.ranks.map(({ requires }) => conditionsOf(requires, names));
    this.activity = conditionsOf(plan.active, names);
    this.below = {
      uid: members.uid,
      activeFrontline: new Int32Array(count),
      customers: buyingCustomers(members, measures),
      best: new Int16Array(count).fill(NO_RANK),
      children: childrenOf(members.sponsor),
    };
  }

  /** The highest paid-as rank of each member and of all below, or `NO_RANK`. */
  get best(): Int16Array {
    return this.below.best;
  }

  /** Evaluates the members from before the place `from` down to the place `to`; all behind them are evaluated. */
  evaluate(from: number, to: number): void {
    for (let place = from - 1; place >= to; place -= 1)
      this.evaluateOne(this.order === undefined ? place : this.order[place]!);
  }

  private evaluateOne(member: number): void {
    const { members, measures, below, active } = this;
    const above = members.sponsor[member]!;
    if (members.kind[member] === KIND.distributor && members.status[member] !== STATUS.terminated) {
      if (members.status[member] === STATUS.active && holds(this.activity, member, measures, below)) {
        active[member] = 1;
        if (above >= 0) below.activeFrontline[above]! += 1;
      }
      const rank = active[member] === 1 ? highestRank(this.ranks, member, measures, below) : 0;
      this.paidAs[member] = rank;
      if (rank > below.best[member]!) below.best[member] = rank;
    }
    if (above >= 0 && below.best[member]! > below.best[above]!) below.best[above] = below.best[member]!;
  }
}

/** Who is active, and everybody's ranks. */
export function standingsOf(plan: Plan, members: Members, measures: Measures): Standings {
  const pass = new RankPass(plan, members, measures);
  const count = members.uid.length;
  pass.evaluate(count, 0);
  const title = members.title.slice();
  for (let member = 0; member < count; member += 1) {
    if (pass.paidAs[member]! > title[member]!) title[member] = pass.paidAs[member]!;
  }
  return { active: pass.active, paidAs: pass.paidAs, title, best: pass.best };
}

function conditionsOf(requirement: Requirements, names: ReadonlyMap<string, number>): Conditions {
  const { personal_volume, group_volume, leg_cap_percent, active_frontline, customers, legs, any } = requirement;
  const group = group_volume === undefined ? undefined : tenThousandths(group_volume);
  return {
    ...(personal_volume === undefined ? {} : { personal: tenThousandths(personal_volume) }),
    ...(group === undefined ? {} : { group }),
    ...(group === undefined || leg_cap_percent === undefined ? {} : { most: shareOfLeg(group, leg_cap_percent) }),
    activeFrontline: active_frontline ?? 0,
    customers: customers ?? 0,
    legs: (legs ?? []).map(({ rank, count }) => ({ rank: names.get(rank)!, count })),
    any: any?.map((one) => conditionsOf(one, names)),
  };
}

/**
 * What a leg, and the personal volume, count for at most under a `leg_cap_percent`, rounded down to a ten-thousandth.
 * @param group the required group volume, in ten-thousandths
 */
export function shareOfLeg(group: number, percent: number): number {
  return Number((BigInt(group) * BigInt(tenThousandths(percent))) / BigInt(100 * ONE));
}

/** How many frontline customers and preferred customers with qualifying volume above 0 each member has. */
function buyingCustomers(members: EvaluatedMembers, { own }: EvaluatedMeasures): Int32Array {
  const customers = new Int32Array(own.length);
  for (let member = 0; member < own.length; member += 1) {
    const above = members.sponsor[member]!;
    if (above >= 0 && members.kind[member] !== KIND.distributor && own[member]! > 0) customers[above]! += 1;
  }
  return customers;
}

/** The highest rank whose conditions hold; the first has none. */
function highestRank(ranks: readonly Conditions[], member: number, measures: EvaluatedMeasures, below: Below): number {
  for (let rank = ranks.length - 1; rank > 0; rank -= 1) if (holds(ranks[rank]!, member, measures, below)) return rank;
  return 0;
}

/** Whether all conditions hold; what costs a look at each leg comes last. */
function holds(wanted: Conditions, member: number, measures: EvaluatedMeasures, below: Below): boolean {
  if (wanted.personal !== undefined && measures.personal[member]! < wanted.personal) return false;
  if (wanted.group !== undefined && measures.group[member]! < wanted.group) return false;
  if (below.activeFrontline[member]! < wanted.activeFrontline) return false;
  if (below.customers[member]! < wanted.customers) return false;
  if (wanted.most !== undefined && !reachesCapped(wanted.group!, wanted.most, member, measures, below)) return false;
  if (!wanted.legs.every(({ rank, count }) => hasLegs(rank, count, member, below))) return false;
  return wanted.any === undefined || wanted.any.some((one) => holds(one, member, measures, below));
}

/** Whether the group is large enough if each leg, and the personal volume, count for no more than `most`. */
function reachesCapped(
  wanted: number,
  most: number,
  member: number,
  measures: EvaluatedMeasures,
  below: Below,
): boolean {
  const { start, members } = below.children;
  const uid = below.uid[member];
  let sum = Math.min(measures.personal[member]!, most);
  for (let child = start[member]!; child < start[member + 1]!; child += 1) {
    const head = members[child]!;
    sum += Math.min(measures.group[head]! - measures.counted[head]!, most);
    if (!isHeld(sum)) throw new BeyondRange('group volume with capped legs', uid);
  }
  return sum >= wanted;
}

/** Whether so many frontline legs have somebody with the rank or a higher one. */
function hasLegs(rank: number, count: number, member: number, { best, children }: Below): boolean {
  const { start, members } = children;
  let found = 0;
  for (let child = start[member]!; child < start[member + 1]! && found < count; child += 1) {
    if (best[members[child]!]! >= rank) found += 1;
  }
  return found >= count;
}
