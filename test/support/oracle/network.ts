import {
  enrolledAt,
  PERIOD_BEGINS,
  type Requirements,
  type SmallMember,
  type SmallPeriod,
  type SmallRow,
} from '@commerce/commission-engine';
import { lowerOf, Rational, sum, ZERO } from './rational.js';

const DAY_MS = 86_400_000;
const UNITS = 10_000;

/** The network and the ledger of a small period, read again for every question. */
export class Network {
  constructor(readonly period: SmallPeriod) {}

  get members(): readonly SmallMember[] {
    return this.period.members;
  }

  member(uid: number): SmallMember {
    return this.members.find((member) => member.uid === uid)!;
  }

  isDistributor({ kind = 'distributor' }: SmallMember): boolean {
    return kind === 'distributor';
  }

  isPayee(member: SmallMember): boolean {
    return this.isDistributor(member) && member.status !== 'terminated';
  }

  sponsorOf({ sponsor }: SmallMember): SmallMember | undefined {
    return sponsor === undefined ? undefined : this.member(sponsor);
  }

  frontline({ uid }: SmallMember): readonly SmallMember[] {
    return this.members.filter(({ sponsor }) => sponsor === uid);
  }

  /** A member and all below, in the sponsor tree. */
  group(member: SmallMember): readonly SmallMember[] {
    return [member, ...this.frontline(member).flatMap((child) => this.group(child))];
  }

  /** The member above in the placement tree; who is not placed hangs below the nearest placed sponsor above. */
  placementParent(member: SmallMember): SmallMember | undefined {
    if (member.placed === 'root') return undefined;
    if (member.placed !== undefined) return this.member(member.placed.below);
    let sponsor = this.sponsorOf(member);
    while (sponsor !== undefined && sponsor.placed === undefined) sponsor = this.sponsorOf(sponsor);
    return sponsor;
  }

  /** A member and all below, in the placement tree, with those who are not placed. */
  placementGroup(member: SmallMember): readonly SmallMember[] {
    const below = this.members.filter((other) => this.placementParent(other)?.uid === member.uid);
    return [member, ...below.flatMap((child) => this.placementGroup(child))];
  }

  /** The payees above a member, the nearest first. */
  payeesAbove(member: SmallMember, tree: 'sponsor' | 'placement'): SmallMember[] {
    const above = tree === 'sponsor' ? this.sponsorOf(member) : this.placementParent(member);
    if (above === undefined) return [];
    return [...(this.isPayee(above) ? [above] : []), ...this.payeesAbove(above, tree)];
  }

  qualifying({ uid }: SmallMember): Rational {
    return this.sumOf(uid, ({ qualifying }) => qualifying);
  }

  commissionable({ uid }: SmallMember): Rational {
    return this.sumOf(uid, ({ commissionable }) => commissionable);
  }

  /** All commissionable volume. */
  allVolume(): Rational {
    return sum(this.members.map((member) => this.commissionable(member)));
  }

  /** Volume of the rows that count in the base of a source. */
  base({ uid }: SmallMember, counts: (row: SmallRow) => boolean): Rational {
    return this.sumOf(uid, (row) => (row.takesBack !== 'earlier' && counts(row) ? row.commissionable : 0));
  }

  /** What was paid above wholesale, of the rows that count in the base of a source. */
  margin({ uid }: SmallMember): Rational {
    return this.sumOf(uid, ({ takesBack, price = 0, wholesale = 0 }) =>
      takesBack === 'earlier' ? 0 : price - wholesale,
    );
  }

  /** Whether a row was dated before its member had been there for so many days; a return belongs to what it takes back. */
  isInFirstDays(row: SmallRow, days: number): boolean {
    const dated = typeof row.takesBack === 'number' ? this.period.rows[row.takesBack]! : row;
    return PERIOD_BEGINS + (dated.at ?? 0) < enrolledAt(this.member(row.member)) + days * DAY_MS;
  }

  private sumOf(uid: number, amount: (row: SmallRow) => number): Rational {
    const rows = this.period.rows.filter(({ member }) => member === uid);
    return rows.reduce((total, row) => total.plus(Rational.of(amount(row), UNITS)), ZERO);
  }
}

const TEN_THOUSAND = Rational.of(10_000);
const HUNDRED = Rational.of(100);

/** Measures, activity and ranks of the members of a small period. */
export class Evaluator {
  private readonly actives = new Map<number, boolean>();
  private readonly ranks = new Map<number, number>();

  constructor(private readonly network: Network) {}

  /** Own qualifying volume, with that of the customers whose nearest distributor above is the member, if the plan says so. */
  personal(member: SmallMember): Rational {
    const own = this.network.qualifying(member);
    return own.plus(sum(this.countedCustomers(member).map((customer) => this.network.qualifying(customer))));
  }

  group(member: SmallMember): Rational {
    return sum(this.network.group(member).map((one) => this.network.qualifying(one)));
  }

  isActive(member: SmallMember): boolean {
    let active = this.actives.get(member.uid);
    if (active === undefined) {
      const may = this.network.isDistributor(member) && (member.status ?? 'active') === 'active';
      active = may && this.holds(this.network.period.plan.active, member);
      this.actives.set(member.uid, active);
    }
    return active;
  }

  /** The number of the paid-as rank; -1 for none. */
  paidAs(member: SmallMember): number {
    let rank = this.ranks.get(member.uid);
    if (rank === undefined) this.ranks.set(member.uid, (rank = this.evaluatedRank(member)));
    return rank;
  }

  title(member: SmallMember): number {
    const before = this.numberOf(member.title);
    return Math.max(before, this.paidAs(member));
  }

  numberOf(name: string | undefined): number {
    return this.network.period.plan.ranks.findIndex((rank) => rank.name === name);
  }

  private evaluatedRank(member: SmallMember): number {
    if (!this.network.isPayee(member)) return -1;
    if (!this.isActive(member)) return 0;
    const { ranks } = this.network.period.plan;
    return ranks.findLastIndex(({ requires }, rank) => rank === 0 || this.holds(requires, member));
  }

  /** Customers and preferred customers that count in the personal volume of a member. */
  private countedCustomers(member: SmallMember): readonly SmallMember[] {
    if (!this.network.period.plan.personal_volume_includes_customers || !this.network.isDistributor(member)) return [];
    const below = (one: SmallMember): readonly SmallMember[] =>
      this.network
        .frontline(one)
        .filter((child) => !this.network.isDistributor(child))
        .flatMap((child) => [child, ...below(child)]);
    return below(member);
  }

  private holds(wanted: Requirements, member: SmallMember): boolean {
    const { personal_volume, group_volume, leg_cap_percent, active_frontline, customers, legs, any } = wanted;
    const frontline = this.network.frontline(member);
    if (personal_volume !== undefined && this.personal(member).isBelow(Rational.decimal(personal_volume))) return false;
    if (group_volume !== undefined) {
      const required = Rational.decimal(group_volume);
      const has =
        leg_cap_percent === undefined
          ? this.group(member)
          : this.cappedGroup(member, required.times(Rational.decimal(leg_cap_percent)).over(HUNDRED));
      if (has.isBelow(required)) return false;
    }
    if (active_frontline !== undefined && frontline.filter((one) => this.isActive(one)).length < active_frontline)
      return false;
    if (customers !== undefined) {
      const buying = frontline.filter(
        (one) => !this.network.isDistributor(one) && this.network.qualifying(one).isAbove(ZERO),
      );
      if (buying.length < customers) return false;
    }
    for (const { rank, count } of legs ?? []) {
      const least = this.numberOf(rank);
      const found = frontline.filter((head) => this.network.group(head).some((one) => this.paidAs(one) >= least));
      if (found.length < count) return false;
    }
    return any === undefined || any.some((one) => this.holds(one, member));
  }

  /** Each leg, without what is in the personal volume already, and the personal volume count for so much at most. */
  private cappedGroup(member: SmallMember, most: Rational): Rational {
    const cap = most.times(TEN_THOUSAND).floor().over(TEN_THOUSAND);
    const counted = new Set(this.countedCustomers(member).map(({ uid }) => uid));
    const legs = this.network.frontline(member).map((head) => {
      const rest = this.network.group(head).filter(({ uid }) => !counted.has(uid));
      return sum(rest.map((one) => this.network.qualifying(one)));
    });
    return sum([this.personal(member), ...legs].map((volume) => lowerOf(volume, cap)));
  }
}
